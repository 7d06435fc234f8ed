//! Parquet files that can be trusted.
//!
//! | module | holds |
//! |---|---|
//! | [`thrift`] | a reader of the compact protocol, for headers |
//! | [`page`] | the pages of a column chunk, their headers and bodies |
//! | [`verify`](mod@verify) | whether a file is what it says it is |
//! | [`table`] | table functions over files, for both engines |
#![forbid(unsafe_code)]

pub mod page;
pub mod table;
pub mod thrift;
pub mod verify;
