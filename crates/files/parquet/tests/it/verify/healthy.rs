//! Healthy files: nothing in them fails, and every page with a checksum is verified.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use hashlane_files::{FileError, Source};
use hashlane_parquet::verify::{Check, CheckOutcome, VerifyOptions, verify};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};

use super::writers::pyarrow_files;
use super::{findings, of};
use crate::written::Memory;

#[test]
fn files_of_pyarrow() {
    for (name, bytes) in pyarrow_files("") {
        let checksums = !name.ends_with("without");
        let findings = findings(&Memory(bytes), true);
        for finding in &findings {
            let expected = match finding.check {
                Check::PageCrc if !checksums => CheckOutcome::Unverified,
                _ => CheckOutcome::Ok,
            };
            assert_eq!(finding.outcome, expected, "{name}: {finding:?}");
        }
        assert!(of(&findings, Check::PageCrc).len() >= 2, "{name}");
        assert!(!of(&findings, Check::Statistics).is_empty(), "{name}");
    }
}

/// A file of the `parquet` crate, with Bloom filters, and with bounds truncated to a few bytes.
pub fn with_filters(version: WriterVersion) -> Vec<u8> {
    let numbers = Int64Array::from_iter((0..500i64).map(|i| (i % 7 != 0).then_some(i * i)));
    let texts: Vec<String> =
        (0..500).map(|i| format!("https://example.com/{i}/\u{10ffff}")).collect();
    let texts = StringArray::from_iter_values(&texts);
    let columns: [(&str, ArrayRef); 2] = [("n", Arc::new(numbers)), ("s", Arc::new(texts))];
    let batch = RecordBatch::try_from_iter(columns).expect("a batch");
    let properties = WriterProperties::builder()
        .set_writer_version(version)
        .set_bloom_filter_enabled(true)
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_write_page_header_statistics(true)
        .set_statistics_truncate_length(Some(21))
        .set_column_index_truncate_length(Some(5))
        .set_data_page_row_count_limit(100)
        .set_write_batch_size(50)
        .build();
    let mut writer =
        ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("a writer");
    writer.write(&batch).expect("rows are written");
    writer.into_inner().expect("a footer is written")
}

#[test]
fn files_of_the_parquet_crate() {
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        let findings = findings(&Memory(with_filters(version)), true);
        for finding in &findings {
            // The crate writes no checksums.
            let unverified = finding.check == Check::PageCrc;
            let expected = if unverified { CheckOutcome::Unverified } else { CheckOutcome::Ok };
            assert_eq!(finding.outcome, expected, "{finding:?}");
        }
        for check in [Check::BloomFilter, Check::PageIndex, Check::Statistics, Check::Counts] {
            assert_eq!(of(&findings, check).len(), 2, "{check:?}");
        }
    }
}

#[test]
fn threads_find_the_same_in_the_same_order() {
    let file = Memory(with_filters(WriterVersion::PARQUET_2_0));
    let expected = findings(&file, true);
    let four = NonZeroUsize::new(4).expect("not zero");
    let options = VerifyOptions { deep: true, threads: four, ..VerifyOptions::default() };
    for end in [1, 5, expected.len()] {
        let mut found = Vec::new();
        let result = verify(&file, &options, &mut |finding| {
            found.push(finding);
            if found.len() == end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        result.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found, expected[..end]);
    }
}

/// A file that is written to while it is read.
struct Changing(Memory);

impl Source for Changing {
    fn name(&self) -> &str {
        "changing"
    }

    fn size(&self) -> u64 {
        self.0.size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> std::io::Result<()> {
        self.0.read_exact_at(offset, buffer)
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Err(FileError::new(self.name(), "changed while it was read: try again"))
    }
}

#[test]
fn a_file_that_changes() {
    let file = Changing(Memory(with_filters(WriterVersion::PARQUET_1_0)));
    let result = verify(&file, &VerifyOptions::default(), &mut |_| ControlFlow::Continue(()));
    let error = result.expect_err("it has changed");
    assert_eq!(error.to_string(), "changing: changed while it was read: try again");
}
