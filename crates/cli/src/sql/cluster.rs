//! Queries on a Ballista cluster.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::time::Duration;

use datafusion::error::Result;
use datafusion::execution::context::SessionState;
use datafusion::prelude::SessionContext;
use futures::future::{Either, select};

use crate::output::Progress;
use crate::sql::failure::Failure;

/// How often the scheduler is asked how far a job is.
const ASKING: Duration = Duration::from_millis(500);

/// A cluster, and the jobs of this process on it.
#[derive(Clone)]
pub struct Cluster(hashlane_ballista::Cluster);

impl Cluster {
    /// The cluster of the scheduler at `df://host:port`.
    pub fn new(address: &str) -> Result<Self, Failure> {
        Ok(Cluster(hashlane_ballista::Cluster::new(address)?))
    }

    /// A session like `state` whose queries run on the cluster.
    pub fn connect(&self, state: SessionState) -> Result<SessionContext> {
        hashlane_ballista::connect(state, &self.0)
    }

    /// Checks that there is a scheduler.
    pub async fn ready(&self) -> Result<(), Failure> {
        Ok(self.0.ready().await?)
    }

    /// Cancels the jobs whose results were not read to the end.
    pub async fn cancel(&self) {
        // A scheduler that is gone has no jobs.
        let _ = self.0.cancel().await;
    }

    /// Waits for `work`, and shows its job's progress on a terminal.
    pub async fn watch<T>(&self, work: impl Future<Output = T>) -> T {
        let bar = Progress::job();
        let ask = async {
            loop {
                tokio::time::sleep(ASKING).await;
                if let Ok(Some(progress)) = self.0.progress().await {
                    let hashlane_ballista::Progress { job, stages, partitions } = progress;
                    bar.say(format!("job {job}: {stages} stages done, {partitions} partitions"));
                }
            }
        };
        let ask = async { ask.await as Infallible };
        let result = match select(pin!(work), pin!(ask)).await {
            Either::Left((result, _)) => result,
            Either::Right((never, _)) => match never {},
        };
        bar.finish();
        result
    }

    /// Runs statements until a signal. Jobs that they leave behind on the cluster are cancelled. A signal then ends the
    /// program as usual.
    pub async fn run(
        &self,
        statements: impl Future<Output = Result<(), Failure>>,
    ) -> Result<(), Failure> {
        let signal = signal().map_err(|error| format!("cannot handle signals: {error}"))?;
        match select(pin!(statements), pin!(signal)).await {
            Either::Left((Ok(()), _)) => Ok(()),
            Either::Left((Err(failure), _)) => {
                self.cancel().await;
                Err(failure)
            }
            Either::Right((signal, _statements)) => {
                self.cancel().await;
                end(signal);
                Err(Failure::Message("stopped".to_owned()))
            }
        }
    }
}

/// The number of the next signal that asks the program to end.
#[cfg(unix)]
fn signal() -> io::Result<impl Future<Output = i32>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => SIGINT,
            _ = terminate.recv() => SIGTERM,
            _ = hang_up.recv() => SIGHUP,
        }
    })
}

#[cfg(not(unix))]
fn signal() -> io::Result<impl Future<Output = i32>> {
    Ok(async {
        // Without a handler there is nothing to wait for.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        0
    })
}

/// Ends the program by the signal itself, as a shell expects.
#[cfg(unix)]
fn end(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

#[cfg(not(unix))]
fn end(_: i32) {}
