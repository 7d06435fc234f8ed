//! Limits of tables in memory.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::limit::LocalLimitExec;

/// Repeats the limit of a table in memory above it. Ballista 55 forgets it in the plan of a task, which then returns all rows.
#[derive(Debug)]
pub struct KeptLimits;

impl PhysicalOptimizerRule for KeptLimits {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(|node| {
            Ok(match limit_in_memory(node.as_ref()) {
                Some(rows) => Transformed::yes(Arc::new(LocalLimitExec::new(node, rows)) as _),
                None => Transformed::no(node),
            })
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "kept_limits"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// The limit of a scan of a table in memory.
fn limit_in_memory(node: &dyn ExecutionPlan) -> Option<usize> {
    let source = node.downcast_ref::<DataSourceExec>()?.data_source();
    source.downcast_ref::<MemorySourceConfig>().and(source.fetch())
}
