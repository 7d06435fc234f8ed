//! Joins whose inputs Ballista may swap.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::physical_expr::{LexOrdering, OrderingRequirements};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::joins::{HashJoinExec, NestedLoopJoinExec};
use datafusion::physical_plan::repartition::RepartitionExec;
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::{
    ExecutionPlan, ExecutionPlanProperties, Partitioning, replace_children_if_necessary,
};

type Plan = Arc<dyn ExecutionPlan>;

/// Takes the order from the inputs of joins, and sorts above a join where an order is missing then.
///
/// A hash join, and a join without equality, returns its rows in the order of one input. Ballista 55 swaps the inputs when it knows their
/// sizes, after the plan is made that relies on this order.
#[derive(Debug)]
pub struct UnorderedJoins;

impl PhysicalOptimizerRule for UnorderedJoins {
    fn optimize(&self, plan: Plan, _: &ConfigOptions) -> Result<Plan> {
        without_order(&plan)
    }

    fn name(&self) -> &'static str {
        "unordered_joins"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

fn without_order(node: &Plan) -> Result<Plan> {
    let inputs = node.children();
    let mut exact = inputs.iter().map(|input| without_order(input)).collect::<Result<Vec<_>>>()?;
    // A node can't be made with an input that lacks its order.
    for (at, required) in node.required_input_ordering().into_iter().enumerate() {
        if let Some(required) = required
            && let Some(order) = missing_order(required, inputs[at], &exact[at])?
        {
            exact[at] = sorted(&exact[at], order);
        }
    }
    let node = replace_children_if_necessary(Arc::clone(node), exact)?;
    if !node.is::<HashJoinExec>() && !node.is::<NestedLoopJoinExec>() {
        return Ok(node);
    }
    let inputs = node.children().into_iter().map(unordered).collect::<Result<Vec<_>>>()?;
    replace_children_if_necessary(node, inputs)
}

/// The order that an input had and has no longer, of those that a node requires.
fn missing_order(
    required: OrderingRequirements,
    before: &Plan,
    input: &Plan,
) -> Result<Option<LexOrdering>> {
    let (before, now) = (before.equivalence_properties(), input.equivalence_properties());
    let mut missing = None;
    for order in required.into_alternatives().0 {
        if now.ordering_satisfy_requirement(order.clone())? {
            return Ok(None);
        }
        if missing.is_none() && before.ordering_satisfy_requirement(order.clone())? {
            missing = Some(order.into());
        }
    }
    Ok(missing)
}

/// Returns the rows of `plan` without an order that DataFusion knows. Rows that are partitioned by a hash stay so.
fn unordered(plan: &Plan) -> Result<Plan> {
    if let Some(sort) = plan.downcast_ref::<SortExec>()
        && sort.fetch().is_none()
    {
        return unordered(sort.input());
    }
    if plan.output_ordering().is_none() {
        return Ok(Arc::clone(plan));
    }
    // A sort of rows whose order is known does nothing, so they are mixed first.
    let partitioning = match plan.output_partitioning() {
        hash @ Partitioning::Hash(..) => hash.clone(),
        other => Partitioning::RoundRobinBatch(other.partition_count()),
    };
    Ok(match partitioning.partition_count() {
        1 => Arc::new(CoalescePartitionsExec::new(Arc::clone(plan))),
        _ => Arc::new(RepartitionExec::try_new(Arc::clone(plan), partitioning)?),
    })
}

fn sorted(plan: &Plan, order: LexOrdering) -> Plan {
    let parts = plan.output_partitioning().partition_count();
    Arc::new(SortExec::new(order, Arc::clone(plan)).with_preserve_partitioning(parts > 1))
}
