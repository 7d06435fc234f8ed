//! Joins that would lose rows if they spilled.

use std::fmt;
use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{JoinType, Result};
use datafusion::execution::disk_manager::{DiskManagerBuilder, DiskManagerMode};
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::joins::NestedLoopJoinExec;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties, ReplaceChildrenOptions,
    replace_children_if_necessary,
};
use datafusion::prelude::SessionConfig;

type Plan = Arc<dyn ExecutionPlan>;

/// Returns `plan` with joins that fail where they would lose rows: RIGHT and FULL joins without an equality, if their left side
/// doesn't fit into memory.
///
/// DataFusion 55.2 spills that side, and loses the rows that match nothing: <https://github.com/apache/datafusion/issues/24745>, mended
/// after 55.2. The inputs of such a join may spill.
pub fn with_unspilled_joins(plan: Plan) -> Result<Plan> {
    plan.transform_up(|node| {
        if !node.downcast_ref::<NestedLoopJoinExec>().is_some_and(loses_rows) {
            return Ok(Transformed::no(node));
        }
        let inputs = node.children().into_iter().map(|input| Spilling::wrap(input, true)).collect();
        let join = replace_children_if_necessary(node, inputs)?;
        Ok(Transformed::yes(Spilling::wrap(&join, false)))
    })
    .data()
}

fn loses_rows(join: &NestedLoopJoinExec) -> bool {
    match join.join_type() {
        JoinType::Right
        | JoinType::RightSemi
        | JoinType::RightAnti
        | JoinType::RightMark
        | JoinType::Full => true,
        JoinType::Inner
        | JoinType::Left
        | JoinType::LeftSemi
        | JoinType::LeftAnti
        | JoinType::LeftMark => false,
    }
}

/// Runs its input with or without files to spill to.
#[derive(Debug)]
struct Spilling {
    input: Plan,
    spills: bool,
}

/// The runtime of a task outside of joins that don't spill.
struct Outside(Arc<RuntimeEnv>);

impl Spilling {
    fn wrap(input: &Plan, spills: bool) -> Plan {
        Arc::new(Spilling { input: Arc::clone(input), spills })
    }

    fn context(&self, context: &TaskContext) -> Result<TaskContext> {
        let config = context.session_config();
        let outside = match config.get_extension::<Outside>() {
            Some(outside) => Arc::clone(&outside.0),
            None => context.runtime_env(),
        };
        if self.spills {
            return Ok(replaced(context, config.clone(), outside));
        }
        let disk = DiskManagerBuilder::default().with_mode(DiskManagerMode::Disabled).build()?;
        let inside = RuntimeEnv { disk_manager: Arc::new(disk), ..outside.as_ref().clone() };
        let config = config.clone().with_extension(Arc::new(Outside(outside)));
        Ok(replaced(context, config, Arc::new(inside)))
    }
}

/// The context with another configuration and runtime.
fn replaced(context: &TaskContext, config: SessionConfig, runtime: Arc<RuntimeEnv>) -> TaskContext {
    TaskContext::new(
        context.task_id(),
        context.session_id(),
        config,
        context.scalar_functions().clone(),
        context.higher_order_functions().clone(),
        context.aggregate_functions().clone(),
        context.window_functions().clone(),
        runtime,
    )
}

impl DisplayAs for Spilling {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spilling: {}", self.spills)
    }
}

impl ExecutionPlan for Spilling {
    fn name(&self) -> &'static str {
        "Spilling"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.input.properties()
    }

    fn children(&self) -> Vec<&Plan> {
        vec![&self.input]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Plan>,
        _: ReplaceChildrenOptions,
    ) -> Result<Plan> {
        Ok(Spilling::wrap(&children[0], self.spills))
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Plan>) -> Result<Plan> {
        Ok(Spilling::wrap(&children[0], self.spills))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        self.input.execute(partition, Arc::new(self.context(&context)?))
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::datatypes::Schema;
    use datafusion::execution::memory_pool::FairSpillPool;
    use datafusion::execution::runtime_env::RuntimeEnvBuilder;
    use datafusion::physical_plan::collect;
    use datafusion::physical_plan::empty::EmptyExec;
    use datafusion::prelude::SessionContext;

    use super::*;

    fn session(bytes: usize) -> SessionContext {
        let pool = Arc::new(FairSpillPool::new(bytes));
        let runtime = RuntimeEnvBuilder::new().with_memory_pool(pool).build_arc().expect("one");
        let config = SessionConfig::new().with_target_partitions(1).with_batch_size(16);
        SessionContext::new_with_config_rt(config, runtime)
    }

    /// The number of rows of a join in which some rows of either side match nothing.
    async fn rows(bytes: usize) -> Result<usize> {
        let session = session(bytes);
        for (table, rows) in [("l", 200), ("r", 120)] {
            let select = format!("SELECT value AS v FROM range(10, {rows})");
            let table = format!("CREATE TABLE {table} AS {select}");
            session.sql(&table).await?.collect().await?;
        }
        let joined = session.sql("SELECT l.v, r.v FROM l FULL JOIN r ON l.v > r.v + 100").await?;
        let plan = with_unspilled_joins(joined.create_physical_plan().await?)?;
        let batches = collect(plan, session.task_ctx()).await?;
        Ok(batches.iter().map(|batch| batch.num_rows()).sum())
    }

    #[tokio::test]
    async fn a_join_without_memory_fails() {
        let matches: usize = (10..200).map(|l: usize| l.saturating_sub(110)).sum();
        assert_eq!(
            rows(1 << 20).await.expect("enough memory"),
            matches + (10..111).len() + (99..120).len()
        );
        let error = rows(64).await.expect_err("no memory");
        assert!(error.to_string().contains("Resources exhausted"), "{error}");
    }

    #[test]
    fn inputs_of_a_join_may_spill() {
        let session = session(1 << 20);
        let plan: Plan = Arc::new(EmptyExec::new(Arc::new(Schema::empty())));
        let join = Spilling { input: Arc::clone(&plan), spills: false };
        let input = Spilling { input: plan, spills: true };
        let files = |context: &TaskContext| context.runtime_env().disk_manager.tmp_files_enabled();
        let joins = join.context(&session.task_ctx()).expect("a context");
        assert!(!files(&joins));
        let inputs = input.context(&joins).expect("a context");
        assert!(files(&inputs));
        // A join below an input of a join.
        assert!(!files(&join.context(&inputs).expect("a context")));
    }
}
