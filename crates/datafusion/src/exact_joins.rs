//! An optimizer that doesn't mix up joins that equate NULLs with joins that don't.

use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TreeNodeRecursion};
use datafusion::common::{NullEquality, Result};
use datafusion::logical_expr::{Join, JoinType, LogicalPlan};
use datafusion::optimizer::{ApplyOrder, OptimizerConfig, OptimizerRule};

/// A rule of an optimizer.
type Rule = Arc<dyn OptimizerRule + Send + Sync>;

/// Returns an optimizer's rules, with DataFusion's `eliminate_cross_join` restricted to plans for which it is right.
///
/// DataFusion 55 makes one list of the keys of neighboring inner joins, and compares all of them as the outermost join compares
/// its own: of `a JOIN b ON a.x IS NOT DISTINCT FROM b.x CROSS JOIN c` it loses the rows with NULL. `hashlane sql` and the
/// scheduler of a cluster optimize with these rules.
#[must_use]
pub fn exact_joins(
    rules: &[Arc<dyn OptimizerRule + Send + Sync>],
) -> Vec<Arc<dyn OptimizerRule + Send + Sync>> {
    let exact = |rule: &Rule| match rule.name() {
        "eliminate_cross_join" => Arc::new(ExactJoins(Arc::clone(rule))) as Rule,
        _ => Arc::clone(rule),
    };
    rules.iter().map(exact).collect()
}

#[derive(Debug)]
struct ExactJoins(Rule);

impl OptimizerRule for ExactJoins {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        self.0.apply_order()
    }

    fn rewrite(
        &self,
        plan: LogicalPlan,
        config: &dyn OptimizerConfig,
    ) -> Result<Transformed<LogicalPlan>> {
        match equates_nulls(&plan)? {
            true => Ok(Transformed::no(plan)),
            false => self.0.rewrite(plan, config),
        }
    }
}

/// Whether a plan has an inner join for which NULL equals NULL.
fn equates_nulls(plan: &LogicalPlan) -> Result<bool> {
    let mut found = false;
    plan.apply_with_subqueries(|node| {
        found |= matches!(
            node,
            LogicalPlan::Join(Join {
                join_type: JoinType::Inner,
                null_equality: NullEquality::NullEqualsNull,
                ..
            })
        );
        Ok(if found { TreeNodeRecursion::Stop } else { TreeNodeRecursion::Continue })
    })?;
    Ok(found)
}
