//! Parquet files that can be trusted.
#![forbid(unsafe_code)]
pub mod table;
