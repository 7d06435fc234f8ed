//! Formats whose streams consist of parts that can be made one by one: members, frames, chunks, blocks.

use hashlane_codecs::{CodecError, Workspace};

use super::encoder::{Encoder, Piece};
use super::{Codec, PipeError};

/// Compresses each piece as a value and leaves out what a stream has once: the bytes at its start and those at its end.
pub(super) struct Framed {
    codec: &'static hashlane_codecs::Codec,
    workspace: Workspace,
    start: usize,
    end: usize,
    /// Whether a piece without content is a part of its own, as members of gzip are, and must not follow others.
    whole: bool,
}

impl Framed {
    /// `None` for a format whose streams can't be cut into parts.
    pub(super) fn new(codec: Codec) -> Option<Self> {
        // Readers of lz4-java stop at the end mark, and other formats repeat their start for nothing.
        let (start, end, whole) = match codec {
            Codec::Gzip | Codec::Bzip2 | Codec::Xz => (0, 0, true),
            Codec::SnappyFrame => (10, 0, false),
            Codec::SnappyJava => (16, 0, false),
            Codec::Lz4Legacy => (4, 0, false),
            Codec::Lz4Java => (0, 21, false),
            // Nothing is an empty stream; the zeros of an empty record must not follow others.
            Codec::HadoopSnappy | Codec::HadoopLz4 => (0, 0, true),
            _ => return None,
        };
        let codec = codec.of_rows();
        Some(Framed { codec, workspace: Workspace::default(), start, end, whole })
    }
}

impl Encoder for Framed {
    fn encode(&mut self, piece: &Piece, out: &mut Vec<u8>) -> Result<(), PipeError> {
        if self.whole && piece.end.is_some() && piece.index > 0 {
            return Ok(());
        }
        let from = out.len();
        let compress = self.codec.compress;
        compress(&mut self.workspace, piece.level, &piece.content, out)
            .map_err(|error: CodecError| PipeError::Refused(error.to_string()))?;
        if piece.end.is_none() {
            out.truncate(out.len() - self.end);
        }
        if piece.index > 0 {
            out.drain(from..from + self.start);
        }
        Ok(())
    }
}
