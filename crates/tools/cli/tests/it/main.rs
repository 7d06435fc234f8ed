//! Runs the real program over files that it wrote itself, and checks its output.
//!
//! Every expected hash is from the packages xxhash 4.1.0 and blake3 1.0.11 of PyPI, as the comment
//! next to it says; none was printed by this program.
#![forbid(unsafe_code)]

#[cfg(feature = "sql")]
mod errors;
#[cfg(feature = "sql")]
mod formats;
#[cfg(feature = "sql")]
mod inputs;
mod outputs;
mod parquet;
mod secrets;
#[cfg(feature = "sql")]
mod streams;
mod sums;
#[cfg(feature = "sql")]
mod support;
#[cfg(feature = "sql")]
mod tables;
#[cfg(feature = "sql")]
mod usage;
mod verify;

/// A Parquet file without checksums, written by pyarrow.
const PARQUET: &[u8] = include_bytes!("../../../../../tests/vectors/rows/integers.parquet");
