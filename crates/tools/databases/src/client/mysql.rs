//! Tables in MySQL and MariaDB: one read-only transaction with a snapshot, which tables of InnoDB have.

use std::env;
use std::fmt;

use mysql::consts::{ColumnFlags, ColumnType as Stored};
use mysql::prelude::Queryable;
use mysql::{Conn, Opts, OptsBuilder, SslOpts, Value};

use crate::client::{Cancel, Client, Described, EachRow};
use crate::column::ColumnType;
use crate::dialect::Dialect;
use crate::error::Error;
use crate::relation::Relation;

/// The number of the character set of bytes.
const BINARY: u16 = 63;

/// A connection with an open transaction. Dropping it ends the transaction.
pub(crate) struct MySql {
    connection: Conn,
    options: Opts,
}

impl fmt::Debug for MySql {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MySql").finish_non_exhaustive()
    }
}

impl MySql {
    pub(crate) fn connect(uri: &str) -> Result<Self, Error> {
        let (base, parameters) = uri.split_once('?').unwrap_or((uri, ""));
        let (tls, others): (Vec<_>, Vec<_>) =
            parameters.split('&').partition(|parameter| *parameter == "tls=true");
        let options = Opts::from_url(&format!("{base}?{}", others.join("&"))).map_err(|error| {
            Error::new(format!(
                "MySQL: {error}: an address is mysql://USER@HOST:PORT/DATABASE?table=NAME"
            ))
        })?;
        let tls = options.get_ssl_opts().cloned().or((!tls.is_empty()).then(SslOpts::default));
        let options =
            OptsBuilder::from_opts(options).pass(env::var("MYSQL_PWD").ok()).ssl_opts(tls);
        let options = Opts::from(options);
        let mut connection = Conn::new(options.clone()).map_err(|error| failed(&error))?;
        for statement in [
            "SET time_zone = '+00:00'",
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
            "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
        ] {
            connection.query_drop(statement).map_err(|error| failed(&error))?;
        }
        Ok(MySql { connection, options })
    }
}

impl Client for MySql {
    fn columns(&mut self, relation: &Relation) -> Result<Vec<Described>, Error> {
        let relation = relation.to_sql(Dialect::MySql);
        let result = self.connection.query_iter(format!("SELECT * FROM {relation} LIMIT 0"));
        let result = result.map_err(|error| failed(&error))?;
        Ok(result.columns().as_ref().iter().map(described).collect())
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), Error> {
        let result = self.connection.query_iter(sql).map_err(|error| failed(&error))?;
        for row in result {
            let values = row.map_err(|error| failed(&error))?.unwrap();
            let texts: Vec<_> = values.into_iter().map(text).collect::<Result<_, _>>()?;
            let row: Vec<_> = texts.iter().map(Option::as_deref).collect();
            each(&row)?;
        }
        Ok(())
    }

    fn cancel(&self) -> Option<Cancel> {
        let (options, id) = (self.options.clone(), self.connection.connection_id());
        Some(Box::new(move || {
            // The program ends anyway, whether the server can be told or not.
            let _ = Conn::new(options.clone())
                .and_then(|mut other| other.query_drop(format!("KILL QUERY {id}")));
        }))
    }
}

/// The text of a value. Results of plain statements have text only.
fn text(value: Value) -> Result<Option<String>, Error> {
    match value {
        Value::NULL => Ok(None),
        Value::Bytes(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|_| Error::new("MySQL: a text is not UTF-8: leave its column out")),
        other => Err(Error::new(format!("MySQL: the server sent {other:?} instead of text"))),
    }
}

fn described(column: &mysql::Column) -> Described {
    let (name, has) = (column.name_str(), |flag| column.flags().contains(flag));
    let is_bytes = column.character_set() == BINARY;
    let found = match column.column_type() {
        Stored::MYSQL_TYPE_TINY if column.column_length() == 1 => {
            return Described::new(name, Ok(ColumnType::Integer)).or(ColumnType::Boolean);
        }
        Stored::MYSQL_TYPE_LONGLONG if has(ColumnFlags::UNSIGNED_FLAG) => ColumnType::WideInteger,
        Stored::MYSQL_TYPE_TINY
        | Stored::MYSQL_TYPE_SHORT
        | Stored::MYSQL_TYPE_INT24
        | Stored::MYSQL_TYPE_LONG
        | Stored::MYSQL_TYPE_LONGLONG
        | Stored::MYSQL_TYPE_YEAR => ColumnType::Integer,
        Stored::MYSQL_TYPE_NEWDECIMAL => decimal(column),
        Stored::MYSQL_TYPE_FLOAT | Stored::MYSQL_TYPE_DOUBLE => ColumnType::Float,
        Stored::MYSQL_TYPE_DATE => ColumnType::Date,
        Stored::MYSQL_TYPE_TIME => ColumnType::Time,
        Stored::MYSQL_TYPE_DATETIME => ColumnType::Timestamp,
        Stored::MYSQL_TYPE_TIMESTAMP => ColumnType::TimestampTz,
        Stored::MYSQL_TYPE_STRING if has(ColumnFlags::ENUM_FLAG) => ColumnType::Enum,
        Stored::MYSQL_TYPE_STRING if has(ColumnFlags::SET_FLAG) => {
            return Described::new(name, Err("set".to_owned()));
        }
        // The protocol of MySQL has no type for the UUIDs of MariaDB.
        Stored::MYSQL_TYPE_STRING if !is_bytes => {
            return Described::new(name, Ok(ColumnType::Char)).or(ColumnType::Uuid);
        }
        Stored::MYSQL_TYPE_VAR_STRING | Stored::MYSQL_TYPE_BLOB if !is_bytes => ColumnType::Text,
        Stored::MYSQL_TYPE_STRING | Stored::MYSQL_TYPE_VAR_STRING | Stored::MYSQL_TYPE_BLOB => {
            ColumnType::Bytes
        }
        other => {
            let shown = format!("{other:?}").replace("MYSQL_TYPE_", "").to_lowercase();
            return Described::new(name, Err(shown));
        }
    };
    Described::new(name, Ok(found))
}

/// The type of a decimal column, whose length counts the sign and the point.
fn decimal(column: &mysql::Column) -> ColumnType {
    let scale = column.decimals();
    let has_sign = !column.flags().contains(ColumnFlags::UNSIGNED_FLAG);
    let others = u32::from(has_sign) + u32::from(scale > 0);
    let precision = column.column_length().saturating_sub(others);
    ColumnType::Decimal { precision: u8::try_from(precision).unwrap_or(76).min(76), scale }
}

fn failed(error: &mysql::Error) -> Error {
    let text = match error {
        mysql::Error::MySqlError(error) => error.message.clone(),
        other => other.to_string(),
    };
    Error::new(format!("MySQL: {}", text.replace('\n', " ")))
}
