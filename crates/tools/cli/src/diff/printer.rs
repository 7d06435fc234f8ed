//! Chooses the output format.

use hashlane_diff::{Comparison, RowChanges, Summary};

use crate::diff::DiffArgs;
use crate::diff::files_read::FilesRead;
use crate::diff::json::JsonChanges;
use crate::diff::table::{CsvChanges, ParquetChanges};
use crate::diff::text::TextChanges;
use crate::failure::Failure;
use crate::output::{FileFormat, LineOutput, Overwrite, Progress};

/// The number of rows in text without `--limit`.
const ROWS_OF_TEXT: usize = 100;

/// Prints changes in one format.
pub struct ChangePrinter {
    format: ChangeFormat,
    /// The number of rows that may still be printed.
    left: usize,
}

enum ChangeFormat {
    Summary(TextChanges),
    SummaryJson(JsonChanges),
    Text(TextChanges),
    Json(JsonChanges),
    Csv(CsvChanges),
    Parquet(Box<ParquetChanges>),
}

impl ChangePrinter {
    /// Returns a printer for the format of the arguments.
    ///
    /// # Errors
    /// Returns an error if the format can't hold such a key, or a file can't be written.
    pub fn new(args: &DiffArgs, comparison: &Comparison, bar: &Progress) -> Result<Self, Failure> {
        let mut left = args.limit.unwrap_or(usize::MAX);
        let overwrite = Overwrite::forced(args.force);
        let lines = || match &args.output {
            Some(file) => LineOutput::file(&file.path, overwrite),
            None => Ok(LineOutput::beside(bar)),
        };
        let file = args.output.as_ref().map(|file| (file.format, &file.path));
        let format = match file {
            Some((FileFormat::Parquet, path)) => {
                ChangeFormat::Parquet(Box::new(ParquetChanges::new(path, overwrite, comparison)?))
            }
            Some((FileFormat::Json, _)) => {
                ChangeFormat::Json(JsonChanges::new(comparison, lines()?))
            }
            Some((FileFormat::Csv, _)) => ChangeFormat::Csv(CsvChanges::new(comparison, lines()?)?),
            None if args.summary && args.json => {
                ChangeFormat::SummaryJson(JsonChanges::new(comparison, lines()?))
            }
            None if args.summary => ChangeFormat::Summary(TextChanges::new(args, comparison, bar)),
            None if args.json => ChangeFormat::Json(JsonChanges::new(comparison, lines()?)),
            None if args.csv => ChangeFormat::Csv(CsvChanges::new(comparison, lines()?)?),
            None => {
                left = args.limit.unwrap_or(ROWS_OF_TEXT);
                ChangeFormat::Text(TextChanges::new(args, comparison, bar))
            }
        };
        Ok(ChangePrinter { format, left })
    }

    /// Prints differing rows, up to the limit.
    pub fn changes(&mut self, changes: &RowChanges) -> Result<(), Failure> {
        let rows = changes.len().min(self.left);
        self.left -= rows;
        if rows == 0 {
            return Ok(());
        }
        match &mut self.format {
            ChangeFormat::Summary(_) | ChangeFormat::SummaryJson(_) => Ok(()),
            ChangeFormat::Text(text) => text.changes(changes, rows),
            ChangeFormat::Json(json) => json.changes(changes, rows),
            ChangeFormat::Csv(csv) => csv.changes(changes, rows),
            ChangeFormat::Parquet(parquet) => parquet.changes(changes, rows),
        }
    }

    /// Prints the output after the last rows, and completes a file. `read` are the files of two lists that were read.
    pub fn finish(self, summary: &Summary, read: Option<&FilesRead>) -> Result<(), Failure> {
        let whole = read.map(|read| read.whole(summary));
        let summary = whole.as_ref().unwrap_or(summary);
        match self.format {
            ChangeFormat::Summary(text) | ChangeFormat::Text(text) => text.finish(summary, read),
            ChangeFormat::SummaryJson(json) => json.summary(summary, read),
            ChangeFormat::Json(json) => json.finish(summary),
            ChangeFormat::Csv(csv) => csv.finish(summary),
            ChangeFormat::Parquet(parquet) => parquet.finish(summary),
        }
    }
}
