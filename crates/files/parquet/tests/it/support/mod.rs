//! Test files, and the programs that write them.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use hashlane_files::{FileError, FileSystem, LocalFiles, Source};
use hashlane_parquet::{FingerprintOptions, fingerprint};
use serde_json::Value;

/// Python with pyarrow, in the workspace. `make test` makes it.
pub const PYTHON: &str =
    if cfg!(windows) { "build/venv/Scripts/python.exe" } else { "build/venv/bin/python" };

pub fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A path from an environment variable, or a default in the workspace.
fn path(variable: &str, default: &str) -> PathBuf {
    workspace().join(std::env::var_os(variable).unwrap_or_else(|| default.into()))
}

pub fn open(path: &Path) -> Arc<dyn Source> {
    let opened = LocalFiles.open(path.to_str().expect("a path in UTF-8"));
    Arc::from(opened.unwrap_or_else(|error| panic!("{error}")))
}

pub fn options(ordered: bool, threads: usize) -> FingerprintOptions {
    FingerprintOptions { ordered, threads: NonZero::new(threads).expect("some threads") }
}

/// The fingerprints of a file's columns by name; that of its rows has an empty name.
pub fn fingerprints(
    path: &Path,
    ordered: bool,
    threads: usize,
) -> Result<Vec<(String, String)>, FileError> {
    let columns = fingerprint(&open(path), &options(ordered, threads))?;
    let named = |column: hashlane_parquet::ColumnFingerprint| {
        (column.column.unwrap_or_default(), column.fingerprint)
    };
    Ok(columns.into_iter().map(named).collect())
}

pub fn json(path: &Path) -> Value {
    let text = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_slice(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The files of `writers.py`, or `None`, with a message, if the programs that write them are missing.
pub fn written() -> Option<&'static Path> {
    static WRITTEN: OnceLock<Option<PathBuf>> = OnceLock::new();
    WRITTEN.get_or_init(write).as_deref()
}

fn write() -> Option<PathBuf> {
    let python = path("HASHLANE_PYTHON", PYTHON);
    let duckdb = path("HASHLANE_DUCKDB", "build/duckdb").join("1.5.6");
    for needed in [&python, &duckdb] {
        if !needed.exists() {
            println!("skipped: {} is missing; `make test` prepares it", needed.display());
            return None;
        }
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("writers");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/writers.py");
    let ran = Command::new(python).arg(script).arg(&folder).env("PYTHONPATH", duckdb).output();
    let ran = ran.expect("Python starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    Some(folder)
}

/// The files of a folder of published vectors, or no files, with a message, if they are missing.
pub fn published(folder: &str) -> Vec<PathBuf> {
    let folder = path("HASHLANE_VECTORS", "../shared/vectors").join(folder);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no {}; name its parent in HASHLANE_VECTORS", folder.display());
        return vec![];
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "parquet"));
    paths.sort();
    assert!(!paths.is_empty(), "{} has no Parquet files", folder.display());
    paths
}
