//! The executors of a scheduler, and what becomes of jobs when one is lost.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use ballista_core::JobId;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::ExecutorHeartbeat;
use ballista_core::serde::scheduler::{ExecutorData, ExecutorMetadata, PartitionLocation};
use ballista_scheduler::cluster::memory::InMemoryClusterState;
use ballista_scheduler::cluster::{BoundTask, ClusterState, ClusterStateEventStream, ExecutorSlot};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::scheduler_server::SchedulerServer;
use ballista_scheduler::state::execution_graph::ExecutionGraph;
use ballista_scheduler::state::execution_stage::{ExecutionStage, StageOutput};
use ballista_scheduler::state::task_manager::JobInfoCache;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};

/// A scheduler of Ballista.
pub type Scheduler = SchedulerServer<LogicalPlanNode, PhysicalPlanNode>;

/// Executors. When one is lost, the jobs that have read its results are cancelled.
///
/// Ballista 55 would run the stages that read them again as a whole, but keep what their tasks have returned, so that rows are counted twice;
/// and it wouldn't give free the cores of the tasks that still run. Other jobs run the tasks of the lost executor again.
#[derive(Default)]
pub struct Executors {
    known: InMemoryClusterState,
    scheduler: OnceLock<Scheduler>,
}

impl Executors {
    /// Says whose executors these are.
    pub fn set_scheduler(&self, scheduler: Scheduler) {
        // There is one scheduler in a process.
        let _ = self.scheduler.set(scheduler);
    }

    async fn cancel_readers(&self, executor: &str) -> Result<()> {
        let Some(scheduler) = self.scheduler.get() else { return Ok(()) };
        let mut outcome = Ok(());
        for (job, info) in scheduler.state.task_manager.get_running_job_cache().iter() {
            if has_read(info.execution_graph.read().await.as_ref(), executor) {
                outcome = outcome.and(scheduler.cancel_job(job.clone()).await);
            }
        }
        outcome
    }
}

/// Whether a job has read results of an executor, or its own results are there.
fn has_read(job: &dyn ExecutionGraph, executor: &str) -> bool {
    let is_there = |result: &PartitionLocation| result.executor_meta.id == executor;
    let inputs = job.stages().values().filter_map(inputs_read).flat_map(HashMap::values);
    let mut results = inputs.flat_map(|output| output.partition_locations.values().flatten());
    results.any(is_there) || job.output_locations().iter().any(is_there)
}

/// What a stage has read, by the number of the stage that it comes from.
fn inputs_read(stage: &ExecutionStage) -> Option<&HashMap<usize, StageOutput>> {
    match stage {
        ExecutionStage::Running(stage) if !stage.task_infos.is_empty() => Some(&stage.inputs),
        ExecutionStage::Successful(stage) => Some(&stage.inputs),
        _ => None,
    }
}

#[async_trait::async_trait]
impl ClusterState for Executors {
    async fn remove_executor(&self, executor_id: &str) -> Result<()> {
        let removed = self.known.remove_executor(executor_id).await;
        // The scheduler is told of the loss when this returns, so it cancels the jobs before that.
        self.cancel_readers(executor_id).await.and(removed)
    }

    async fn bind_schedulable_tasks(
        &self,
        distribution: TaskDistributionPolicy,
        active_jobs: Arc<HashMap<JobId, JobInfoCache>>,
        executors: Option<HashSet<String>>,
    ) -> Result<Vec<BoundTask>> {
        self.known.bind_schedulable_tasks(distribution, active_jobs, executors).await
    }

    async fn unbind_tasks(&self, executor_slots: Vec<ExecutorSlot>) -> Result<()> {
        self.known.unbind_tasks(executor_slots).await
    }

    async fn register_executor(
        &self,
        metadata: ExecutorMetadata,
        spec: ExecutorData,
    ) -> Result<()> {
        self.known.register_executor(metadata, spec).await
    }

    async fn save_executor_metadata(&self, metadata: ExecutorMetadata) -> Result<()> {
        self.known.save_executor_metadata(metadata).await
    }

    async fn get_executor_metadata(&self, executor_id: &str) -> Result<ExecutorMetadata> {
        self.known.get_executor_metadata(executor_id).await
    }

    async fn registered_executor_metadata(&self) -> Vec<ExecutorMetadata> {
        self.known.registered_executor_metadata().await
    }

    async fn save_executor_heartbeat(&self, heartbeat: ExecutorHeartbeat) -> Result<()> {
        self.known.save_executor_heartbeat(heartbeat).await
    }

    fn executor_heartbeats(&self) -> HashMap<String, ExecutorHeartbeat> {
        self.known.executor_heartbeats()
    }

    fn get_executor_heartbeat(&self, executor_id: &str) -> Option<ExecutorHeartbeat> {
        self.known.get_executor_heartbeat(executor_id)
    }

    async fn cluster_state_events(&self) -> Result<ClusterStateEventStream> {
        self.known.cluster_state_events().await
    }
}
