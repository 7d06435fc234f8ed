//! Statements on a cluster, for a program that has a client of one.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use datafusion::error::Result;
use datafusion::execution::context::SessionState;
use datafusion::prelude::SessionContext;
use futures::future::{Either, select};

use crate::failure::Failure;
use crate::output::Progress;

/// How often the cluster is asked how far a job is.
const ASKING: Duration = Duration::from_millis(500);

/// A client of a cluster that runs queries.
#[async_trait::async_trait]
pub trait ClusterClient: Send + Sync {
    /// Returns a session like `state` whose queries run on the cluster.
    ///
    /// # Errors
    /// Returns an error if the session's settings don't allow that.
    fn connect(&self, state: SessionState) -> Result<SessionContext>;

    /// Checks that the cluster answers.
    ///
    /// # Errors
    /// Returns one line if it doesn't.
    async fn ready(&self) -> Result<()>;

    /// Cancels the jobs whose results were not read to the end.
    async fn cancel(&self);

    /// How far the running job is, in words. `None` if none runs.
    async fn progress(&self) -> Option<String>;
}

/// A cluster that runs queries.
#[derive(Clone)]
pub struct Cluster {
    /// The client of this process.
    pub client: Arc<dyn ClusterClient>,
    /// The number of partitions of each stage of a query.
    pub partitions: u16,
}

impl Cluster {
    /// Waits for `work`, and shows its job's progress on a terminal.
    pub(super) async fn watch<T>(&self, work: impl Future<Output = T>) -> T {
        let bar = Progress::job();
        let ask = async {
            loop {
                tokio::time::sleep(ASKING).await;
                if let Some(text) = self.client.progress().await {
                    bar.say(text);
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
    pub(super) async fn run_statements(
        &self,
        statements: impl Future<Output = Result<(), Failure>>,
    ) -> Result<(), Failure> {
        let result = statements.await;
        if result.is_err() {
            self.client.cancel().await;
        }
        result
    }
}
