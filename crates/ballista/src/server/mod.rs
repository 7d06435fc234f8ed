//! The scheduler and the executor: Ballista's own command lines, configuration and logging, with our functions, tables and
//! object stores.
//!
//! | file | holds |
//! |---|---|
//! | `scheduler.rs` | a scheduler that knows our functions |
//! | `executor.rs` | an executor that knows our functions |
//! | `command.rs` | their command lines |
//! | `session.rs` | the code that both share |
//! | `joins.rs` | joins that one task has to run |
//! | `placeholders.rs` | rows that no table holds, as scans |
//! | `logging.rs` | what is logged, and where |

mod command;
mod executor;
mod joins;
mod logging;
mod placeholders;
mod scheduler;
mod session;

pub use executor::{ExecutorArgs, run_executor};
pub use scheduler::{SchedulerArgs, run_scheduler};
