//! Prints changes as JSON lines, one object per change.

use std::fmt::Write as _;

use hashlane_diff::{
    ChangeKind, Comparison, RowChanges, SchemaDifference, ShownChanges, ShownValue, SideType,
};
use serde_json::{Map, Value, json};

use crate::diff::report::{DiffReport, ReportFact};
use crate::failure::Failure;
use crate::output::LineOutput;

/// Prints changes as JSON lines.
pub struct JsonChanges {
    /// The names of the key columns, as JSON.
    keys: Vec<String>,
    is_multiset: bool,
    lines: LineOutput,
}

impl JsonChanges {
    /// Prepares to print the rows of a comparison.
    pub fn new(comparison: &Comparison, lines: LineOutput) -> Self {
        let keys = comparison.keys().iter().map(|field| json!(field.name()).to_string()).collect();
        JsonChanges { keys, is_multiset: comparison.is_multiset(), lines }
    }

    /// Prints the first `rows` rows.
    pub fn changes(&mut self, changes: &RowChanges, rows: usize) -> Result<(), Failure> {
        let shown = changes.shown().map_err(|error| Failure::Message(error.to_string()))?;
        let names: Vec<String> =
            (0..changes.width()).map(|at| json!(changes.name(at)).to_string()).collect();
        let mut out = String::new();
        for row in 0..rows {
            let start = self.start(changes.kind(row), &shown, row);
            match changes.kind(row) {
                ChangeKind::Changed => {
                    for at in (0..names.len()).filter(|&at| changes.differs(row, at)) {
                        let _ = write!(out, "{start},\"column\":{},\"left\":", names[at]);
                        shown.left[at].value(row).write_json(&mut out);
                        out.push_str(",\"right\":");
                        shown.right[at].value(row).write_json(&mut out);
                        out.push_str("}\n");
                    }
                }
                _ if self.is_multiset => {
                    let _ = writeln!(out, "{start},\"count\":{}}}", changes.count(row));
                }
                kind => {
                    let values = (0..names.len()).map(|at| shown.value(kind, row, at));
                    out.push_str(&start);
                    out.push_str(",\"values\":");
                    object(names.iter().zip(values), &mut out);
                    out.push_str("}\n");
                }
            }
        }
        self.lines.write(out.as_bytes())
    }

    /// The start of an object, up to its key.
    fn start(&self, kind: ChangeKind, shown: &ShownChanges<'_>, row: usize) -> String {
        let mut start = format!("{{\"change\":\"{}\",\"key\":", kind.name());
        object(self.keys.iter().zip(shown.keys.iter().map(|key| key.value(row))), &mut start);
        start
    }

    /// Prints the columns that differ, after the rows, and the summary if it is wanted.
    pub fn finish(mut self, report: &DiffReport, with_summary: bool) -> Result<(), Failure> {
        for difference in &report.summary.schema {
            let mut object = schema(difference);
            object["change"] = json!("column");
            self.lines.json(&object)?;
        }
        match with_summary {
            true => self.summary(report),
            false => self.lines.finish(),
        }
    }

    /// Prints only the summary.
    pub fn summary(mut self, report: &DiffReport) -> Result<(), Failure> {
        self.lines.json(&summary_object(report))?;
        self.lines.finish()
    }
}

/// The summary of a comparison as an object.
pub fn summary_object(report: &DiffReport) -> Value {
    let summary = &report.summary;
    let columns = summary.columns.iter().map(|column| {
        json!({
            "column": column.name,
            "changed": column.changed,
            "to_null": column.to_null,
            "from_null": column.from_null,
        })
    });
    let options = |facts: &[ReportFact]| -> Map<String, Value> {
        facts.iter().map(|fact| (fact.option.to_owned(), json!(fact.given))).collect()
    };
    let mut object = json!({
        "change": "summary",
        "left": report.sides[0],
        "right": report.sides[1],
        "compared": options(&report.compared),
        "rules": options(&report.rules),
        "is_fine": report.is_fine,
        "left_rows": summary.left_rows,
        "right_rows": summary.right_rows,
        "added": summary.added,
        "removed": summary.removed,
        "changed": summary.changed,
        "equal": summary.equal(),
        "columns": columns.collect::<Vec<_>>(),
        "not_compared": summary.schema.iter().map(schema).collect::<Vec<_>>(),
    });
    if let Some(read) = &report.files {
        read.add_to(&mut object);
    }
    object
}

fn schema(difference: &SchemaDifference) -> Value {
    let name = |side: &Option<SideType>| side.as_ref().map(SideType::to_string);
    json!({
        "column": difference.column,
        "left": name(&difference.left),
        "right": name(&difference.right),
    })
}

/// Appends an object with these names, which are JSON already, and values.
fn object<'a>(entries: impl Iterator<Item = (&'a String, ShownValue<'a>)>, out: &mut String) {
    out.push('{');
    for (at, (name, value)) in entries.enumerate() {
        let separator = if at == 0 { "" } else { "," };
        let _ = write!(out, "{separator}{name}:");
        value.write_json(out);
    }
    out.push('}');
}
