//! Subqueries that are used as values.

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::optimizer::AnalyzerRule;

/// Refuses a subquery that is used as a value and may have several rows.
///
/// One process reports such rows as an error. A cluster joins them (<https://github.com/apache/datafusion-ballista/issues/1909>), so
/// that the query would have more rows.
#[derive(Debug)]
pub struct OneRow;

impl AnalyzerRule for OneRow {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.apply_with_subqueries(|node| {
            node.apply_expressions(|expr| {
                expr.apply(|expr| check(expr).map(|()| TreeNodeRecursion::Continue))
            })
        })?;
        Ok(plan)
    }

    fn name(&self) -> &'static str {
        "one_row"
    }
}

fn check(expr: &Expr) -> Result<()> {
    let Expr::ScalarSubquery(scalar) = expr else { return Ok(()) };
    // DataFusion checks the ones with correlation.
    if !scalar.outer_ref_columns.is_empty() || scalar.subquery.max_rows().is_some_and(|n| n <= 1) {
        return Ok(());
    }
    plan_err!(
        "a subquery that is used as a value may have several rows, which a cluster can't notice: write an aggregate such as max(…) in it, or ORDER BY with LIMIT 1"
    )
}
