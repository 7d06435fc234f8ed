//! Values computed by Spark and Hive.

use hashlane_kernels::encoding::Column;
use serde_json::Value;

use super::{NAMES, named};
use crate::support::json::{generated, list, text};
use crate::support::typed::{FORMS, Form, Typed};

/// Compares a table's hashes with those of some of its rows; returns how many there are.
fn check(table: &Value, ids: &[usize], form: Form) -> usize {
    let rows: Vec<&Value> = ids.iter().map(|id| &table["rows"][*id]).collect();
    let column = |(at, kind): (usize, &Value)| {
        let values: Vec<&Value> = rows.iter().map(|row| &row[at]).collect();
        Typed::new(kind, &values, form)
    };
    let columns: Vec<Typed> = list(&table["types"]).iter().enumerate().map(column).collect();
    let columns: Vec<Column<'_>> = columns.iter().map(Typed::column).collect();
    let mut checked = 0;
    for name in NAMES.iter().filter(|name| !table[**name].is_null()) {
        assert_eq!(list(&table[*name]).len(), list(&table["rows"]).len());
        let hashes = named(name, &columns, rows.len());
        for ((hash, id), row) in hashes.iter().zip(ids).zip(&rows) {
            let (expected, table) = (table[*name][*id].as_i64(), text(&table["name"]));
            assert_eq!(Some(*hash), expected, "{name}, {form:?}, {table}: {row}");
            checked += 1;
        }
    }
    checked
}

/// All rows, then only those without NULL, for which another loop runs.
#[test]
fn spark_and_hive() {
    let mut checked = 0;
    for table in list(&generated("spark_hive.json")["tables"]) {
        let rows = list(&table["rows"]);
        let all: Vec<usize> = (0..rows.len()).collect();
        let full = all.iter().copied().filter(|id| !list(&rows[*id]).contains(&Value::Null));
        let full: Vec<usize> = full.collect();
        for form in FORMS {
            checked += check(table, &all, form) + check(table, &full, form);
        }
    }
    println!("{checked} hashes of Spark and Hive");
    assert!(checked >= 18 * 1000, "{checked}");
}
