//! The `hashlane` program: checksums of files, and SQL with hash and compression functions.
//!
//! A library only so that its argument parser can be fuzzed and the wheel can have the program; what it offers is the
//! program.
//!
//! | part | what is in it |
//! |---|---|
//! | `cli.rs` | the commands, and how each is run |
//! | `program.rs` | the process around them |
//! | `sum`, `check` | checksums of files, and manifests |
//! | `parquet` | Parquet files that can be trusted |
//! | `compress`, `decompress` | streams of zstd and LZ4 frames |
//! | `stream` | what those two share: input, output, checksums on the way |
//! | `sql` | SQL over files, with the feature `sql` |
//! | `diff` | rows and values that differ, with the feature `sql` |
//! | `manual` | shell completions and man pages |
//! | `places.rs` | where the bytes of a path are |
//! | `size.rs` | sizes as people write them |
//! | `output` | what all commands print with: lines, colours, progress, files |
//! | `outcome.rs`, `failure.rs` | exit codes, and errors as one line |
//! | `panics.rs` | panics of libraries, as one line |
#![forbid(unsafe_code)]

mod check;
mod cli;
mod compress;
mod decompress;
#[cfg(feature = "sql")]
mod diff;
mod failure;
mod manual;
mod outcome;
mod output;
mod panics;
mod parquet;
mod places;
mod program;
mod size;
#[cfg(feature = "sql")]
mod sql;
mod stream;
mod sum;

pub use cli::Cli;
pub use program::program;
