//! The `hashlane` program: checksums of files, and SQL with hash and compression functions.
//!
//! This is a library only so that the argument parser can be fuzzed, the wheel can contain the program, and a program with a
//! client of a cluster can run its SQL there. It is a part of Hashlane: its interface follows the other crates and may change with
//! any release. Use the program, or [hashlane-datafusion](https://docs.rs/hashlane-datafusion) and
//! [hashlane-parquet](https://docs.rs/hashlane-parquet).
//!
//! | part | holds |
//! |---|---|
//! | `cli.rs` | the commands, and how to run each |
//! | `sum`, `check` | checksums of files, and manifests |
//! | `parquet` | verify, fingerprint and compare Parquet files, and add checksums to them |
//! | `scrub` | which files of a lake are damaged, changed or missing |
//! | `compress`, `decompress` | streams of zstd, LZ4 and other formats |
//! | `stream` | what these two share: input, output, checksums |
//! | `sql` | SQL over files, with the feature `sql` |
//! | `diff` | compares two tables, with the feature `sql` |
//! | `sketch.rs` | prints the statement that sketches a table in a database |
//! | `manual` | shell completions and man pages |
//! | `places.rs` | opens paths and URLs |
//! | `names.rs`, `folders.rs` | the names in a list, and the files in folders |
//! | `size.rs` | sizes with units |
//! | `lists.rs` | lists of columns |
//! | `file_list.rs` | lists of data files |
//! | `output` | output of all commands: lines, colours, progress, files |
//! | `outcome.rs`, `failure.rs` | exit codes, and errors as one line |
//! | `panics.rs` | panics of libraries, as one line |
#![forbid(unsafe_code)]

mod advice;
mod check;
mod cli;
mod compress;
mod decompress;
#[cfg(feature = "sql")]
mod diff;
mod failure;
mod file_list;
mod folders;
mod lists;
mod manual;
mod names;
mod outcome;
mod output;
mod panics;
mod parquet;
mod places;
mod scrub;
mod size;
mod sketch;
#[cfg(feature = "sql")]
mod sql;
mod stream;
mod sum;

pub use cli::Cli;
#[cfg(feature = "sql")]
pub use sql::{Cluster, ClusterClient, SqlCommandArgs};

use std::ffi::OsString;

use cli::{parse, run};

/// Parses the arguments, the first of which is the name of the program, runs the command and returns the exit code.
///
/// The process must belong to the program: this sets a panic hook, and a command that writes files handles signals.
pub fn program(arguments: impl Iterator<Item = OsString>) -> u8 {
    panics::keep();
    match parse(arguments) {
        Ok(command) => panics::guarded(|| run(command)),
        Err(code) => code,
    }
}

/// Runs `hashlane sql` with these arguments, its queries on `cluster`, and returns the exit code. The process must belong to it, as
/// to [`program`].
#[cfg(feature = "sql")]
pub fn sql_program(args: SqlCommandArgs, cluster: Option<Cluster>) -> u8 {
    panics::keep();
    panics::guarded(|| sql::run(args, cluster))
}
