//! What the client of a database gives: columns and rows.

use crate::column::ColumnType;
use crate::error::Error;

/// Reads a row of texts.
pub(crate) type EachRow<'a> = dyn FnMut(&[Option<&str>]) -> Result<(), Error> + 'a;

/// A column as a database describes it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// Its type, or the database's name for a type without a canonical text.
    pub column_type: Result<ColumnType, String>,
}
