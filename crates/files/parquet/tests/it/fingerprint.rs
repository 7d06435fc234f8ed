//! Fingerprints compared with other programs, files of other writers, and damaged files.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, Encoding};
use parquet::file::properties::{WriterProperties, WriterVersion};
use serde_json::Value;

use crate::support::{fingerprints, json, published, workspace, written};
use crate::written::Memory;

/// polars-hash, or an encoder in Python, computed the vectors of `rows.json`.
#[test]
fn columns_and_rows_are_those_of_polars_hash() {
    let vectors = json(&workspace().join("tests/vectors/rows.json"));
    let (mut columns, mut rows) = (0, 0);
    for set in vectors["sets"].as_array().expect("sets") {
        let file = set["file"].as_str().expect("a file");
        let names: Vec<_> = set["columns"].as_array().expect("columns").iter().collect();
        // Only ARROW:schema marks durations. In Parquet they are integers.
        let durations =
            names.iter().any(|name| name.as_str().is_some_and(|n| n.starts_with("lasts")));
        if !file.ends_with(".parquet") || durations {
            continue;
        }
        let of_file = fingerprints(&workspace().join("tests/vectors/rows").join(file), false, 2);
        let of_file = of_file.unwrap_or_else(|error| panic!("{error}"));
        let name = match names.len() {
            1 => names[0].as_str().expect("a name"),
            _ if names
                .iter()
                .map(|n| n.as_str())
                .eq(of_file[..of_file.len() - 1].iter().map(|(n, _)| Some(&n[..]))) =>
            {
                ""
            }
            _ => continue,
        };
        let ours = of_file.iter().find(|(column, _)| column == name);
        assert_eq!(ours.map(|(_, text)| &text[..]), set["fingerprint"].as_str(), "{file}, {name}");
        *(if name.is_empty() { &mut rows } else { &mut columns }) += 1;
    }
    assert!(columns > 50 && rows > 5, "{columns} columns, {rows} rows of files");
}

/// The fingerprints that `writers.py` expects, in the form of ours.
fn expected(folder: &Path, columns: &str, row: &str) -> Vec<(String, String)> {
    let expected = json(&folder.join("expected.json"));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let columns = expected[columns].as_object().expect("columns");
    let mut all: Vec<_> = columns.iter().map(|(name, value)| (name.clone(), text(value))).collect();
    all.push((String::new(), text(&expected[row])));
    all.sort();
    all
}

fn sorted(path: &Path, ordered: bool, threads: usize) -> Vec<(String, String)> {
    let mut all = fingerprints(path, ordered, threads).unwrap_or_else(|error| panic!("{error}"));
    all.sort();
    all
}

/// The same rows written by arrow-rs, under several settings.
fn by_arrow_rs(folder: &Path) -> Vec<PathBuf> {
    let source = File::open(folder.join("pyarrow-plain.parquet")).expect("it was written");
    let reader = ParquetRecordBatchReaderBuilder::try_new(source).expect("it is Parquet");
    let batches: Vec<_> =
        reader.build().expect("it can be read").collect::<Result<_, _>>().expect("it is fine");
    let settings = [
        WriterProperties::builder().build(),
        WriterProperties::builder()
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(1000))
            .build(),
        WriterProperties::builder()
            .set_dictionary_enabled(false)
            .set_encoding(Encoding::PLAIN)
            .set_compression(Compression::LZ4_RAW)
            .set_data_page_row_count_limit(100)
            .build(),
    ];
    let write = |(i, properties): (usize, WriterProperties)| {
        let path = folder.join(format!("arrow-rs-{i}.parquet"));
        let file = File::create(&path).expect("a file");
        let mut writer =
            ArrowWriter::try_new(file, batches[0].schema(), Some(properties)).expect("a writer");
        batches.iter().for_each(|batch| writer.write(batch).expect("it can be written"));
        writer.close().expect("it can be written");
        path
    };
    settings.into_iter().enumerate().map(write).collect()
}

#[test]
fn writers_agree() {
    let Some(folder) = written() else { return };
    let names = (0..7).map(|i| format!("pyarrow-{i}")).chain((0..5).map(|i| format!("duckdb-{i}")));
    let names =
        names.chain(["pyarrow-types", "pyarrow-required", "duckdb-enum"].map(str::to_owned));
    let paths: Vec<_> = names.map(|name| folder.join(format!("{name}.parquet"))).collect();
    let any_order = expected(folder, "columns", "row");
    let in_order = expected(folder, "ordered", "ordered_row");
    for (i, path) in paths.iter().enumerate() {
        let threads = 1 + i % 3;
        assert_eq!(sorted(path, false, threads), any_order, "{}", path.display());
        assert_eq!(sorted(path, true, threads), in_order, "{}, ordered", path.display());
    }
    let shuffled = folder.join("shuffled.parquet");
    assert_eq!(sorted(&shuffled, false, 2), any_order);
    assert!(sorted(&shuffled, true, 2).iter().all(|of| of.0 == "none" || !in_order.contains(of)));
}

/// The file of pyarrow has no UUIDs; its columns are those that `writers.py` expects.
#[test]
fn arrow_rs_agrees() {
    let Some(folder) = written() else { return };
    for (ordered, columns, row) in [(false, "columns", "row"), (true, "ordered", "ordered_row")] {
        let plain = sorted(&folder.join("pyarrow-plain.parquet"), ordered, 1);
        let all = expected(folder, columns, row);
        assert!(
            plain.len() == all.len() - 1 && plain[1..].iter().all(|column| all.contains(column))
        );
        for (i, path) in by_arrow_rs(folder).iter().enumerate() {
            assert_eq!(sorted(path, ordered, 1 + i), plain, "{}", path.display());
        }
    }
}

#[test]
fn a_changed_value_shows_in_its_column_and_in_the_row() {
    let Some(folder) = written() else { return };
    let before = expected(folder, "columns", "row");
    for column in ["text", "flag", "wide", "list"] {
        let after = sorted(&folder.join(format!("changed-{column}.parquet")), false, 2);
        let changed = after.iter().zip(&before).filter(|(after, before)| after != before);
        let changed: Vec<_> = changed.map(|((name, _), _)| &name[..]).collect();
        assert_eq!(changed, ["", column]);
    }
}

/// Every published file has a fingerprint or an error of one line, and so does every truncated one.
#[test]
fn published_files_do_not_panic() {
    for path in [published("parquet-testing/data"), published("parquet-testing/bad_data")].concat()
    {
        match fingerprints(&path, false, 2) {
            Ok(columns) => println!("{}: {} columns", path.display(), columns.len() - 1),
            Err(error) => {
                println!("{error}");
                let text = error.to_string();
                assert!(
                    !text.contains('\n') && text.starts_with(path.to_str().expect("UTF-8")),
                    "{text}"
                );
            }
        }
    }
}

/// Pairs with the same content according to pyarrow. The pages of the checksum set with a wrong CRC have other values.
#[test]
fn published_files_of_the_same_content_agree() {
    let files = published("parquet-testing/data");
    let Some(folder) = files.first().and_then(|path| path.parent()) else { return };
    let of = |name: &str| sorted(&folder.join(name), true, 1);
    for (one, other) in [
        (
            "datapage_v1-uncompressed-checksum.parquet",
            "datapage_v1-snappy-compressed-checksum.parquet",
        ),
        ("hadoop_lz4_compressed.parquet", "lz4_raw_compressed.parquet"),
    ] {
        assert_eq!(of(one), of(other), "{one}, {other}");
    }
    // Each value occurs twice, under two encodings.
    let encodings = of("byte_stream_split_extended.gzip.parquet");
    let plain =
        encodings.iter().filter_map(|(name, text)| Some((name.strip_suffix("_plain")?, text)));
    let mut compared = 0;
    for (name, text) in plain {
        let split = (format!("{name}_byte_stream_split"), text.clone());
        assert!(encodings.contains(&split), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 7);
}

/// Damage gives a fingerprint, perhaps of other values, or an error; never a panic.
#[test]
fn damaged_files_do_not_panic() {
    let file =
        std::fs::read(workspace().join("tests/vectors/rows/texts.parquet")).expect("a vector");
    let run = |bytes: Vec<u8>| {
        let source: Arc<dyn hashlane_files::Source> = Arc::new(Memory(bytes));
        hashlane_parquet::fingerprint(&source, &crate::support::options(false, 1))
    };
    for len in 0..file.len() {
        let error = run(file[..len].to_vec()).expect_err("the footer is not where it was");
        assert!(error.to_string().starts_with("folder/memory.parquet: "), "{error}");
    }
    for bit in 0..file.len() * 8 {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        if let Err(error) = run(damaged) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

#[test]
fn what_is_no_parquet_file_is_told_in_one_line() {
    for bytes in
        [&b""[..], b"PAR1", b"a,b\n1,2\n", b"PAR1PAR1", b"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]
    {
        let source: Arc<dyn hashlane_files::Source> = Arc::new(Memory(bytes.to_vec()));
        let error = hashlane_parquet::fingerprint(&source, &crate::support::options(false, 1));
        let error = error.expect_err("it is no Parquet file").to_string();
        assert!(error.starts_with("folder/memory.parquet: ") && !error.contains('\n'), "{error}");
    }
}

/// Runs a call on a stack of this many bytes.
fn on_stack<T: Send>(bytes: usize, call: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, call);
        thread.expect("a thread").join().expect("no panic")
    })
}

/// The stack must not overflow, which would end the process. A thread's stack has 2 MiB.
#[test]
fn schemas_that_are_too_deep_are_refused() {
    for (depth, fine) in [(150, true), (198, true), (199, false), (250, false), (20_000, false)] {
        let bytes = nested(depth);
        let source: Arc<dyn hashlane_files::Source> = Arc::new(Memory(bytes));
        let of = || hashlane_parquet::fingerprint(&source, &crate::support::options(false, 1));
        match on_stack(1 << 20, of) {
            Ok(columns) => assert!(fine && columns.len() == 2, "{depth}"),
            Err(error) => assert!(!fine && error.to_string().contains("levels deep"), "{error}"),
        }
    }
}

/// The same with a row, which takes more of the stack: arrays are nested as deeply as their schema.
#[test]
fn rows_of_the_deepest_schema_fit_the_stack() {
    use arrow::array::{Array, ArrayRef, Int32Array, RecordBatch, StructArray};
    let written = on_stack(64 << 20, || {
        let mut array: ArrayRef = Arc::new(Int32Array::from(vec![7]));
        for _ in 1..hashlane_kernels::encoding::MAX_DEPTH {
            let field = arrow::datatypes::Field::new("a", array.data_type().clone(), true);
            array = Arc::new(StructArray::from(vec![(Arc::new(field), array)]));
        }
        let batch = RecordBatch::try_from_iter([("a", array)]).expect("a batch");
        let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).expect("a writer");
        writer.write(&batch).expect("a row");
        let written = writer.into_inner().expect("a footer");
        // Even dropping it recurses through all levels.
        drop(batch);
        written
    });
    let source: Arc<dyn hashlane_files::Source> = Arc::new(Memory(written));
    for ordered in [false, true] {
        let of = || hashlane_parquet::fingerprint(&source, &crate::support::options(ordered, 2));
        assert_eq!(on_stack(2 << 20, of).expect("a fingerprint").len(), 2);
    }
}

/// A file without rows whose only column is nested in this many groups. Its footer follows parquet.thrift in the
/// compact protocol, and is written by hand, since writers also recurse through a schema.
fn nested(depth: usize) -> Vec<u8> {
    // version 1; a list of structs, its length as a varint.
    let mut footer = vec![0x15, 0x02, 0x19, 0xfc];
    let mut count = depth + 2;
    while count > 127 {
        footer.push(count as u8 | 0x80);
        count >>= 7;
    }
    footer.push(count as u8);
    // The root and the groups: repetition (except for the root), name "a", one child.
    footer.extend([0x48, 1, b'a', 0x15, 2, 0]);
    (0..depth).for_each(|_| footer.extend([0x35, 0, 0x18, 1, b'a', 0x15, 2, 0]));
    // The leaf: INT32, required, "a".
    footer.extend([0x15, 2, 0x25, 0, 0x18, 1, b'a', 0]);
    // 0 rows, no row groups.
    footer.extend([0x16, 0, 0x19, 0x0c, 0]);
    let len = (footer.len() as u32).to_le_bytes();
    [b"PAR1", &footer[..], &len, b"PAR1"].concat()
}
