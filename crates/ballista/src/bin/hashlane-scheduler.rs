//! The scheduler of a Ballista cluster with Hashlane's functions.
#![forbid(unsafe_code)]

use hashlane_ballista::server::{SchedulerArgs, run_scheduler};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(run_scheduler(SchedulerArgs::from_command_line())?)
}
