//! Pages of Parquet files, verified and fingerprinted.

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use hashlane_files::{FileError, Source};
use hashlane_parquet::verify::{CheckOutcome, VerifyOptions, verify};
use hashlane_parquet::{FingerprintOptions, fingerprint};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

use super::{Case, Work, many};

pub const CASES: &[Case] = &[
    many("parquet_verify: pages", |n| verified(n, false)),
    many("parquet_verify: pages with deep", |n| verified(n, true)),
    many("parquet_fingerprint: pages", |n| {
        let file: Arc<dyn Source> = Arc::new(File::of_pages(n));
        Work::new(file.size() as usize, move || {
            let options = FingerprintOptions { ordered: false, threads: NonZero::<usize>::MIN };
            fingerprint(&file, &options).expect("it is a Parquet file").len()
        })
    }),
];

struct File(Vec<u8>);

impl File {
    /// A file of one column and row group, with a page for each row.
    fn of_pages(n: usize) -> File {
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(0..n as i64));
        let batch = RecordBatch::try_from_iter([("number", column)]).expect("it is a batch");
        let properties = WriterProperties::builder()
            .set_dictionary_enabled(false)
            .set_write_batch_size(1)
            .set_data_page_row_count_limit(1)
            .build();
        let writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties));
        let mut writer = writer.expect("it is a schema");
        writer.write(&batch).expect("it is written");
        File(writer.into_inner().expect("it is written"))
    }
}

impl Source for File {
    fn name(&self) -> &str {
        "pages.parquet"
    }

    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let bytes = self.0.get(offset as usize..).and_then(|rest| rest.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }
}

fn verified(n: usize, deep: bool) -> Work {
    let file = File::of_pages(n);
    Work::new(file.0.len(), move || {
        let options =
            VerifyOptions { deep, threads: NonZero::<usize>::MIN, max_page_bytes: 1 << 20 };
        let mut findings = 0;
        let verified = verify(&file, &options, &mut |finding| {
            assert!(finding.outcome != CheckOutcome::Failed, "{finding:?}");
            findings += 1;
            ControlFlow::Continue(())
        });
        verified.expect("it is a Parquet file");
        findings
    })
}
