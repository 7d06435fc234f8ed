//! What is printed of the comparisons of a plan: text, JSON lines, a report in HTML, and JUnit's cases.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use crate::diff::DiffArgs;
use crate::diff::html_page::{end_of_page, escaped, grouped, sections, start};
use crate::diff::json::summary_object;
use crate::diff::report::DiffReport;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{JunitCase, LineOutput, Overwrite, junit_xml};

/// The results of a plan.
pub struct PlanResult {
    /// In the order of the plan.
    pub tables: Vec<TableResult>,
}

/// The result of a comparison.
pub struct TableResult {
    /// Its name in the plan.
    pub name: String,
    /// What it found, or one line that says why it failed.
    pub found: Result<DiffReport, String>,
}

const COLUMNS: [&str; 7] = ["table", "left", "right", "added", "removed", "changed", "result"];

impl TableResult {
    fn outcome(&self) -> Outcome {
        self.found.as_ref().map_or(Outcome::Trouble, DiffReport::outcome)
    }

    /// The result in a word or a line.
    fn verdict(&self) -> String {
        match &self.found {
            Err(error) => error.clone(),
            Ok(report) => {
                let verdict = match (report.summary.is_equal(), report.is_fine) {
                    (true, _) => "equal",
                    (false, true) => "allowed",
                    (false, false) => "differs",
                };
                match report.summary.schema.len() {
                    0 => verdict.to_owned(),
                    1 => format!("{verdict}, 1 column isn't compared"),
                    columns => format!("{verdict}, {columns} columns aren't compared"),
                }
            }
        }
    }

    fn cells(&self) -> [String; 7] {
        let name = hashlane_files::shown(&self.name);
        let Ok(report) = &self.found else {
            let [left, right, added, removed, changed] = [const { String::new() }; 5];
            let error = hashlane_files::shown(&self.verdict());
            return [name, left, right, added, removed, changed, error];
        };
        let summary = &report.summary;
        let rows = |rows: u64| if report.has_rows() { rows.to_string() } else { String::new() };
        [
            name,
            rows(summary.left_rows),
            rows(summary.right_rows),
            summary.added.to_string(),
            summary.removed.to_string(),
            summary.changed.to_string(),
            self.verdict(),
        ]
    }
}

impl PlanResult {
    /// The worst of all outcomes.
    pub fn outcome(&self) -> Outcome {
        self.tables.iter().map(TableResult::outcome).max().unwrap_or(Outcome::Fine)
    }

    /// Writes the results where the arguments want them.
    pub fn print(&self, args: &DiffArgs) -> Result<(), Failure> {
        let overwrite = Overwrite::forced(args.force);
        let mut files = Vec::new();
        if let Some(path) = &args.junit {
            let mut file = LineOutput::file(path, overwrite)?;
            file.write(self.junit().as_bytes())?;
            files.push(file);
        }
        if let Some(file) = &args.output {
            let mut page = LineOutput::file(file.path(), overwrite)?;
            page.write(self.page().as_bytes())?;
            files.push(page);
        }
        files.into_iter().try_for_each(LineOutput::finish)?;
        let mut lines = LineOutput::stdout();
        match args.json {
            true => self.tables.iter().try_for_each(|table| lines.json(&self.object(table)))?,
            false => lines.write(self.text().as_bytes())?,
        }
        lines.finish()
    }

    /// How many tables have each result.
    fn totals(&self) -> String {
        let counts =
            [(Outcome::Fine, "fine"), (Outcome::Findings, "differ"), (Outcome::Trouble, "failed")];
        let counts = counts.map(|(outcome, word)| {
            let tables = self.tables.iter().filter(|table| table.outcome() == outcome).count();
            format!("{tables} {word}")
        });
        format!("{} tables: {}", self.tables.len(), counts.join(", "))
    }

    fn text(&self) -> String {
        let rows: Vec<[String; 7]> = self.tables.iter().map(TableResult::cells).collect();
        let header = COLUMNS.map(str::to_owned);
        let all = || std::iter::once(&header).chain(&rows);
        let widths: [usize; 7] =
            std::array::from_fn(|at| all().map(|row| row[at].width()).max().unwrap_or(0));
        let mut text = String::new();
        for row in all() {
            let mut line = String::new();
            for (at, cell) in row.iter().enumerate() {
                let space = " ".repeat(widths[at].saturating_sub(cell.width()));
                // Numbers end below each other.
                let is_number = (1..6).contains(&at);
                let cell =
                    if is_number { format!("{space}{cell}") } else { format!("{cell}{space}") };
                let _ = write!(line, "{}{cell}", if at == 0 { "" } else { "  " });
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text + &self.totals() + "\n"
    }

    /// The summary of a table, or its error.
    fn object(&self, table: &TableResult) -> serde_json::Value {
        let mut object = match &table.found {
            Ok(report) => summary_object(report),
            Err(error) => {
                serde_json::json!({ "change": "summary", "is_fine": false, "error": error })
            }
        };
        object["table"] = serde_json::json!(table.name);
        object
    }

    fn junit(&self) -> String {
        let cases = self.tables.iter().map(|table| JunitCase {
            class: "table".to_owned(),
            name: hashlane_files::shown(&table.name),
            failure: (table.outcome() != Outcome::Fine).then(|| match &table.found {
                Ok(report) => {
                    let counts =
                        report.counts().into_iter().map(|(kind, count)| format!("{count} {kind}"));
                    format!("{}: {}", table.verdict(), counts.collect::<Vec<_>>().join(", "))
                }
                Err(error) => error.clone(),
            }),
        });
        junit_xml("hashlane diff", &cases.collect::<Vec<_>>())
    }

    /// The report of all tables: one table of results, then each comparison.
    fn page(&self) -> String {
        let mut out = start(&self.totals());
        out.push_str("<div class=\"wide\"><table>\n<tr>");
        for name in COLUMNS {
            let _ = write!(out, "<th>{name}</th>");
        }
        out.push_str("</tr>\n");
        for table in &self.tables {
            out.push_str("<tr>");
            for (at, cell) in table.cells().iter().enumerate() {
                let number = cell.parse().ok().filter(|_| (1..6).contains(&at));
                let _ = match number {
                    Some(number) => write!(out, "<td class=\"number\">{}</td>", grouped(number)),
                    None => write!(out, "<td>{}</td>", escaped(cell)),
                };
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table></div>\n");
        for table in &self.tables {
            if let Ok(report) = &table.found {
                let _ = writeln!(out, "<h1>{}</h1>", escaped(&table.name));
                sections(report, &mut out);
            }
        }
        end_of_page(&mut out);
        out
    }
}
