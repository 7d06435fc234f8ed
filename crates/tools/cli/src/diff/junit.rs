//! A comparison as JUnit's cases: a case for each kind of rows and for each column.

use hashlane_diff::SideType;
use hashlane_files::shown;

use crate::diff::report::DiffReport;
use crate::output::{JunitCase, junit_xml};

/// The XML of a report. If as many rows may differ, no case is a failure.
pub fn xml(report: &DiffReport) -> String {
    let case = |class: &str, name: &str, failure: Option<String>| JunitCase {
        class: class.to_owned(),
        name: shown(name),
        failure: failure.filter(|_| !report.is_fine),
    };
    let counted = |kind: &str, count: u64| {
        let failure = (count > 0).then(|| format!("rows {kind}: {count}"));
        case("rows", kind, failure)
    };
    let mut cases: Vec<_> =
        report.counts().into_iter().map(|(kind, count)| counted(kind, count)).collect();
    for column in &report.summary.columns {
        let failure = (column.changed > 0).then(|| {
            format!(
                "values changed: {}, to NULL: {}, from NULL: {}",
                column.changed, column.to_null, column.from_null
            )
        });
        cases.push(case("column", &column.name, failure));
    }
    for difference in &report.summary.schema {
        let name = |side: &Option<SideType>| {
            side.as_ref().map_or("absent".to_owned(), SideType::to_string)
        };
        let (left, right) = (name(&difference.left), name(&difference.right));
        let failure = format!("not compared: {left} on the left, {right} on the right");
        cases.push(case("column", &difference.column, Some(failure)));
    }
    junit_xml("hashlane diff", &cases)
}
