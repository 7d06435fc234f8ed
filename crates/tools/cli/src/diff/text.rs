//! Text: the summary, and values side by side.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use hashlane_diff::{
    ChangeKind, Comparison, RowChanges, SchemaDifference, ShownChanges, ShownValue, SideType,
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::diff::report::DiffReport;
use crate::failure::Failure;
use crate::output::{LineOutput, Progress};

/// The width of the line of an added or removed row, where the output isn't a terminal.
const WIDTH: usize = 200;

/// Prints changes as text. The summary is printed first, so the formatted rows are stored until the end.
pub struct TextChanges {
    keys: Vec<String>,
    /// The formatted rows.
    rows: String,
    printed: u64,
    lines: LineOutput,
    coloured: bool,
    /// The width of the line of an added or removed row.
    width: usize,
}

impl TextChanges {
    /// Prepares to print the rows of a comparison.
    pub fn new(comparison: &Comparison, bar: &Progress) -> Self {
        let lines = LineOutput::beside(bar);
        TextChanges {
            keys: comparison.keys().iter().map(|field| field.name().clone()).collect(),
            rows: String::new(),
            printed: 0,
            coloured: lines.coloured(),
            width: lines.width().unwrap_or(WIDTH),
            lines,
        }
    }

    /// Formats the first `rows` rows.
    pub fn changes(&mut self, changes: &RowChanges, rows: usize) -> Result<(), Failure> {
        let shown = changes.shown().map_err(|error| Failure::Message(error.to_string()))?;
        for row in 0..rows {
            let kind = changes.kind(row);
            let keys = shown.keys.iter().map(|key| key.value(row));
            let mut line = entries(self.keys.iter().map(String::as_str).zip(keys));
            if changes.count(row) > 1 {
                let _ = write!(line, "  ({} times)", changes.count(row));
            }
            if kind != ChangeKind::Changed && changes.width() > 0 {
                // The sign and the space before the line.
                let left = self.width.saturating_sub(line.width() + 2);
                line.push_str(&values(changes, &shown, row, left));
            }
            self.line(kind, &line);
            for column in (0..changes.width()).filter(|&column| changes.differs(row, column)) {
                let [left, right] =
                    [&shown.left, &shown.right].map(|side| printed(&side[column].value(row)));
                let name = hashlane_files::shown(changes.name(column));
                let (removed, added) = (
                    self.styled(ChangeKind::Removed, &left),
                    self.styled(ChangeKind::Added, &right),
                );
                let _ = writeln!(self.rows, "    {name}: {removed} → {added}");
            }
            self.printed += 1;
        }
        Ok(())
    }

    fn line(&mut self, kind: ChangeKind, text: &str) {
        let sign = match kind {
            ChangeKind::Added => '+',
            ChangeKind::Removed => '-',
            ChangeKind::Changed => '~',
        };
        let line = self.styled(kind, &format!("{sign} {text}"));
        self.rows.push_str(&line);
        self.rows.push('\n');
    }

    fn styled(&self, kind: ChangeKind, text: &str) -> String {
        let style: Style = match kind {
            ChangeKind::Added => AnsiColor::Green.on_default(),
            ChangeKind::Removed => AnsiColor::Red.on_default(),
            ChangeKind::Changed => AnsiColor::Yellow.on_default(),
        };
        if self.coloured { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Prints the summary, then the rows.
    pub fn finish(mut self, report: &DiffReport) -> Result<(), Failure> {
        let summary = &report.summary;
        let mut text = counts(report);
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
            if left_out > 0 && !report.is_multiset {
                let _ = writeln!(text, "… and {left_out} more rows: print them with --limit");
            }
        }
        self.lines.write(text.as_bytes())?;
        self.lines.finish()
    }
}

/// The lines above those of columns: rows, files, rules, and rows by kind.
fn counts(report: &DiffReport) -> String {
    let summary = &report.summary;
    let mut text = String::new();
    if report.has_rows() {
        let _ =
            writeln!(text, "left {} rows, right {} rows", summary.left_rows, summary.right_rows);
    }
    if let Some(files) = &report.files {
        let _ = writeln!(text, "files: {}", files.line());
    }
    for rule in &report.rules {
        let _ = writeln!(text, "{} {}", rule.phrase, rule.given);
    }
    let counts: Vec<_> =
        report.counts().iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let _ = write!(text, "{}", counts.join(", "));
    let columns = if summary.schema.is_empty() { "" } else { " in the compared columns" };
    let equal = match report.has_rows() {
        true => format!(", {} equal", summary.equal()),
        false => String::new(),
    };
    let _ = writeln!(text, "{equal}{columns}");
    text
}

/// The values of an added or removed row, cut to the width that is left for them.
fn values(changes: &RowChanges, shown: &ShownChanges<'_>, row: usize, width: usize) -> String {
    let kind = changes.kind(row);
    let values = (0..changes.width()).map(|at| (changes.name(at), shown.value(kind, row, at)));
    cut(format!("  {}", entries(values)), width)
}

/// Names and values on one line.
fn entries<'a>(entries: impl Iterator<Item = (&'a str, ShownValue<'a>)>) -> String {
    let mut line = String::new();
    for (name, value) in entries {
        let separator = if line.is_empty() { "" } else { ", " };
        let name = hashlane_files::shown(name);
        let _ = write!(line, "{separator}{name}={}", printed(&value));
    }
    line
}

/// The text if it fits, or else its start and `…`.
fn cut(text: String, width: usize) -> String {
    if text.width() <= width {
        return text;
    }
    let mut left = width.saturating_sub(1);
    let fits = |character: &char| {
        let rest = left.checked_sub(character.width().unwrap_or(0));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// A value on one line. The string `NULL` is in quotes.
fn printed(value: &ShownValue<'_>) -> String {
    match value {
        ShownValue::Text(text) if text.trim_matches('"') == "NULL" => format!("{text:?}"),
        value => hashlane_files::shown(&value.to_string()),
    }
}

fn schema(difference: &SchemaDifference) -> String {
    let name = hashlane_files::shown(&difference.column);
    match (&difference.left, &difference.right) {
        (Some(left), Some(right)) => {
            let advice = advice(&difference.column, left, right);
            let (left, right) = SideType::names(left, right);
            format!(
                "column {name}: {left} on the left, {right} on the right, not compared: {advice}"
            )
        }
        (Some(_), None) => format!("column {name}: only on the left"),
        _ => format!("column {name}: only on the right"),
    }
}

/// What to do about a column whose types have no values in common.
fn advice(column: &str, left: &SideType, right: &SideType) -> String {
    let is_nested =
        |side: &SideType| matches!(side, SideType::Arrow(data_type) if data_type.is_nested());
    let is_database = |side: &SideType| matches!(side, SideType::Database(_));
    let sides = [left, right];
    let is_plain = column.starts_with(|char: char| char.is_ascii_lowercase())
        && column.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    let name = match is_plain {
        true => column.to_owned(),
        false => format!("\"{}\"", hashlane_files::shown(column).replace('"', "\"\"")),
    };
    if sides.into_iter().any(is_nested) {
        "leave it out with --ignore".to_owned()
    } else if sides.into_iter().any(is_database) {
        format!("cast it on one side, as in ?query=SELECT …, CAST({name} AS …) AS {name} FROM …")
    } else {
        format!(
            "cast it in one file, as in hashlane sql -o new.parquet 'SELECT * REPLACE (CAST({name} AS VARCHAR) AS {name}) FROM \"FILE\"'"
        )
    }
}
