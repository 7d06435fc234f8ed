//! An optimizer without the rules of DataFusion 55 that change rows.

use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TreeNodeRecursion};
use datafusion::common::{NullEquality, Result};
use datafusion::logical_expr::utils::split_conjunction;
use datafusion::logical_expr::{Aggregate, Expr, Filter, Join, JoinType, LogicalPlan};
use datafusion::optimizer::{ApplyOrder, OptimizerConfig, OptimizerRule};

use super::predicates::LiteralsLast;

/// A rule of an optimizer.
type Rule = Arc<dyn OptimizerRule + Send + Sync>;

/// The rules that read fields of structs early.
const LEAF_RULES: [&str; 2] = ["extract_leaf_expressions", "push_down_leaf_projections"];

/// Returns an optimizer's rules, with three of DataFusion's restricted to plans for which they are right, and without two.
///
/// - Each join compares all of its keys in one way: NULL equals NULL, or nothing. `eliminate_cross_join` makes one list of the keys
///   of neighboring inner joins, so of `a JOIN b ON a.x IS NOT DISTINCT FROM b.x CROSS JOIN c` it loses the rows with NULL.
/// - `extract_equijoin_predicate` appends equalities of a WHERE to the keys of such a join, so of `a FULL JOIN b ON a.x IS NOT
///   DISTINCT FROM b.x WHERE a.x = b.x` it returns the rows with NULL.
/// - `push_down_filter` moves a condition below an aggregate if all of its columns are grouped by, also if it has none: of `SELECT
///   count(*) FROM t HAVING 5 < (SELECT min(a) FROM t)` the row is then there, with a count of 0. And it takes `s = 'a' AND 'a' = s` for a
///   contradiction.
/// - `extract_leaf_expressions` and `push_down_leaf_projections` take a column for another one of its name: of `SELECT a, s['b'] FROM (SELECT
///   -a AS a, s FROM t LIMIT 1)`, `a` is what the table has (<https://github.com/apache/datafusion/issues/25414>).
///
/// `hashlane sql` and the scheduler of a cluster optimize with these rules.
#[must_use]
pub fn exact_rules(
    rules: &[Arc<dyn OptimizerRule + Send + Sync>],
) -> Vec<Arc<dyn OptimizerRule + Send + Sync>> {
    let exact = |rule: &Rule| {
        let is_wrong = match rule.name() {
            "eliminate_cross_join" => has_null_keys,
            "extract_equijoin_predicate" => is_null_keyed,
            "push_down_filter" => would_add_a_row,
            _ => return Arc::clone(rule),
        };
        let restricted = Arc::new(Restricted { rule: Arc::clone(rule), is_wrong }) as Rule;
        match rule.name() {
            "push_down_filter" => Arc::new(LiteralsLast { rule: restricted }),
            _ => restricted,
        }
    };
    let is_kept = |rule: &&Rule| !LEAF_RULES.contains(&rule.name());
    rules.iter().filter(is_kept).map(exact).collect()
}

/// A rule, and whether it is wrong for a plan.
#[derive(Debug)]
struct Restricted {
    rule: Rule,
    is_wrong: fn(&LogicalPlan) -> Result<bool>,
}

impl OptimizerRule for Restricted {
    fn name(&self) -> &str {
        self.rule.name()
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        self.rule.apply_order()
    }

    fn rewrite(
        &self,
        plan: LogicalPlan,
        config: &dyn OptimizerConfig,
    ) -> Result<Transformed<LogicalPlan>> {
        match (self.is_wrong)(&plan)? {
            true => Ok(Transformed::no(plan)),
            false => self.rule.rewrite(plan, config),
        }
    }
}

fn has_no_column(condition: &Expr) -> bool {
    condition.column_refs().is_empty()
}

/// Whether a plan has a condition without columns above an aggregate that has a row for no input.
#[expect(clippy::unnecessary_wraps, reason = "another condition can fail")]
fn would_add_a_row(plan: &LogicalPlan) -> Result<bool> {
    let (mut input, mut found) = (plan, false);
    // Filters above each other are merged.
    while let LogicalPlan::Filter(Filter { predicate, input: below, .. }) = input {
        found |= split_conjunction(predicate).into_iter().any(has_no_column);
        input = below;
    }
    let LogicalPlan::Aggregate(Aggregate { group_expr, .. }) = input else { return Ok(false) };
    let has_sets = group_expr.iter().any(|expr| matches!(expr, Expr::GroupingSet(_)));
    Ok(found && (group_expr.is_empty() || has_sets))
}

/// Whether a plan is a join for which NULL equals NULL.
#[expect(clippy::unnecessary_wraps, reason = "another condition can fail")]
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
