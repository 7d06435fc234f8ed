//! The options of a comparison.

use datafusion::arrow::datatypes::DataType;

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
    /// The most by which numbers may differ and still count as equal.
    pub tolerances: Tolerances,
    /// The differences between strings to ignore. The key is compared exactly.
    pub text: TextRules,
    /// The memory in bytes for rows that are kept for the comparison; 128 MiB by default. If they need more, both sides
    /// are read again.
    pub most_kept: Option<usize>,
}

/// The differences between strings to ignore. Strings inside lists and structs are compared exactly.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct TextRules {
    /// Spaces at both ends.
    pub trim: bool,
    /// Upper and lower case.
    pub ignore_case: bool,
}

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

/// The tolerances of columns. Columns without one are compared exactly.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tolerances {
    /// No column has one.
    #[default]
    Absent,
    /// All columns of floats and decimals have this one.
    All(Tolerance),
    /// The columns of these names have one. They may also hold integers.
    Columns(Vec<(String, Tolerance)>),
}

/// The most by which two finite numbers may differ. Floats are compared as doubles, decimals and integers exactly: the tolerance is then
/// the decimal number that the double prints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// At most this number.
    Absolute(f64),
    /// At most this factor times the greater magnitude.
    Relative(f64),
}

impl Tolerance {
    /// Whether two doubles are close enough. NaN and infinities are close only to themselves.
    #[cfg(feature = "databases")]
    pub(crate) fn accepts(self, (left, right): (f64, f64)) -> bool {
        let most = match self {
            Tolerance::Absolute(most) => most,
            Tolerance::Relative(factor) => factor * left.abs().max(right.abs()),
        };
        left.is_finite() && right.is_finite() && (left - right).abs() <= most
    }
}
