//! Queries on a Ballista cluster.

use std::convert::Infallible;
use std::future::Future;
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

    /// Runs statements. Jobs that a failed one leaves behind on the cluster are cancelled.
    pub async fn run(
        &self,
        statements: impl Future<Output = Result<(), Failure>>,
    ) -> Result<(), Failure> {
        let result = statements.await;
        if result.is_err() {
            self.cancel().await;
        }
        result
    }
}
