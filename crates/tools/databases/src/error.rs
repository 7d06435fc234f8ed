//! Errors, as one line each.

use std::fmt;

/// Why a table can't be sketched or read, as one line that says what to do.
///
/// ```
/// let error = "dba".parse::<hashlane_databases::Dialect>().unwrap_err();
/// assert!(error.to_string().starts_with("'dba' is not a dialect"));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TableError(String);

impl TableError {
    /// An error with this text.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        TableError(text.into())
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}
