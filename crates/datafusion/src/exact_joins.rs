//! An optimizer that doesn't mix up joins that equate NULLs with joins that don't.

use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TreeNodeRecursion};
use datafusion::common::{NullEquality, Result};
use datafusion::logical_expr::{Join, JoinType, LogicalPlan};
use datafusion::optimizer::{ApplyOrder, OptimizerConfig, OptimizerRule};

/// A rule of an optimizer.
type Rule = Arc<dyn OptimizerRule + Send + Sync>;

/// Returns an optimizer's rules, with two of DataFusion's restricted to plans for which they are right.
///
/// In DataFusion 55 each join compares all of its keys in one way: NULL equals NULL, or nothing. `eliminate_cross_join` makes one
/// list of the keys of neighboring inner joins, so of `a JOIN b ON a.x IS NOT DISTINCT FROM b.x CROSS JOIN c` it loses the rows
/// with NULL. `extract_equijoin_predicate` appends equalities of a WHERE to the keys of such a join, so of `a FULL JOIN b ON a.x
/// IS NOT DISTINCT FROM b.x WHERE a.x = b.x` it returns the rows with NULL. `hashlane sql` and the scheduler of a cluster
/// optimize with these rules.
#[must_use]
pub fn exact_joins(
    rules: &[Arc<dyn OptimizerRule + Send + Sync>],
) -> Vec<Arc<dyn OptimizerRule + Send + Sync>> {
    let exact = |rule: &Rule| match rule.name() {
        "eliminate_cross_join" => Arc::new(ExactJoins(Arc::clone(rule), has_null_keys)) as Rule,
        "extract_equijoin_predicate" => Arc::new(ExactJoins(Arc::clone(rule), is_null_keyed)),
        _ => Arc::clone(rule),
    };
    rules.iter().map(exact).collect()
}

/// A rule, and whether it is wrong for a plan.
#[derive(Debug)]
struct ExactJoins(Rule, fn(&LogicalPlan) -> Result<bool>);

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
        match self.1(&plan)? {
            true => Ok(Transformed::no(plan)),
            false => self.0.rewrite(plan, config),
        }
    }
}

/// Whether a plan is a join for which NULL equals NULL.
#[expect(clippy::unnecessary_wraps, reason = "the other condition can fail")]
fn is_null_keyed(plan: &LogicalPlan) -> Result<bool> {
    let LogicalPlan::Join(join) = plan else { return Ok(false) };
    Ok(join.null_equality == NullEquality::NullEqualsNull)
}

/// Whether a plan has an inner join for which NULL equals NULL.
fn has_null_keys(plan: &LogicalPlan) -> Result<bool> {
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
