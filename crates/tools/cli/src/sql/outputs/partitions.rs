//! NULL in the columns of PARTITIONED BY.

use std::fmt;
use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Date32Type, Date64Type, Field, Schema, SchemaRef};
use arrow::temporal_conversions::as_date;
use datafusion::datasource::physical_plan::FileSinkConfig;
use datafusion::datasource::sink::{DataSink, DataSinkExec};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType};
use futures::StreamExt;

/// The folder of NULL, as Hive, Spark and DuckDB name it.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;

/// A sink whose folders tell NULL from other values. DataFusion writes the rows of NULL to the folder of 0 or of the empty
/// text.
#[derive(Debug)]
pub struct Partitioned {
    /// The sink, in its plan.
    inner: DataSinkExec,
    columns: Vec<String>,
    /// Whether the files have these columns too.
    keeps_columns: bool,
}

impl Partitioned {
    /// Lets `inner` write the partitions of `config`.
    pub fn new(inner: DataSinkExec, config: &FileSinkConfig) -> Self {
        let columns = config.table_partition_cols.iter().map(|(name, _)| name.clone()).collect();
        Partitioned { inner, columns, keeps_columns: config.keep_partition_by_columns }
    }
}

#[async_trait::async_trait]
impl DataSink for Partitioned {
    fn schema(&self) -> &SchemaRef {
        self.inner.sink().schema()
    }

    async fn write_all(
        &self,
        rows: SendableRecordBatchStream,
        context: &Arc<TaskContext>,
    ) -> Result<u64> {
        let (columns, keeps_columns) = (self.columns.clone(), self.keeps_columns);
        let schema = rows.schema();
        let rows = rows.map(move |batch| named(batch?, &columns, keeps_columns));
        let rows = Box::pin(RecordBatchStreamAdapter::new(schema, rows));
        self.inner.sink().write_all(rows, context).await
    }
}

impl DisplayAs for Partitioned {
    fn fmt_as(&self, how: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.sink().fmt_as(how, f)
    }
}

/// The batch with the name of NULL's folder as a value. The demuxer looks at the types of each batch.
fn named(batch: RecordBatch, columns: &[String], keeps_columns: bool) -> Result<RecordBatch> {
    let (schema, mut arrays, rows) = batch.into_parts();
    let mut fields: Vec<Arc<Field>> = schema.fields().iter().cloned().collect();
    for column in columns {
        let at = schema.index_of(column)?;
        refuse_name_of_null(column, &arrays[at])?;
        refuse_unnamed_dates(column, &arrays[at])?;
        if arrays[at].is_nullable() {
            if keeps_columns || !is_named_by_its_text(arrays[at].data_type()) {
                return Err(DataFusionError::Execution(format!(
                    "PARTITIONED BY needs values, but '{column}' has NULL: leave the rows out or use coalesce"
                )));
            }
            arrays[at] = filled(&arrays[at])?;
            fields[at] = Arc::new(Field::new(column, DataType::Utf8, false));
        }
    }
    let options = arrow::array::RecordBatchOptions::new().with_row_count(Some(rows));
    let schema = Arc::new(Schema::new(fields).with_metadata(schema.metadata().clone()));
    Ok(RecordBatch::try_new_with_options(schema, arrays, &options)?)
}

/// Refuses a text that readers would take for NULL.
fn refuse_name_of_null(column: &str, values: &ArrayRef) -> Result<()> {
    let is_text = match values.data_type() {
        DataType::Dictionary(_, values) => values.is_string(),
        other => other.is_string(),
    };
    if is_text
        && cast(values, &DataType::Utf8)?.as_string::<i32>().iter().flatten().any(|v| v == NULL)
    {
        return Err(DataFusionError::Execution(format!(
            "PARTITIONED BY can't write the text '{NULL}' in '{column}': readers take it for NULL"
        )));
    }
    Ok(())
}

/// Refuses dates that the demuxer can't name: it panics for years beyond 262,142, and drops the time of a date.
fn refuse_unnamed_dates(column: &str, values: &ArrayRef) -> Result<()> {
    let is_named = match values.data_type() {
        DataType::Date32 => {
            let days = values.as_primitive::<Date32Type>();
            days.iter().flatten().all(|day| as_date::<Date32Type>(day.into()).is_some())
        }
        DataType::Date64 => {
            let dates = values.as_primitive::<Date64Type>();
            let is_named = |ms| ms % DAY == 0 && as_date::<Date64Type>(ms).is_some();
            dates.iter().flatten().all(is_named)
        }
        _ => true,
    };
    if is_named {
        return Ok(());
    }
    Err(DataFusionError::Execution(format!(
        "PARTITIONED BY names folders by dates up to the year 262142, without a time, but '{column}' has another: cast \
         it to VARCHAR"
    )))
}

/// Whether the demuxer names folders by what a cast to text gives.
fn is_named_by_its_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_named_by_its_text(values),
        DataType::Boolean | DataType::Date32 => true,
        other => other.is_integer() || other.is_string(),
    }
}

fn filled(values: &ArrayRef) -> Result<ArrayRef> {
    let texts = cast(values, &DataType::Utf8)?;
    let texts: StringArray =
        texts.as_string::<i32>().iter().map(|text| Some(text.unwrap_or(NULL))).collect();
    Ok(Arc::new(texts))
}
