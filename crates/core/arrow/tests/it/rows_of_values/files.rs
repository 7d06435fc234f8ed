//! The Arrow files of `tests/vectors/rows`. polars-hash has encoded and hashed their rows.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, StringArray};
use arrow_ipc::reader::FileReader;
use serde_json::Value;

use crate::support::inputs::Cells;
use crate::support::oracle::{hex, unhex};
use crate::support::{Given, call, column, find, same, scalar};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/vectors")
}

fn read(file: &str) -> RecordBatch {
    let path = folder().join("rows").join(file);
    let file = File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut batches = FileReader::try_new(file, None).expect("an Arrow file");
    let batch = batches.next().expect("a batch").expect("one that can be read");
    assert!(batches.next().is_none(), "{}: one batch", path.display());
    batch
}

/// The cells of a list of hex texts, and the texts themselves.
fn cells(list: &Value) -> (Cells, Cells) {
    let list = list.as_array().expect("a list").iter();
    let cell = |cell: &Value| unhex(cell.as_str().expect("hex"));
    let bytes: Vec<Vec<u8>> = list.map(cell).collect();
    let text = |bytes: &Vec<u8>| Some(hex(bytes).into_bytes());
    (bytes.iter().cloned().map(Some).collect(), bytes.iter().map(text).collect())
}

/// Each function of a set with the arguments before the row, and its results.
fn functions(set: &Value) -> Vec<(String, Vec<Given>, Cells)> {
    let algorithm: ArrayRef = Arc::new(StringArray::from(vec!["sha256"]));
    let tables = [
        ("row_bytes", "bytes", vec![]),
        ("row_xxh3", "xxh3", vec![]),
        ("row_xxh128", "xxh128", vec![]),
        ("row_blake3", "blake3", vec![]),
        ("row_digest", "sha256", vec![scalar(algorithm)]),
    ];
    let mut functions = Vec::new();
    for (name, key, args) in tables {
        if set[key].is_array() {
            let (bytes, text) = cells(&set[key]);
            functions.push((name.to_owned(), args.clone(), bytes));
            functions.push((format!("{name}_hex"), args, text));
        }
    }
    functions
}

fn check(set: &Value, batch: &RecordBatch) {
    let names = set["columns"].as_array().expect("columns").iter();
    let names: Vec<&str> = names.map(|name| name.as_str().expect("a name")).collect();
    let arrays: Vec<&ArrayRef> =
        names.iter().map(|name| batch.column_by_name(name).expect(name)).collect();
    let len = batch.num_rows();
    for (name, args, expected) in functions(set) {
        let function = find(&name);
        for (first, count) in [(0, len), (1, len - 1), (2, len - 4), (len - 1, 1), (3, 0)] {
            let sliced = arrays.iter().map(|array| column(array.slice(first, count)));
            let args: Vec<Given> = args.iter().cloned().chain(sliced).collect();
            let what = format!("{name}({}), {count} rows from {first} on", names.join(", "));
            let result = call(function, &args).unwrap_or_else(|e| panic!("{what}: {e}"));
            same(&what, &result, &expected[first..first + count]);
        }
        for row in 0..len {
            let scalars = arrays.iter().map(|array| scalar(array.slice(row, 1)));
            let args: Vec<Given> = args.iter().cloned().chain(scalars).collect();
            let what = format!("{name}({}) of scalars, row {row}", names.join(", "));
            let result = call(function, &args).unwrap_or_else(|e| panic!("{what}: {e}"));
            same(&what, &result, &expected[row..=row]);
        }
    }
}

#[test]
fn every_set_of_every_file_whole_sliced_and_as_scalars() {
    let text = std::fs::read_to_string(folder().join("rows.json")).expect("rows.json");
    let vectors: Value = serde_json::from_str(&text).expect("JSON");
    let mut count = 0;
    for file in ["arrow_types.arrow", "arrow_own.arrow"] {
        let batch = read(file);
        let sets = vectors["sets"].as_array().expect("sets").iter();
        for set in sets.filter(|set| set["file"] == file) {
            check(set, &batch);
            count += 1;
        }
    }
    assert!(count >= 35, "{count} sets");
}
