//! The clients of databases: the columns of a table or query, and the rows of a statement as text.
//!
//! | file | reads |
//! |---|---|
//! | `postgresql.rs` | PostgreSQL, through ADBC |
//! | `duckdb.rs` | files of DuckDB, through ADBC |
//! | `mysql.rs` | MySQL and MariaDB, by the crate mysql: PyPI has no driver of ADBC for them |
//! | `clickhouse.rs` | ClickHouse, by HTTP: neither has it |
//! | `sqlite.rs`, `sqlite_value.rs` | SQLite, by the crate rusqlite: ADBC's driver takes the type of a column from its first rows |
//! | `adbc.rs`, `driver.rs`, `printed.rs` | connections of ADBC, drivers, and results |
//! | `described.rs` | a column as a database describes it |

mod adbc;
mod clickhouse;
mod described;
mod driver;
mod duckdb;
mod mysql;
mod postgresql;
mod printed;
mod sqlite;
mod sqlite_value;

use std::fmt;

pub use described::DescribedColumn;
pub(crate) use sqlite::SqliteClient;

use crate::address::{ConnectTarget, TableAddress};
use crate::column::SourceColumn;
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::relation::Relation;

/// Reads a row of texts.
pub(crate) type EachRow<'a> = dyn FnMut(&[Option<&str>]) -> Result<(), TableError> + 'a;

/// Stops the statement that a connection executes. It is called from another thread.
pub type Cancel = Box<dyn Fn() + Send>;

/// A connection that sees one state of the database where the database has such a thing, and can't change it.
pub(crate) trait DatabaseClient: fmt::Debug + Send {
    /// The same relation under a name that means it whatever the session's settings are.
    fn resolved(&mut self, relation: &Relation) -> Result<Relation, TableError> {
        Ok(relation.clone())
    }

    /// The columns of a table or query.
    fn columns(&mut self, relation: &Relation) -> Result<Vec<DescribedColumn>, TableError>;

    /// Executes a statement, and gives each row of its result.
    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), TableError>;

    /// Whether the database guarantees that a table has no two rows with one key, whose columns can't be NULL.
    fn is_unique(
        &mut self,
        _relation: &Relation,
        _key: &[SourceColumn],
    ) -> Result<bool, TableError> {
        Ok(false)
    }

    /// What stops the statement. `None` for databases in this process, and for those that stop when this process ends.
    fn cancel(&self) -> Option<Cancel> {
        None
    }
}

/// Whether a key has all columns of a table's primary key.
fn covers(primary: &[String], key: &[SourceColumn]) -> bool {
    !primary.is_empty() && primary.iter().all(|name| key.iter().any(|column| column.name == *name))
}

/// Connects to the database of an address, which hashes its own rows.
pub(crate) fn connect(address: &TableAddress) -> Result<Box<dyn DatabaseClient>, TableError> {
    Ok(match (&address.target, address.dialect) {
        (ConnectTarget::File(path), _) => Box::new(duckdb::DuckDbClient::connect(path)?),
        (ConnectTarget::Server(server), Dialect::MySql) => {
            Box::new(mysql::MySqlClient::connect(server)?)
        }
        (ConnectTarget::Server(server), _) => {
            Box::new(clickhouse::ClickHouseClient::connect(server)?)
        }
        (ConnectTarget::Uri(uri), _) => Box::new(postgresql::PostgreSqlClient::connect(uri)?),
    })
}
