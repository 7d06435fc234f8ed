//! The `hashlane` program under the name that the wheel `hashlane-cli` gives it.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(hashlane_cli::program(std::env::args_os()))
}
