//! A manifest of checksums beside a Parquet file, and what it finds damaged.
//!
//! Sealing cuts a file into ranges that leave no byte out: each column chunk, each part of the page
//! index, each bloom filter, the footer, and what lies between them. A manifest holds a checksum of
//! each, so that damage is not only found but placed: what it has hit, and what can still be read.
//!
//! `docs/parquet-seal.md` specifies the manifest.
//!
//! | module | holds |
//! |---|---|
//! | `manifest` | what a manifest says |
//! | `text` | its text, and the checksum that it carries of itself |
//! | `sealing` | the manifest of a file |
//! | `check` | what is damaged |
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
