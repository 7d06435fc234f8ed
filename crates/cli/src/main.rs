//! The `hashlane` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    hashlane_cli::run(hashlane_cli::Cli::parse().command)
}
