//! Parquet files that can be trusted.
//!
//! | module | holds |
//! |---|---|
//! | [`thrift`] | a reader of the compact protocol, for headers |
//! | [`page`] | the pages of a column chunk, their headers and bodies |
//! | [`seal`] | a manifest of checksums beside a file, and what it finds damaged |
//! | [`mod@add_crc`] | copies a file and gives its pages the checksums that they lack |
//! | [`verify`](mod@verify) | whether a file is what it says it is |
#![forbid(unsafe_code)]

pub mod add_crc;
mod change;
mod layout;
pub mod page;
pub mod seal;
pub mod thrift;
pub mod verify;
