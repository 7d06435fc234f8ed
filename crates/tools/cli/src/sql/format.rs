//! Batches as CSV, JSON and tables.
//!
//! Arrow's own writers print bytes as lower-case hex in all three, nested ones too, and the tests
//! check that they do.

use std::sync::Arc;

use arrow::array::RecordBatch;
use arrow::datatypes::{Schema, SchemaRef};
use arrow::error::ArrowError;
use arrow::json::writer::LineDelimited;
use arrow::{csv, json};

use crate::failure::Failure;
use crate::sql::exact_texts::{ExactTexts, is_wide, with_texts};
use crate::sql::table::TablePrinter;

/// How results are printed.
#[derive(Clone, Copy, Debug)]
pub enum OutputFormat {
    /// A table for people.
    Table,
    /// Comma-separated values with a header line.
    Csv,
    /// Newline-delimited JSON: an object per row and line.
    Json,
}

impl OutputFormat {
    /// The text between the results of two queries.
    pub fn separator(self) -> &'static str {
        match self {
            Self::Csv => "\n",
            Self::Table | Self::Json => "",
        }
    }
}

/// Prints one result in one format.
#[derive(Debug)]
pub enum ResultPrinter {
    /// As a table.
    Table(TablePrinter),
    /// As CSV.
    Csv(CsvPrinter),
    /// As JSON.
    Json,
}

impl ResultPrinter {
    /// A printer of batches with this schema, or an error if the format can't hold such rows.
    pub fn new(format: OutputFormat, schema: SchemaRef) -> Result<Self, Failure> {
        match format {
            OutputFormat::Table => Ok(Self::Table(TablePrinter::new(schema))),
            OutputFormat::Csv => {
                refuse_nested(&schema)?;
                Ok(Self::Csv(CsvPrinter { schema, header: CsvHeader::Due }))
            }
            OutputFormat::Json => {
                refuse_same_names("JSON", &schema)?;
                Ok(Self::Json)
            }
        }
    }

    /// Appends the rows of `batch` to `out`.
    pub fn batch(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self {
            Self::Table(table) => table.batch(batch, out)?,
            Self::Csv(csv) => csv.batch(batch, out)?,
            Self::Json => write_json(batch, out)?,
        }
        Ok(())
    }

    /// Appends what comes after the last batch.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self {
            Self::Table(table) => table.finish(out),
            Self::Csv(csv) => csv.finish(out)?,
            Self::Json => {}
        }
        Ok(())
    }
}

/// CSV, with the header before the first batch.
#[derive(Debug)]
pub struct CsvPrinter {
    schema: SchemaRef,
    header: CsvHeader,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum CsvHeader {
    Due,
    Written,
}

impl CsvPrinter {
    fn batch(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), Failure> {
        let builder = csv::WriterBuilder::new().with_header(self.header == CsvHeader::Due);
        builder.build(out).write(&with_texts(batch, |field| is_wide(field.data_type()))?)?;
        self.header = CsvHeader::Written;
        Ok(())
    }

    /// A result without rows still has a header.
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.header {
            CsvHeader::Due => self.batch(&RecordBatch::new_empty(self.schema.clone()), out),
            CsvHeader::Written => Ok(()),
        }
    }
}

/// Appends the rows of a batch as lines of JSON. NULL is written as null: left out, a column of NULLs would be missing.
fn write_json(batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), ArrowError> {
    let builder = json::WriterBuilder::new().with_explicit_nulls(true);
    let builder = builder.with_encoder_factory(Arc::new(ExactTexts));
    let mut writer = builder.build::<_, LineDelimited>(out);
    writer.write(batch)?;
    writer.finish()
}

/// CSV has no nested values, and an error after the header would be too late.
fn refuse_nested(schema: &Schema) -> Result<(), Failure> {
    match schema.fields().iter().find(|field| field.data_type().is_nested()) {
        Some(field) => Err(format!(
            "CSV cannot hold the column '{}' of type {}: use --json or a .json file, or select its parts",
            field.name(),
            field.data_type(),
        )
        .into()),
        None => Ok(()),
    }
}

/// Refuses two columns of one name. Most readers of JSON keep the last of two equal keys and drop the other value silently.
pub fn refuse_same_names(format: &str, schema: &Schema) -> Result<(), Failure> {
    let fields = schema.fields();
    let twice = (1..fields.len())
        .find(|&at| fields[..at].iter().any(|before| before.name() == fields[at].name()));
    match twice {
        Some(at) => Err(format!(
            "{format} cannot hold two columns of the name '{}': give one of them another name with AS",
            fields[at].name(),
        )
        .into()),
        None => Ok(()),
    }
}
