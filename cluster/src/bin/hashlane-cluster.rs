//! The program `hashlane-cluster`: a scheduler, an executor, and SQL on a cluster of them.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use hashlane_ballista::program::{ExecutorArgs, SchedulerArgs, SqlArgs};

const ABOUT: &str = "SQL with hash and compression functions on a cluster of Ballista";

fn main() -> ExitCode {
    let command = Command::new("hashlane-cluster")
        .about(ABOUT)
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(SchedulerArgs::command())
        .subcommand(ExecutorArgs::command())
        .subcommand(SqlArgs::augment_args(Command::new("sql")));
    match command.get_matches().subcommand() {
        Some(("scheduler", matches)) => code(parsed::<SchedulerArgs>(matches).run()),
        Some(("executor", matches)) => code(parsed::<ExecutorArgs>(matches).run()),
        Some((_, matches)) => ExitCode::from(parsed::<SqlArgs>(matches).run()),
        None => ExitCode::from(2),
    }
}

/// The arguments. Wrong ones end the process.
fn parsed<A: FromArgMatches>(matches: &ArgMatches) -> A {
    A::from_arg_matches(matches).unwrap_or_else(|error| error.exit())
}

/// Prints an error as one line.
fn code(result: Result<(), impl std::fmt::Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the line is lost; `eprintln!` would panic.
            let _ = writeln!(io::stderr(), "hashlane-cluster: {error}");
            ExitCode::FAILURE
        }
    }
}
