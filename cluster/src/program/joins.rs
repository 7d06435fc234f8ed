//! Joins whose tasks would each return the unmatched rows of the collected side.

use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{JoinType, Result, plan_err};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::joins::{
    CrossJoinExec, HashJoinExec, NestedLoopJoinExec, PiecewiseMergeJoinExec,
};
use datafusion::physical_plan::limit::GlobalLimitExec;
use datafusion::physical_plan::repartition::RepartitionExec;
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::sorts::sort_preserving_merge::SortPreservingMergeExec;
use datafusion::physical_plan::union::UnionExec;
use datafusion::physical_plan::{
    ExecutionPlan, ExecutionPlanProperties, replace_children_if_necessary,
};

/// Runs a join without an equality in one task if its result has rows for the collected (left) side.
///
/// Each task of such a join reads all of the left side and part of the right side. Within one process the partitions share
/// which left rows have matched, and the last one returns the rest. Tasks share nothing: each of Ballista 55 returns the left
/// rows that its part doesn't match (<https://github.com/apache/datafusion-ballista/issues/1055>, and for the engine
/// <https://github.com/apache/datafusion/issues/12454>). With one partition on the right there is one task. Ballista itself does the
/// same with hash joins. Joins that swap their sides instead would lose rows where they spill
/// (<https://github.com/apache/datafusion/issues/24745>).
#[derive(Debug)]
pub struct SingleTaskJoins;

impl PhysicalOptimizerRule for SingleTaskJoins {
    fn optimize(&self, plan: Plan, _: &ConfigOptions) -> Result<Plan> {
        plan.transform_up(|node| {
            // Its right side is sorted by each task, and a plan can't carry it to an executor.
            if node.is::<PiecewiseMergeJoinExec>() {
                return plan_err!(
                    "a piecewise merge join can't be run on a cluster: SET datafusion.optimizer.enable_piecewise_merge_join = false"
                );
            }
            let mut children: Vec<Plan> = node.children().into_iter().cloned().collect();
            if node.is::<UnionExec>() {
                children = children.into_iter().map(apart).collect();
            } else if let ([_, right], true) = (children.as_mut_slice(), has_shared_state(&node)) {
                *right = single(right);
            } else {
                return Ok(Transformed::no(node));
            }
            Ok(Transformed::yes(replace_children_if_necessary(node, children)?))
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "single_task_joins"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

type Plan = Arc<dyn ExecutionPlan>;

/// Whether the partitions of a join share what they have seen.
fn has_shared_state(node: &Plan) -> bool {
    if let Some(join) = node.downcast_ref::<NestedLoopJoinExec>() {
        return returns_left_rows(*join.join_type());
    }
    // Those of NOT IN also share whether there was a NULL.
    node.downcast_ref::<HashJoinExec>().is_some_and(|join| join.null_aware)
}

/// Whether a result depends on all matches of a left row, so that no task knows it from its part of the right side.
fn returns_left_rows(join_type: JoinType) -> bool {
    match join_type {
        JoinType::Left
        | JoinType::Full
        | JoinType::LeftSemi
        | JoinType::LeftAnti
        | JoinType::LeftMark => true,
        JoinType::Inner
        | JoinType::Right
        | JoinType::RightSemi
        | JoinType::RightAnti
        | JoinType::RightMark => false,
    }
}

/// All rows of `input` as one partition. While it splits a plan into stages, Ballista removes a collected input that no node
/// requires, so there is a node that requires it: an OFFSET of no rows without a LIMIT.
fn single(input: &Plan) -> Plan {
    let collected = CoalescePartitionsExec::new(Arc::clone(input));
    Arc::new(GlobalLimitExec::new(Arc::new(collected), 0, None))
}

/// A part of a UNION that has a stage of its own if it has a join without an equality, or is sorted.
///
/// A task runs its partitions of one part, and none of the others. Once Ballista knows the sizes of a join's inputs, it may
/// swap them, and then every task runs that part: <https://github.com/apache/datafusion-ballista/issues/2184> for other parts.
/// A sort without partitions panics in the executor, and the scheduler gives it the task again.
fn apart(part: Plan) -> Plan {
    if !has_swappable_join(&part) && !has_sort(&part) {
        return part;
    }
    // The rows of a UNION may have an order that a node above requires.
    match part.output_ordering().cloned() {
        Some(order) => Arc::new(SortPreservingMergeExec::new(order, part)),
        None => Arc::new(CoalescePartitionsExec::new(part)),
    }
}

/// Whether a part is sorted in the stage of the UNION. A node with several inputs has a stage of its own.
fn has_sort(plan: &Plan) -> bool {
    let is_exchange = plan.is::<RepartitionExec>() || plan.is::<CoalescePartitionsExec>();
    match plan.children()[..] {
        _ if plan.is::<SortExec>() => true,
        [input] => !is_exchange && !plan.is::<SortPreservingMergeExec>() && has_sort(input),
        _ => false,
    }
}

fn has_swappable_join(plan: &Plan) -> bool {
    plan.is::<CrossJoinExec>()
        || plan.is::<NestedLoopJoinExec>()
        || plan.children().into_iter().any(has_swappable_join)
}
