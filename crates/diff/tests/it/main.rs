//! Comparisons of tables with planted differences, so that each expected value is known in advance.

mod errors;
mod function;
mod options;
mod planted;
mod tables;
