//! Runs the real program over files that it wrote itself, and looks at what comes out.
//!
//! Every expected hash is from the packages xxhash 4.1.0 and blake3 1.0.11 of PyPI, as the comment
//! beside it says; none is what this program printed.
#![forbid(unsafe_code)]

#[cfg(feature = "sql")]
mod errors;
#[cfg(feature = "sql")]
mod formats;
#[cfg(feature = "sql")]
mod inputs;
mod outputs;
mod secrets;
#[cfg(feature = "sql")]
mod streams;
mod sums;
#[cfg(feature = "sql")]
mod support;
mod verify;

/// A Parquet file without checksums, of pyarrow.
const PARQUET: &[u8] = include_bytes!("../../../../tests/vectors/rows/integers.parquet");
