//! Parquet files that can be trusted.
//!
//! | module | holds |
//! |---|---|
//! | [`thrift`] | a reader of the compact protocol, for headers |
//! | [`page`] | the pages of a column chunk, their headers and bodies |
#![forbid(unsafe_code)]

pub mod page;
pub mod thrift;
