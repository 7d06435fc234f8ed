//! The program: the scheduler and the executor, with Ballista's own command lines, configuration and logging and our functions,
//! tables and object stores; and SQL on a cluster of them.
//!
//! | file | holds |
//! |---|---|
//! | `scheduler.rs` | a scheduler that knows our functions |
//! | `executors.rs` | the executors of a scheduler, and what becomes of jobs when one is lost |
//! | `executor.rs` | an executor that knows our functions |
//! | `sql.rs` | `hashlane sql` with its queries on a cluster |
//! | `command.rs` | the command lines of scheduler and executor |
//! | `session.rs` | the code that both share |
//! | `joins.rs` | joins that one task has to run |
//! | `limits.rs` | limits of tables in memory |
//! | `merge_joins.rs` | sort-merge joins with a condition without columns |
//! | `orders.rs` | the order of the rows of joins |
//! | `placeholders.rs` | rows that no table holds, as scans |
//! | `windows.rs` | windows over columns that are constant |
//! | `logging.rs` | what is logged, and where |

mod command;
mod executor;
mod executors;
mod joins;
mod limits;
mod logging;
mod merge_joins;
mod orders;
mod placeholders;
mod scheduler;
mod session;
mod sql;
mod windows;

pub use executor::ExecutorArgs;
pub use scheduler::SchedulerArgs;
pub use sql::SqlArgs;
