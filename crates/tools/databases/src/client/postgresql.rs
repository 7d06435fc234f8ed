//! Tables in PostgreSQL, through ADBC's driver: one read-only transaction, so that all statements see the same rows.

use adbc_core::options::OptionDatabase;
use arrow_schema::{DataType, Field};

use crate::client::adbc::Adbc;
use crate::client::driver::Library;
use crate::client::{Cancel, Client, Described, EachRow};
use crate::column::ColumnType;
use crate::dialect::Dialect;
use crate::error::Error;
use crate::relation::Relation;

const LIBRARY: Library = Library {
    variable: "HASHLANE_ADBC_POSTGRESQL",
    name: "adbc_driver_postgresql",
    entry_point: None,
    python_package: Some("adbc_driver_postgresql"),
    advice: "ADBC's driver for PostgreSQL is missing: run `pip install adbc-driver-postgresql`",
};

/// A connection with an open transaction. Dropping it ends the transaction.
#[derive(Debug)]
pub(crate) struct PostgreSql(Adbc);

impl PostgreSql {
    pub(crate) fn connect(uri: &str) -> Result<Self, Error> {
        let options = [(OptionDatabase::Uri, uri.into())];
        let mut adbc = Adbc::connect("PostgreSQL", LIBRARY.load()?, options)?;
        adbc.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        adbc.rows("SELECT current_setting('server_encoding')", &mut |row| match row[0] {
            Some("UTF8") => Ok(()),
            other => Err(Error::new(format!(
                "the database has the encoding {}, and only UTF8 has the bytes of other systems: use a database with UTF8",
                other.unwrap_or_default()
            ))),
        })?;
        Ok(PostgreSql(adbc))
    }
}

impl Client for PostgreSql {
    fn columns(&mut self, relation: &Relation) -> Result<Vec<Described>, Error> {
        let relation = relation.to_sql(Dialect::PostgreSql);
        let schema = self.0.schema(&format!("SELECT * FROM {relation} LIMIT 0"))?;
        Ok(schema.fields().iter().map(|field| described(field)).collect())
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), Error> {
        self.0.rows(sql, each)
    }

    fn cancel(&self) -> Option<Cancel> {
        Some(self.0.cancel())
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
        other => return Described::new(field.name(), Err(other.to_owned())),
    };
    Described::number(field.name(), Ok(found))
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
