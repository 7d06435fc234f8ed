//! Tables in SQLite. Its values have their own types, so each value is checked.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use crate::client::{Client, Described, EachRow};
use crate::column::ColumnType;
use crate::dialect::Dialect;
use crate::error::Error;
use crate::float_text::float_text;
use crate::relation::Relation;

/// A connection with an open transaction, in which all statements see the same rows.
#[derive(Debug)]
pub(crate) struct Sqlite(Connection);

impl Sqlite {
    pub(crate) fn connect(path: &str) -> Result<Self, Error> {
        if !Path::new(path).is_file() {
            return Err(Error::new(format!("the file '{path}' doesn't exist")));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        // A reader keeps its snapshot from its first statement to the end of the transaction.
        connection
            .execute_batch("PRAGMA query_only = 1; BEGIN; SELECT count(*) FROM sqlite_master")
            .map_err(failed)?;
        Ok(Sqlite(connection))
    }
}

impl Client for Sqlite {
    fn columns(&mut self, relation: &Relation) -> Result<Vec<Described>, Error> {
        let relation = relation.to_sql(Dialect::Sqlite);
        let statement =
            self.0.prepare(&format!("SELECT * FROM {relation} LIMIT 0")).map_err(failed)?;
        let described = statement.columns().map(|column| {
            let declared = column.decl_type().unwrap_or_default();
            let found = column_type(declared).ok_or_else(|| shown(declared));
            Described::new(column.name(), found)
        });
        Ok(described.collect())
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), Error> {
        let mut statement = self.0.prepare(sql).map_err(failed)?;
        let count = statement.column_count();
        let mut rows = statement.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let mut texts = Vec::with_capacity(count);
            for at in 0..count {
                texts.push(text(row.get_ref(at).map_err(failed)?)?);
            }
            let row: Vec<_> = texts.iter().map(|text| text.as_deref()).collect();
            each(&row)?;
        }
        Ok(())
    }
}

/// The canonical text of a value. Only columns of floats are selected without a cast to text.
fn text(value: ValueRef<'_>) -> Result<Option<String>, Error> {
    Ok(match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) if number.unsigned_abs() <= 1 << 53 => {
            Some(float_text(number as f64))
        }
        ValueRef::Integer(number) => Some(format!("?{number}")),
        ValueRef::Real(number) => Some(float_text(number)),
        ValueRef::Text(bytes) => match str::from_utf8(bytes) {
            Ok(text) => Some(text.to_owned()),
            Err(_) => return Err(Error::new("SQLite: a text is not UTF-8: leave its column out")),
        },
        ValueRef::Blob(_) => {
            return Err(Error::new("SQLite: a column of numbers has bytes: leave it out"));
        }
    })
}

/// The type that a declaration names. SQLite accepts any text there.
fn column_type(declared: &str) -> Option<ColumnType> {
    let lower = declared.trim().to_ascii_lowercase();
    let name = lower.split('(').next().unwrap_or_default().trim();
    match name {
        "decimal" | "numeric" => lower.parse().ok(),
        "datetime" | "timestamp" => Some(ColumnType::Timestamp),
        "double precision" => Some(ColumnType::Float),
        "unsigned big int" | "mediumint" => Some(ColumnType::Integer),
        "clob" | "nvarchar" | "character varying" | "varying character" => Some(ColumnType::Text),
        "character" | "nchar" | "native character" => Some(ColumnType::Char),
        "timestamptz" | "hugeint" | "ubigint" | "enum" => None,
        _ => name.parse().ok(),
    }
}

fn shown(declared: &str) -> String {
    if declared.is_empty() { "no declared type".to_owned() } else { declared.to_owned() }
}

fn failed(error: rusqlite::Error) -> Error {
    // The statement is long, and not the user's.
    let text = match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg,
        other => other.to_string(),
    };
    Error::new(format!("SQLite: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_name_types() {
        let decimal = ColumnType::Decimal { precision: 9, scale: 2 };
        for (declared, expected) in [
            ("INTEGER", Some(ColumnType::Integer)),
            ("VARCHAR(20)", Some(ColumnType::Text)),
            ("DECIMAL(9, 2)", Some(decimal)),
            ("DATETIME", Some(ColumnType::Timestamp)),
            ("", None),
            ("GEOMETRY", None),
        ] {
            assert_eq!(column_type(declared), expected, "{declared}");
        }
    }
}
