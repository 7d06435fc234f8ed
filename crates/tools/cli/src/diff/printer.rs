//! Chooses the output format.

use hashlane_diff::{Comparison, RowChanges, Summary};

use crate::diff::Diff;
use crate::diff::json::Json;
use crate::diff::table::{Csv, Parquet};
use crate::diff::text::Text;
use crate::failure::Failure;
use crate::output::{FileFormat, Lines, Overwrite, Progress};

/// The number of rows in text without `--limit`.
const ROWS_OF_TEXT: usize = 100;

/// Prints changes in one format.
pub struct Printer {
    format: Format,
    /// The number of rows that may still be printed.
    left: usize,
}

enum Format {
    Summary(Text),
    SummaryJson(Json),
    Text(Text),
    Json(Json),
    Csv(Csv),
    Parquet(Box<Parquet>),
}

impl Printer {
    /// Returns a printer for the format of the arguments.
    ///
    /// # Errors
    /// Returns an error if the format can't hold such a key, or a file can't be written.
    pub fn new(args: &Diff, comparison: &Comparison, bar: &Progress) -> Result<Self, Failure> {
        let mut left = args.limit.unwrap_or(usize::MAX);
        let overwrite = Overwrite::forced(args.force);
        let lines = || match &args.output {
            Some(file) => Lines::file(&file.path, overwrite),
            None => Ok(Lines::beside(bar)),
        };
        let file = args.output.as_ref().map(|file| (file.format, &file.path));
        let format = match file {
            Some((FileFormat::Parquet, path)) => {
                Format::Parquet(Box::new(Parquet::new(path, overwrite, comparison)?))
            }
            Some((FileFormat::Json, _)) => Format::Json(Json::new(comparison, lines()?)),
            Some((FileFormat::Csv, _)) => Format::Csv(Csv::new(comparison, lines()?)?),
            None if args.summary && args.json => {
                Format::SummaryJson(Json::new(comparison, lines()?))
            }
            None if args.summary => Format::Summary(Text::new(args, comparison, bar)),
            None if args.json => Format::Json(Json::new(comparison, lines()?)),
            None if args.csv => Format::Csv(Csv::new(comparison, lines()?)?),
            None => {
                left = args.limit.unwrap_or(ROWS_OF_TEXT);
                Format::Text(Text::new(args, comparison, bar))
            }
        };
        Ok(Printer { format, left })
    }

    /// Prints differing rows, up to the limit.
    pub fn changes(&mut self, changes: &RowChanges) -> Result<(), Failure> {
        let rows = changes.len().min(self.left);
        self.left -= rows;
        if rows == 0 {
            return Ok(());
        }
        match &mut self.format {
            Format::Summary(_) | Format::SummaryJson(_) => Ok(()),
            Format::Text(text) => text.changes(changes, rows),
            Format::Json(json) => json.changes(changes, rows),
            Format::Csv(csv) => csv.changes(changes, rows),
            Format::Parquet(parquet) => parquet.changes(changes, rows),
        }
    }

    /// Prints the output after the last rows, and completes a file.
    pub fn finish(self, summary: &Summary) -> Result<(), Failure> {
        match self.format {
            Format::Summary(text) | Format::Text(text) => text.finish(summary),
            Format::SummaryJson(json) => json.summary(summary),
            Format::Json(json) => json.finish(summary),
            Format::Csv(csv) => csv.finish(summary),
            Format::Parquet(parquet) => parquet.finish(summary),
        }
    }
}
