//! Results as tables for people.
//!
//! Like the other formats, a table is printed batch by batch. The first rows decide how wide the
//! columns are. A wider value further down pushes its row out of line, so that printing doesn't wait
//! for the last row.

use arrow::array::RecordBatch;
use arrow::datatypes::{DataType, SchemaRef};
use arrow::error::ArrowError;
use arrow::util::display::FormatOptions;
use unicode_width::UnicodeWidthStr;

use crate::sql::exact_texts::ExactTexts;

/// The least number of rows that are seen before the widths are fixed.
const ROWS_TO_MEASURE: usize = 1000;

/// The lines of one value.
type CellLines = Vec<String>;

/// Prints one result as a table.
#[derive(Debug)]
pub struct TablePrinter {
    schema: SchemaRef,
    /// Rows that wait for the widths, the names of the columns first.
    waiting: Vec<Vec<CellLines>>,
    /// Empty until the widths are fixed.
    widths: Vec<usize>,
}

impl TablePrinter {
    /// An empty table with the columns of `schema`.
    pub fn new(schema: SchemaRef) -> Self {
        let names = schema.fields().iter().map(|field| cell(field.name())).collect();
        Self { schema, waiting: vec![names], widths: Vec::new() }
    }

    /// Adds the rows of `batch`, and appends to `out` what can already be printed.
    pub fn batch(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), ArrowError> {
        // An error inside a nested value is an error, not its text.
        let options = FormatOptions::default()
            .with_null("NULL")
            .with_display_error(false)
            .with_formatter_factory(Some(&ExactTexts));
        let columns = batch
            .columns()
            .iter()
            .map(|column| ExactTexts::formatter(column.as_ref(), &options))
            .collect::<Result<Vec<_>, _>>()?;
        for row in 0..batch.num_rows() {
            let cells = columns
                .iter()
                .map(|column| Ok(cell(&column.value(row).try_to_string()?)))
                .collect::<Result<Vec<_>, ArrowError>>()?;
            if self.widths.is_empty() {
                self.waiting.push(cells);
            } else {
                self.row(&cells, out);
            }
        }
        if self.waiting.len() > ROWS_TO_MEASURE {
            self.start(out);
        }
        Ok(())
    }

    /// Appends the rest.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if self.schema.fields().is_empty() {
            return;
        }
        self.start(out);
        self.rule(out);
    }

    /// Fixes the widths and prints the rows that waited for them.
    fn start(&mut self, out: &mut Vec<u8>) {
        let waiting = std::mem::take(&mut self.waiting);
        let Some((names, rows)) = waiting.split_first() else { return };
        self.widths = (0..names.len())
            .map(|column| waiting.iter().map(|cells| width(&cells[column])).max().unwrap_or(0))
            .collect();
        self.rule(out);
        self.row(names, out);
        self.rule(out);
        for cells in rows {
            self.row(cells, out);
        }
    }

    fn rule(&self, out: &mut Vec<u8>) {
        for width in &self.widths {
            out.push(b'+');
            out.resize(out.len() + width + 2, b'-');
        }
        out.extend_from_slice(b"+\n");
    }

    fn row(&self, cells: &[CellLines], out: &mut Vec<u8>) {
        let height = cells.iter().map(Vec::len).max().unwrap_or(1);
        for line in 0..height {
            for (column, cell) in cells.iter().enumerate() {
                let text = cell.get(line).map_or("", String::as_str);
                let missing = self.widths[column].saturating_sub(text.width());
                let left = match self.schema.field(column).data_type() {
                    number if is_number(number) => missing,
                    _ => 0,
                };
                out.extend_from_slice(b"| ");
                out.resize(out.len() + left, b' ');
                out.extend_from_slice(text.as_bytes());
                out.resize(out.len() + missing - left + 1, b' ');
            }
            out.extend_from_slice(b"|\n");
        }
    }
}

fn is_number(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => values.is_numeric(),
        other => other.is_numeric(),
    }
}

fn width(cell: &CellLines) -> usize {
    cell.iter().map(|line| line.width()).max().unwrap_or(0)
}

/// The lines of a text, with control characters made visible: they would break the table, or repaint
/// the terminal.
fn cell(text: &str) -> CellLines {
    text.split('\n').map(hashlane_files::shown).collect()
}
