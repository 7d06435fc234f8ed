//! Stops statements on servers once their results are no longer needed.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use hashlane_databases::Cancel;

use crate::failure::Failure;
use crate::output::{OnSignal, on_signal, wait_if_ending};

/// How long the program waits for servers to stop their statements.
const LONGEST_STOP: Duration = Duration::from_secs(3);

/// The statements that the databases of both sides execute. Ctrl-C stops them while this is there.
pub struct RunningStatements {
    cancels: Arc<Mutex<Vec<Cancel>>>,
    _on_signal: OnSignal,
}

impl RunningStatements {
    /// The statements that these stop. Neither side may execute one yet.
    pub fn new(cancels: impl Iterator<Item = Cancel>) -> Self {
        let cancels = Arc::new(Mutex::new(cancels.collect()));
        let on_interrupt = Arc::clone(&cancels);
        RunningStatements { cancels, _on_signal: on_signal(move || stop(&on_interrupt)) }
    }

    /// Waits for work on both sides. If one side fails, the statement of the other one stops.
    pub async fn stop_on_failure<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let done = work.await;
        if done.is_err() {
            wait_if_ending();
            stop(&self.cancels);
        }
        done
    }
}

/// Stops statements, each on a thread of its own. A server that can't be reached is waited for no longer than a moment.
fn stop(cancels: &Mutex<Vec<Cancel>>) {
    let (done, all_done) = mpsc::channel::<()>();
    for cancel in std::mem::take(&mut *cancels.lock().unwrap_or_else(PoisonError::into_inner)) {
        let done = done.clone();
        thread::spawn(move || {
            cancel();
            drop(done);
        });
    }
    drop(done);
    // Nothing is sent: the channel closes when the last thread is done.
    let _ = all_done.recv_timeout(LONGEST_STOP);
}
