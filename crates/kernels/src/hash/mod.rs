//! Hash algorithms: one file each, over blocks of rows.
//!
//! Hashes of up to 128 bits take a [`Block`](crate::rows::Block) and its seeds; digests, whose width
//! their parameters may decide, are prepared once as a [`Digester`] and then run over blocks.

pub mod adler32;
pub mod algorithm;
pub mod base64;
pub mod blake3;
mod canonical;
pub mod city;
pub mod crc;
mod digester;
pub mod engines;
mod grouped;
pub mod hex;
pub mod hmac;
mod md;
pub mod metrohash;
mod multiset;
pub mod murmur3;
mod order;
mod per_row;
pub mod rapidhash;
mod read;
pub mod s3;
pub mod siphash;
pub mod stream;
pub mod wyhash;
mod xof;
pub mod xxh3;
pub mod xxh32;
pub mod xxh64;

pub use algorithm::Algorithm;
pub use digester::Digester;
pub use hmac::{Hmac, MacAlgorithm};
pub use multiset::MultisetHash;
