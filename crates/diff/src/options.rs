//! What to compare.

/// What to compare, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The columns that identify a row. Empty for multisets: each row is its own key, and equal rows are counted.
    pub key: Vec<String>,
    /// The columns that are compared.
    pub columns: Columns,
    /// An SQL condition: only rows of both sides that meet it are compared.
    pub filter: Option<String>,
    /// How far apart floats and decimals may be and still count as equal.
    pub tolerance: Option<Tolerance>,
    /// Which differences between strings don't count. The key is compared exactly.
    pub text: TextRules,
    /// How many bytes the rows may take that are kept to be compared; 128 MiB unless given. If there are more of them, both
    /// sides are read again.
    pub most_kept: Option<usize>,
}

/// Which differences between strings don't count. The strings inside lists and structs are compared exactly.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct TextRules {
    /// Spaces at both ends.
    pub trim: bool,
    /// Upper and lower case.
    pub ignore_case: bool,
}

/// The columns that are compared. The key is always read.
#[derive(Clone, Debug, Default)]
pub enum Columns {
    /// All of them.
    #[default]
    All,
    /// Only these.
    Only(Vec<String>),
    /// All but these.
    Except(Vec<String>),
}

/// How far apart two finite numbers may be. They are compared as doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// At most so much.
    Absolute(f64),
    /// At most so much of the one with the greater magnitude.
    Relative(f64),
}
