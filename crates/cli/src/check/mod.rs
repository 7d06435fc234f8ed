//! `hashlane check`.

use clap::Args;

use crate::failure::Failure;
use crate::outcome::Outcome;

/// Arguments of `hashlane check`.
#[derive(Debug, Args)]
pub struct Check {}

/// Runs the command.
pub fn run(_args: &Check) -> Result<Outcome, Failure> {
    Ok(Outcome::Fine)
}
