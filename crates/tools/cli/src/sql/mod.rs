//! `hashlane sql`: SQL with hash and compression functions over files.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `session.rs` | the DataFusion session that the SQL runs in |
//! | `reads.rs` | which statements only read |
//! | `output.rs` | where rows go: to standard output, or to the file of `-o` |
//! | `stores.rs` | its object stores, which connect when a query first names them |
//! | `listing.rs` | the files that a name stands for |
//! | `url_tables.rs` | files and objects as tables, by their names |
//! | `counted.rs` | bytes counted as they are read |
//! | `statements.rs` | one statement after the other: plan, run, write, time |
//! | `files.rs` | errors about the files that a query names |
//! | `format.rs`, `table.rs` | batches as CSV, JSON and tables |
//! | `exact_texts.rs` | dates, times, durations and decimals, beyond what Arrow's display can write |
//! | `memory.rs` | the limit of `--memory` |
//! | `advice.rs` | what to write instead of SQL of other engines |
//! | `cluster.rs` | statements on a cluster, for a program that has a client of one |
//! | `testing.rs` | functions to measure ours against, not in releases |
//! | `errors.rs` | DataFusion's errors, as the one line that the user reads |

mod advice;
mod args;
mod cluster;
mod counted;
mod errors;
mod exact_texts;
mod files;
mod format;
mod listing;
mod memory;
mod output;
mod reads;
mod session;
mod statements;
mod stores;
mod table;
#[cfg(feature = "testing")]
mod testing;
mod url_tables;

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use crate::failure::Failure;
use crate::output::{OnSignal, on_signal, wait_if_ending};

pub use args::SqlCommandArgs;
pub use cluster::{Cluster, ClusterClient};
pub use counted::BytesRead;
pub use errors::message;
pub use exact_texts::{is_wide, with_texts};
pub use files::{explain, panicked};
pub use listing::{listing, named};
pub use memory::limit;
pub use session::{exact, runtime};
use statements::StatementRunner;
pub use stores::SessionStores;
pub use url_tables::enable;

/// The stack of a thread, enough for an expression of a few thousand terms: planning and evaluation
/// recurse over them. Memory that is not touched costs nothing.
pub const STACK_BYTES: usize = 64 << 20;

/// Runs the statements, on `cluster` if there is one. A failed one ends with exit code 1, not 2 as in the other commands, because
/// the program did so before it had commands. A panic ends with exit code 2.
pub fn run(args: SqlCommandArgs, cluster: Option<Cluster>) -> u8 {
    let result = thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || execute(&args, cluster))
        .map_err(|error| Failure::Message(format!("cannot start a thread: {error}")))
        .and_then(|thread| thread.join().unwrap_or_else(|_| Err(panicked(&[]))));
    let Err(failure) = result else { return 0 };
    let Some(line) = failure.line() else { return 0 };
    // If stderr is closed too, the line is lost; `eprintln!` would panic.
    let _ = writeln!(io::stderr(), "hashlane: {line}");
    if matches!(failure, Failure::Panic(_)) { 2 } else { 1 }
}

fn execute(args: &SqlCommandArgs, cluster: Option<Cluster>) -> Result<(), Failure> {
    let text = args.source()?.read()?;
    let mut runner = StatementRunner::new(args, cluster.clone())?;
    let mut runtime = Builder::new_multi_thread();
    runtime.thread_stack_size(STACK_BYTES);
    if let Some(threads) = args.threads {
        runtime.worker_threads(threads.into());
    }
    let runtime =
        runtime.enable_all().build().map_err(|error| format!("cannot start threads: {error}"))?;
    let result = match cluster {
        Some(cluster) => {
            let on_signal = cancel_on_signal(cluster.clone(), &runtime);
            let result = runtime.block_on(cluster.run_statements(runner.run_all(&text)));
            wait_if_ending();
            drop(on_signal);
            result
        }
        None => runtime.block_on(runner.run_all(&text)),
    };
    // Dropping the runtime would wait for the scans that a failed or cut-off query left behind.
    runtime.shutdown_background();
    result
}

/// Cancels jobs on a cluster when a signal ends the program.
fn cancel_on_signal(cluster: Cluster, runtime: &Runtime) -> OnSignal {
    /// How long a scheduler may take.
    const PATIENCE: Duration = Duration::from_secs(10);
    let handle = runtime.handle().clone();
    on_signal(move || {
        handle.block_on(async {
            let _ = tokio::time::timeout(PATIENCE, cluster.client.cancel()).await;
        });
    })
}
