//! An executor of a Ballista cluster with Hashlane's functions.
#![forbid(unsafe_code)]

use hashlane_ballista::server::{ExecutorArgs, run_executor};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(run_executor(ExecutorArgs::from_command_line())?)
}
