//! The arguments of a call as engines hand them over.

use std::ops::RangeInclusive;

use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::Integers;

/// The value of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArgValue<'a> {
    /// NULL of any type.
    Null,
    /// A whole number of any type of either engine.
    Integer(i128),
    /// A number that is not a whole number.
    Real(f64),
    /// A string or a BLOB.
    Bytes(&'a [u8]),
}

/// The values of an argument over a batch.
#[derive(Clone, Copy, Debug)]
pub enum ArgColumn<'a> {
    /// The same value in all rows.
    Constant(ArgValue<'a>),
    /// Strings or BLOBs.
    Bytes(Rows<'a>),
    /// Whole numbers.
    Integers(Integers<'a>),
    /// Numbers that need not be whole.
    Reals(&'a [f64]),
}

impl<'a> ArgColumn<'a> {
    /// The value in a row that is not NULL.
    pub fn value(&self, row: usize) -> ArgValue<'a> {
        match self {
            ArgColumn::Constant(value) => *value,
            ArgColumn::Bytes(rows) => ArgValue::Bytes(rows.row(row)),
            // What is beyond the range of an i128 is beyond that of every argument, too.
            ArgColumn::Integers(values) => {
                ArgValue::Integer(values.number(row).unwrap_or(i128::MAX))
            }
            ArgColumn::Reals(values) => ArgValue::Real(values[row]),
        }
    }
}

/// The double that is nearest to `unscaled` / 10^`scale`.
pub fn nearest_double(unscaled: i128, scale: u32) -> f64 {
    // Both are exact in a double, so that the quotient is rounded once.
    const EXACT: RangeInclusive<i128> = -(1 << 53)..=1 << 53;
    if EXACT.contains(&unscaled) && scale <= 22 {
        return unscaled as f64 / 10_u128.pow(scale) as f64;
    }
    format!("{unscaled}e-{scale}").parse().unwrap_or(f64::NAN)
}
