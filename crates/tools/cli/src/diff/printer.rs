//! Chooses the output format.

use hashlane_diff::{Comparison, RowChanges};

use crate::diff::DiffArgs;
use crate::diff::file::ChangesFile;
use crate::diff::files_read::FilesRead;
use crate::diff::html_page::page;
use crate::diff::json::JsonChanges;
use crate::diff::junit;
use crate::diff::report::DiffReport;
use crate::diff::samples::ChangeSamples;
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
    /// A report, and the file for it. Without one, the report is kept.
    Html(ChangeSamples, Option<LineOutput>),
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
            Some(file) => LineOutput::file(file.path(), overwrite),
            None => Ok(LineOutput::beside(bar)),
        };
        let format = match &args.output {
            _ if args.is_planned => ChangeFormat::Html(ChangeSamples::new(comparison), None),
            Some(ChangesFile::Html(_)) => {
                ChangeFormat::Html(ChangeSamples::new(comparison), Some(lines()?))
            }
            Some(ChangesFile::Table(file)) => match file.format {
                FileFormat::Parquet => {
                    let parquet = ParquetChanges::new(&file.path, overwrite, comparison)?;
                    ChangeFormat::Parquet(Box::new(parquet))
                }
                FileFormat::Json => ChangeFormat::Json(JsonChanges::new(comparison, lines()?)),
                FileFormat::Csv => ChangeFormat::Csv(CsvChanges::new(comparison, lines()?)?),
            },
            None if args.summary && args.json => {
                ChangeFormat::SummaryJson(JsonChanges::new(comparison, lines()?))
            }
            None if args.summary => ChangeFormat::Summary(TextChanges::new(comparison, bar)),
            None if args.json => ChangeFormat::Json(JsonChanges::new(comparison, lines()?)),
            None if args.csv => ChangeFormat::Csv(CsvChanges::new(comparison, lines()?)?),
            None => {
                left = args.limit.unwrap_or(ROWS_OF_TEXT);
                ChangeFormat::Text(TextChanges::new(comparison, bar))
            }
        };
        Ok(ChangePrinter { format, left })
    }

    /// Prints differing rows, up to the limit.
    pub fn changes(&mut self, changes: &RowChanges) -> Result<(), Failure> {
        if let ChangeFormat::Html(samples, _) = &mut self.format {
            return samples.changes(changes);
        }
        let rows = changes.len().min(self.left);
        self.left -= rows;
        if rows == 0 {
            return Ok(());
        }
        match &mut self.format {
            ChangeFormat::Summary(_) | ChangeFormat::SummaryJson(_) | ChangeFormat::Html(..) => {
                Ok(())
            }
            ChangeFormat::Text(text) => text.changes(changes, rows),
            ChangeFormat::Json(json) => json.changes(changes, rows),
            ChangeFormat::Csv(csv) => csv.changes(changes, rows),
            ChangeFormat::Parquet(parquet) => parquet.changes(changes, rows),
        }
    }

    /// Prints the output after the last rows, completes files, and returns the report. `files` are those of two lists.
    pub fn finish(
        self,
        args: &DiffArgs,
        comparison: &Comparison,
        files: Option<FilesRead>,
    ) -> Result<DiffReport, Failure> {
        let mut report = DiffReport::new(args, comparison, files);
        let mut cases = None;
        if let Some(path) = &args.junit {
            let mut file = LineOutput::file(path, Overwrite::forced(args.force))?;
            file.write(junit::xml(&report).as_bytes())?;
            cases = Some(file);
        }
        match self.format {
            ChangeFormat::Summary(text) | ChangeFormat::Text(text) => text.finish(&report)?,
            ChangeFormat::SummaryJson(json) => json.summary(&report)?,
            ChangeFormat::Json(json) => json.finish(&report, args.output.is_none())?,
            ChangeFormat::Csv(csv) => csv.finish(&report.summary)?,
            ChangeFormat::Parquet(parquet) => parquet.finish(&report.summary)?,
            ChangeFormat::Html(samples, lines) => {
                report.samples = Some(samples);
                if let Some(mut lines) = lines {
                    lines.write(page(&report).as_bytes())?;
                    lines.finish()?;
                }
            }
        }
        // No file of a report that can't be written stays alone.
        cases.map_or(Ok(()), LineOutput::finish)?;
        Ok(report)
    }
}
