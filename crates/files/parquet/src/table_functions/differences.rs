//! The differences between two files as rows: difference, column, detail.

use crate::{FileDiff, FileSchemaDifference, RowGroupDifference};
use hashlane_catalog::Cell;

/// Returns a row for each difference in the schema, in the number of rows, in the columns and in whole rows, with the
/// location. No rows if the files have the same content.
pub fn difference_rows(diff: &FileDiff) -> Vec<[Cell; 3]> {
    let mut rows: Vec<[Cell; 3]> = diff.schema.iter().map(schema).collect();
    let [first, second] = diff.rows;
    if first != second {
        let detail = format!("{first} rows in the first file, {second} in the second");
        rows.push(row("rows", None, detail));
    }
    for column in &diff.columns {
        let [first, second] = &column.fingerprints;
        let detail = format!("{first} in the first file, {second} in the second");
        rows.push(row("column", Some(&column.column), detail));
    }
    if let (Some([first, second]), true) = (&diff.row, diff.columns.is_empty()) {
        let detail = format!(
            "the columns hold the same values, in other rows: {first} in the first file, {second} in \
             the second"
        );
        rows.push(row("row", None, detail));
    }
    rows.extend(diff.row_groups.iter().flat_map(row_group));
    rows
}

fn row(difference: &str, column: Option<&str>, detail: String) -> [Cell; 3] {
    let column = column.map(str::to_owned).into();
    [Cell::Text(difference.to_owned()), column, Cell::Text(detail)]
}

fn schema(difference: &FileSchemaDifference) -> [Cell; 3] {
    let column = match difference {
        FileSchemaDifference::Missing { column, .. }
        | FileSchemaDifference::Type { column, .. } => Some(column.as_str()),
        FileSchemaDifference::Order { .. } => None,
    };
    row("schema", column, difference.to_string())
}

/// Returns a row for each column that differs in these rows.
fn row_group(difference: &RowGroupDifference) -> Vec<[Cell; 3]> {
    let place = |group: Option<usize>| match group {
        Some(group) => format!("row group {group}"),
        None => "nothing".to_owned(),
    };
    let [first, second] = difference.row_groups.map(place);
    let (start, end) = (difference.rows.start, difference.rows.end);
    let detail = format!("rows {start}..{end}: {first} of the first file, {second} of the second");
    if difference.columns.is_empty() {
        return vec![row("row_group", None, detail)];
    }
    difference.columns.iter().map(|column| row("row_group", Some(column), detail.clone())).collect()
}
