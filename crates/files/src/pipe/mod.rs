//! Streams compressed and decompressed: zstd frames (RFC 8878), LZ4 frames, and the formats of other tools and systems
//! whose streams can be written and read piece by piece.
//!
//! | module | holds |
//! |---|---|
//! | `codec` | the formats, their levels, and how much of a stream is one piece |
//! | `compress` | a stream cut into pieces, compressed on several threads, put together in order |
//! | `ordered` | work on several threads whose results come in order, in bounded memory |
//! | `encoder` | what a piece becomes |
//! | `framed` | what a piece becomes in formats of members, frames and chunks |
//! | `serial` | a stream that can't be cut into parts |
//! | `adapt` | the level that keeps up with the output |
//! | `decompress` | frame after frame of zstd and LZ4, or one stream of another format |
//! | `input` | compressed bytes, and where in the stream they are |
//! | `zstd_frame` | a zstd frame to its content |
//! | `lz4_blocks` | an LZ4 frame to its content |
//! | `library` | streams that a library decodes |
//! | `gzip` | gzip members, zlib and bzip2 streams |
//! | `chunks` | streams of chunks with their lengths |
//! | `history` | what came out of its blocks last |
//! | `observed` | bytes that pass by, counted and hashed |
//! | `source_reader` | a source, read from its start to its end |
//! | `error` | what can go wrong |

mod adapt;
mod chunks;
mod codec;
mod compress;
mod counted;
mod decompress;
mod encoder;
mod error;
mod framed;
mod gzip;
mod history;
mod input;
mod library;
mod lz4_blocks;
mod observed;
mod ordered;
mod serial;
mod source_reader;
mod zstd_frame;

pub use adapt::{Adapt, Measured};
pub use codec::Codec;
pub use compress::{CompressOptions, Compressed, compress};
pub use decompress::{DEFAULT_WINDOW_LIMIT, DecompressOptions, Decompressed, decompress};
pub use error::PipeError;
pub use hashlane_codecs::zstd::Dictionary;
pub use observed::{Observed, Observer};
pub use source_reader::SourceReader;
