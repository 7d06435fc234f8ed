//! One row group that several threads read together.

use std::sync::Arc;

use arrow::array::{ArrayRef, Int64Array, ListArray, RecordBatch, StringArray};
use arrow::datatypes::Int32Type;
use hashlane_files::Source;
use hashlane_parquet::{ColumnFingerprint, fingerprint};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::WriterProperties;

use crate::support::options;
use crate::written::{Memory, Random};

/// Three batches, and part of a fourth.
const ROWS: usize = 30_000;

/// Numbers, strings and lists in turn: more columns than the crate has readers for, and pages that end in the
/// middle of batches.
fn one_row_group(columns: usize) -> Vec<u8> {
    let mut random = Random(7);
    let column = |i: usize| -> (String, ArrayRef) {
        let numbers: Vec<u64> = (0..ROWS).map(|_| random.next() >> (i % 60)).collect();
        let array: ArrayRef = match i % 4 {
            0 => Arc::new(numbers.iter().map(|n| Some(*n as i64)).collect::<Int64Array>()),
            1 => Arc::new(
                numbers.iter().map(|n| Some((n % 50).to_string())).collect::<StringArray>(),
            ),
            2 => Arc::new(
                numbers.iter().map(|n| (n % 9 > 0).then(|| n.to_string())).collect::<StringArray>(),
            ),
            _ => Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(
                numbers.iter().map(|n| (n % 5 > 0).then(|| (0..n % 4).map(|k| Some(k as i32)))),
            )),
        };
        (format!("c{i}"), array)
    };
    let batch = RecordBatch::try_from_iter((0..columns).map(column)).expect("columns of a length");
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(ROWS))
        .set_data_page_row_count_limit(5_000)
        .build();
    let mut writer =
        ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("a writer");
    writer.write(&batch).expect("rows");
    writer.into_inner().expect("a footer")
}

/// The fingerprints, or the error.
fn of(bytes: &[u8], ordered: bool, threads: usize) -> Result<Vec<ColumnFingerprint>, String> {
    let source: Arc<dyn Source> = Arc::new(Memory(bytes.to_vec()));
    fingerprint(&source, &options(ordered, threads)).map_err(|error| error.to_string())
}

/// If order counts, a batch that is mistaken for another one changes the fingerprint.
#[test]
fn as_many_threads_as_you_like() {
    for columns in [1, 2, 4, 45] {
        let file = one_row_group(columns);
        for ordered in [false, true] {
            let alone = of(&file, ordered, 1).expect("it is fine");
            assert_eq!(alone.len(), columns + 1);
            for threads in [2, 3, 8] {
                assert_eq!(
                    of(&file, ordered, threads).as_ref(),
                    Ok(&alone),
                    "{columns}, {threads}"
                );
            }
        }
    }
}

/// The thread that finds the damage reports it; later threads report nothing.
#[test]
fn damage_is_told_once() {
    let file = one_row_group(6);
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&bytes::Bytes::from(file.clone()));
    let metadata = metadata.expect("a footer");
    let (mut random, mut refused) = (Random(8), 0);
    for chunk in metadata.row_group(0).columns() {
        let (start, len) = chunk.byte_range();
        for _ in 0..12 {
            let mut damaged = file.clone();
            let place = start as usize + random.below(len as usize - 8);
            damaged[place..place + 8].fill(random.next() as u8);
            let alone = of(&damaged, true, 1);
            refused += usize::from(alone.is_err());
            assert_eq!(of(&damaged, true, 8), alone, "byte {place}");
        }
    }
    assert!(refused > 20, "{refused} of 72 could not be read");
}
