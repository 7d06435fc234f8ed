//! Text: the summary, and values side by side.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use arrow::array::{Array, ArrayRef};
use arrow::util::display::{ArrayFormatter, FormatOptions};
use hashlane_diff::{Changes, Comparison, Kind, SchemaDifference, Summary, type_names};

use crate::failure::Failure;
use crate::output::{Lines, Progress};

/// Prints changes as text. The summary is printed first, so the formatted rows are stored until the end.
pub struct Text {
    keys: Vec<String>,
    is_multiset: bool,
    /// The formatted rows.
    rows: String,
    printed: u64,
    lines: Lines,
    coloured: bool,
}

impl Text {
    /// Prepares to print the rows of a comparison.
    pub fn new(comparison: &Comparison, bar: &Progress) -> Self {
        let lines = Lines::beside(bar);
        Text {
            keys: comparison.keys().iter().map(|field| field.name().clone()).collect(),
            is_multiset: comparison.is_multiset(),
            rows: String::new(),
            printed: 0,
            coloured: lines.coloured(),
            lines,
        }
    }

    /// Formats the first `rows` rows.
    pub fn changes(&mut self, changes: &Changes, rows: usize) -> Result<(), Failure> {
        for row in 0..rows {
            let kind = changes.kind(row);
            let mut line = String::new();
            for (name, array) in self.keys.iter().zip(changes.keys()) {
                let separator = if line.is_empty() { "" } else { ", " };
                let _ = write!(line, "{separator}{name}={}", shown(array, row)?);
            }
            if changes.count(row) > 1 {
                let _ = write!(line, "  ({} times)", changes.count(row));
            }
            self.line(kind, &line);
            for column in (0..changes.width()).filter(|&column| changes.differs(row, column)) {
                let [left, right] =
                    [changes.left(column), changes.right(column)].map(|array| shown(array, row));
                let name = hashlane_files::shown(changes.name(column));
                let (removed, added) =
                    (self.styled(Kind::Removed, &left?), self.styled(Kind::Added, &right?));
                let _ = writeln!(self.rows, "    {name}: {removed} → {added}");
            }
            self.printed += 1;
        }
        Ok(())
    }

    fn line(&mut self, kind: Kind, text: &str) {
        let sign = match kind {
            Kind::Added => '+',
            Kind::Removed => '-',
            Kind::Changed => '~',
        };
        let line = self.styled(kind, &format!("{sign} {text}"));
        self.rows.push_str(&line);
        self.rows.push('\n');
    }

    fn styled(&self, kind: Kind, text: &str) -> String {
        let style: Style = match kind {
            Kind::Added => AnsiColor::Green.on_default(),
            Kind::Removed => AnsiColor::Red.on_default(),
            Kind::Changed => AnsiColor::Yellow.on_default(),
        };
        if self.coloured { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Prints the summary, then the rows.
    pub fn finish(mut self, summary: &Summary) -> Result<(), Failure> {
        let mut text =
            format!("left {} rows, right {} rows\n", summary.left_rows, summary.right_rows);
        let _ = write!(text, "{} added, {} removed, ", summary.added, summary.removed);
        if !self.is_multiset {
            let _ = write!(text, "{} changed, ", summary.changed);
        }
        let _ = writeln!(text, "{} equal", summary.equal());
        for difference in &summary.schema {
            let _ = writeln!(text, "{}", schema(difference));
        }
        for column in summary.columns.iter().filter(|column| column.changed > 0) {
            let name = hashlane_files::shown(&column.name);
            let _ = write!(text, "column {name}: {} changed", column.changed);
            if column.to_null + column.from_null > 0 {
                let _ =
                    write!(text, " ({} to NULL, {} from NULL)", column.to_null, column.from_null);
            }
            text.push('\n');
        }
        if !self.rows.is_empty() {
            let _ = write!(text, "\n{}", self.rows);
            let left_out = (summary.added + summary.removed + summary.changed) - self.printed;
            if left_out > 0 && !self.is_multiset {
                let _ = writeln!(text, "… and {left_out} more rows: print them with --limit");
            }
        }
        self.lines.write(text.as_bytes())?;
        self.lines.finish()
    }
}

fn shown(array: &ArrayRef, row: usize) -> Result<String, Failure> {
    if array.is_null(row) {
        return Ok("NULL".to_owned());
    }
    let options = FormatOptions::default().with_null("NULL");
    let text = ArrayFormatter::try_new(array.as_ref(), &options)
        .and_then(|formatter| formatter.value(row).try_to_string());
    let text = text.map_err(|error| Failure::Message(error.to_string()))?;
    Ok(hashlane_files::shown(&text))
}

fn schema(difference: &SchemaDifference) -> String {
    let name = hashlane_files::shown(&difference.column);
    match (&difference.left, &difference.right) {
        (Some(left), Some(right)) => {
            let (left, right) = type_names(left, right);
            format!("column {name}: {left} on the left, {right} on the right, not compared")
        }
        (Some(_), None) => format!("column {name}: only on the left"),
        _ => format!("column {name}: only on the right"),
    }
}
