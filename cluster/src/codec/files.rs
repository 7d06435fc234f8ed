//! Tables of files: the names, sizes and versions of the files, and the columns.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, RecordBatch, RecordBatchOptions, StringArray,
    TimestampNanosecondArray, UInt64Array,
};
use datafusion::arrow::datatypes::{Field, Schema, SchemaRef, TimestampNanosecondType, UInt64Type};
use datafusion::arrow::ipc::reader::StreamReader;
use datafusion::arrow::ipc::writer::StreamWriter;
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, ScalarValue, exec_datafusion_err};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::object_store::ObjectMeta;
use datafusion::object_store::path::Path;
use hashlane_datafusion::file_tables::{DataFormat, FileTable};
use serde::{Deserialize, Serialize};

/// The store and the format of files. Two Arrow streams follow: the columns in the files, without rows, and a row for each
/// file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Files {
    store: String,
    format: SentFormat,
    /// The length of the first stream.
    columns: usize,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum SentFormat {
    Parquet,
    Csv { delimiter: u8, is_one_stream: bool },
    Json,
}

/// The columns of a file's row before those of its folders' names.
const OF_FILE: usize = 5;

impl Files {
    /// What is sent of a table, and the streams that follow.
    pub fn from_table(table: &FileTable) -> Result<(Files, Vec<u8>)> {
        let format = match table.format() {
            DataFormat::Parquet => SentFormat::Parquet,
            DataFormat::Csv { delimiter, is_one_stream } => {
                SentFormat::Csv { delimiter, is_one_stream }
            }
            DataFormat::Json => SentFormat::Json,
        };
        let columns = Arc::clone(table.columns().file_schema());
        let mut streams = stream(&RecordBatch::new_empty(columns))?;
        let columns = streams.len();
        streams.append(&mut stream(&rows(table)?)?);
        let store = table.store().as_str().to_owned();
        Ok((Files { store, format, columns }, streams))
    }

    /// The table that was sent.
    pub fn decode(self, rest: &[u8]) -> Result<Arc<dyn TableProvider>> {
        let (columns, files) = rest.split_at_checked(self.columns).ok_or_else(malformed)?;
        let columns = StreamReader::try_new(columns, None)?.schema();
        let files = StreamReader::try_new(files, None)?.next().ok_or_else(malformed)??;
        let of_folders = files.schema().fields().iter().skip(OF_FILE).cloned().collect::<Vec<_>>();
        let schema = TableSchema::builder(columns).with_table_partition_cols(of_folders).build();
        let format = match self.format {
            SentFormat::Parquet => DataFormat::Parquet,
            SentFormat::Csv { delimiter, is_one_stream } => {
                DataFormat::Csv { delimiter, is_one_stream }
            }
            SentFormat::Json => DataFormat::Json,
        };
        let files = (0..files.num_rows()).map(|row| file(&files, row)).collect::<Result<_>>()?;
        let store = ObjectStoreUrl::parse(self.store)?;
        Ok(Arc::new(FileTable::new(store, files, schema, format)))
    }
}

/// A row for each file: its key, size, time, tag and version, and the values of its folders' names.
fn rows(table: &FileTable) -> Result<RecordBatch> {
    let objects = || table.files().iter().map(|file| &file.object_meta);
    let keys = StringArray::from_iter_values(objects().map(|object| object.location.as_ref()));
    let sizes = UInt64Array::from_iter_values(objects().map(|object| object.size));
    let times = objects().map(|object| object.last_modified.timestamp_nanos_opt());
    let times: TimestampNanosecondArray = times.collect();
    let tags: StringArray = objects().map(|object| object.e_tag.as_deref()).collect();
    let versions: StringArray = objects().map(|object| object.version.as_deref()).collect();
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("key", Arc::new(keys)),
        ("size", Arc::new(sizes)),
        ("time", Arc::new(times)),
        ("tag", Arc::new(tags)),
        ("version", Arc::new(versions)),
    ];
    let of_folders = table.columns().table_partition_cols();
    for (at, field) in of_folders.iter().enumerate() {
        let values = table.files().iter().map(|file| file.partition_values[at].clone());
        columns.push((field.name(), ScalarValue::iter_to_array(values)?));
    }
    let fields =
        columns.iter().map(|(name, column)| Field::new(*name, column.data_type().clone(), true));
    let mut fields: Vec<_> = fields.map(Arc::new).collect();
    // With their metadata.
    fields.splice(OF_FILE.., of_folders.iter().cloned());
    let schema: SchemaRef = Arc::new(Schema::new(fields));
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    let options = RecordBatchOptions::new().with_row_count(Some(table.files().len()));
    Ok(RecordBatch::try_new_with_options(schema, columns, &options)?)
}

fn file(files: &RecordBatch, row: usize) -> Result<PartitionedFile> {
    let text = |at: usize| {
        let texts = files.column(at).as_string_opt::<i32>().ok_or_else(malformed)?;
        Ok::<_, datafusion::error::DataFusionError>(
            texts.is_valid(row).then(|| texts.value(row).to_owned()),
        )
    };
    let sizes = files.column(1).as_primitive_opt::<UInt64Type>().ok_or_else(malformed)?;
    let times = files.column(2).as_primitive_opt::<TimestampNanosecondType>();
    let time = times.and_then(|times| times.value_as_datetime(row)).ok_or_else(malformed)?;
    let location = Path::parse(text(0)?.ok_or_else(malformed)?)
        .map_err(|error| exec_datafusion_err!("a table in a plan is malformed: {error}"))?;
    let object = ObjectMeta {
        location,
        last_modified: time.and_utc(),
        size: sizes.value(row),
        e_tag: text(3)?,
        version: text(4)?,
    };
    let values = files.columns().iter().skip(OF_FILE);
    let values = values.map(|column| ScalarValue::try_from_array(column, row));
    Ok(PartitionedFile::from(object).with_partition_values(values.collect::<Result<_>>()?))
}

fn stream(batch: &RecordBatch) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema())?;
    writer.write(batch)?;
    writer.finish()?;
    drop(writer);
    Ok(bytes)
}

fn malformed() -> datafusion::error::DataFusionError {
    exec_datafusion_err!("a table in a plan is malformed: its files can't be read")
}
