//! What DataFusion's sinks would write wrongly.

use std::fmt;
use std::sync::Arc;

use arrow::array::RecordBatch;
use arrow::csv::WriterBuilder;
use arrow::datatypes::{DataType, Field, SchemaRef};
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
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan};
use futures::StreamExt;

use crate::sql::exact_texts::{ExactTexts, is_wide, with_texts};
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
        if let Some(sink) = exec.sink().downcast_ref::<CsvSink>() {
            let formats = sink.writer_options().writer_options.clone();
            let sink = Csv { inner: exec.clone(), formats, config: config.clone() };
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

/// CSV whose dates, times and decimals are written by us, unless the statement states a format for them.
#[derive(Debug)]
struct Csv {
    /// The sink, in its plan.
    inner: DataSinkExec,
    formats: WriterBuilder,
    config: FileSinkConfig,
}

/// Whether Arrow's writer would get some values of a column wrong. Columns of PARTITIONED BY are named elsewhere.
fn is_text(field: &Field, formats: &WriterBuilder, config: &FileSinkConfig) -> bool {
    let format = match stored(field.data_type()) {
        DataType::Date32 => formats.date_format(),
        DataType::Date64 => formats.datetime_format(),
        DataType::Time32(_) | DataType::Time64(_) => formats.time_format(),
        DataType::Timestamp(_, None) => formats.timestamp_format(),
        DataType::Timestamp(_, Some(_)) => formats.timestamp_tz_format(),
        _ => None,
    };
    let is_folder = config.table_partition_cols.iter().any(|(name, _)| name == field.name());
    format.is_none() && !is_folder && is_wide(field.data_type())
}

/// The type of the values of a dictionary or of runs.
fn stored(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => stored(values),
        DataType::RunEndEncoded(_, values) => stored(values.data_type()),
        other => other,
    }
}

#[async_trait::async_trait]
impl DataSink for Csv {
    fn schema(&self) -> &SchemaRef {
        self.inner.sink().schema()
    }

    async fn write_all(
        &self,
        rows: SendableRecordBatchStream,
        context: &Arc<TaskContext>,
    ) -> Result<u64> {
        let (schema, formats, config) = (rows.schema(), self.formats.clone(), self.config.clone());
        let rows = rows
            .map(move |batch| Ok(with_texts(&batch?, |field| is_text(field, &formats, &config))?));
        let rows = Box::pin(RecordBatchStreamAdapter::new(schema, rows));
        self.inner.sink().write_all(rows, context).await
    }
}

impl DisplayAs for Csv {
    fn fmt_as(&self, how: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.sink().fmt_as(how, f)
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
    let builder = builder.with_encoder_factory(Arc::new(ExactTexts));
    let mut writer = builder.build::<_, LineDelimited>(out);
    writer.write(batch)?;
    writer.finish()
}
