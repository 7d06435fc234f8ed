//! Joins that can be cancelled.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::coop::CooperativeExec;

/// Returns `plan` with joins that yield after a number of batches.
///
/// A task ends when it yields after its job was cancelled. DataFusion 55 yields where files are read, and a join can make any
/// number of rows of a batch that was read: a cross join went on for minutes.
pub fn with_yielding_joins(plan: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
    let joined = plan.transform_up(|node| {
        Ok(match node.children().len() {
            2 => Transformed::yes(Arc::new(CooperativeExec::new(node)) as _),
            _ => Transformed::no(node),
        })
    });
    Ok(joined?.data)
}
