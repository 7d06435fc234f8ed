//! Sort-merge joins that don't leave out a condition.

use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{JoinSide, Result};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::joins::SortMergeJoinExec;
use datafusion::physical_plan::joins::utils::{ColumnIndex, JoinFilter};

/// Gives a condition without columns a column, which it ignores.
///
/// The sort-merge join of DataFusion 55, which Ballista prefers, takes such a condition for true. Only FULL joins have one: of other joins, it
/// moves to the inputs.
#[derive(Debug)]
pub struct MergeJoinConditions;

impl PhysicalOptimizerRule for MergeJoinConditions {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(|node| {
            let Some(join) = node.downcast_ref::<SortMergeJoinExec>() else {
                return Ok(Transformed::no(node));
            };
            match join.filter() {
                Some(filter) if filter.column_indices().is_empty() => {
                    Ok(Transformed::yes(Arc::new(with_column(join, filter)?)))
                }
                _ => Ok(Transformed::no(node)),
            }
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "merge_join_conditions"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

fn with_column(join: &SortMergeJoinExec, filter: &JoinFilter) -> Result<SortMergeJoinExec> {
    // There is one: the key.
    let first = Schema::new(vec![join.left().schema().field(0).clone()]);
    let column = ColumnIndex { index: 0, side: JoinSide::Left };
    let condition = Arc::clone(filter.expression());
    SortMergeJoinExec::try_new(
        Arc::clone(join.left()),
        Arc::clone(join.right()),
        join.on().to_vec(),
        Some(JoinFilter::new(condition, vec![column], Arc::new(first))),
        join.join_type(),
        join.sort_options().to_vec(),
        join.null_equality(),
    )
}
