//! Joins that promise no more of the order of their rows than they keep on a cluster.

use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::{JoinSide, Result};
use datafusion::physical_expr::equivalence::join_equivalence_properties;
use datafusion::physical_expr::{EquivalenceProperties, LexOrdering, OrderingRequirements};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::joins::utils::build_join_schema;
use datafusion::physical_plan::joins::{HashJoinExec, NestedLoopJoinExec, SortMergeJoinExec};
use datafusion::physical_plan::repartition::RepartitionExec;
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::{
    ExecutionPlan, ExecutionPlanProperties, Partitioning, replace_children_if_necessary,
};

type Plan = Arc<dyn ExecutionPlan>;

/// Takes the order from inputs of joins, and sorts above a join where an order is missing then.
///
/// - A hash join, and a join without equality, returns its rows in the order of one input. Ballista 55 swaps the inputs when it knows their
///   sizes, after the plan is made that relies on this order.
/// - A sort-merge join, which Ballista prefers, returns its rows in the order of the input with which it probes the other. DataFusion 55 appends the
///   order of the other input, which is wrong if several rows have the same key (<https://github.com/apache/datafusion/issues/25052>):
///   `ORDER BY r.key, r.v` then returns the values of `r.v` over and over.
#[derive(Debug)]
pub struct JoinOrders;

impl PhysicalOptimizerRule for JoinOrders {
    fn optimize(&self, plan: Plan, _: &ConfigOptions) -> Result<Plan> {
        without_order(&plan)
    }

    fn name(&self) -> &'static str {
        "join_orders"
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
    let mut inputs: Vec<Plan> = node.children().into_iter().cloned().collect();
    if node.is::<HashJoinExec>() || node.is::<NestedLoopJoinExec>() {
        for input in &mut inputs {
            *input = unordered(input)?;
        }
    } else if let Some(join) = node.downcast_ref::<SortMergeJoinExec>()
        && let Some(other) = ordered_in_vain(join)?
    {
        inputs[other] = unordered(&inputs[other])?;
        if let Some(required) = node.required_input_ordering().swap_remove(other) {
            inputs[other] = sorted(&inputs[other], required.into_single().into());
        }
    }
    replace_children_if_necessary(node, inputs)
}

/// The input whose order a join adds to the order of its rows.
fn ordered_in_vain(join: &SortMergeJoinExec) -> Result<Option<usize>> {
    let kind = join.join_type();
    let probe = SortMergeJoinExec::probe_side(&kind);
    let [mut left, mut right] =
        [join.left(), join.right()].map(|input| input.equivalence_properties().clone());
    let schema =
        Arc::new(build_join_schema(&join.left().schema(), &join.right().schema(), &kind).0);
    let kept = join.maintains_input_order();
    let order = |left: &EquivalenceProperties, right: &EquivalenceProperties| {
        let (left, right, schema) = (left.clone(), right.clone(), Arc::clone(&schema));
        join_equivalence_properties(left, right, &kind, schema, &kept, Some(probe), join.on())
    };
    let promised = order(&left, &right)?;
    let other = match probe {
        JoinSide::Left => 1,
        JoinSide::Right | JoinSide::None => 0,
    };
    [&mut left, &mut right][other].clear_orderings();
    let exact = order(&left, &right)?;
    for order in promised.oeq_class().iter() {
        if !exact.ordering_satisfy(order.clone())? {
            return Ok(Some(other));
        }
    }
    Ok(None)
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
