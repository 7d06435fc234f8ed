//! A query that runs on a cluster, and that the client can cancel.

use std::fmt;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties, ReplaceChildrenOptions,
};
use futures::StreamExt;

use super::cluster::{Cluster, Query};
use super::failure::explained;

/// A query on a cluster. While its results are read, it is one of the cluster's jobs.
#[derive(Debug)]
pub struct JobExec {
    query: Arc<Query>,
    cluster: Cluster,
}

impl JobExec {
    /// Runs `query` on `cluster`.
    pub fn new(query: Query, cluster: Cluster) -> Self {
        JobExec { query: Arc::new(query), cluster }
    }
}

impl DisplayAs for JobExec {
    fn fmt_as(&self, form: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.query.fmt_as(form, f)
    }
}

impl ExecutionPlan for JobExec {
    fn name(&self) -> &'static str {
        "JobExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.query.properties()
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

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let stream = self.query.execute(partition, context)?;
        let schema = stream.schema();
        let (query, cluster) = (Arc::clone(&self.query), self.cluster.clone());
        cluster.started(&query);
        // A stream that is dropped before its end leaves the job for `Cluster::cancel`.
        let items = stream.map(Some).chain(futures::stream::iter([None]));
        let items = items.filter_map(move |item| {
            if !matches!(item, Some(Ok(_))) {
                cluster.ended(&query);
            }
            futures::future::ready(item.map(|item| item.map_err(explained)))
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, items)))
    }

    fn metrics(&self) -> Option<MetricsSet> {
        self.query.metrics()
    }
}
