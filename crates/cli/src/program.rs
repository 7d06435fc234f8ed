//! The program as a whole, for a process that runs nothing else.

use std::ffi::OsString;

use crate::cli::{parse, run};
use crate::panics;

/// Parses the arguments, the name of the program first, runs the command and returns the exit code.
///
/// The process belongs to the program: this sets a panic hook, and a command that writes files handles signals.
pub fn program(arguments: impl Iterator<Item = OsString>) -> u8 {
    panics::keep();
    match parse(arguments) {
        Ok(command) => panics::guarded(|| run(command)),
        Err(code) => code,
    }
}
