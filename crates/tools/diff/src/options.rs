//! The options of a comparison.

use std::fmt;

use datafusion::arrow::datatypes::DataType;

use hashlane_kernels::sketch::canonical::fewest_digits;

use crate::by_column::{ByColumn, TimePrecision};

/// The options of a comparison.
#[derive(Clone, Debug, Default)]
pub struct DiffOptions {
    /// The columns that identify a row. Empty for multisets: each row is its own key, and equal rows are counted.
    pub key: Vec<String>,
    /// The columns that are compared.
    pub columns: ComparedColumns,
    /// The types of columns of [untyped](crate::UNTYPED) text, by name: text is compared as a value of the type. A text
    /// that isn't exactly such a value differs from all values.
    pub types: Vec<(String, DataType)>,
    /// SQL conditions for the rows of the left and of the right side: only those that meet them are compared.
    pub filters: [Option<String>; 2],
    /// When values that differ count as equal. The key is compared exactly.
    pub rules: EqualityRules,
    /// The memory in bytes for rows that are kept for the comparison; 128 MiB by default. If they need more, both sides
    /// are read again.
    pub most_kept: Option<usize>,
}

/// When two values that differ count as equal. Values inside lists and structs are compared exactly.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EqualityRules {
    /// The most by which numbers may differ. One for all columns applies to floats and decimals, one by name to integers too.
    pub tolerance: ByColumn<Tolerance>,
    /// What is allowed beside it: the numbers of both are added.
    pub relative_tolerance: ByColumn<Tolerance>,
    /// Spaces at both ends of strings are ignored.
    pub trim: ByColumn<ForText>,
    /// Upper and lower case of strings is ignored.
    pub ignore_case: ByColumn<ForText>,
    /// An empty string is NULL.
    pub null_equals_empty: ByColumn<ForText>,
    /// Times are cut off, toward the past, to this unit.
    pub time_precision: ByColumn<TimePrecision>,
}

/// A rule for strings without a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ForText;

/// The columns that are compared. The key is always read.
#[derive(Clone, Debug, Default)]
pub enum ComparedColumns {
    /// All columns.
    #[default]
    All,
    /// Only these.
    Only(Vec<String>),
    /// All columns except these.
    Except(Vec<String>),
}

impl ComparedColumns {
    /// Whether the options select a column.
    pub(crate) fn contain(&self, name: &str) -> bool {
        let is_named = |names: &[String]| names.iter().any(|other| other == name);
        match self {
            ComparedColumns::All => true,
            ComparedColumns::Only(only) => is_named(only),
            ComparedColumns::Except(except) => !is_named(except),
        }
    }
}

/// The most by which two finite numbers may differ: `absolute`, and `relative` times the greater magnitude, together. Floats are
/// compared as doubles, decimals and integers exactly: both are then the decimal numbers that the doubles print.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// At most this number.
    pub absolute: f64,
    /// At most this factor times the greater magnitude.
    pub relative: f64,
}

impl Tolerance {
    /// Both tolerances together.
    pub(crate) fn and(self, other: Tolerance) -> Tolerance {
        let absolute = self.absolute + other.absolute;
        Tolerance { absolute, relative: self.relative + other.relative }
    }

    /// Whether two doubles are close enough. NaN and infinities are close only to themselves.
    #[cfg(feature = "databases")]
    pub(crate) fn accepts(self, (left, right): (f64, f64)) -> bool {
        let most = self.absolute + self.relative * left.abs().max(right.abs());
        left.is_finite() && right.is_finite() && (left - right).abs() <= most
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Digits without an exponent, unless there would be many.
        let [absolute, relative] = [self.absolute, self.relative].map(|number| match number {
            0.0 | 1e-4..1e9 => number.to_string(),
            _ => fewest_digits(number),
        });
        match (self.absolute > 0.0, self.relative > 0.0) {
            (_, false) => write!(f, "{absolute}"),
            (false, true) => write!(f, "{relative} of the greater magnitude"),
            (true, true) => write!(f, "{absolute} and {relative} of the greater magnitude"),
        }
    }
}
