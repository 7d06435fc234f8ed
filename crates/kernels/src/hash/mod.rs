//! Hash algorithms: one file each, over blocks of rows.
//!
//! Hashes of up to 128 bits take a [`Block`](crate::rows::Block) and its seeds; digests, whose width
//! their parameters may decide, are prepared once as a [`Digester`] and then run over blocks.

pub mod algorithm;
pub mod blake3;
pub mod crc;
mod digester;
mod grouped;
pub mod hex;
pub mod md;
mod multiset;
mod order;
mod per_row;
pub mod xxh3;
pub mod xxh32;
pub mod xxh64;

pub use algorithm::Algorithm;
pub use digester::Digester;
pub use multiset::MultisetHash;
