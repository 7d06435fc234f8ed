//! The Parquet crate, as one binary.

mod verify;
