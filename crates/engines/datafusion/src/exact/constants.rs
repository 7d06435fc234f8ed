//! Constants that an outer join makes NULL in some rows, or that an executor of a cluster doesn't know.

use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{JoinType, Result};
use datafusion::functions::math;
use datafusion::logical_expr::Operator;
use datafusion::physical_expr::expressions::{CaseExpr, Column, binary, lit};
use datafusion::physical_expr::{PhysicalExpr, ScalarFunctionExpr};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::joins::{HashJoinExec, NestedLoopJoinExec, SortMergeJoinExec};
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::windows::{BoundedWindowAggExec, WindowAggExec};
use datafusion::physical_plan::{
    ExecutionPlan, ExecutionPlanProperties, replace_children_if_necessary,
};

pub(super) type Plan = Arc<dyn ExecutionPlan>;
type Expr = Arc<dyn PhysicalExpr>;

/// Hides that columns are constant from an outer join that adds rows in which they are NULL, and from a window on a cluster.
///
/// DataFusion 55 takes them for constant above the join as well, and leaves them out of sorts: of `a LEFT JOIN (SELECT id, true AS found FROM
/// b) b ON a.id = b.id ORDER BY b.found`, the rows aren't sorted. A window over `PARTITION BY found` needs no sort by it where it is
/// constant; Ballista 55 forgets this between two stages, and the executor refuses the plan.
#[derive(Debug)]
pub(super) struct ExactConstants {
    pub is_distributed: bool,
}

impl PhysicalOptimizerRule for ExactConstants {
    fn optimize(&self, plan: Plan, config: &ConfigOptions) -> Result<Plan> {
        plan.transform_up(|node| {
            let (left, right) = match join_type(&node) {
                Some(JoinType::Left) => (false, true),
                Some(JoinType::Right) => (true, false),
                Some(JoinType::Full) => (true, true),
                // The first and only input.
                _ if self.is_distributed && is_window(&node) => (true, false),
                _ => return Ok(Transformed::no(node)),
            };
            let inputs = node.children().into_iter().zip([left, right]);
            let inputs = inputs.map(|(input, is_hidden)| match is_hidden {
                true => without_constants(input, config),
                false => Ok(Arc::clone(input)),
            });
            let inputs = inputs.collect::<Result<Vec<_>>>()?;
            Ok(Transformed::yes(replace_children_if_necessary(node, inputs)?))
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "exact_constants"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

fn join_type(node: &Plan) -> Option<JoinType> {
    if let Some(join) = node.downcast_ref::<HashJoinExec>() {
        return Some(*join.join_type());
    }
    if let Some(join) = node.downcast_ref::<NestedLoopJoinExec>() {
        return Some(*join.join_type());
    }
    node.downcast_ref::<SortMergeJoinExec>().map(SortMergeJoinExec::join_type)
}

fn is_window(node: &Plan) -> bool {
    node.is::<BoundedWindowAggExec>() || node.is::<WindowAggExec>()
}

/// Returns the rows of `plan`, with its constant columns as expressions that DataFusion doesn't take for constant.
fn without_constants(plan: &Plan, config: &ConfigOptions) -> Result<Plan> {
    let (known, schema) = (plan.equivalence_properties(), plan.schema());
    let is_constant = |at: usize| {
        let column: Expr = Arc::new(Column::new(schema.field(at).name(), at));
        known.is_expr_constant(&column).is_some()
    };
    with_hidden(plan, is_constant, config)
}

/// Returns the rows of `plan`. DataFusion knows neither the order nor the value of the columns for which `is_hidden` is true.
pub(super) fn with_hidden(
    plan: &Plan,
    is_hidden: impl Fn(usize) -> bool,
    config: &ConfigOptions,
) -> Result<Plan> {
    let (mut columns, mut found) = (Vec::new(), false);
    for (at, field) in plan.schema().fields().iter().enumerate() {
        let mut column: Expr = Arc::new(Column::new(field.name(), at));
        if is_hidden(at) {
            column = hidden(&column, plan, config)?;
            found = true;
        }
        columns.push((column, field.name().clone()));
    }
    match found {
        true => Ok(Arc::new(ProjectionExec::try_new(columns, Arc::clone(plan))?)),
        false => Ok(Arc::clone(plan)),
    }
}

/// Returns `CASE WHEN pi() > 3 THEN column ELSE column END`. DataFusion doesn't take a function without arguments for constant.
fn hidden(column: &Expr, plan: &Plan, config: &ConfigOptions) -> Result<Expr> {
    let schema = plan.schema();
    let pi = ScalarFunctionExpr::try_new(math::pi(), vec![], &schema, Arc::new(config.clone()))?;
    let is_true = binary(Arc::new(pi), Operator::Gt, lit(3.0), &schema)?;
    let cases = vec![(is_true, Arc::clone(column))];
    Ok(Arc::new(CaseExpr::try_new(None, cases, Some(Arc::clone(column)))?))
}
