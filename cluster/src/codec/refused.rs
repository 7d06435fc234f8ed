//! A task that a process refuses to run.

use std::fmt;
use std::sync::Arc;

use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, exec_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties, ReplaceChildrenOptions,
};

/// Stands for a plan that must not run, and returns the reason when it is executed. An executor that rejects a plan while
/// decoding it can't tell the client why.
#[derive(Debug)]
pub struct RefusedExec {
    why: String,
    properties: Arc<PlanProperties>,
}

impl RefusedExec {
    /// Stands for `plan`.
    pub fn new(why: String, plan: &dyn ExecutionPlan) -> Self {
        RefusedExec { why, properties: Arc::clone(plan.properties()) }
    }
}

impl DisplayAs for RefusedExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RefusedExec: {}", self.why)
    }
}

impl ExecutionPlan for RefusedExec {
    fn name(&self) -> &'static str {
        "RefusedExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn with_new_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(&self, _: usize, _: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        exec_err!("{}", self.why)
    }
}
