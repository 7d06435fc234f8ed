//! The differences reported between two files.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow::array::{ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray};
use hashlane_parquet::{DiffSide, FileDiff, FileSchemaDifference, diff};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

use crate::support::{open, options, written};

fn differences(first: &Path, second: &Path, ordered: bool) -> FileDiff {
    diff(&open(first), &open(second), &options(ordered, 2))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn write(name: &str, columns: Vec<(&str, ArrayRef)>, row_group: usize) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
    let properties =
        WriterProperties::builder().set_max_row_group_row_count(Some(row_group)).build();
    let file = File::create(&path).expect("a file");
    let mut writer =
        ArrowWriter::try_new(file, batch.schema(), Some(properties)).expect("a writer");
    writer.write(&batch).expect("it can be written");
    writer.close().expect("it can be written");
    path
}

fn numbers(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

#[test]
fn files_of_other_writers_are_equal() {
    let Some(folder) = written() else { return };
    let first = folder.join("pyarrow-2.parquet");
    for (name, ordered) in [("duckdb-1", true), ("pyarrow-required", true), ("shuffled", false)] {
        let found = differences(&first, &folder.join(format!("{name}.parquet")), ordered);
        assert!(found.is_equal() && found.row_groups.is_empty(), "{name}: {found:?}");
    }
    assert!(!differences(&first, &folder.join("shuffled.parquet"), true).is_equal());
}

/// Row 3000 of 4000 has changed; row groups are 777 and 2048 rows long.
#[test]
fn a_changed_value_is_placed() {
    let Some(folder) = written() else { return };
    for column in ["text", "flag", "wide", "list"] {
        let changed = folder.join(format!("changed-{column}.parquet"));
        for ordered in [false, true] {
            let found = differences(&folder.join("pyarrow-2.parquet"), &changed, ordered);
            assert!(!found.is_equal() && found.schema.is_empty() && found.row.is_some());
            assert_eq!(found.columns.len(), 1);
            assert_eq!(found.columns[0].column, column);
            let [place] = &found.row_groups[..] else { panic!("{found:?}") };
            assert_eq!((place.rows.clone(), place.row_groups), (2331..3108, [Some(3), Some(1)]));
            assert_eq!(place.columns, [column]);
        }
    }
}

#[test]
fn schemas_are_compared_by_content() {
    let text = |values: Vec<&str>| Arc::new(StringArray::from(values)) as ArrayRef;
    let narrow: ArrayRef = Arc::new(Int32Array::from(vec![1, 2]));
    let first = write(
        "first.parquet",
        vec![
            ("a", narrow),
            ("b", numbers([3, 4])),
            ("gone", numbers([0, 0])),
            ("c", numbers([5, 6])),
        ],
        10,
    );
    let second = write(
        "second.parquet",
        vec![
            ("a", numbers([1, 2])),
            ("c", text(vec!["5", "6"])),
            ("b", numbers([3, 4])),
            ("new", numbers([1, 1])),
        ],
        10,
    );
    let found = differences(&first, &second, false);
    let name = |name: &str| name.to_owned();
    assert_eq!(
        found.schema,
        [
            FileSchemaDifference::Missing { column: name("gone"), from: DiffSide::Second },
            FileSchemaDifference::Type {
                column: name("c"),
                types: [name("integer"), name("text")]
            },
            FileSchemaDifference::Missing { column: name("new"), from: DiffSide::First },
            FileSchemaDifference::Order {
                columns: [["a", "b", "c"].map(name).to_vec(), ["a", "c", "b"].map(name).to_vec()]
            },
        ]
    );
    let columns: Vec<_> = found.columns.iter().map(|of| &of.column[..]).collect();
    assert_eq!(columns, ["c"]);
    assert!(!found.is_equal());
}

#[test]
fn rows_past_the_end_of_one_file_are_a_difference() {
    let short = write("short.parquet", vec![("a", numbers(0..100))], 40);
    let long = write("long.parquet", vec![("a", numbers(0..130))], 50);
    let found = differences(&short, &long, false);
    assert_eq!(found.rows, [100, 130]);
    let places: Vec<_> =
        found.row_groups.iter().map(|of| (of.rows.clone(), of.row_groups)).collect();
    assert_eq!(places, [(100..130, [None, Some(2)])]);
}

/// Both columns have the same values as before, but no longer in the same rows.
#[test]
fn values_that_changed_rows_show_in_the_row() {
    let first = write("pairs.parquet", vec![("a", numbers([1, 2])), ("b", numbers([3, 4]))], 10);
    let second = write("swapped.parquet", vec![("a", numbers([1, 2])), ("b", numbers([4, 3]))], 10);
    let found = differences(&first, &second, false);
    assert!(!found.is_equal() && found.columns.is_empty() && found.row.is_some());
    assert_eq!(found.row_groups.len(), 1);
    assert!(found.row_groups[0].columns.is_empty());
}
