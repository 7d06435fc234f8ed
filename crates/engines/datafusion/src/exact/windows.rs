//! Aggregates of windows that are taken for sorted.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::logical_expr::SetMonotonicity;
use datafusion::physical_expr::window::{
    PlainAggregateWindowExpr, SlidingAggregateWindowExpr, WindowExpr,
};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::windows::{BoundedWindowAggExec, WindowAggExec};

use super::constants::{Plan, with_hidden};

/// Hides the order of the values of `count`, `min` and `max` over a window.
///
/// DataFusion 55 takes them for sorted over the whole table if they only rise or only fall within a part of PARTITION BY; and if NULLs make
/// a count fall, or a maximum end. `ORDER BY` such a value isn't sorted then: `count(*) OVER (PARTITION BY k ROWS BETWEEN 1 PRECEDING AND
/// CURRENT ROW)` comes as 1, 2, 1, 2. Where the order is right, the rows are sorted once more than they had to be.
#[derive(Debug)]
pub(super) struct ExactWindows;

impl PhysicalOptimizerRule for ExactWindows {
    fn optimize(&self, plan: Plan, config: &ConfigOptions) -> Result<Plan> {
        plan.transform_up(|node| {
            let Some(windows) = windows(&node) else { return Ok(Transformed::no(node)) };
            let first = node.schema().fields().len() - windows.len();
            let is_hidden = |at: usize| at >= first && is_monotonic(windows[at - first].as_ref());
            with_hidden(&node, is_hidden, config).map(Transformed::yes)
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "exact_windows"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// The windows of a node, which are its last columns.
fn windows(node: &Plan) -> Option<&[Arc<dyn WindowExpr>]> {
    if let Some(bounded) = node.downcast_ref::<BoundedWindowAggExec>() {
        return Some(bounded.window_expr());
    }
    node.downcast_ref::<WindowAggExec>().map(WindowAggExec::window_expr)
}

/// Whether a window's values rise or fall while its frame grows.
fn is_monotonic(window: &dyn WindowExpr) -> bool {
    let window = window.as_any();
    let aggregate = match window.downcast_ref::<SlidingAggregateWindowExpr>() {
        Some(sliding) => Some(sliding.get_aggregate_expr()),
        // DataFusion may turn the frame around, and then it slides.
        None => window
            .downcast_ref::<PlainAggregateWindowExpr>()
            .map(PlainAggregateWindowExpr::get_aggregate_expr),
    };
    aggregate.is_some_and(|aggregate| {
        !matches!(aggregate.set_monotonicity(), SetMonotonicity::NotMonotonic)
    })
}
