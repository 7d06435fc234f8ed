//! Joins that can be cancelled.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::coop::CooperativeExec;

/// Returns `plan` with joins that yield after a number of batches.
///
/// The task of a cancelled job ends when it next yields. DataFusion 55 yields where it reads files, but a join can make any
/// number of rows from one batch: without this, a cross join went on for minutes.
pub fn with_yielding_joins(plan: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
    let joined = plan.transform_up(|node| {
        Ok(match node.children().len() {
            // A union of two inputs, too, which loses nothing by it.
            2 => Transformed::yes(Arc::new(CooperativeExec::new(node)) as _),
            _ => Transformed::no(node),
        })
    });
    Ok(joined?.data)
}
