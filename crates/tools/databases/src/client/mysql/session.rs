//! The settings of a session. What a proxy or server doesn't accept is an error.

use mysql::Conn;
use mysql::prelude::Queryable;

use crate::client::mysql::errors::failure;
use crate::error::TableError;

/// The settings that change texts or results, as the server shows them.
const SETTINGS: &[(&str, &str)] = &[
    ("character_set_client", "utf8mb4"),
    ("character_set_connection", "utf8mb4"),
    ("character_set_results", "utf8mb4"),
    ("time_zone", "+00:00"),
    // Double quotes are text, backslashes escape, char(n) has no blanks at its end, and dates may have zeros.
    ("sql_mode", ""),
    // This one ends a result without an error.
    ("sql_select_limit", "18446744073709551615"),
    // This one turns a search for NULL into one for the last number that was inserted.
    ("sql_auto_is_null", "0"),
];

/// Sets the settings, checks them, and starts the transaction. No text of the user is in these statements.
pub(super) fn begin(connection: &mut Conn) -> Result<(), TableError> {
    let mut run = |sql: &str| connection.query_drop(sql).map_err(|error| failure(&error));
    run("SET NAMES utf8mb4")?;
    let others = SETTINGS.iter().filter(|(name, _)| !name.starts_with("character_set"));
    let assignments: Vec<_> = others.map(|(name, value)| assignment(name, value)).collect();
    run(&format!("SET {}", assignments.join(", ")))?;
    check(connection)?;
    for statement in [
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
    ] {
        connection.query_drop(statement).map_err(|error| failure(&error))?;
    }
    Ok(())
}

fn assignment(name: &str, value: &str) -> String {
    match value.parse::<u64>() {
        Ok(number) => format!("SESSION {name} = {number}"),
        Err(_) => format!("SESSION {name} = '{value}'"),
    }
}

fn check(connection: &mut Conn) -> Result<(), TableError> {
    let names: Vec<_> = SETTINGS.iter().map(|(name, _)| format!("@@SESSION.{name}")).collect();
    let row = connection.query_first::<mysql::Row, _>(format!("SELECT {}", names.join(", ")));
    let row = row.map_err(|error| failure(&error))?;
    for (at, (name, expected)) in SETTINGS.iter().enumerate() {
        let found = row
            .as_ref()
            .and_then(|row| row.get::<Option<String>, _>(at))
            .flatten()
            .unwrap_or_default();
        if found != *expected {
            return Err(TableError::new(format!(
                "MySQL: the setting {name} is '{found}' and not '{expected}' after SET: connect to the server itself, without a proxy"
            )));
        }
    }
    Ok(())
}

/// Sets the character set of results, or NULL for that of each column.
pub(super) fn set_results(connection: &mut Conn, charset: &str) -> Result<(), TableError> {
    let sql = format!("SET character_set_results = {charset}");
    connection.query_drop(sql).map_err(|error| failure(&error))
}
