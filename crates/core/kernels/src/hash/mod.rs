//! Hash algorithms: one file each, over blocks of rows.
//!
//! Hashes of up to 128 bits take a [`Block`](crate::blocks::Block) and its seeds; digests, whose
//! width their parameters may decide, are prepared once as a [`Digester`] and then run over blocks.
//!
//! # Which form runs
//!
//! Each algorithm chooses by what was measured, with the figures next to the choice:
//!
//! | | few rows | portable | AVX2 | AVX-512 | NEON | figures |
//! |---|---|---|---|---|---|---|
//! | XXH3-64 | crate | row by row | lanes up to 16 bytes, row by row | lanes | the same as AVX2 | `xxh3/mod.rs` |
//! | XXH3-128 | crate | crate | lists up to 16 bytes, crate | lanes | lists up to 16 bytes, crate | `xxh3/mod.rs` |
//! | XXH64 | crate | sorted, a row at a time; columns of rows over 16 bytes by the crate | the same | lanes | the same | `xxh64/mod.rs` |
//! | CRC-32, CRC-64/NVME | crate | crate | products, a row at a time; two at once with VPCLMULQDQ | the same, four at once | products, a row at a time | `crc/product.rs` |
//! | CRC-32C | crate | crate | the CRC instruction | the CRC instruction | the CRC instruction | `crc/instruction.rs` |
//! | BLAKE3 | crate | crate | lanes | lanes | lanes | `blake3/mod.rs` |
//! | MD5 | crate | crate | lanes | lanes; AVX2's for 8 rows or fewer | lanes | `md/mod.rs` |
//! | SHA-1 | crate | crate | lanes | the same as of MD5 | SHA instructions, two rows at a time; lanes without them | `md/mod.rs` |
//! | SHA-256, SHA-224 | crate | crate | SHA instructions, two rows at a time; lanes without them | lanes, and SHA instructions for the rest | as of SHA-1 | `md/mod.rs` |
//! | all others | a row at a time | a row at a time | a row at a time | a row at a time | a row at a time | `per_row.rs` |

pub mod adler32;
mod aes;
pub mod algorithm;
pub mod aquahash;
pub mod base64;
pub mod blake3;
pub mod bucket;
pub mod city;
pub mod crc;
mod digester;
pub mod fnv;
pub mod gxhash;
pub mod haraka;
pub mod hex;
pub mod highway;
pub mod hmac;
pub mod komihash;
mod md;
pub mod meow;
pub mod metrohash;
pub mod minhash;
mod multiset;
pub mod murmur2;
pub mod murmur3;
pub(crate) mod per_row;
pub mod rapidhash;
pub mod s3;
pub mod shingles;
pub mod simhash;
pub mod siphash;
pub mod spooky;
pub mod stream;
pub mod uuid;
pub mod wyhash;
pub mod xxh3;
pub mod xxh32;
pub mod xxh64;

pub use algorithm::Algorithm;
pub use digester::Digester;
pub use hmac::{Hmac, MacAlgorithm};
pub use multiset::{MultisetHash, NoFingerprint};
