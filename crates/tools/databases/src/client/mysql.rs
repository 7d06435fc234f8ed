//! Tables in MySQL and MariaDB: one read-only transaction with a snapshot, which tables of InnoDB have.
//!
//! A text of the user is only ever a prepared statement, which is a single one: no `;` in it can end the transaction.
//!
//! | file | holds |
//! |---|---|
//! | `options.rs` | how to connect, and which servers get the password |
//! | `session.rs` | the settings of the session |
//! | `columns.rs` | types of columns |
//! | `errors.rs` | errors as one line |

mod columns;
mod errors;
mod options;
mod session;

use std::collections::HashMap;
use std::env;
use std::fmt;

use mysql::prelude::Queryable;
use mysql::{Conn, Opts, Value};

use crate::address::DatabaseServer;
use crate::client::{Cancel, DatabaseClient, DescribedColumn, EachRow, covers};
use crate::column::SourceColumn;
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::relation::Relation;

use columns::{DeclaredTypes, described, table_of};
use errors::{connection_failure, failure};

/// A connection with an open transaction. Dropping it ends the transaction.
pub(crate) struct MySqlClient {
    connection: Conn,
    options: Opts,
}

impl fmt::Debug for MySqlClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MySql").finish_non_exhaustive()
    }
}

impl MySqlClient {
    pub(crate) fn connect(server: &DatabaseServer) -> Result<Self, TableError> {
        let password = env::var("MYSQL_PWD").ok().filter(|password| !password.is_empty());
        let options = options::of(server, password)?;
        let mut connection =
            Conn::new(options.clone()).map_err(|error| connection_failure(&error))?;
        session::begin(&mut connection)?;
        Ok(MySqlClient { connection, options })
    }

    /// The declared types of the tables' columns that the result has.
    fn declared(&mut self, columns: &[mysql::Column]) -> Result<DeclaredTypes, TableError> {
        let mut declared = HashMap::new();
        for column in columns {
            let Some((schema, table)) = table_of(column) else { continue };
            if declared.contains_key(&(schema.clone(), table.clone())) {
                continue;
            }
            let types = self.connection.exec::<(String, String), _, _>(
                "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = ? AND table_name = ?",
                (&schema, &table),
            );
            let types = types.map_err(|error| failure(&error))?.into_iter().collect();
            declared.insert((schema, table), types);
        }
        Ok(declared)
    }
}

impl DatabaseClient for MySqlClient {
    /// A table with invisible columns is a query that names them: `*` leaves them out.
    fn resolved(&mut self, relation: &Relation) -> Result<Relation, TableError> {
        let Relation::Table(_) = relation else { return Ok(relation.clone()) };
        let table = relation.to_sql(Dialect::MySql);
        let mut hidden = String::new();
        // It resolves the name as the server does, in upper or lower case, and reads no other table.
        self.rows(&format!("SHOW COLUMNS FROM {table}"), &mut |row| {
            let field = |at: usize| row.get(at).copied().flatten().unwrap_or_default();
            if field(EXTRA_OF_COLUMN).contains("INVISIBLE") {
                hidden += &format!(", t.{}", Dialect::MySql.quoted(field(0)));
            }
            Ok(())
        })?;
        Ok(match hidden.is_empty() {
            true => relation.clone(),
            false => Relation::Query(format!("SELECT t.*{hidden} FROM {table} AS t")),
        })
    }

    fn columns(&mut self, relation: &Relation) -> Result<Vec<DescribedColumn>, TableError> {
        let table = relation.to_sql(Dialect::MySql);
        // Each column then has the number of its own character set.
        session::set_results(&mut self.connection, "NULL")?;
        let statement = self.connection.prep(format!("SELECT * FROM {table} LIMIT 0"));
        let statement = statement.map_err(|error| failure(&error))?;
        let result = self.connection.exec_iter(&statement, ()).map_err(|error| failure(&error))?;
        let columns = result.columns().as_ref().to_vec();
        drop(result);
        // In brackets, a query's columns no longer know their tables.
        let origins = match relation {
            Relation::Table(_) => columns.clone(),
            Relation::Query(query) => {
                let query = self.connection.prep(query).map_err(|error| failure(&error))?;
                query.columns().to_vec()
            }
        };
        session::set_results(&mut self.connection, "utf8mb4")?;
        let declared = self.declared(&origins)?;
        let both = columns.iter().zip(&origins);
        Ok(both.map(|(column, origin)| described(column, origin, &declared)).collect())
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), TableError> {
        let result = self.connection.exec_iter(sql, ()).map_err(|error| failure(&error))?;
        for row in result {
            let values = row.map_err(|error| failure(&error))?.unwrap();
            let texts: Vec<_> = values.into_iter().map(text).collect::<Result<_, _>>()?;
            let row: Vec<_> = texts.iter().map(Option::as_deref).collect();
            each(&row)?;
        }
        Ok(())
    }

    fn is_unique(&mut self, relation: &Relation, key: &[SourceColumn]) -> Result<bool, TableError> {
        let Relation::Table(_) = relation else { return Ok(false) };
        let name = relation.to_sql(Dialect::MySql);
        let mut primary = Vec::new();
        // Views have no keys.
        self.rows(&format!("SHOW KEYS FROM {name} WHERE Key_name = 'PRIMARY'"), &mut |row| {
            primary.extend(row.get(COLUMN_OF_KEY).copied().flatten().map(str::to_owned));
            Ok(())
        })?;
        Ok(covers(&primary, key))
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

/// The place of `Column_name` in the result of SHOW KEYS.
const COLUMN_OF_KEY: usize = 4;

/// The place of `Extra` in the result of SHOW COLUMNS.
const EXTRA_OF_COLUMN: usize = 5;

/// The text of a value. Our statements return texts and integers only.
fn text(value: Value) -> Result<Option<String>, TableError> {
    match value {
        Value::NULL => Ok(None),
        Value::Bytes(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|_| TableError::new("MySQL: a text is not UTF-8: leave its column out")),
        Value::Int(number) => Ok(Some(number.to_string())),
        Value::UInt(number) => Ok(Some(number.to_string())),
        Value::Float(_) | Value::Double(_) | Value::Date(..) | Value::Time(..) => {
            Err(TableError::new(
                "MySQL: the server sent a float or a date instead of a text (please report it)",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_texts() {
        for (value, expected) in [
            (Value::NULL, None),
            (Value::Int(-5), Some("-5")),
            (Value::UInt(u64::MAX), Some("18446744073709551615")),
            (Value::Bytes("é".into()), Some("é")),
        ] {
            assert_eq!(text(value), Ok(expected.map(str::to_owned)));
        }
        for value in [Value::Double(1.5), Value::Bytes(vec![0xff])] {
            text(value).expect_err("not a text");
        }
    }
}
