//! Checks written in Python, which has other implementations of the formats.

use std::ffi::OsStr;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::engine::{
    DUCKDB_VERSIONS, Engine, SqlError, duckdb_package, extension, prepared, python, root,
};

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test("the values of tests/sql are those of expected.py", || {
        script(DUCKDB_VERSIONS[0], "sql/expected.py", &["--check".as_ref()])?;
        Ok(())
    })];
    for version in DUCKDB_VERSIONS {
        for (name, file) in [
            ("HASHLANE_ISA is obeyed or refused at LOAD", "engines/forced.py"),
            ("other implementations read our frames", "files/interop.py"),
            (
                "other implementations read all codecs, dictionaries and packs",
                "files/interop_codecs.py",
            ),
            (
                "other systems read the streams that are named after them",
                "files/interop_streams.py",
            ),
            ("memory stays flat over a million rows", "engines/memory.py"),
            ("parallel queries give what one thread gives", "engines/threads.py"),
            ("an interrupted query ends, and its connection works on", "engines/cancel.py"),
            ("the example of change detection finds every change", "engines/change_detection.py"),
            ("files stay inside DuckDB's fence", "engines/fence.py"),
        ] {
            trials.push(Engine::DuckDb(version).trial(name, move |_| {
                let extension = prepared(extension())?;
                script(version, file, &[extension.as_os_str()])?;
                Ok(())
            }));
        }
    }
    trials
}

/// The output of a program in `tests` with a DuckDB on its path; an error if it fails.
pub fn script(version: &str, file: &str, arguments: &[&OsStr]) -> Result<String, Failed> {
    let output = Command::new(prepared(python())?)
        .arg(root().join("tests").join(file))
        .args(arguments)
        .env("PYTHONPATH", prepared(duckdb_package(version))?)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("HASHLANE_ALLOW_FILES", "1")
        .output()
        .map_err(|e| SqlError(format!("Python does not start: {e}")))?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let (stdout, stderr) = (&output.stdout, &output.stderr);
    let text = [String::from_utf8_lossy(stdout), String::from_utf8_lossy(stderr)].concat();
    Err(format!("{file}: {}\n{text}", output.status).into())
}
