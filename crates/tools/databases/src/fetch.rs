//! The statements that fetch the rows whose hashes differ, and that count duplicate keys.

use std::fmt::Display;

use crate::dialect::fill;
use crate::error::TableError;
use crate::statement::RowSource;

/// What the rows to fetch have in common.
///
/// ```
/// use hashlane_databases::{SourceColumn, ColumnType, Dialect, FetchedRows, RowSource};
/// let source = RowSource {
///     dialect: Dialect::DuckDb,
///     relation: "orders".parse()?,
///     filter: None,
///     key: vec![SourceColumn::new("id", ColumnType::Integer)],
///     columns: vec![],
/// };
/// let statement = source.rows(FetchedRows::Keys(&[7, -1]))?;
/// assert!(statement.ends_with("FROM \"orders\" AS hashlane_t WHERE hashlane_t.\"id\" IN (7,-1)"));
/// # Ok::<(), hashlane_databases::TableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum FetchedRows<'a> {
    /// These keys: numbers if the key is an [integer](RowSource::number_key), and else hashes of the key's text.
    Keys(&'a [i64]),
    /// These hashes.
    Hashes(&'a [i64]),
}

impl RowSource {
    /// The statement for the texts of some rows, as they are hashed.
    ///
    /// # Errors
    /// Returns an error if the dialect has no text for a type or no hash.
    pub fn rows(&self, rows: FetchedRows<'_>) -> Result<String, TableError> {
        let (number, numbers, is_hash) = match (rows, self.number_key()) {
            (FetchedRows::Keys(keys), Some(key)) => (self.dialect.qualified(key), keys, false),
            (FetchedRows::Keys(keys), None) => (self.dialect.row_hash(&self.key)?, keys, true),
            (FetchedRows::Hashes(hashes), _) => {
                (self.dialect.row_hash(&self.row_columns())?, hashes, true)
            }
        };
        let list = match is_hash && !self.dialect.row().is_hash_signed {
            true => list(numbers.iter().map(|hash| hash.cast_unsigned())),
            false => list(numbers.iter()),
        };
        Ok(format!(
            "SELECT {} AS hashlane_row FROM {} WHERE {}",
            self.dialect.row_text(&self.row_columns())?,
            self.rows_clause(),
            fill(self.dialect.row().is_in, &[("n", &number), ("list", &list)])
        ))
    }

    /// The statement for the number of keys that occur more than once, the number of their rows, and one of these keys, as
    /// [`FetchedRows::Keys`] has it.
    ///
    /// # Errors
    /// Returns an error if the dialect has no text for a type or no hash.
    pub fn duplicates(&self) -> Result<String, TableError> {
        let key = match self.number_key() {
            Some(key) => self.dialect.qualified(key),
            None => self.dialect.row_hash(&self.key)?,
        };
        Ok(fill(self.dialect.row().duplicates, &[("k", &key), ("from", &self.rows_clause())]))
    }
}

fn list(numbers: impl Iterator<Item = impl Display>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}
