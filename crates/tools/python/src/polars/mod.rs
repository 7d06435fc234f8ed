//! Expressions of Polars.
//!
//! A plugin of Polars is a shared library with two functions of the C ABI for each expression: one computes it, and one
//! returns its type. Arguments and results are series whose arrays follow Arrow's C data interface. So this needs no
//! crate of Polars, and one library works with every Polars whose plugins have the version that `version` returns: all
//! since 0.20.

mod abi;
mod allocator;
mod plugin;
mod symbols;

pub use allocator::{SeriesMemory, use_allocator};
