//! Formats whose streams consist of independent parts: members, frames, chunks, blocks.

use hashlane_codecs::{CodecError, Workspace};

use super::encoder::{Encoder, Piece};
use super::{Codec, PipeError};

/// Compresses each piece like a value, without the bytes that a stream has only once: at its start and at its end.
pub(super) struct Framed {
    codec: &'static hashlane_codecs::Codec,
    workspace: Workspace,
    start: usize,
    end: usize,
    /// Whether an empty piece is a part of its own, like a member of gzip. It must not follow other parts.
    whole: bool,
}

impl Framed {
    /// Returns `None` for a format whose streams can't be divided.
    pub(super) fn new(codec: Codec) -> Option<Self> {
        // Readers of lz4-java stop at the end mark. The other formats would only repeat their start.
        let (start, end, whole) = match codec {
            Codec::Gzip | Codec::Bzip2 | Codec::Xz => (0, 0, true),
            Codec::SnappyFrame => (10, 0, false),
            Codec::SnappyJava => (16, 0, false),
            Codec::Lz4Legacy => (4, 0, false),
            Codec::Lz4Java => (0, 21, false),
            // An empty stream has no bytes. The zeros of an empty record must not follow others.
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
