//! Streams compressed and decompressed: zstd frames (RFC 8878) and LZ4 frames, as the tools `zstd`
//! and `lz4` write and read them.
//!
//! | module | holds |
//! |---|---|
//! | `codec` | the two formats, their levels, and how much of a stream is one piece |
//! | `compress` | a stream cut into pieces, compressed on several threads, put together in order |
//! | `ordered` | work on several threads whose results come in order, in bounded memory |
//! | `encoder` | what a piece becomes |
//! | `adapt` | the level that keeps up with the output |
//! | `decompress` | frame after frame, whatever their format |
//! | `input` | compressed bytes, and where in the stream they are |
//! | `zstd_frame` | a zstd frame to its content |
//! | `lz4_blocks` | an LZ4 frame to its content |
//! | `history` | what came out of its blocks last |
//! | `observed` | bytes that pass by, counted and hashed |
//! | `source_reader` | a source, read from its start to its end |
//! | `error` | what can go wrong |

mod adapt;
mod codec;
mod compress;
mod counted;
mod decompress;
mod encoder;
mod error;
mod history;
mod input;
mod lz4_blocks;
mod observed;
mod ordered;
mod source_reader;
mod zstd_frame;

pub use adapt::{Adapt, Measured};
pub use codec::Codec;
pub use compress::{CompressOptions, Compressed, compress};
pub use decompress::{DEFAULT_WINDOW_LIMIT, Decompressed, decompress};
pub use error::PipeError;
pub use observed::{Observed, Observer};
pub use source_reader::SourceReader;
