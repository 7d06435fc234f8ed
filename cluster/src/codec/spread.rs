//! Table functions over files, one task per file.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

use datafusion::arrow::array::{AsArray, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, project_schema};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, Partitioning,
    PlanProperties, ReplaceChildrenOptions,
};
use futures::TryStreamExt;
use hashlane_datafusion::TableCall;

/// The most partitions of a call. If there are more files, they share partitions.
const PARTITIONS: usize = 1024;

/// A call whose files are spread over partitions.
#[derive(Debug)]
pub struct Spread(Arc<TableCall>);

impl Spread {
    /// The table of a call.
    pub fn new(call: TableCall) -> Self {
        Spread(Arc::new(call))
    }
}

#[async_trait::async_trait]
impl TableProvider for Spread {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Temporary
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        if !self.0.reads_files() {
            return self.0.scan(state, projection, filters, limit).await;
        }
        let names = self.0.files(Arc::clone(state.runtime_env())).await?;
        let input = partitions(&names)?;
        Ok(Arc::new(CallExec::new(Arc::clone(&self.0), projection.cloned(), input)?))
    }
}

/// The names of files as a scan of memory. A scheduler can split such a scan into tasks, but no scan that it doesn't know.
fn partitions(names: &[String]) -> Result<Arc<dyn ExecutionPlan>> {
    let schema = Arc::new(Schema::new(vec![Field::new("file", DataType::Utf8, false)]));
    let count = names.len().min(PARTITIONS);
    let batch = |first: usize| {
        let names = names.iter().skip(first).step_by(count);
        let column = Arc::new(StringArray::from_iter_values(names));
        Ok(vec![RecordBatch::try_new(Arc::clone(&schema), vec![column])?])
    };
    let batches = (0..count).map(batch).collect::<Result<Vec<_>>>()?;
    Ok(MemorySourceConfig::try_new_exec(&batches, Arc::clone(&schema), None)?)
}

/// Calls a table function for each file that its input names.
#[derive(Debug)]
pub struct CallExec {
    call: Arc<TableCall>,
    /// The columns to return, or `None` for all.
    projection: Option<Vec<usize>>,
    input: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
}

impl CallExec {
    /// Calls `call` for the names in the only column of `input`.
    pub fn new(
        call: Arc<TableCall>,
        projection: Option<Vec<usize>>,
        input: Arc<dyn ExecutionPlan>,
    ) -> Result<Self> {
        let schema = project_schema(&call.schema(), projection.as_ref())?;
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(input.output_partitioning().partition_count()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Ok(CallExec { call, projection, input, properties: Arc::new(properties) })
    }

    /// The call.
    pub fn call(&self) -> &TableCall {
        &self.call
    }

    /// The columns to return, or `None` for all.
    pub fn projection(&self) -> Option<&Vec<usize>> {
        self.projection.as_ref()
    }
}

impl DisplayAs for CallExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CallExec: {:?}", self.call)
    }
}

impl ExecutionPlan for CallExec {
    fn name(&self) -> &'static str {
        "CallExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        // There already is a partition for each file.
        vec![false]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let input = children.swap_remove(0);
        Ok(Arc::new(CallExec::new(Arc::clone(&self.call), self.projection.clone(), input)?))
    }

    fn with_new_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let input = children.swap_remove(0);
        Ok(Arc::new(CallExec::new(Arc::clone(&self.call), self.projection.clone(), input)?))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let names = self.input.execute(partition, Arc::clone(&context))?;
        let (call, projection) = (Arc::clone(&self.call), self.projection.clone());
        let rows = async move {
            let batches: Vec<RecordBatch> = names.try_collect().await?;
            let columns = batches.iter().map(|batch| batch.column(0).as_string::<i32>());
            let names = columns.flat_map(|column| column.iter().flatten().map(str::to_owned));
            // Other partitions use the other cores.
            call.rows(names.collect(), NonZero::<usize>::MIN, &context)
        };
        let rows = futures::stream::once(rows).try_flatten().and_then(move |batch| {
            let projected = match &projection {
                Some(columns) => batch.project(columns).map_err(Into::into),
                None => Ok(batch),
            };
            futures::future::ready(projected)
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.schema(), rows)))
    }
}
