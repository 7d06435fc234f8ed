//! The text of a row, and its hash, as expressions of each dialect.
//!
//! A row's text has a part for each column, with `|` between them. A part is `N` for NULL, or the canonical text of the value:
//! text has its number of bytes and `:` before it, and values over 64 KiB are represented by `#`, their length, `:` and their MD5.
//! Different rows have different texts. The hash is the number in the first 8 bytes of the text's MD5, the first byte first: the
//! one hash that all dialects have.

use crate::column::{ColumnType, SourceColumn};
use crate::dialect::{Dialect, fill};
use crate::error::TableError;

/// The name of the table or query in statements. Columns are qualified with it, since ClickHouse prefers a statement's own aliases to
/// columns of the same name.
pub(crate) const ALIAS: &str = "hashlane_t";

impl Dialect {
    /// A column as an expression.
    pub(crate) fn qualified(self, column: &SourceColumn) -> String {
        format!("{ALIAS}.{}", self.quoted(&column.name))
    }

    /// The text of the row of these columns.
    pub(crate) fn row_text(self, columns: &[SourceColumn]) -> Result<String, TableError> {
        let parts: Result<Vec<_>, _> = columns.iter().map(|column| self.part(column)).collect();
        let row = self.row();
        Ok(fill(row.row, &[("parts", &parts?.join(row.join))]))
    }

    /// The hash of the row of these columns as a number of 64 bits, with or without a sign.
    pub(crate) fn row_hash(self, columns: &[SourceColumn]) -> Result<String, TableError> {
        match self.row().hash {
            "" => Err(TableError::new(format!(
                "{self} has no hash function: `hashlane diff` hashes its rows, so give it {self}:FILE?table=NAME"
            ))),
            hash => Ok(fill(hash, &[("t", &self.row_text(columns)?)])),
        }
    }

    /// The part of a column.
    fn part(self, column: &SourceColumn) -> Result<String, TableError> {
        let (name, row) = (self.qualified(column), self.row());
        let text = self.text(column.column_type, &name)?;
        let template = match column.column_type {
            ColumnType::Bytes => row.bytes_part,
            text if text.is_text() && column.is_recoded => row.recoded_part,
            text if text.is_text() => row.text_part,
            _ => row.part,
        };
        let null = fill(row.is_null[usize::from(column.zero_is_null)], &[("c", &name)]);
        Ok(fill(template, &[("null", &null), ("t", &text), ("c", &name)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_its_length() {
        let columns = [
            SourceColumn::new("id", ColumnType::Integer),
            SourceColumn::new("t", ColumnType::Text),
        ];
        assert_eq!(
            Dialect::DuckDb.row_text(&columns).as_deref(),
            Ok(
                "CASE WHEN hashlane_t.\"id\" IS NULL THEN 'N' ELSE hashlane_t.\"id\"::varchar END||'|'||\
                CASE WHEN hashlane_t.\"t\" IS NULL THEN 'N' WHEN strlen(hashlane_t.\"t\"::varchar) > 65536 \
                THEN '#'||strlen(hashlane_t.\"t\"::varchar)||':'||md5(hashlane_t.\"t\"::varchar) \
                ELSE strlen(hashlane_t.\"t\"::varchar)||':'||hashlane_t.\"t\"::varchar END"
            )
        );
        Dialect::Sqlite.row_hash(&columns).expect_err("no hash function");
    }

    #[test]
    fn names_may_be_templates() {
        let text = Dialect::MySql.row_text(&[SourceColumn::new("{t}{c}", ColumnType::Bytes)]);
        assert!(text.is_ok_and(|text| text.contains("md5(hashlane_t.`{t}{c}`)")));
    }
}
