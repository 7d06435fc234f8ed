//! A cluster, and the jobs that this process runs on it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ballista_core::JobId;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, GetJobMetricsParams};
use datafusion::common::{Result, config_datafusion_err, config_err, exec_datafusion_err};
use datafusion_proto::protobuf::LogicalPlanNode;
use url::Url;

/// The scheduler's port if an address names none.
const PORT: u16 = 50050;

/// How long to wait for the scheduler to name a job that is to be cancelled.
const NAMING: Duration = Duration::from_secs(5);

/// A query that runs as a job of a cluster.
pub type Query = DistributedQueryExec<LogicalPlanNode>;

/// A cluster, and the jobs that this process runs on it. Clones share the cluster.
#[derive(Clone)]
pub struct Cluster {
    /// The address as the caller wrote it.
    name: Arc<str>,
    /// The address that gRPC connects to.
    url: Arc<str>,
    jobs: Arc<Mutex<Vec<Arc<Query>>>>,
}

/// The progress of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The job's name on the scheduler.
    pub job: String,
    /// How many stages are done.
    pub stages: usize,
    /// How many partitions those stages had.
    pub partitions: u64,
}

impl Cluster {
    /// The cluster of the scheduler at `df://host:port`. The default port is 50050. No connection is made.
    ///
    /// # Errors
    /// Returns an error if the address has another form.
    pub fn new(address: &str) -> Result<Self> {
        let wrong = |why: &dyn fmt::Display| {
            config_datafusion_err!(
                "'{address}' is not the address of a cluster: {why}; write df:// and the \
                 scheduler's host, and its port if that is not 50050"
            )
        };
        let url = Url::parse(address).map_err(|error| wrong(&error))?;
        let host = url.host().ok_or_else(|| wrong(&"it names no host"))?;
        if url.scheme() != "df" {
            return config_err!("{}", wrong(&"it doesn't start with df://").message());
        }
        let grpc = format!("http://{host}:{}", url.port().unwrap_or(PORT));
        Ok(Cluster { name: address.into(), url: grpc.into(), jobs: Arc::default() })
    }

    /// The scheduler's address for gRPC, `http://host:port`.
    pub fn scheduler_url(&self) -> &str {
        &self.url
    }

    /// Checks that the scheduler answers.
    ///
    /// # Errors
    /// Returns one line if no connection can be made.
    pub async fn ready(&self) -> Result<()> {
        self.scheduler().await.map(drop)
    }

    async fn scheduler(&self) -> Result<SchedulerGrpcClient<Channel>> {
        let connected = SchedulerGrpcClient::connect(self.url.to_string()).await;
        connected.map_err(|error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            let cause = cause.unwrap_or_else(|| error.to_string());
            exec_datafusion_err!("no scheduler answers at {}: {cause}", self.name)
        })
    }

    /// The progress of the oldest running job, or `None` if none is running.
    ///
    /// # Errors
    /// Returns an error if the scheduler can't be asked.
    pub async fn progress(&self) -> Result<Option<Progress>> {
        let Some(job) = self.running().iter().find_map(|query| query.job_id()) else {
            return Ok(None);
        };
        let job = job.to_string();
        let request = GetJobMetricsParams { job_id: job.clone() };
        let mut scheduler = self.scheduler().await?;
        let metrics = scheduler.get_job_metrics(request).await;
        let stages = metrics.map_err(|status| exec_datafusion_err!("{}", status.message()))?;
        let stages = stages.into_inner().stages;
        let partitions = stages.iter().map(|stage| u64::from(stage.partitions)).sum();
        Ok(Some(Progress { job, stages: stages.len(), partitions }))
    }

    /// Cancels the jobs whose results were not read to the end. The executors stop their tasks.
    ///
    /// # Errors
    /// Returns the first error if the scheduler can't be told of a job. The others are cancelled all the same.
    pub async fn cancel(&self) -> Result<()> {
        let queries = std::mem::take(&mut *self.running());
        let mut outcome = Ok(());
        for query in queries {
            outcome = outcome.and(self.cancel_query(&query).await);
        }
        outcome
    }

    async fn cancel_query(&self, query: &Query) -> Result<()> {
        let named = tokio::time::timeout(NAMING, job_of(query)).await;
        // The scheduler hasn't accepted a job without a name.
        let Ok(job) = named else { return Ok(()) };
        let mut scheduler = self.scheduler().await?;
        let cancelled = scheduler.cancel_job(CancelJobParams { job_id: job.to_string() }).await;
        cancelled.map_err(|status| exec_datafusion_err!("{}", status.message()))?;
        Ok(())
    }

    fn running(&self) -> MutexGuard<'_, Vec<Arc<Query>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a query that has started.
    pub(super) fn started(&self, query: &Arc<Query>) {
        self.running().push(Arc::clone(query));
    }

    /// Removes a query that failed, or whose results were all read.
    pub(super) fn ended(&self, query: &Arc<Query>) {
        self.running().retain(|other| !Arc::ptr_eq(other, query));
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

type Channel = tonic::transport::Channel;

async fn job_of(query: &Query) -> JobId {
    loop {
        if let Some(job) = query.job_id() {
            return job;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_a_host_and_maybe_a_port() {
        let url = |address| Cluster::new(address).map(|cluster| cluster.scheduler_url().to_owned());
        assert_eq!(url("df://localhost").unwrap(), "http://localhost:50050");
        assert_eq!(url("df://[::1]:4000").unwrap(), "http://[::1]:4000");
        for wrong in ["localhost:50050", "http://localhost:50050", "df:", "50050"] {
            let error = url(wrong).unwrap_err().strip_backtrace();
            assert!(error.contains("write df:// and"), "{error}");
        }
    }
}
