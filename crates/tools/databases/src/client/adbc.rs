//! Connections of ADBC.

use std::fmt;

use adbc_core::options::{OptionConnection, OptionDatabase, OptionValue};
use adbc_core::{Connection as _, Database as _, Driver as _, Optionable as _, Statement as _};
use adbc_driver_manager::{ManagedConnection, ManagedDriver, ManagedStatement};
use arrow_array::{RecordBatch, RecordBatchReader as _};
use arrow_schema::SchemaRef;

use crate::client::printed::PrintedColumn;
use crate::client::{Cancel, EachRow};
use crate::error::TableError;

/// A connection with an open transaction. Dropping it ends the transaction.
pub(crate) struct AdbcClient {
    connection: ManagedConnection,
    /// The database's name in errors.
    database: &'static str,
}

impl fmt::Debug for AdbcClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adbc").field("database", &self.database).finish_non_exhaustive()
    }
}

impl AdbcClient {
    pub(crate) fn connect(
        database: &'static str,
        mut driver: ManagedDriver,
        options: impl IntoIterator<Item = (OptionDatabase, OptionValue)>,
    ) -> Result<Self, TableError> {
        let failed = |error: adbc_core::error::Error| failure(database, &error.message);
        let opened = driver.new_database_with_opts(options).map_err(failed)?;
        let mut connection = opened.new_connection().map_err(failed)?;
        connection.set_option(OptionConnection::AutoCommit, "false".into()).map_err(failed)?;
        Ok(AdbcClient { connection, database })
    }

    fn failed(&self, error: &adbc_core::error::Error) -> TableError {
        failure(self.database, &error.message)
    }

    fn statement(&mut self, sql: &str) -> Result<ManagedStatement, TableError> {
        let statement = self.connection.new_statement();
        let mut statement = statement.map_err(|error| self.failed(&error))?;
        statement.set_sql_query(sql).map_err(|error| self.failed(&error))?;
        Ok(statement)
    }

    /// Executes a statement that has no result.
    pub(crate) fn execute(&mut self, sql: &str) -> Result<(), TableError> {
        let mut statement = self.statement(sql)?;
        statement.execute_update().map_err(|error| self.failed(&error))?;
        Ok(())
    }

    /// The schema of a query's result.
    pub(crate) fn schema(&mut self, sql: &str) -> Result<SchemaRef, TableError> {
        let mut statement = self.statement(sql)?;
        let reader = statement.execute().map_err(|error| self.failed(&error))?;
        Ok(reader.schema())
    }

    /// The rows of a query's result, which are texts and integers.
    pub(crate) fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), TableError> {
        let mut statement = self.statement(sql)?;
        for batch in statement.execute().map_err(|error| self.failed(&error))? {
            let batch: RecordBatch =
                batch.map_err(|error| failure(self.database, &error.to_string()))?;
            let columns: Result<Vec<_>, _> =
                batch.columns().iter().map(|column| PrintedColumn::new(column)).collect();
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

    pub(crate) fn cancel(&self) -> Cancel {
        let handle = self.connection.get_cancel_handle();
        // The program ends anyway, whether the server can be told or not.
        Box::new(move || drop(handle.try_cancel()))
    }
}

/// The driver's message in one line, without the statement that it repeats.
fn failure(database: &str, message: &str) -> TableError {
    let end = message.find("Query was:").unwrap_or(message.len());
    // The server shows a place in the statement by a line of it, and by a mark in the next line.
    let shows_place = |line: &&str| line.starts_with("LINE ") || line.trim_matches('^').is_empty();
    let lines = message[..end].lines().map(str::trim).filter(|line| !shows_place(line));
    TableError::new(format!("{database}: {}", lines.collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_without_the_statement() {
        let message = "Failed to prepare query: ERROR:  relation \"t\" does not exist\nLINE 1: SELECT * FROM t\n                      ^\n\nQuery was: SELECT";
        let expected = "PostgreSQL: Failed to prepare query: ERROR:  relation \"t\" does not exist";
        assert_eq!(failure("PostgreSQL", message).to_string(), expected);
    }
}
