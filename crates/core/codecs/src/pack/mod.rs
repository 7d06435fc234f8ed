//! Stored-field packs: many values in one string of bytes, compressed in chunks, with access to each value by its
//! index.
//!
//! The format is in `docs/block-format.md`. A [`PackBuilder`] compresses values in chunks as they arrive. A [`Pack`] is
//! a view of the finished bytes: it finds value `i` by a binary search of the table of chunks, and decompresses only
//! that chunk:
//!
//! ```
//! use hashlane_codecs::Workspace;
//! use hashlane_codecs::pack::{PackBuilder, ChunkCodec, DEFAULT_CHUNK_BYTES, Pack};
//!
//! let mut workspace = Workspace::default();
//! let mut builder = PackBuilder::new(ChunkCodec::parse("zstd(3)")?, DEFAULT_CHUNK_BYTES)?;
//! for value in [Some("one"), None, Some("three")] {
//!     builder.push(&mut workspace, value.map(str::as_bytes))?;
//! }
//! let bytes = builder.finish(&mut workspace)?;
//!
//! let pack = Pack::open(&bytes)?;
//! let mut value = Vec::new();
//! assert_eq!(pack.len(), 3);
//! assert!(pack.get(&mut workspace, 2, 1 << 20, &mut value)?); // false for a NULL
//! assert_eq!(value, b"three");
//! # Ok::<(), hashlane_codecs::CodecError>(())
//! ```
//!
//! A pack is not trusted: its claims are checked before memory is allocated for them.
//!
//! | file | holds |
//! |---|---|
//! | `header` | the header, and an entry of the table of chunks |
//! | `chunk` | a chunk: its checksum, its limits, its content |
//! | `lengths` | the head of a chunk: bit-packed lengths |
//! | `codec` | the codecs and their names |
//! | `symbols` | what a chunk of FSST has in place of a compressed content |
//! | `builder`, `reader`, `values` | [`PackBuilder`], [`Pack`], [`PackValues`] |
//! | `scratch`, `last_chunk` | what identifies a chunk, the buffers of a workspace, and the chunk that was decompressed last |

mod builder;
mod chunk;
mod codec;
mod header;
mod last_chunk;
mod lengths;
mod reader;
mod scratch;
mod symbols;
mod values;

use std::borrow::Cow;

pub use builder::PackBuilder;
pub use codec::ChunkCodec;
pub use reader::Pack;
pub(crate) use scratch::PackScratch;
pub use values::{PackAllowance, PackValues};

use crate::{CodecError, append};

/// The default number of content bytes after which a chunk closes.
pub const DEFAULT_CHUNK_BYTES: u32 = 16 << 10;

/// The most bytes of content after which a chunk may close.
pub const MAX_CHUNK_BYTES: u32 = 16 << 20;

/// The most values of a pack.
pub(crate) const MAX_VALUES: u32 = u32::MAX;

const FORMAT: &str = "block pack";

fn corrupt(reason: impl Into<Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}
