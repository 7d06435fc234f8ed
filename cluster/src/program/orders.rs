//! Joins that promise no more of the order of their rows than they keep on a cluster.

use std::collections::HashSet;
use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::{JoinSide, JoinType, Result};
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_expr::utils::collect_columns;
use datafusion::physical_expr::{LexOrdering, OrderingRequirements};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::joins::{HashJoinExec, NestedLoopJoinExec, SortMergeJoinExec};
use datafusion::physical_plan::repartition::RepartitionExec;
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::{
    ExecutionPlan, ExecutionPlanProperties, Partitioning, replace_children_if_necessary,
};

use super::windows::with_hidden;

type Plan = Arc<dyn ExecutionPlan>;

/// Takes the order from inputs of joins, and sorts above a join where an order is missing then.
///
/// - A hash join, and a join without equality, returns its rows in the order of one input. Ballista 55 swaps the inputs when it knows their
///   sizes, after the plan is made that relies on this order.
/// - A sort-merge join, which Ballista prefers, returns its rows in the order of the input with which it probes the other. DataFusion 55 appends the
///   order of the other input, which is wrong if several rows have the same key (<https://github.com/apache/datafusion/issues/25052>):
///   `ORDER BY r.key, r.v` then returns the values of `r.v` over and over. So these columns are hidden from what is above.
#[derive(Debug)]
pub struct JoinOrders;

impl PhysicalOptimizerRule for JoinOrders {
    fn optimize(&self, plan: Plan, config: &ConfigOptions) -> Result<Plan> {
        without_order(&plan, config)
    }

    fn name(&self) -> &'static str {
        "join_orders"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

fn without_order(node: &Plan, config: &ConfigOptions) -> Result<Plan> {
    let inputs = node.children();
    let exact = inputs.iter().map(|input| without_order(input, config));
    let mut exact = exact.collect::<Result<Vec<_>>>()?;
    // A node can't be made with an input that lacks its order.
    for (at, required) in node.required_input_ordering().into_iter().enumerate() {
        if let Some(required) = required
            && let Some(order) = missing_order(required, inputs[at], &exact[at])?
        {
            exact[at] = sorted(&exact[at], order);
        }
    }
    let node = replace_children_if_necessary(Arc::clone(node), exact)?;
    if let Some(join) = node.downcast_ref::<SortMergeJoinExec>() {
        let hidden = ordered_in_vain(join)?;
        return with_hidden(&node, |at| hidden.contains(&at), config);
    }
    if !node.is::<HashJoinExec>() && !node.is::<NestedLoopJoinExec>() {
        return Ok(node);
    }
    let inputs = node.children().into_iter().map(unordered).collect::<Result<Vec<_>>>()?;
    replace_children_if_necessary(node, inputs)
}

/// The columns of a join whose order it adds to the order of its rows, though they come from the input that it is probed with. Keys aren't
/// among them: both inputs have their order.
fn ordered_in_vain(join: &SortMergeJoinExec) -> Result<Vec<usize>> {
    let kind = join.join_type();
    if !matches!(kind, JoinType::Inner | JoinType::Left | JoinType::Right | JoinType::Full) {
        // The rows have the columns of one input.
        return Ok(Vec::new());
    }
    let left = join.left().schema().fields().len();
    let (other, first, keys): (_, _, Vec<_>) = match SortMergeJoinExec::probe_side(&kind) {
        JoinSide::Left => (join.right(), left, join.on().iter().map(|(_, key)| key).collect()),
        JoinSide::Right | JoinSide::None => {
            (join.left(), 0, join.on().iter().map(|(key, _)| key).collect())
        }
    };
    let keys: HashSet<Column> = keys.into_iter().flat_map(collect_columns).collect();
    let orders = other.equivalence_properties().oeq_class();
    let columns = orders.iter().flatten().flat_map(|sort| collect_columns(&sort.expr));
    let columns = columns.filter(|column| !keys.contains(column));
    Ok(columns.map(|column| first + column.index()).collect())
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
