//! Files of DuckDB, through the driver in DuckDB's own library.

use adbc_core::options::OptionDatabase;

use crate::client::adbc::AdbcClient;
use crate::client::driver::DriverLibrary;
use crate::client::{DatabaseClient, DescribedColumn, EachRow};
use crate::column::ColumnType;
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::relation::Relation;

/// Other programs can't load the module in the Python package: it needs Python's own symbols.
const LIBRARY: DriverLibrary = DriverLibrary {
    variable: "HASHLANE_ADBC_DUCKDB",
    name: "duckdb",
    entry_point: Some(b"duckdb_adbc_init"),
    python_package: None,
    advice: "DuckDB's library is missing: run `dbc install duckdb`, or get libduckdb from duckdb.org",
};

/// A connection with an open transaction to a file that it can't change.
#[derive(Debug)]
pub(crate) struct DuckDbClient(AdbcClient);

impl DuckDbClient {
    pub(crate) fn connect(path: &str) -> Result<Self, TableError> {
        let read_only = OptionDatabase::Other("access_mode".to_owned());
        let file = OptionDatabase::Other("path".to_owned());
        let options = [(file, path.into()), (read_only, "read_only".into())];
        Ok(DuckDbClient(AdbcClient::connect("DuckDB", LIBRARY.load()?, options)?))
    }
}

impl DatabaseClient for DuckDbClient {
    fn columns(&mut self, relation: &Relation) -> Result<Vec<DescribedColumn>, TableError> {
        let relation = relation.to_sql(Dialect::DuckDb);
        let mut columns = Vec::new();
        let describe =
            format!("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM {relation})");
        self.0.rows(&describe, &mut |row| {
            let [name, declared] = [row[0], row[1]].map(Option::unwrap_or_default);
            let found = column_type(declared).ok_or_else(|| declared.to_owned());
            columns.push(DescribedColumn::number(name, found));
            Ok(())
        })?;
        Ok(columns)
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), TableError> {
        self.0.rows(&format!("SELECT COLUMNS(*)::VARCHAR FROM ({sql})"), each)
    }
}

fn column_type(declared: &str) -> Option<ColumnType> {
    Some(match declared {
        "TINYINT" | "SMALLINT" | "INTEGER" | "BIGINT" | "UTINYINT" | "USMALLINT" | "UINTEGER" => {
            ColumnType::Integer
        }
        "UBIGINT" => ColumnType::WideInteger,
        "HUGEINT" | "UHUGEINT" => ColumnType::Decimal { precision: 38, scale: 0 },
        "BOOLEAN" => ColumnType::Boolean,
        "FLOAT" => ColumnType::Real,
        "DOUBLE" => ColumnType::Float,
        "VARCHAR" => ColumnType::Text,
        "BLOB" => ColumnType::Bytes,
        "UUID" => ColumnType::Uuid,
        "DATE" => ColumnType::Date,
        "TIME" => ColumnType::Time,
        "TIMESTAMP" | "TIMESTAMP_S" | "TIMESTAMP_MS" => ColumnType::Timestamp,
        "TIMESTAMP WITH TIME ZONE" => ColumnType::TimestampTz,
        // Not an array of them.
        enumeration if enumeration.starts_with("ENUM(") && enumeration.ends_with(')') => {
            ColumnType::Enum
        }
        decimal if decimal.starts_with("DECIMAL(") => return decimal.parse().ok(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_name_types() {
        let decimal = ColumnType::Decimal { precision: 9, scale: 2 };
        for (declared, expected) in [
            ("BIGINT", Some(ColumnType::Integer)),
            ("DECIMAL(9,2)", Some(decimal)),
            ("DECIMAL(9,2)[]", None),
            ("ENUM('a', 'b')", Some(ColumnType::Enum)),
            ("ENUM('a', 'b')[]", None),
            ("TIMESTAMP_NS", None),
            ("STRUCT(a INTEGER)", None),
        ] {
            assert_eq!(column_type(declared), expected, "{declared}");
        }
    }
}
