//! Files in hosts that don't report what a query may read: DuckDB before 1.5.6, and unknown versions.
//!
//! The C API of those hosts gives a table function neither the settings nor DuckDB's file system, so the function can't
//! follow `enable_external_access` and `disabled_filesystems`. Files are therefore disabled unless the environment
//! variable `HASHLANE_ALLOW_FILES` is 1. That enables files for every query of the process, and SQL can't set it.
//!
//! We tried a connection of our own, to call `current_setting`, or to let DuckDB's `glob()` check each path. No
//! connection can be opened when a scan starts: the database that LOAD gets is gone when LOAD ends, and a connection
//! kept from LOAD owns its database. With one open connection left, the user's `close()` did not close the file:
//! another process got "Could not set lock on file". `current_setting('disabled_filesystems')` would not help either:
//! DuckDB always returns an empty string. The functions of newer hosts lie past the end of the table of v1.2.0, and
//! their order is not guaranteed.

use std::ffi::CStr;
use std::sync::{Arc, OnceLock};

use hashlane_files::{CancellationToken, FileError, FileSystem, LocalFiles, Source};

use crate::api::{call, version};

const VARIABLE: &str = "HASHLANE_ALLOW_FILES";

/// Whether the environment enabled files at the first LOAD of the process.
static ALLOWED: OnceLock<bool> = OnceLock::new();

/// Reads the environment variable, at LOAD.
pub fn read_environment() {
    ALLOWED.get_or_init(|| std::env::var_os(VARIABLE).is_some_and(|value| value == "1"));
}

/// The files that a query may read.
pub fn files() -> Arc<dyn FileSystem> {
    if ALLOWED.get() == Some(&true) { Arc::new(LocalOnly) } else { Arc::new(ClosedHost) }
}

struct ClosedHost;

impl ClosedHost {
    fn refuse<T>(name: &str) -> Result<T, FileError> {
        // SAFETY: DuckDB returns a static C string.
        let host = unsafe { CStr::from_ptr(call!(duckdb_library_version())) }.to_string_lossy();
        let why = match version() {
            Some(_) => "doesn't tell extensions",
            None => "is a release that Hashlane doesn't know, and may not tell extensions",
        };
        let message = format!(
            "can't be read in DuckDB {host}, which {why} whether enable_external_access or \
             disabled_filesystems forbids it: use a release of DuckDB from 1.5.6 on, or set the \
             environment variable {VARIABLE}=1 before the extension is loaded, which lets every query \
             read every file that this process may read"
        );
        Err(FileError::new(name, message))
    }
}

impl FileSystem for ClosedHost {
    fn expand(&self, pattern: &str, _: &CancellationToken) -> Result<Vec<String>, FileError> {
        Self::refuse(pattern)
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        Self::refuse(path)
    }
}

/// The files of this machine.
struct LocalOnly;

impl LocalOnly {
    fn check(name: &str) -> Result<(), FileError> {
        if name.contains("://") {
            let message =
                "can't be read here: before DuckDB 1.5.6, only files of this machine can be read";
            return Err(FileError::new(name, message));
        }
        Ok(())
    }
}

impl FileSystem for LocalOnly {
    fn expand(&self, pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError> {
        Self::check(pattern)?;
        LocalFiles.expand(pattern, token)
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        Self::check(path)?;
        LocalFiles.open(path)
    }
}
