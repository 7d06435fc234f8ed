//! Queries that DataFusion 55 answers wrongly: rewritten, or refused.

use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{JoinConstraint, JoinType, NullEquality, Result, plan_err};
use datafusion::execution::SessionStateBuilder;
use datafusion::logical_expr::{BinaryExpr, Expr, Join, LogicalPlan, Operator, Subquery};
use datafusion::optimizer::AnalyzerRule;
use datafusion::prelude::SessionContext;
use hashlane_datafusion::MergeJoinConditions;

use crate::sql::in_list::ExactInList;
use crate::sql::in_subquery::ExactIn;
use crate::sql::one_row::OneRowSubqueries;
use crate::sql::outer_columns::NamedOuterComparisons;

/// Has a session rewrite or refuse such queries. Call it when the session has its other rules.
pub fn enable(context: &SessionContext) {
    optimize_exactly(context);
    let state = context.state();
    let physical = hashlane_datafusion::exact_physical_rules(state.physical_optimizers(), false);
    let state =
        SessionStateBuilder::new_from_existing(state).with_physical_optimizer_rules(physical);
    let state = state.with_physical_optimizer_rule(Arc::new(MergeJoinConditions)).build();
    *context.state_ref().write() = state;
    context.add_analyzer_rule(Arc::new(Refuse));
    context.add_analyzer_rule(Arc::new(ExactInList));
    // Before ANY and ALL become EXISTS.
    context.add_analyzer_rule(Arc::new(OneRowSubqueries));
    context.add_analyzer_rule(Arc::new(ExactIn));
    // After it, since it compares with the outer query.
    context.add_analyzer_rule(Arc::new(NamedOuterComparisons));
}

/// Leaves out or restricts the rules of a session's optimizer that change rows.
pub fn optimize_exactly(context: &SessionContext) {
    let state = context.state();
    let rules = hashlane_datafusion::exact_rules(state.optimizers());
    let state = SessionStateBuilder::new_from_existing(state).with_optimizer_rules(rules).build();
    *context.state_ref().write() = state;
}

/// Refuses what would be wrong and isn't rewritten.
#[derive(Debug)]
struct Refuse;

impl AnalyzerRule for Refuse {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.apply_with_subqueries(|node| {
            if let LogicalPlan::Join(join) = node {
                check_join(join)?;
            }
            node.apply_expressions(|expr| expr.apply(check_xor))?;
            node.apply_subqueries(check_subquery)
        })?;
        Ok(plan)
    }

    fn name(&self) -> &'static str {
        "refuse"
    }
}

/// Refuses grouping sets in a correlated subquery: they would have no row for the rows that match nothing
/// (<https://github.com/apache/datafusion/issues/25519>).
fn check_subquery(node: &LogicalPlan) -> Result<TreeNodeRecursion> {
    if let LogicalPlan::Subquery(Subquery { subquery, outer_ref_columns, .. }) = node
        && !outer_ref_columns.is_empty()
        && subquery.exists(|node| Ok(has_grouping_sets(node)))?
    {
        return plan_err!(
            "ROLLUP, CUBE and GROUPING SETS aren't supported in a correlated subquery: write a UNION ALL of queries with GROUP BY"
        );
    }
    Ok(TreeNodeRecursion::Continue)
}

fn has_grouping_sets(node: &LogicalPlan) -> bool {
    let LogicalPlan::Aggregate(aggregate) = node else { return false };
    aggregate.group_expr.iter().any(|expr| matches!(expr, Expr::GroupingSet(_)))
}

/// Refuses `x ^ x`, which would be 0 if `x` is NULL (<https://github.com/apache/datafusion/issues/24246>).
fn check_xor(expr: &Expr) -> Result<TreeNodeRecursion> {
    if let Expr::BinaryExpr(BinaryExpr { left, op: Operator::BitwiseXor, right }) = expr
        && (is_operand(left, right) || is_operand(right, left))
    {
        return plan_err!("the exclusive or of {left} and {right} isn't supported: leave both out");
    }
    Ok(TreeNodeRecursion::Continue)
}

/// Whether an exclusive or, or a chain of them, has an operand.
fn is_operand(operand: &Expr, whole: &Expr) -> bool {
    operand == whole
        || match whole {
            Expr::BinaryExpr(BinaryExpr { left, op: Operator::BitwiseXor, right }) => {
                is_operand(operand, left) || is_operand(operand, right)
            }
            _ => false,
        }
}

fn check_join(join: &Join) -> Result<()> {
    let is_using = join.join_constraint == JoinConstraint::Using;
    match join.join_type {
        // The column of both is read from the left side, which is NULL in rows of the right side alone
        // (https://github.com/apache/datafusion/issues/22881).
        kind @ (JoinType::Right | JoinType::Full) if is_using => plan_err!(
            "{} JOIN with USING or NATURAL isn't supported: write ON l.key = r.key, and coalesce(l.key, r.key) for the shared column",
            kind.to_string().to_uppercase()
        ),
        JoinType::LeftSemi if is_multiset(join) => refuse("INTERSECT ALL"),
        JoinType::LeftAnti if is_multiset(join) => refuse("EXCEPT ALL"),
        _ => Ok(()),
    }
}

/// Whether a semi or anti join stands for a set operation with ALL. It finds no counts
/// (<https://github.com/apache/datafusion/issues/12955>, <https://github.com/apache/datafusion/issues/12956>). Joins that a user writes
/// distinguish NULLs, and set operations without ALL have a DISTINCT.
fn is_multiset(join: &Join) -> bool {
    join.null_equality == NullEquality::NullEqualsNull
        && !matches!(join.left.as_ref(), LogicalPlan::Distinct(_))
}

fn refuse(name: &str) -> Result<()> {
    plan_err!(
        "{name} isn't supported: leave ALL out, or number the rows with row_number() OVER (PARTITION BY all columns) and include the number"
    )
}
