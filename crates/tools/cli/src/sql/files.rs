//! Errors about the files that a query names.

use std::path::Path;

use datafusion::common::TableReference;
use datafusion::error::DataFusionError;

use hashlane_files::{is_url, without_secrets};

use crate::failure::Failure;
use crate::panics::Panic;
use crate::sql::errors::{file_error, message};

/// The failure of a statement or a command that refers to `tables`, with the name of the file that caused it.
pub fn explain(failure: impl Into<Failure>, tables: &[TableReference]) -> Failure {
    let error = match failure.into() {
        Failure::Engine(error) => error,
        failure => return failure,
    };
    if file_error(&error).is_some() {
        return Failure::Engine(error);
    }
    let text = message(&error);
    if let Some(name) = not_found(&text, tables) {
        return why_no_table(name).into();
    }
    let is_parquet = matches!(error.find_root(), DataFusionError::ParquetError(_))
        || text.starts_with("Parquet ");
    match files(tables)[..] {
        // If there are several files, it could be any of them, so none is named.
        [file] if is_parquet => {
            let name = without_secrets(file);
            format!("cannot read '{name}': {text}{}", advice(&text, &name)).into()
        }
        _ => Failure::Engine(error),
    }
}

/// What to do about a Parquet file that the engine can't read, though another system can.
fn advice(text: &str, file: &str) -> String {
    if text.contains("non UTF-8") {
        format!(
            ": a STRING column holds bytes that aren't UTF-8; `hashlane parquet verify --deep '{file}'` names it, and \
             `hashlane parquet fingerprint` reads it"
        )
    } else if text.contains("'min_delta' too large") {
        ": DuckDB writes such deltas with PARQUET_VERSION V2; write the file again with PARQUET_VERSION V1".to_owned()
    } else {
        String::new()
    }
}

/// The failure of a statement that refers to `tables`, in which a library has panicked.
pub fn panicked(tables: &[TableReference]) -> Failure {
    let panic = Panic::take();
    let is_schema = panic.library.as_ref().is_some_and(|library| library.starts_with("arrow-ipc-"));
    Failure::Panic(match files(tables)[..] {
        [file] if is_schema => format!(
            "cannot read '{file}': the Arrow schema in its metadata has a type that Arrow's library doesn't know, such as \
             Polars' Int128: write the file again with another type ({})",
            panic.line()
        ),
        [file] => format!("cannot read '{file}': {}", panic.line()),
        _ => panic.line(),
    })
}

/// The table that DataFusion did not find. DataFusion takes an unknown name for a path. Its error is the
/// same for a path that leads nowhere and for a file that it has no reader for.
fn not_found<'a>(text: &str, tables: &'a [TableReference]) -> Option<&'a str> {
    let mut names = tables.iter().filter_map(bare);
    names.find(|name| text.ends_with(&format!(".{name}' not found")))
}

/// The tables that are files, folders or objects.
fn files(tables: &[TableReference]) -> Vec<&str> {
    tables
        .iter()
        .filter_map(bare)
        .filter(|name| is_url(name) || is_pattern(name) || exists(name))
        .collect()
}

fn bare(table: &TableReference) -> Option<&str> {
    match table {
        TableReference::Bare { table } => Some(table.as_ref()),
        TableReference::Partial { .. } | TableReference::Full { .. } => None,
    }
}

fn why_no_table(name: &str) -> String {
    if name == "-" {
        "standard input can't be a table: save it to a file first".to_owned()
    } else if is_pattern(name) {
        format!("no such file, and no file matches it as a pattern: '{name}'")
    } else if name.contains(['.', '/', '\\']) {
        format!("no such file: '{name}'")
    } else {
        format!("no such table: '{name}'")
    }
}

fn exists(name: &str) -> bool {
    Path::new(name).exists()
}

fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '['])
}
