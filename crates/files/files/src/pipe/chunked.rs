//! Compresses streams of chunks with their lengths: framed Snappy, snappy-java, lz4-java, legacy LZ4, Hadoop.

use std::io::{self, BufRead, Cursor, Read};

use hashlane_codecs::{Compress, Workspace};

use super::StreamCodec;

/// The number of bytes that are compressed at a time: a block of legacy LZ4, and a whole number of blocks or records of
/// the other formats.
const PIECE: u64 = 8 << 20;

/// A reader of the compressed stream. Each piece is compressed like a value, without the bytes that a stream has only
/// once: at its start and at its end.
pub(super) struct ChunkedReader<R> {
    input: R,
    compress: Compress,
    workspace: Workspace,
    /// The numbers of bytes that only the first piece starts with and only the last piece ends with.
    start: usize,
    end: usize,
    content: Vec<u8>,
    compressed: Cursor<Vec<u8>>,
    is_first: bool,
    ended: bool,
}

impl<R: BufRead> ChunkedReader<R> {
    pub(super) fn new(codec: StreamCodec, input: R) -> Self {
        // Readers of lz4-java stop at the end mark. The other formats would only repeat their start.
        let (start, end) = match codec {
            StreamCodec::SnappyFrame => (10, 0),
            StreamCodec::SnappyJava => (16, 0),
            StreamCodec::Lz4Legacy => (4, 0),
            StreamCodec::Lz4Java => (0, 21),
            _ => (0, 0),
        };
        let (compress, workspace) = (codec.of_rows().compress, Workspace::default());
        let (content, compressed) = (Vec::new(), Cursor::default());
        ChunkedReader {
            input,
            compress,
            workspace,
            start,
            end,
            content,
            compressed,
            is_first: true,
            ended: false,
        }
    }

    fn next_piece(&mut self) -> io::Result<()> {
        self.content.clear();
        (&mut self.input).take(PIECE).read_to_end(&mut self.content)?;
        self.ended = self.input.fill_buf()?.is_empty();
        let out = self.compressed.get_mut();
        out.clear();
        (self.compress)(&mut self.workspace, 0, &self.content, out).map_err(io::Error::other)?;
        if !self.ended {
            out.truncate(out.len() - self.end);
        }
        self.compressed.set_position(if self.is_first { 0 } else { self.start as u64 });
        self.is_first = false;
        Ok(())
    }
}

impl<R: BufRead> Read for ChunkedReader<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            let len = self.compressed.read(room)?;
            if len > 0 || self.ended {
                return Ok(len);
            }
            self.next_piece()?;
        }
    }
}
