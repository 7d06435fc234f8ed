//! Comparisons of tables whose differences are planted, so that each expected value is known before.

mod errors;
mod function;
mod options;
mod planted;
mod tables;
