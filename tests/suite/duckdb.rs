//! DuckDB through its Python package, as its users run it: one process per session.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::engine::{Session, SqlError, Table, Type, duckdb_package, prepared, python, root};

/// A connection in its own process: if the extension crashes, one test fails, not the suite.
pub struct DuckDb {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl DuckDb {
    /// A connection with the extension loaded.
    pub fn open(version: &str, extension: &Path) -> Result<Self, SqlError> {
        let extension = prepared(extension.to_owned())?;
        Self::start(version, extension.as_os_str())
    }

    /// A connection without the extension.
    pub fn open_bare(version: &str) -> Result<Self, SqlError> {
        Self::start(version, "-".as_ref())
    }

    fn start(version: &str, extension: &std::ffi::OsStr) -> Result<Self, SqlError> {
        let mut process = Command::new(prepared(python())?)
            .arg(root().join("tests/engines/duckdb_driver.py"))
            .arg(extension)
            .env("PYTHONPATH", prepared(duckdb_package(version))?)
            // Hosts before 1.5.6 read no files without this; tests/engines/fence.py tests that.
            .env("HASHLANE_ALLOW_FILES", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| SqlError(format!("Python does not start: {e}")))?;
        let requests = process.stdin.take().expect("it is piped");
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut session = DuckDb { process, requests, answers };
        session.answer()?;
        Ok(session)
    }

    fn answer(&mut self) -> Result<Table, SqlError> {
        let mut line = String::new();
        let read = self.answers.read_line(&mut line);
        if !matches!(read, Ok(1..)) {
            let status = self.process.wait().map_or("unknown".to_owned(), |s| s.to_string());
            return Err(SqlError(format!("the process of DuckDB died: {status}")));
        }
        let answer: Value = serde_json::from_str(&line).map_err(|e| SqlError(e.to_string()))?;
        if let Some(error) = answer["error"].as_str() {
            return Err(SqlError(error.to_owned()));
        }
        let types = texts(&answer["types"]).iter().map(|name| column_type(name)).collect();
        let rows = answer["rows"].as_array().into_iter().flatten().map(texts).collect();
        Ok(Table { types, rows })
    }
}

impl Session for DuckDb {
    fn run(&mut self, sql: &str) -> Result<Table, SqlError> {
        let request = json!({ "sql": sql }).to_string();
        // If the process is gone, reading its answer reports that.
        let _ = writeln!(self.requests, "{request}").and_then(|()| self.requests.flush());
        self.answer()
    }
}

impl Drop for DuckDb {
    fn drop(&mut self) {
        // A failure here does no harm.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn texts(array: &Value) -> Vec<String> {
    let items = array.as_array().into_iter().flatten();
    items.map(|item| item.as_str().unwrap_or_default().to_owned()).collect()
}

fn column_type(name: &str) -> Type {
    match name {
        "VARCHAR" | "JSON" | "UUID" => Type::Text,
        "BLOB" => Type::Bytes,
        "BOOLEAN" => Type::Boolean,
        "TINYINT" | "SMALLINT" | "INTEGER" | "BIGINT" | "HUGEINT" | "UTINYINT" | "USMALLINT"
        | "UINTEGER" | "UBIGINT" | "UHUGEINT" => Type::Integer,
        name if name.starts_with("ENUM") => Type::Text,
        _ => Type::Other,
    }
}
