//! The limit of `--memory`.

use std::fmt;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::execution::memory_pool::{
    FairSpillPool, MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation,
};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::SessionConfig;

/// Limits the memory of a session's joins, groups and sorts; above it, they spill to disk. A hash join can't spill, so a limit
/// selects the sort-merge join.
///
/// # Errors
/// Returns one line if this machine can't address so much memory.
pub fn limit(
    memory: Option<u64>,
    mut config: SessionConfig,
    runtime: RuntimeEnvBuilder,
) -> std::result::Result<(SessionConfig, RuntimeEnvBuilder), String> {
    let Some(memory) = memory else { return Ok((config, runtime)) };
    let bytes = usize::try_from(memory)
        .map_err(|_| format!("--memory {memory} is more than this machine can address"))?;
    config.options_mut().optimizer.prefer_hash_join = false;
    Ok((config, runtime.with_memory_pool(Arc::new(BoundedPool::new(bytes)))))
}

/// A [`FairSpillPool`] in which everything spills but repartitions.
///
/// In DataFusion 55.2 a repartition that spills can wait for itself forever
/// (<https://github.com/apache/datafusion/issues/24883>). What it holds is on its way to sorts and groups, which take it at
/// once and spill themselves. DataFusion's main branch has a fix; with a release that has it, this can be a `FairSpillPool`.
#[derive(Debug)]
struct BoundedPool(FairSpillPool);

impl BoundedPool {
    /// A pool of `bytes` bytes.
    fn new(bytes: usize) -> Self {
        BoundedPool(FairSpillPool::new(bytes))
    }
}

impl MemoryPool for BoundedPool {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn register(&self, consumer: &MemoryConsumer) {
        self.0.register(consumer);
    }

    fn unregister(&self, consumer: &MemoryConsumer) {
        self.0.unregister(consumer);
    }

    fn grow(&self, reservation: &MemoryReservation, additional: usize) {
        self.0.grow(reservation, additional);
    }

    fn shrink(&self, reservation: &MemoryReservation, shrink: usize) {
        self.0.shrink(reservation, shrink);
    }

    fn try_grow(&self, reservation: &MemoryReservation, additional: usize) -> Result<()> {
        if reservation.consumer().name().starts_with("RepartitionExec") {
            self.grow(reservation, additional);
            return Ok(());
        }
        self.0.try_grow(reservation, additional)
    }

    fn reserved(&self) -> usize {
        self.0.reserved()
    }

    fn memory_limit(&self) -> MemoryLimit {
        self.0.memory_limit()
    }
}

impl fmt::Display for BoundedPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use datafusion::physical_plan::{ExecutionPlan, collect};
    use datafusion::prelude::SessionContext;

    use super::*;

    /// The number of operators of this name, and how often they spilled.
    fn spills(plan: &Arc<dyn ExecutionPlan>, name: &str) -> (usize, usize) {
        let own = plan.metrics().and_then(|metrics| metrics.spill_count()).unwrap_or(0);
        let mut total = if plan.name() == name { (1, own) } else { (0, 0) };
        for child in plan.children() {
            let (operators, spills) = spills(child, name);
            total = (total.0 + operators, total.1 + spills);
        }
        total
    }

    /// The consumer of a repartition is called like the operator, and so is what grows here.
    #[test]
    fn only_repartitions_get_more_than_their_share() {
        let pool: Arc<dyn MemoryPool> = Arc::new(BoundedPool::new(1000));
        let consumer = |name: &str| MemoryConsumer::new(name).with_can_spill(true).register(&pool);
        consumer("RepartitionExec[1]").try_grow(2000).expect("it never spills");
        consumer("ExternalSorter[1]").try_grow(2000).expect_err("it spills");
        assert_eq!(pool.reserved(), 0);
    }

    #[test]
    fn a_query_spills_its_groups_under_the_limit() {
        let pool = Arc::new(BoundedPool::new(3 << 20));
        let runtime = RuntimeEnvBuilder::new().with_memory_pool(pool).build_arc().expect("one");
        let config = SessionConfig::new().with_target_partitions(2).with_batch_size(1024);
        let context = SessionContext::new_with_config_rt(config, runtime);
        let counted = async {
            // All different, and in no order.
            let sql = "SELECT value * 7919 % 300007 AS k, count(*) AS n FROM generate_series(1, 300000) GROUP BY k";
            let plan = context.sql(sql).await?.create_physical_plan().await?;
            let rows = collect(Arc::clone(&plan), context.task_ctx()).await?;
            Ok::<_, datafusion::error::DataFusionError>((plan, rows))
        };
        let engine = tokio::runtime::Runtime::new().expect("threads");
        let (plan, batches) = engine.block_on(counted).expect("it ends");
        assert_eq!(batches.iter().map(|batch| batch.num_rows()).sum::<usize>(), 300_000);
        assert!(spills(&plan, "AggregateExec").1 > 0);
        let (repartitions, spilled) = spills(&plan, "RepartitionExec");
        assert!(repartitions > 0 && spilled == 0);
    }
}
