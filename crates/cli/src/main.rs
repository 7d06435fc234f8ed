//! The `hashlane` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    pass_over_guarded_panics();
    match hashlane_cli::parse(std::env::args_os()) {
        Ok(command) => hashlane_cli::run(command),
        Err(code) => code,
    }
}

/// A damaged Parquet file can make its decoder panic once for each page. The panics become findings, and the program,
/// which owns its process, does not print them as well.
fn pass_over_guarded_panics() {
    let standard = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !hashlane_cli::in_guarded_call() {
            standard(panic);
        }
    }));
}
