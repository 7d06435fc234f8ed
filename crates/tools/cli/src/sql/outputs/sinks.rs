//! What DataFusion's sinks would write wrongly.

use std::fmt;
use std::sync::Arc;

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use arrow::json;
use arrow::json::writer::LineDelimited;
use bytes::Bytes;
use datafusion::common::file_options::json_writer::JsonWriterOptions;
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::datasource::file_format::csv::CsvSink;
use datafusion::datasource::file_format::json::JsonSink;
use datafusion::datasource::file_format::parquet::ParquetSink;
use datafusion::datasource::file_format::write::BatchSerializer;
use datafusion::datasource::file_format::write::demux::DemuxedStreamReceiver;
use datafusion::datasource::file_format::write::orchestration::spawn_writer_tasks_and_join;
use datafusion::datasource::physical_plan::{FileSink, FileSinkConfig};
use datafusion::datasource::sink::{DataSink, DataSinkExec};
use datafusion::error::Result;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::object_store::ObjectStore;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan};

use crate::sql::outputs::floats::Floats;
use crate::sql::outputs::partitions::Partitioned;

/// A plan whose sinks write every value, or fail.
pub fn exact(plan: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
    let plan = plan.transform_up(|node| {
        let Some(exec) = node.downcast_ref::<DataSinkExec>() else {
            return Ok(Transformed::no(node));
        };
        let Some(config) = config(exec.sink()) else { return Ok(Transformed::no(node)) };
        let config = config.clone();
        let mut exact = exec.clone();
        if let Some(sink) = exec.sink().downcast_ref::<JsonSink>() {
            let sink = Json { config: config.clone(), options: sink.writer_options().clone() };
            exact = with_sink(exec, Arc::new(sink));
        }
        if !config.table_partition_cols.is_empty() {
            exact = with_sink(exec, Arc::new(Partitioned::new(exact, &config)));
        }
        Ok(Transformed::yes(Arc::new(exact) as Arc<dyn ExecutionPlan>))
    })?;
    Ok(plan.data)
}

fn with_sink(exec: &DataSinkExec, sink: Arc<dyn DataSink>) -> DataSinkExec {
    DataSinkExec::new(Arc::clone(exec.input()), sink, exec.sort_order().clone())
}

/// What a sink writes, and where. Arrow's sink doesn't tell.
fn config(sink: &dyn DataSink) -> Option<&FileSinkConfig> {
    let csv = sink.downcast_ref::<CsvSink>().map(FileSink::config);
    let json = || sink.downcast_ref::<JsonSink>().map(FileSink::config);
    let parquet = || sink.downcast_ref::<ParquetSink>().map(FileSink::config);
    csv.or_else(json).or_else(parquet)
}

/// JSON in which NULL, NaN and infinities stay what they are. DataFusion leaves NULLs out, so that a column of NULLs is
/// missing, and writes NaN and infinities as null.
#[derive(Debug)]
struct Json {
    config: FileSinkConfig,
    options: JsonWriterOptions,
}

#[async_trait::async_trait]
impl FileSink for Json {
    fn config(&self) -> &FileSinkConfig {
        &self.config
    }

    async fn spawn_writer_tasks_and_join(
        &self,
        context: &Arc<TaskContext>,
        demux_task: SpawnedTask<Result<()>>,
        files: DemuxedStreamReceiver,
        store: Arc<dyn ObjectStore>,
    ) -> Result<u64> {
        let compression = self.options.compression.into();
        let level = self.options.compression_level;
        let lines = Arc::new(Lines);
        spawn_writer_tasks_and_join(context, lines, compression, level, store, demux_task, files)
            .await
    }
}

#[async_trait::async_trait]
impl DataSink for Json {
    fn schema(&self) -> &SchemaRef {
        self.config.output_schema()
    }

    async fn write_all(
        &self,
        rows: SendableRecordBatchStream,
        context: &Arc<TaskContext>,
    ) -> Result<u64> {
        FileSink::write_all(self, rows, context).await
    }
}

impl DisplayAs for Json {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonSink({})", self.config.original_url)
    }
}

/// Batches as lines of JSON.
struct Lines;

impl BatchSerializer for Lines {
    fn serialize(&self, batch: RecordBatch, _is_first: bool) -> Result<Bytes> {
        let mut out = Vec::new();
        write_json(&batch, &mut out)?;
        Ok(out.into())
    }
}

/// Appends the rows of a batch as lines of JSON.
pub fn write_json(batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), arrow::error::ArrowError> {
    let builder = json::WriterBuilder::new().with_explicit_nulls(true);
    let builder = builder.with_encoder_factory(Arc::new(Floats));
    let mut writer = builder.build::<_, LineDelimited>(out);
    writer.write(batch)?;
    writer.finish()
}
