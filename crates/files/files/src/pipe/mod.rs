//! Compresses and decompresses streams: zstd frames (RFC 8878), LZ4 frames, and formats of other tools and systems
//! whose streams can be written and read in pieces.
//!
//! | module | holds |
//! |---|---|
//! | `codec` | the formats, their levels, and the size of a piece |
//! | `compress` | compresses pieces of zstd and LZ4 on several threads and joins them in order |
//! | `ordered` | work on several threads with results in order, in bounded memory |
//! | `encoder` | encodes pieces |
//! | `sequential` | compresses all other formats on one thread |
//! | `chunked` | writes streams of chunks |
//! | `adapt` | chooses the level that keeps up with input and output |
//! | `decompress` | decompresses one zstd or LZ4 frame after another, or one stream of another format |
//! | `input` | compressed input, and the position in it |
//! | `zstd_frame` | decompresses a zstd frame |
//! | `lz4_blocks` | decompresses an LZ4 frame |
//! | `library` | decompresses streams that a library decodes |
//! | `brotli` | reads Brotli streams |
//! | `chunks` | decompresses streams of chunks |
//! | `history` | the last content of an LZ4 frame |
//! | `observed` | counts and hashes the bytes of a stream |
//! | `source_reader` | reads a source sequentially |
//! | `error` | the errors of streams |

mod adapt;
mod brotli;
mod chunked;
mod chunks;
mod codec;
mod compress;
mod decompress;
mod encoder;
mod error;
mod history;
mod input;
mod library;
mod lz4_blocks;
mod observed;
mod ordered;
mod sequential;
mod source_reader;
mod zstd_frame;

pub use adapt::{AdaptBounds, StageTimes};
pub use codec::StreamCodec;
pub use compress::{CompressOptions, CompressedStream, compress};
pub use decompress::{DEFAULT_WINDOW_LIMIT, DecompressOptions, DecompressedStream, decompress};
pub use error::PipeError;
pub use hashlane_codecs::zstd::Dictionary;
pub use observed::{Observed, Observer};
pub use source_reader::SourceReader;

use std::io::Write;

/// An output that counts its bytes.
struct CountedOutput<'a, W> {
    output: &'a mut W,
    bytes: u64,
}

impl<W: Write> CountedOutput<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), PipeError> {
        self.output.write_all(bytes).map_err(PipeError::Write)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}
