//! Comparisons of tables with planted differences, so that each expected value is known in advance.

mod condition;
mod errors;
mod function;
mod one_sided;
mod options;
mod planted;
mod structs;
mod tables;
mod untyped;
