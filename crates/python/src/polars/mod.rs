//! Expressions of Polars.
//!
//! A plugin of Polars is a shared library with two functions of the C ABI for each expression: one computes it, and one
//! says what it returns. What goes in and out are series as Arrow's C data interface has arrays. So this needs no crate
//! of Polars, and one library serves every Polars whose plugins have the version of `version`, which is every one since 0.20.

mod abi;
mod plugin;
mod symbols;
