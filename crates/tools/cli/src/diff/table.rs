//! CSV, and Parquet files.

use std::path::Path;

use arrow::array::RecordBatch;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;
use hashlane_diff::{Comparison, DiffError, OneSided, RowChanges, Summary, ValueTable};

use crate::failure::Failure;
use crate::output::{LineOutput, Overwrite, StagedFile};
use crate::sql::{is_wide, with_texts};

/// Prints changes as CSV.
pub struct CsvChanges {
    table: ValueTable,
    lines: LineOutput,
}

impl CsvChanges {
    /// Prints the header.
    pub fn new(comparison: &Comparison, lines: LineOutput) -> Result<Self, Failure> {
        if let Some(name) = comparison.nested_key() {
            let text = format!(
                "CSV cannot hold the nested key column '{name}': use --json, or a file .json or .parquet"
            );
            return Err(Failure::Message(text));
        }
        let table = table(comparison)?;
        let mut csv = CsvChanges { table, lines };
        csv.write(&RecordBatch::new_empty(csv.table.schema().clone()), true)?;
        Ok(csv)
    }

    /// Prints the first rows.
    pub fn changes(&mut self, changes: &RowChanges, rows: usize) -> Result<(), Failure> {
        self.write(&self.table.rows(changes, rows).map_err(failed)?, false)
    }

    fn write(&mut self, batch: &RecordBatch, header: bool) -> Result<(), Failure> {
        let mut out = Vec::new();
        let mut writer = arrow::csv::WriterBuilder::new().with_header(header).build(&mut out);
        let texts = with_texts(batch, |field| is_wide(field.data_type()))
            .map_err(|error| Failure::Message(error.to_string()))?;
        writer.write(&texts).map_err(|error| Failure::Message(error.to_string()))?;
        drop(writer);
        self.lines.write(&out)
    }

    /// Prints the columns that aren't compared, after the rows.
    pub fn finish(mut self, summary: &Summary) -> Result<(), Failure> {
        let columns = self.table.column_rows(&summary.schema).map_err(failed)?;
        self.write(&columns, false)?;
        self.lines.finish()
    }
}

/// Writes changes to a Parquet file.
pub struct ParquetChanges {
    table: ValueTable,
    name: String,
    writer: ArrowWriter<StagedFile>,
}

impl ParquetChanges {
    /// Opens a file that gets its name in [`ParquetChanges::finish`].
    pub fn new(
        path: &Path,
        overwrite: Overwrite,
        comparison: &Comparison,
    ) -> Result<Self, Failure> {
        let table = table(comparison)?;
        let name = path.display().to_string();
        let file = StagedFile::create(path, overwrite, None)
            .map_err(|error| format!("cannot write '{name}': {error}"))?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .build();
        let writer = ArrowWriter::try_new(file, table.schema().clone(), Some(properties));
        let writer = writer.map_err(|error| unwritable(&name, &error))?;
        Ok(ParquetChanges { table, name, writer })
    }

    /// Writes the first rows.
    pub fn changes(&mut self, changes: &RowChanges, rows: usize) -> Result<(), Failure> {
        let rows = self.table.rows(changes, rows).map_err(failed)?;
        self.writer.write(&rows).map_err(|error| unwritable(&self.name, &error))
    }

    /// Writes the columns that aren't compared, and gives the file its name.
    pub fn finish(mut self, summary: &Summary) -> Result<(), Failure> {
        let columns = self.table.column_rows(&summary.schema).map_err(failed)?;
        self.writer.write(&columns).map_err(|error| unwritable(&self.name, &error))?;
        let file = self.writer.into_inner().map_err(|error| unwritable(&self.name, &error))?;
        file.commit().map_err(|error| format!("cannot write '{}': {error}", self.name).into())
    }
}

fn table(comparison: &Comparison) -> Result<ValueTable, Failure> {
    ValueTable::new(comparison, OneSided::Values).map_err(failed)
}

fn failed(error: DiffError) -> Failure {
    Failure::Message(error.to_string())
}

fn unwritable(name: &str, error: &ParquetError) -> Failure {
    Failure::Message(format!("cannot write '{name}': {error}"))
}
