//! The values of rows that are on one side only.

use std::sync::Arc;

use datafusion::arrow::array::{Int64Array, StringArray, Time64MicrosecondArray};
use hashlane_diff::{DiffOptions, OneSided};

use crate::tables::{by, found_with, table};

#[test]
fn added_and_removed_rows_have_their_values() {
    let side = |ids: Vec<i64>, times: Vec<Option<i64>>, names: Vec<&str>| {
        table(vec![
            ("id", Arc::new(Int64Array::from(ids))),
            ("t", Arc::new(Time64MicrosecondArray::from(times))),
            ("name", Arc::new(StringArray::from(names))),
        ])
    };
    let left = side(vec![1, 2], vec![Some(0), None], vec!["a", "b"]);
    let right = side(vec![1, 3], vec![Some(86_400_000_000), Some(-1)], vec!["a", "c"]);
    let columns = ["id", "column", "left", "right"];
    let of = |one_sided, options: &DiffOptions| {
        let both = (left.clone(), right.clone());
        let (found, _) = found_with(one_sided, both.0, both.1, options, &columns).expect("found");
        found.into_iter().map(|row| row.join(" ")).collect::<Vec<_>>()
    };
    let values = [
        "added 3 name NULL c",
        "added 3 t NULL -00:00:00.000001",
        "changed 1 t 00:00:00 24:00:00",
        "removed 2 name b NULL",
        "removed 2 t NULL NULL",
    ];
    assert_eq!(of(OneSided::Values, &by(&["id"])), values);
    let keys =
        ["added 3 NULL NULL NULL", "changed 1 t 00:00:00 24:00:00", "removed 2 NULL NULL NULL"];
    assert_eq!(of(OneSided::Keys, &by(&["id"])), keys);
}
