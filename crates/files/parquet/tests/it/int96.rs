//! INT96 timestamps, including times beyond 64 bits of nanoseconds.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use parquet::data_type::{Int96, Int96Type};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::support::{fingerprints, json, options};
use crate::verify::writers::{Folder, python};
use crate::written::Memory;

/// pyarrow's files have the fingerprint that an encoder in Python computes for the same times, however far away.
#[test]
fn times_near_and_far() {
    let Some(python) = python() else {
        println!("not run: there is no Python with pyarrow; `make test` has one");
        return;
    };
    let folder = Folder::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/int96.py");
    let status = Command::new(python).arg(script).arg(&folder.0).status().expect("Python runs");
    assert!(status.success(), "int96.py failed");
    let expected = json(&folder.0.join("expected.json"));
    let files = expected.as_object().expect("files");
    assert_eq!(files.len(), 5);
    for (file, columns) in files {
        for threads in [1, 2] {
            let path = folder.0.join(format!("{file}.parquet"));
            let found = fingerprints(&path, false, threads);
            let found = found.unwrap_or_else(|error| panic!("{error}"));
            for (column, text) in columns.as_object().expect("columns") {
                let found =
                    found.iter().find(|(name, _)| name == column).map(|(_, text)| &text[..]);
                assert_eq!(found, text.as_str(), "{file}, {column}");
            }
        }
    }
}

/// A file of one column, with each value in its own row group: days since the epoch, nanoseconds of
/// the day.
fn file(values: &[(i64, u64)]) -> Memory {
    let schema = parse_message_type("message m { required int96 at; }").expect("a schema");
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Default::default())
        .expect("a writer");
    for (days, nanoseconds) in values {
        let day = (2_440_588 + days) as u32;
        let value = Int96::from(vec![*nanoseconds as u32, (nanoseconds >> 32) as u32, day]);
        let mut group = writer.next_row_group().expect("a row group");
        let mut column = group.next_column().expect("no error").expect("a column");
        column.typed::<Int96Type>().write_batch(&[value], None, None).expect("a value");
        column.close().expect("a column");
        group.close().expect("a row group");
    }
    writer.close().expect("a footer");
    Memory(bytes)
}

fn fingerprint(values: &[(i64, u64)]) -> Result<String, String> {
    let source: Arc<dyn hashlane_files::Source> = Arc::new(file(values));
    let columns = hashlane_parquet::fingerprint(&source, &options(false, 1));
    Ok(columns.map_err(|error| error.to_string())?.remove(0).fingerprint)
}

/// Far from 1970, whole microseconds have a fingerprint; one nanosecond more is rejected.
#[test]
fn what_has_no_fingerprint_is_named() {
    assert!(fingerprint(&[(0, 1), (200_000, 1000)]).is_ok());
    assert_ne!(fingerprint(&[(200_000, 1000)]), fingerprint(&[(200_000, 2000)]));
    for far in [(200_000, 1001), (-200_000, 1), (200_000_000, 0), (-2_000_000_000, 0)] {
        let error = fingerprint(&[(0, 1), (0, 2), far]).expect_err("64 bits don't hold it");
        assert!(error.contains("row group 2: ") && error.contains("column at has"), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

/// 2^64 nanoseconds are 213,503 days and 84,873,709,551,616 nanoseconds. A time that is later by this much differs,
/// although 64 bits of nanoseconds are the same.
#[test]
fn times_do_not_wrap_around() {
    let later = (213_503, 84_873_709_551_616 + 384);
    assert_ne!(fingerprint(&[(0, 384)]), fingerprint(&[later]));
    assert!(fingerprint(&[later]).is_ok());
}
