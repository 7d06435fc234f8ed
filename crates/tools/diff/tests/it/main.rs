//! Comparisons of tables with planted differences, so that each expected value is known in advance.

mod condition;
mod errors;
mod function;
mod options;
mod planted;
mod structs;
mod tables;
mod untyped;
