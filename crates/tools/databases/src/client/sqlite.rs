//! Tables in SQLite. Its values have their own types, so its rows are read and hashed here.

use std::path::Path;

use hashlane_kernels::sketch::{HashedRow, Keys, RowBatch, Sketch};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use crate::client::sqlite_value::append_part;
use crate::client::{DescribedColumn, EachRow};
use crate::column::ColumnType;
use crate::connection::{WantedRows, take, to_error};
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::key_hashes::{DuplicateKeys, KeyHashes};
use crate::relation::Relation;
use crate::statement::RowSource;

/// A connection with an open transaction, in which all statements see the same rows.
#[derive(Debug)]
pub(crate) struct SqliteClient {
    connection: Connection,
    /// The keys of the last sketch.
    keys: KeyHashes,
}

impl SqliteClient {
    pub(crate) fn connect(path: &str) -> Result<Self, TableError> {
        if !Path::new(path).is_file() {
            return Err(TableError::new(format!("the file '{path}' doesn't exist")));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        // A reader keeps its snapshot from its first statement to the end of the transaction.
        connection
            .execute_batch("PRAGMA query_only = 1; BEGIN; SELECT count(*) FROM sqlite_master")
            .map_err(failed)?;
        Ok(SqliteClient { connection, keys: KeyHashes::default() })
    }

    /// Executes a statement whose results are texts, and gives each row.
    pub(crate) fn rows(&self, sql: &str, each: &mut EachRow<'_>) -> Result<(), TableError> {
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        let width = statement.column_count();
        let mut rows = statement.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let texts =
                (0..width).map(|at| row.get(at)).collect::<Result<Vec<Option<String>>, _>>();
            let texts = texts.map_err(failed)?;
            each(&texts.iter().map(Option::as_deref).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    pub(crate) fn columns(
        &mut self,
        relation: &Relation,
    ) -> Result<Vec<DescribedColumn>, TableError> {
        let relation = relation.to_sql(Dialect::Sqlite);
        let statement = self.connection.prepare(&format!("SELECT * FROM {relation} LIMIT 0"));
        let statement = statement.map_err(failed)?;
        let described = statement.columns().map(|column| {
            let found = column_type(column.decl_type().unwrap_or_default());
            DescribedColumn::new(column.name(), Ok(found))
        });
        Ok(described.collect())
    }

    /// Adds all rows to a sketch.
    pub(crate) fn sketch(
        &mut self,
        source: &RowSource,
        sketch: &mut Sketch,
    ) -> Result<(), TableError> {
        let mut keys = KeyHashes::default();
        self.each_row(source, sketch.keys(), |row| {
            keys.push(row.key)?;
            sketch.add(row.key, row.hash).map_err(|error| to_error(&error))
        })?;
        self.keys = keys;
        Ok(())
    }

    /// The keys that occur more than once in the rows of the last sketch.
    pub(crate) fn duplicates(
        &mut self,
        source: &RowSource,
    ) -> Result<Option<DuplicateKeys>, TableError> {
        let keys = std::mem::take(&mut self.keys).repeated();
        if keys.is_empty() {
            return Ok(None);
        }
        let mut rows = Vec::new();
        self.each_row(source, source.keys(), |row| {
            if keys.binary_search(&row.key).is_ok() {
                rows.push(String::from_utf8_lossy(row.text).into_owned());
            }
            Ok(())
        })?;
        Ok(DuplicateKeys::among(&rows, source.key.len()))
    }

    /// The texts of the rows that are wanted.
    pub(crate) fn fetch(
        &self,
        source: &RowSource,
        wanted: &WantedRows,
    ) -> Result<Vec<String>, TableError> {
        let (mut missing, mut fetched) = (wanted.hashes.clone(), Vec::new());
        let wanted = wanted.sorted(source.keys());
        self.each_row(source, source.keys(), |row| {
            take(&mut missing, row.hash);
            if wanted.contains(&row) {
                fetched.push(String::from_utf8_lossy(row.text).into_owned());
            }
            Ok(())
        })?;
        match missing.is_empty() {
            true => Ok(fetched),
            false => Err(TableError::new("rows that were there are missing now: try again")),
        }
    }

    /// Reads and hashes all rows.
    fn each_row(
        &self,
        source: &RowSource,
        keys: Keys,
        mut each: impl FnMut(HashedRow<'_>) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let columns = source.row_columns();
        let names = columns.iter().map(|column| source.dialect.qualified(column));
        let sql = format!(
            "SELECT {} FROM {}",
            names.collect::<Vec<_>>().join(", "),
            source.rows_clause()
        );
        let mut statement = self.connection.prepare(&sql).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        let mut batch = RowBatch::new(keys);
        while let Some(row) = rows.next().map_err(failed)? {
            let mut number = 0;
            for (at, column) in columns.iter().enumerate() {
                let value = row.get_ref(at).map_err(failed)?;
                if at > 0 {
                    batch.text().push(b'|');
                }
                if let (0, ValueRef::Integer(key)) = (at, value) {
                    number = key;
                }
                let appended = append_part(value, column, batch.text());
                appended.map_err(|_| TableError::new("SQLite: no memory for a row"))?;
                if at + 1 == source.key.len() {
                    batch.end_key();
                }
            }
            batch.end_row(number);
            if batch.is_full() {
                batch.hash(|_, row| each(row))?;
            }
        }
        batch.hash(|_, row| each(row))
    }
}

/// The type that a declaration names: exactly, or else by SQLite's rules of affinity. It accepts any text there.
fn column_type(declared: &str) -> ColumnType {
    let lower = declared.trim().to_ascii_lowercase();
    let name = lower.split('(').next().unwrap_or_default().trim();
    let exact = match name {
        "datetime" | "timestamp" => Some(ColumnType::Timestamp),
        "bool" | "boolean" | "date" | "time" | "uuid" => name.parse().ok(),
        "char" | "character" | "nchar" | "native character" => Some(ColumnType::Char),
        "numeric" | "decimal" | "num" | "dec" | "number" => {
            Some(lower.parse().unwrap_or(ColumnType::Numeric))
        }
        _ => None,
    };
    let has = |part: &str| name.contains(part);
    exact.unwrap_or_else(|| match () {
        () if has("int") => ColumnType::Integer,
        () if has("char") || has("clob") || has("text") => ColumnType::Text,
        () if has("blob") => ColumnType::Bytes,
        () if has("real") || has("floa") || has("doub") => ColumnType::Float,
        // No declaration, or one that says nothing, such as JSON.
        () => ColumnType::Any,
    })
}

fn failed(error: rusqlite::Error) -> TableError {
    // The statement is long, and not the user's.
    let text = match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg,
        other => other.to_string(),
    };
    TableError::new(format!("SQLite: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_name_types() {
        let decimal = ColumnType::Decimal { precision: 9, scale: 2 };
        for (declared, expected) in [
            ("INTEGER", ColumnType::Integer),
            ("BIGINT UNSIGNED", ColumnType::Integer),
            ("VARCHAR(20)", ColumnType::Text),
            ("TINYTEXT", ColumnType::Text),
            ("DECIMAL(9, 2)", decimal),
            ("NUMERIC", ColumnType::Numeric),
            ("DECIMAL(200,100)", ColumnType::Numeric),
            ("REAL", ColumnType::Float),
            ("double precision", ColumnType::Float),
            ("FLOATING POINT", ColumnType::Integer),
            ("DATETIME", ColumnType::Timestamp),
            ("", ColumnType::Any),
            ("JSON", ColumnType::Any),
        ] {
            assert_eq!(column_type(declared), expected, "{declared}");
        }
    }
}
