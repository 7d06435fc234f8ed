//! The statements that fetch the rows whose hashes differ.

use std::fmt::Display;

use crate::canonical_text::canonical_text;
use crate::dialect::Dialect;
use crate::error::Error;
use crate::row_text::row_hash;
use crate::statement::Source;

impl Source {
    /// The statement for the canonical texts of the rows with these keys, in the order of [`Source::row_columns`].
    ///
    /// # Errors
    /// Returns an error if the key isn't an [integer](Source::number_key).
    ///
    /// ```
    /// use hashlane_databases::{Column, ColumnType, Dialect, Source};
    /// let source = Source {
    ///     dialect: Dialect::PostgreSql,
    ///     relation: "orders".parse()?,
    ///     filter: None,
    ///     key: vec![Column::new("id", ColumnType::Integer)],
    ///     columns: vec![],
    /// };
    /// let statement = source.rows_with_keys(&[7, -1])?;
    /// assert_eq!(statement, "SELECT \"id\"::text AS c0 FROM \"orders\" WHERE (\"id\" IN (7,-1))");
    /// # Ok::<(), hashlane_databases::Error>(())
    /// ```
    pub fn rows_with_keys(&self, keys: &[i64]) -> Result<String, Error> {
        let key =
            self.number_key().ok_or_else(|| Error::new("the key is not one integer column"))?;
        self.rows_where(&format!("{} IN ({})", self.dialect.quoted(&key.name), list(keys)))
    }

    /// The statement for the canonical texts of the rows with these hashes, in the order of [`Source::row_columns`]. It
    /// reads the whole table.
    ///
    /// # Errors
    /// Returns an error if the dialect has no text for a type or no hash.
    ///
    /// ```
    /// use hashlane_databases::{Column, ColumnType, Dialect, Source};
    /// let source = Source {
    ///     dialect: Dialect::MySql,
    ///     relation: "orders".parse()?,
    ///     filter: None,
    ///     key: vec![Column::new("name", ColumnType::Text)],
    ///     columns: vec![],
    /// };
    /// assert!(source.rows_with_hashes(&[-1])?.ends_with(" IN (-1))"));
    /// # Ok::<(), hashlane_databases::Error>(())
    /// ```
    pub fn rows_with_hashes(&self, hashes: &[i64]) -> Result<String, Error> {
        let hash = row_hash(self.dialect, &self.row_columns())?;
        let list = match self.dialect {
            Dialect::DuckDb | Dialect::Snowflake => {
                list(&hashes.iter().map(|hash| hash.cast_unsigned()).collect::<Vec<_>>())
            }
            _ => list(hashes),
        };
        self.rows_where(&format!("{hash} IN ({list})"))
    }

    /// The statement for the canonical texts of all rows, in the order of [`Source::row_columns`].
    ///
    /// # Errors
    /// Returns an error if the dialect has no text for a type.
    ///
    /// ```
    /// use hashlane_databases::{Column, ColumnType, Dialect, Source};
    /// let source = Source {
    ///     dialect: Dialect::Sqlite,
    ///     relation: "orders".parse()?,
    ///     filter: Some("id > 7".to_owned()),
    ///     key: vec![Column::new("id", ColumnType::Integer)],
    ///     columns: vec![],
    /// };
    /// let expected = "SELECT cast(\"id\" as text) AS c0 FROM \"orders\" WHERE (id > 7\n)";
    /// assert_eq!(source.all_rows()?, expected);
    /// # Ok::<(), hashlane_databases::Error>(())
    /// ```
    pub fn all_rows(&self) -> Result<String, Error> {
        Ok(format!("SELECT {} FROM {}", self.texts()?, self.rows_clause()))
    }

    fn rows_where(&self, condition: &str) -> Result<String, Error> {
        let separator = if self.filter.is_some() { "AND" } else { "WHERE" };
        Ok(format!(
            "SELECT {} FROM {} {separator} ({condition})",
            self.texts()?,
            self.rows_clause()
        ))
    }

    fn texts(&self) -> Result<String, Error> {
        let text = |(at, column): (usize, &crate::Column)| {
            let name = self.dialect.quoted(&column.name);
            Ok(format!("{} AS c{at}", canonical_text(self.dialect, column.column_type, &name)?))
        };
        let texts: Result<Vec<_>, Error> =
            self.row_columns().iter().enumerate().map(text).collect();
        Ok(texts?.join(", "))
    }
}

fn list(numbers: &[impl Display]) -> String {
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}
