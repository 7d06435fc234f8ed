//! The page of a report.

use std::fmt::Write as _;
use std::time::SystemTime;

use hashlane_diff::{ColumnSummary, SideType};

use crate::diff::excerpt::Excerpt;
use crate::diff::report::DiffReport;
use crate::diff::samples::{ChangeSamples, ChangedSample, RowSample};

const STYLE: &str = include_str!("report.css");

/// After so many bytes of samples, columns are only counted: mail programs refuse large attachments.
const MOST_BYTES: usize = 700_000;

/// The page of a report.
pub fn page(report: &DiffReport) -> String {
    let mut out = start(report.verdict());
    sections(report, &mut out);
    end_of_page(&mut out);
    out
}

/// A page up to its title.
pub fn start(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    )
}

/// The command, and the end.
pub fn end_of_page(out: &mut String) {
    let made = humantime::format_rfc3339_seconds(SystemTime::now());
    let command = escaped(&DiffReport::command());
    let _ = write!(
        out,
        "<h2>To repeat it</h2>\n<pre>{command}</pre>\n<footer>Made by hashlane {} at {made}</footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
}

/// What a comparison found. Samples are left out of a page that has many bytes.
pub fn sections(report: &DiffReport, out: &mut String) {
    facts(report, out);
    counts(report, out);
    columns(report, out);
    not_compared(report, out);
    if let Some(samples) = &report.samples {
        changes(report, samples, out);
    }
}

/// The first changes.
fn changes(report: &DiffReport, samples: &ChangeSamples, out: &mut String) {
    let mut left_out = 0;
    for (column, found) in report.summary.columns.iter().zip(&samples.changed) {
        match out.len() < MOST_BYTES {
            true => changed(column, found, &samples.keys, out),
            false => left_out += usize::from(column.changed > 0),
        }
    }
    if left_out > 0 {
        let _ = writeln!(
            out,
            "<p class=\"note\">{left_out} more columns have changes, which are left out here.</p>"
        );
    }
    let counted = [report.summary.removed, report.summary.added];
    for ((kind, rows), count) in ["Removed", "Added"].iter().zip(&samples.one_sided).zip(counted) {
        one_sided(kind, rows, count, &samples.keys, out);
    }
}

/// What was compared.
fn facts(report: &DiffReport, out: &mut String) {
    let [left, right] = &report.sides;
    let summary = &report.summary;
    out.push_str("<dl>\n");
    let mut line = |name: &str, text: &str| {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(text));
    };
    for (side, name, rows) in
        [("left", left, summary.left_rows), ("right", right, summary.right_rows)]
    {
        match report.has_rows() {
            true => line(side, &format!("{name} ({} rows)", grouped(rows))),
            false => line(side, name),
        }
    }
    if let Some(files) = &report.files {
        line("files", &files.line());
    }
    for fact in report.compared.iter().chain(&report.rules) {
        line(fact.phrase, &fact.given);
    }
    out.push_str("</dl>\n");
}

fn counts(report: &DiffReport, out: &mut String) {
    let mut counts = report.counts();
    if report.has_rows() {
        counts.push(("equal", report.summary.equal()));
    }
    out.push_str("<ul class=\"counts\">\n");
    for (kind, count) in counts {
        let _ = writeln!(out, "<li><b>{}</b> {kind}</li>", grouped(count));
    }
    out.push_str("</ul>\n");
}

/// A bar for each column with changes, beside the column with most of them.
fn columns(report: &DiffReport, out: &mut String) {
    let mut columns: Vec<_> =
        report.summary.columns.iter().filter(|column| column.changed > 0).collect();
    columns.sort_by_key(|column| std::cmp::Reverse(column.changed));
    let Some(most) = columns.first().map(|column| column.changed) else { return };
    out.push_str("<h2>Changed values by column</h2>\n<div class=\"wide\"><table>\n<tr><th>column</th><th>changed</th><th></th><th>to NULL</th><th>from NULL</th></tr>\n");
    for (at, column) in columns.iter().enumerate() {
        if out.len() >= MOST_BYTES {
            let left_out = columns.len() - at;
            let _ = writeln!(out, "<tr><td>{left_out} more columns</td></tr>");
            break;
        }
        let width = 100.0 * column.changed as f64 / most as f64;
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"bar\"><div style=\"width:{width:.1}%\"></div></td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            escaped(&column.name),
            grouped(column.changed),
            grouped(column.to_null),
            grouped(column.from_null)
        );
    }
    out.push_str("</table></div>\n");
}

/// Columns that differ as such.
fn not_compared(report: &DiffReport, out: &mut String) {
    if report.summary.schema.is_empty() {
        return;
    }
    out.push_str("<h2>Columns that are not compared</h2>\n<div class=\"wide\"><table>\n<tr><th>column</th><th>left</th><th>right</th></tr>\n");
    let name = |side: &Option<SideType>| match side {
        Some(side) => escaped(&side.to_string()),
        None => "<i>absent</i>".to_owned(),
    };
    for difference in &report.summary.schema {
        let (left, right) = (name(&difference.left), name(&difference.right));
        let column = escaped(&difference.column);
        let _ = writeln!(out, "<tr><td>{column}</td><td>{left}</td><td>{right}</td></tr>");
    }
    out.push_str("</table></div>\n");
}

/// The first changes of a column, side by side.
fn changed(column: &ColumnSummary, samples: &[ChangedSample], keys: &[String], out: &mut String) {
    if samples.is_empty() {
        return;
    }
    let _ = writeln!(out, "<h2>Column {}</h2>", escaped(&column.name));
    head(keys, &["left", "right"], out);
    for sample in samples {
        let [left, right] = &sample.values;
        row(&sample.key, &[("value left", left), ("value right", right)], out);
    }
    end(samples.len(), column.changed, "changes", out);
}

/// The first rows that one side has.
fn one_sided(kind: &str, rows: &[RowSample], count: u64, keys: &[String], out: &mut String) {
    if rows.is_empty() || out.len() >= 2 * MOST_BYTES {
        return;
    }
    let _ = writeln!(out, "<h2>{kind} rows</h2>");
    head(keys, &["values"], out);
    for sample in rows {
        row(&sample.key, &[("value", &sample.values)], out);
    }
    end(rows.len(), count, "rows", out);
}

fn head(keys: &[String], rest: &[&str], out: &mut String) {
    out.push_str("<div class=\"wide\"><table>\n<tr>");
    for name in keys.iter().map(String::as_str).chain(rest.iter().copied()) {
        let _ = write!(out, "<th>{}</th>", escaped(name));
    }
    out.push_str("</tr>\n");
}

fn row(key: &[Excerpt], values: &[(&str, &Excerpt)], out: &mut String) {
    out.push_str("<tr>");
    for (class, excerpt) in key.iter().map(|key| ("value", key)).chain(values.iter().copied()) {
        let _ = write!(out, "<td class=\"{class}\">{}</td>", cell(excerpt));
    }
    out.push_str("</tr>\n");
}

fn end(shown: usize, all: u64, what: &str, out: &mut String) {
    out.push_str("</table></div>\n");
    if all > shown as u64 {
        let _ = writeln!(out, "<p class=\"note\">The first {shown} of {} {what}</p>", grouped(all));
    }
}

fn cell(excerpt: &Excerpt) -> String {
    if excerpt.is_word {
        return format!("<i>{}</i>", escaped(&excerpt.before));
    }
    let mark = match excerpt.marked.is_empty() {
        true => String::new(),
        false => format!("<mark>{}</mark>", escaped(&excerpt.marked)),
    };
    format!("{}{mark}{}", escaped(&excerpt.before), escaped(&excerpt.after))
}

/// A text without secrets, control characters and what HTML reserves.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in hashlane_files::shown(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            character => escaped.push(character),
        }
    }
    escaped
}

/// A number with spaces between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join("\u{2009}")
}
