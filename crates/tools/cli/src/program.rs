//! Runs the program in a process of its own.

use std::ffi::OsString;

use crate::cli::{parse, run};
use crate::panics;

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
pub fn sql_program(args: crate::sql::SqlCommandArgs, cluster: Option<crate::sql::Cluster>) -> u8 {
    panics::keep();
    panics::guarded(|| crate::sql::run(args, cluster))
}
