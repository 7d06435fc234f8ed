//! A manifest of checksums beside a Parquet file.
//!
//! Sealing divides a file into ranges that cover every byte: each column chunk, each part of the page index, each Bloom
//! filter, the footer, and the gaps between them. A manifest has a checksum of each range, so a check reports which
//! parts are damaged and which can still be read.
//!
//! `docs/parquet-seal.md` specifies the manifest.
//!
//! | module | holds |
//! |---|---|
//! | `manifest` | the content of a manifest |
//! | `text` | its text, with a checksum of itself |
//! | `sealing` | makes the manifest of a file |
//! | `check` | compares a file with its manifest |
//! | `digests` | BLAKE3 of a file and XXH128 of its ranges, in one pass over it |
//! | `tree` | BLAKE3 of a file whose segments are hashed by several threads |

mod check;
mod digests;
mod manifest;
mod sealing;
mod text;
mod tree;

pub use check::{Damage, Damaged, check};
pub use manifest::{Manifest, SealedRange, What};
pub use sealing::seal;
