//! Where rows go: to standard output, or to the file of `-o`.

use std::io::{self, Write};

use arrow::array::RecordBatch;
use arrow::datatypes::{DataType, SchemaRef, TimeUnit};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;

use crate::failure::Failure;
use crate::output::{FileFormat, LineOutput, Overwrite, StagedFile, TableFile};
use crate::sql::format::{OutputFormat, ResultPrinter, refuse_same_names};

/// Writes the rows of one result.
pub enum ResultWriter {
    /// To standard output.
    Printed(ResultPrinter),
    /// To a file of text.
    Text(ResultPrinter, LineOutput),
    /// To a Parquet file.
    Parquet(Box<ArrowWriter<StagedFile>>, String),
}

impl ResultWriter {
    /// Opens a file, which gets its name in [`ResultWriter::finish`].
    ///
    /// # Errors
    /// Returns one line if the file can't be written, or its format can't hold such rows.
    pub fn file(
        file: &TableFile,
        overwrite: Overwrite,
        schema: SchemaRef,
    ) -> Result<Self, Failure> {
        refuse_same_names("a file", &schema)?;
        let text = match file.format {
            FileFormat::Parquet => None,
            FileFormat::Csv => Some(OutputFormat::Csv),
            FileFormat::Json => Some(OutputFormat::Json),
        };
        if let Some(format) = text {
            let printer = ResultPrinter::new(format, schema)?;
            return Ok(ResultWriter::Text(printer, LineOutput::file(&file.path, overwrite)?));
        }
        schema.fields().iter().try_for_each(|field| storable(field.name(), field.data_type()))?;
        let name = file.path.display().to_string();
        let staged = StagedFile::create(&file.path, overwrite, None)
            .map_err(|error| format!("cannot write '{name}': {error}"))?;
        let zstd = Compression::ZSTD(ZstdLevel::default());
        let properties = WriterProperties::builder().set_compression(zstd).build();
        match ArrowWriter::try_new(staged, schema, Some(properties)) {
            Ok(writer) => Ok(ResultWriter::Parquet(Box::new(writer), name)),
            Err(error) => Err(unwritable(&name, &error)),
        }
    }

    /// Writes a batch.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        let mut text = Vec::new();
        match self {
            ResultWriter::Printed(printer) => {
                printer.batch(batch, &mut text)?;
                print(&text)
            }
            ResultWriter::Text(printer, lines) => {
                printer.batch(batch, &mut text)?;
                Ok(lines.write(&text)?)
            }
            ResultWriter::Parquet(writer, name) => {
                writer.write(batch).map_err(|error| unwritable(name, &error))
            }
        }
    }

    /// Writes what comes after the last batch, and gives a file its name.
    pub fn finish(self) -> Result<(), Failure> {
        let mut text = Vec::new();
        match self {
            ResultWriter::Printed(mut printer) => {
                printer.finish(&mut text)?;
                print(&text)
            }
            ResultWriter::Text(mut printer, mut lines) => {
                printer.finish(&mut text)?;
                lines.write(&text)?;
                Ok(lines.finish()?)
            }
            ResultWriter::Parquet(writer, name) => {
                let file = writer.into_inner().map_err(|error| unwritable(&name, &error))?;
                file.commit().map_err(|error| format!("cannot write '{name}': {error}").into())
            }
        }
    }
}

/// Prints text. The formats write into memory first: their errors would hide that the pipe was closed.
pub fn print(text: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text).and_then(|()| stdout.flush()).map_err(|error| Failure::output(&error))
}

/// Refuses types that Parquet lacks. Arrow's writer stores most of them as integers, which other readers take for numbers.
fn storable(column: &str, data_type: &DataType) -> Result<(), Failure> {
    match data_type {
        DataType::Struct(fields) => {
            fields.iter().try_for_each(|field| storable(column, field.data_type()))
        }
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _)
        | DataType::RunEndEncoded(_, item) => storable(column, item.data_type()),
        DataType::Dictionary(_, values) => storable(column, values),
        DataType::Timestamp(TimeUnit::Second, _)
        | DataType::Time32(TimeUnit::Second)
        | DataType::Date64
        | DataType::Duration(_)
        | DataType::Interval(_) => Err(format!(
            "Parquet has no type for {data_type} in the column '{column}': cast it, as in CAST(… AS TIMESTAMP) or CAST(… AS VARCHAR)"
        )
        .into()),
        _ => Ok(()),
    }
}

fn unwritable(name: &str, error: &ParquetError) -> Failure {
    Failure::Message(format!("cannot write '{name}': {error}"))
}
