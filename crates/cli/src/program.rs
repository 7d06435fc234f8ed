//! The program as a whole, for a process that runs nothing else.

use std::ffi::OsString;

use crate::cli::{parse, run};

/// Parses the arguments, the name of the program first, runs the command and returns the exit code.
///
/// The process belongs to the program: this sets a panic hook, and a command that writes files handles signals.
pub fn program(arguments: impl Iterator<Item = OsString>) -> u8 {
    pass_over_guarded_panics();
    match parse(arguments) {
        Ok(command) => run(command),
        Err(code) => code,
    }
}

/// A damaged Parquet file can make its decoder panic once for each page. The panics become findings, and the program,
/// which owns its process, does not print them as well.
fn pass_over_guarded_panics() {
    let standard = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !hashlane_parquet::in_guarded_call() {
            standard(panic);
        }
    }));
}
