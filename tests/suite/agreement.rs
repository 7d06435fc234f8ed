//! Both engines over the same Parquet files, row by row, and compared with other implementations. `rows` tests
//! rows of values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use hashlane_catalog::{ArgKind, Function, Work};
use libtest_mimic::{Failed, Trial};

use crate::calls::{call_on, wants_text};
use crate::engine::{Engine, SqlError};
use crate::python::script;

/// The columns: strings of many lengths, a few strings in a dictionary, bytes.
const COLUMNS: [&str; 3] = ["t", "d", "b"];

/// The content of the files: NULL, values of 0, 12, 13 and 1,000,000 bytes, and more rows than a batch of
/// DuckDB has.
const INSERT: &str = "INSERT INTO made SELECT i, \
    CASE WHEN i % 7 = 0 THEN NULL WHEN i % 11 = 0 THEN '' WHEN i % 13 = 0 THEN 'twelve bytes' \
         WHEN i % 17 = 0 THEN 'Größe 東京 🌍' WHEN i % 19 = 0 THEN 'thirteen byte' \
         WHEN i = 2500 THEN repeat('hashlane10', 100000) \
         ELSE substr(repeat('0123456789abcdefghijklmnopqrstuvwxyz', 20), \
                     CAST(1 + i % 36 AS INT), CAST(i % 600 AS INT)) END, \
    CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'AUTOMOBILE12' \
               WHEN 3 THEN 'MACHINERY1234' WHEN 4 THEN 'a longer text of a dictionary' \
               ELSE 'f' END, \
    CASE WHEN i = 2600 THEN CAST(repeat('hashlane10', 100000) AS BYTEA) \
         WHEN i % 5 = 0 THEN NULL WHEN i % 5 = 1 THEN unhex('c328a0ff') \
         WHEN i % 5 = 2 THEN unhex('') WHEN i % 5 = 3 THEN unhex('00ff00ff00ff00ff00ff00ff') \
         ELSE unhex('00ff00ff00ff00ff00ff00ff00') END \
    FROM range(0, 3000) AS r(i)";

pub fn trials() -> Vec<Trial> {
    let writers = [Engine::DuckDb("1.5.6"), Engine::DataFusion];
    let trial = |writer| {
        let name = format!("all engines agree over Parquet that {writer} wrote");
        Trial::test(name, move || run(writer))
    };
    writers.map(trial).into()
}

/// The results of a call over a file, in row order.
type Results = BTreeMap<(&'static str, &'static str), Vec<String>>;

fn run(writer: Engine) -> Result<(), Failed> {
    let folder = Folder::new(&writer.to_string())?;
    let file = folder.0.join("rows.parquet");
    write(writer, &file)?;
    assert_dictionary(&file)?;
    let expected = reference(&file)?;
    let mut by_first: Option<Results> = None;
    for engine in Engine::all() {
        let results = results(engine, &file)?;
        for ((function, column), expected) in &expected {
            compare(engine, function, column, &results[&(*function, *column)], expected)?;
        }
        // Other implementations compress to other bytes, but our engines must agree.
        let first = by_first.get_or_insert_with(|| results.clone());
        for ((function, column), expected) in first {
            compare(engine, function, column, &results[&(*function, *column)], expected)?;
        }
    }
    Ok(())
}

/// A folder that is deleted after the test.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder that no other test has.
    pub fn unique() -> Result<Self, Failed> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        Folder::new(&NEXT.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn new(name: &str) -> Result<Self, Failed> {
        let path = std::env::temp_dir().join(format!("hashlane-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If a folder can't be removed, the system cleans it up.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn write(engine: Engine, file: &Path) -> Result<(), SqlError> {
    let mut session = engine.open()?;
    session.run("CREATE TABLE made(id BIGINT, t VARCHAR, d VARCHAR, b BYTEA)")?;
    session.run(INSERT)?;
    let path = file.display();
    let format = if engine.is_duckdb() { "(FORMAT parquet)" } else { "STORED AS PARQUET" };
    session.run(&format!("COPY (SELECT * FROM made ORDER BY id) TO '{path}' {format}"))?;
    Ok(())
}

/// Checks that the file has a dictionary. Without one it would not test dictionaries.
fn assert_dictionary(file: &Path) -> Result<(), Failed> {
    let mut session = Engine::DuckDb("1.5.6").open()?;
    let sql = format!(
        "SELECT encodings FROM parquet_metadata('{}') WHERE path_in_schema = 'd'",
        file.display()
    );
    match session.run(&sql)?.rows.iter().all(|row| row[0].contains("DICTIONARY")) {
        true => Ok(()),
        false => Err("column d has no dictionary".into()),
    }
}

fn results(engine: Engine, file: &Path) -> Result<Results, Failed> {
    let mut session = engine.open()?;
    let path = file.display();
    session.run(&match engine.is_duckdb() {
        true => format!("CREATE VIEW made AS SELECT * FROM '{path}'"),
        false => format!("CREATE EXTERNAL TABLE made STORED AS PARQUET LOCATION '{path}'"),
    })?;
    let mut results = Results::new();
    for (function, column) in calls() {
        let call = call_on(function, column);
        let table = session
            .run(&format!("SELECT {call} FROM made ORDER BY id"))
            .map_err(|e| format!("{engine}: {call}: {e}"))?;
        let values = table.rows.into_iter().map(|mut row| row.remove(0)).collect();
        results.insert((function.name, column), values);
    }
    Ok(results)
}

/// Every function of bytes on every column that it accepts.
fn calls() -> impl Iterator<Item = (&'static Function, &'static str)> {
    hashlane_catalog::all()
        .filter(|function| !function.takes_row() && !function.takes_list())
        // The engines write lists differently; `packs.slt` and `row_functions.py` test them.
        .filter(|function| function.work != Work::Unpack)
        .filter(|function| function.args[function.value_index()].kind != ArgKind::Signature)
        // They take fingerprints and sketches, which `fingerprints.slt` and `sketches.py` compare with other implementations.
        .filter(|function| {
            !["fingerprint_", "sketch_"].iter().any(|of| function.name.starts_with(of))
        })
        .flat_map(|function| COLUMNS.map(|column| (function, column)))
        .filter(|(function, column)| *column != "b" || !wants_text(function))
}

/// The results of other implementations for all functions but compressors.
fn reference(file: &Path) -> Result<Results, Failed> {
    let output = script("1.5.6", "core/reference.py", &[file.as_os_str()])?;
    let json: serde_json::Value = serde_json::from_str(&output)?;
    let mut results = Results::new();
    for (function, column) in calls() {
        // Other implementations compress to other bytes, or lack the function.
        if function.work == Work::Compress
            || function.work == Work::Find && function.name != "zstd_dict_id"
        {
            continue;
        }
        let values = json[function.name][column].as_array();
        let values = values.ok_or_else(|| format!("reference.py has no {}", function.name))?;
        let values = values.iter().map(|v| v.as_str().unwrap_or_default().to_owned()).collect();
        results.insert((function.name, column), values);
    }
    Ok(results)
}

fn compare(
    engine: Engine,
    function: &str,
    column: &str,
    actual: &[String],
    expected: &[String],
) -> Result<(), Failed> {
    if actual.len() != expected.len() {
        return Err(format!("{engine}: {function}({column}): {} rows", actual.len()).into());
    }
    match actual.iter().zip(expected).position(|(actual, expected)| actual != expected) {
        None => Ok(()),
        Some(row) => {
            let (actual, expected) = (start(&actual[row]), start(&expected[row]));
            let call = format!("{engine}: {function}({column}), row {row}");
            Err(format!("{call}: {actual} where {expected} was expected").into())
        }
    }
}

/// As much of a value as fits into a message.
fn start(text: &str) -> String {
    text.chars().take(200).collect()
}
