//! Windows over columns that are constant.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::functions::math;
use datafusion::logical_expr::Operator;
use datafusion::physical_expr::expressions::{CaseExpr, Column, binary, lit};
use datafusion::physical_expr::{PhysicalExpr, ScalarFunctionExpr};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::windows::{BoundedWindowAggExec, WindowAggExec};
use datafusion::physical_plan::{
    ExecutionPlan, ExecutionPlanProperties, replace_children_if_necessary,
};

type Plan = Arc<dyn ExecutionPlan>;
type Expr = Arc<dyn PhysicalExpr>;

/// Hides from a window that columns are constant.
///
/// A window over `PARTITION BY found` needs no sort by it where it is constant. Ballista 55 forgets between two stages what is constant, and
/// the executor refuses the plan.
#[derive(Debug)]
pub struct UnknownConstants;

impl PhysicalOptimizerRule for UnknownConstants {
    fn optimize(&self, plan: Plan, config: &ConfigOptions) -> Result<Plan> {
        plan.transform_up(|node| {
            if !node.is::<BoundedWindowAggExec>() && !node.is::<WindowAggExec>() {
                return Ok(Transformed::no(node));
            }
            let input = without_constants(node.children()[0], config)?;
            Ok(Transformed::yes(replace_children_if_necessary(node, vec![input])?))
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "unknown_constants"
    }

    fn schema_check(&self) -> bool {
        true
    }
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
