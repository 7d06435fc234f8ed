//! Hash kernels over columns of short strings.
//!
//! This crate knows only bytes: no SQL, no Arrow, no DuckDB. An engine's column becomes a
//! [`blocks::Rows`] view. The view is cut into [`blocks::Block`]s of row slices with their seeds. A
//! kernel, which is a plain `fn`, turns a block into digests:
//!
//! ```
//! use hashlane_kernels::{hash::xxh3, isa::Isa, blocks::{self, Offsets, Rows, Seeds}};
//!
//! // The column ["a", "", "bc"] as Arrow stores it.
//! let rows = Rows::Offsets32(Offsets::new(&[0, 1, 1, 3], b"abc")?);
//! let mut digests = [0u64; 3];
//! blocks::hash(Isa::current(), &rows, Seeds::Constant(0), &mut digests, xxh3::XXH3_64);
//! assert_eq!(digests[1], 0x2d06_8005_38d3_94c2); // XXH3 of the empty string
//! # Ok::<(), hashlane_kernels::blocks::LayoutError>(())
//! ```
//!
//! Adapters handle NULL: a kernel sees an empty row in its place, or doesn't see it.
//!
//! | module | holds |
//! |---|---|
//! | [`blocks`] | the layouts of a string column, and the blocks that kernels read |
//! | [`encoding`] | the encoding of rows of typed values, which kernels then hash |
//! | [`hash`] | one file per hash algorithm or family |
//! | [`engines`] | hashes as other engines compute them, of texts and of rows of values |
//! | `groups` | the rows of a block in lanes, and which rows run together |
//! | [`isa`] | the choice of the instruction set |
//! | [`sketch`] | sketches of tables, from which the rows that differ can be read |
//! | [`lanes`] | the vector operations of each instruction set |

#![deny(unsafe_code)]
#![warn(unreachable_pub)]

// Rather than wrong hashes, or panics, at run time.
#[cfg(any(target_endian = "big", target_pointer_width = "32", target_pointer_width = "16"))]
compile_error!(
    "Hashlane supports 64-bit little-endian targets only: lanes of 64 bits hold addresses, and words are read from memory as \
     they lie there. Build it for x86_64, aarch64 or another such target."
);

#[allow(unsafe_code)] // reads the engines' buffers in place
pub mod blocks;
pub mod encoding;
pub mod engines;
#[allow(unsafe_code)] // loads from starts and lengths
mod groups;
pub mod hash;
pub mod isa;
#[allow(unsafe_code)] // intrinsics
pub mod lanes;
mod limits;
pub mod sketch;
