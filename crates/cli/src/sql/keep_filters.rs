//! Filters that must stay above an aggregate.

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::utils::split_conjunction;
use datafusion::logical_expr::{Expr, Filter, Join, LogicalPlan, LogicalPlanBuilder};
use datafusion::optimizer::AnalyzerRule;

/// Keeps conditions without columns above aggregates that have a row for no input.
///
/// DataFusion 55 moves a condition below an aggregate if all of its columns are grouped by, also if it has none: of `SELECT count(*)
/// FROM t HAVING 5 < (SELECT min(a) FROM t)` the row is then there, with a count of 0. It moves no condition below a LIMIT.
#[derive(Debug)]
pub struct KeepFilters;

impl AnalyzerRule for KeepFilters {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.transform_up_with_subqueries(|node| match &node {
            LogicalPlan::Filter(Filter { predicate, .. })
                if split_conjunction(predicate).into_iter().any(has_no_column) =>
            {
                node.map_children(|input| input.transform_down(kept))
            }
            // Those of a join move to its sides.
            LogicalPlan::Join(Join { filter: Some(filter), .. })
                if split_conjunction(filter)
                    .into_iter()
                    .any(|part| part.column_refs().is_empty()) =>
            {
                node.map_children(|input| input.transform_down(kept))
            }
            _ => Ok(Transformed::no(node)),
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "keep_filters"
    }
}

/// Whether a condition is the same for all rows, and not known before they are read. DataFusion makes columns of
/// conditions over subqueries.
fn has_no_column(condition: &Expr) -> bool {
    let becomes_column = |expr: &Expr| {
        Ok(matches!(expr, Expr::Exists(_) | Expr::InSubquery(_) | Expr::SetComparison(_)))
    };
    !matches!(condition, Expr::Literal(..))
        && condition.column_refs().is_empty()
        && !condition.exists(becomes_column).unwrap_or(false)
}

fn kept(node: LogicalPlan) -> Result<Transformed<LogicalPlan>> {
    let LogicalPlan::Aggregate(aggregate) = &node else {
        return Ok(Transformed::no(node));
    };
    if aggregate.group_expr.is_empty() {
        let limited = LogicalPlanBuilder::from(node).limit(0, Some(1))?.build()?;
        return Ok(Transformed::new(limited, true, TreeNodeRecursion::Jump));
    }
    if has_grouping_sets(&node) {
        return plan_err!(
            "ROLLUP, CUBE and GROUPING SETS aren't supported below a condition without columns: put the condition into the SELECT list, and a WHERE on it around the query"
        );
    }
    Ok(Transformed::no(node))
}

/// Whether a node groups by ROLLUP, CUBE or GROUPING SETS.
pub fn has_grouping_sets(node: &LogicalPlan) -> bool {
    let LogicalPlan::Aggregate(aggregate) = node else { return false };
    aggregate.group_expr.iter().any(|expr| matches!(expr, Expr::GroupingSet(_)))
}
