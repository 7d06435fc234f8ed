//! Tables in PostgreSQL, through ADBC's driver: one read-only transaction, so that all statements see the same rows.

use std::fmt;

use adbc_core::options::{OptionConnection, OptionDatabase};
use adbc_core::{Connection as _, Database as _, Driver as _, Optionable as _, Statement as _};
use adbc_driver_manager::{ManagedConnection, ManagedStatement};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, DataType, Field};

use crate::column::ColumnType;
use crate::described::{Described, EachRow};
use crate::dialect::Dialect;
use crate::driver;
use crate::error::Error;
use crate::printed::Printed;
use crate::relation::Relation;

/// A connection with an open transaction. Dropping it ends the transaction.
pub(crate) struct PostgreSql(ManagedConnection);

impl fmt::Debug for PostgreSql {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgreSql").finish_non_exhaustive()
    }
}

impl PostgreSql {
    pub(crate) fn connect(uri: &str) -> Result<Self, Error> {
        let mut driver = driver::postgresql()?;
        let uri = [(OptionDatabase::Uri, uri.into())];
        let database = driver.new_database_with_opts(uri).map_err(failed)?;
        let mut connection = database.new_connection().map_err(failed)?;
        connection.set_option(OptionConnection::AutoCommit, "false".into()).map_err(failed)?;
        let mut postgresql = PostgreSql(connection);
        let level = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
        postgresql.statement(level)?.execute_update().map_err(failed)?;
        postgresql.rows("SELECT current_setting('server_encoding')", &mut |row| match row[0] {
            Some("UTF8") => Ok(()),
            other => Err(Error::new(format!(
                "the database has the encoding {}, and only UTF8 has the bytes of other systems: use a database with UTF8",
                other.unwrap_or_default()
            ))),
        })?;
        Ok(postgresql)
    }

    fn statement(&mut self, sql: &str) -> Result<ManagedStatement, Error> {
        let mut statement = self.0.new_statement().map_err(failed)?;
        statement.set_sql_query(sql).map_err(failed)?;
        Ok(statement)
    }

    pub(crate) fn columns(&mut self, relation: &Relation) -> Result<Vec<Described>, Error> {
        let relation = relation.to_sql(Dialect::PostgreSql);
        let mut statement = self.statement(&format!("SELECT * FROM {relation} LIMIT 0"))?;
        let reader = statement.execute().map_err(failed)?;
        Ok(reader.schema().fields().iter().map(|field| described(field)).collect())
    }

    pub(crate) fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), Error> {
        let mut statement = self.statement(sql)?;
        for batch in statement.execute().map_err(failed)? {
            let batch: RecordBatch = batch.map_err(|error| arrow_failed(&error))?;
            let columns: Result<Vec<_>, _> =
                batch.columns().iter().map(|column| Printed::new(column)).collect();
            let columns = columns?;
            let mut texts = Vec::with_capacity(columns.len());
            for row in 0..batch.num_rows() {
                texts.clear();
                texts.extend(columns.iter().map(|column| column.text(row)));
                let row: Vec<_> = texts.iter().map(|text| text.as_deref()).collect();
                each(&row)?;
            }
        }
        Ok(())
    }
}

/// The type of a column, by PostgreSQL's name for it in the driver's metadata.
fn described(field: &Field) -> Described {
    let metadata = |name: &str| field.metadata().get(name).map(String::as_str);
    let name = metadata("POSTGRESQL:type").unwrap_or_default();
    let found = match name {
        "int2" | "int4" | "int8" => ColumnType::Integer,
        "bool" => ColumnType::Boolean,
        "numeric" => numeric(metadata("POSTGRESQL:typmod")),
        "float4" | "float8" => ColumnType::Float,
        "text" | "varchar" => ColumnType::Text,
        "bpchar" => ColumnType::Char,
        "bytea" => ColumnType::Bytes,
        "uuid" => ColumnType::Uuid,
        "date" => ColumnType::Date,
        "time" => ColumnType::Time,
        "timestamp" => ColumnType::Timestamp,
        "timestamptz" => ColumnType::TimestampTz,
        // The driver has the labels of enumerations as text, under the name of the enumeration.
        _ if *field.data_type() == DataType::Utf8 && metadata("ARROW:extension:name").is_none() => {
            ColumnType::Enum
        }
        other => {
            return Described { name: field.name().clone(), column_type: Err(other.to_owned()) };
        }
    };
    Described { name: field.name().clone(), column_type: Ok(found) }
}

/// The precision and the scale of a numeric column, in the bits of its modifier.
fn numeric(modifier: Option<&str>) -> ColumnType {
    let Some(modifier) = modifier.and_then(|text| text.parse::<i32>().ok()) else {
        return ColumnType::Numeric;
    };
    let bits = modifier - 4;
    match (u8::try_from(bits >> 16), u8::try_from(bits & 0xffff)) {
        (Ok(precision @ 1..=76), Ok(scale)) if bits >= 0 && scale <= precision => {
            ColumnType::Decimal { precision, scale }
        }
        _ => ColumnType::Numeric,
    }
}

/// The driver's message, without the statement that it repeats.
fn failed(error: adbc_core::error::Error) -> Error {
    without_statement(&error.message)
}

fn arrow_failed(error: &ArrowError) -> Error {
    without_statement(&error.to_string())
}

fn without_statement(message: &str) -> Error {
    let end = message.find("Query was:").unwrap_or(message.len());
    let lines: Vec<_> =
        message[..end].lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Error::new(format!("PostgreSQL: {}", lines.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_hold_precision_and_scale() {
        assert_eq!(numeric(Some("655366")), ColumnType::Decimal { precision: 10, scale: 2 });
        for modifier in [None, Some("-1"), Some("x"), Some("65540000")] {
            assert_eq!(numeric(modifier), ColumnType::Numeric, "{modifier:?}");
        }
    }
}
