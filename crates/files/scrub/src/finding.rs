//! What is wrong with a file beside its verdict, and what is reported of it.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray, TimestampMicrosecondArray};
use hashlane_files::FileError;
use parquet::arrow::ArrowWriter;
use parquet::errors::ParquetError;

use crate::StateRow;

/// What is wrong with a file beside its verdict: it is not as a list says, or not as in another lake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The path, as states have it.
    pub path: Box<str>,
    /// `unlisted`, `missing`, `mismatch`, `not_read`, `differs`, `moved`, `extra` or `unknown`.
    pub kind: &'static str,
    /// The figures.
    pub detail: String,
}

impl Problem {
    pub(crate) fn new(path: &str, kind: &'static str, detail: impl Into<String>) -> Self {
        Problem { path: path.into(), kind, detail: detail.into() }
    }
}

/// What is reported of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileFinding<'a> {
    /// The path in the state.
    pub path: &'a str,
    /// The verdict, or the kind of the problem.
    pub verdict: &'a str,
    /// What is wrong.
    pub detail: Option<&'a str>,
    /// What is known of the file.
    pub row: Option<&'a StateRow>,
}

impl<'a> FileFinding<'a> {
    /// The verdict on a file.
    pub fn of_row(row: &'a StateRow) -> Self {
        let (verdict, detail) = (row.verdict.name(), row.detail.as_deref());
        FileFinding { path: &row.path, verdict, detail, row: Some(row) }
    }

    /// A problem beside verdicts.
    pub fn of_problem(problem: &'a Problem) -> Self {
        let detail = Some(problem.detail.as_str());
        FileFinding { path: &problem.path, verdict: problem.kind, detail, row: None }
    }

    /// Whether the lake is not as it should be because of it.
    pub fn is_wrong(&self) -> bool {
        const RIGHT: [&str; 6] = ["new", "unchanged", "modified", "moved", "not_read", "excluded"];
        !RIGHT.contains(&self.verdict)
    }

    fn known<T>(&self, value: impl Fn(&StateRow) -> Option<T>) -> Option<T> {
        self.row.and_then(value)
    }
}

/// Returns the bytes of a Parquet file with findings. `name` is for errors.
///
/// # Errors
/// Returns an error if memory runs out.
pub fn findings_parquet(findings: &[FileFinding<'_>], name: &str) -> Result<Vec<u8>, FileError> {
    parquet(findings).map_err(|error| FileError::new(name, format!("can't be made: {error}")))
}

fn parquet(findings: &[FileFinding<'_>]) -> Result<Vec<u8>, ParquetError> {
    let texts = |values: Vec<Option<String>>| Arc::new(StringArray::from(values)) as ArrayRef;
    let counts = |value: fn(&StateRow) -> Option<u64>| -> ArrayRef {
        let values = findings.iter().map(|finding| finding.known(value));
        let values = values.map(|count| count.and_then(|count| i64::try_from(count).ok()));
        Arc::new(values.collect::<Int64Array>())
    };
    let times = |value: fn(&StateRow) -> Option<i64>| -> ArrayRef {
        let values = findings.iter().map(|finding| finding.known(value));
        Arc::new(values.collect::<TimestampMicrosecondArray>().with_timezone("UTC"))
    };
    let each = findings.iter();
    let digests = each.clone().map(|finding| finding.known(StateRow::xxh128_hex)).collect();
    let fingerprint = |row: &StateRow| row.fingerprint.as_deref().map(str::to_owned);
    let fingerprints = each.clone().map(|finding| finding.known(fingerprint)).collect();
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("path", texts(each.clone().map(|f| Some(f.path.to_owned())).collect()), false),
        ("verdict", texts(each.clone().map(|f| Some(f.verdict.to_owned())).collect()), false),
        ("detail", texts(each.map(|f| f.detail.map(str::to_owned)).collect()), true),
        ("bytes", counts(|row| Some(row.bytes)), true),
        ("modified", times(|row| row.modified), true),
        ("xxh128", texts(digests), true),
        ("rows", counts(|row| row.rows), true),
        ("fingerprint", texts(fingerprints), true),
        ("last_read", times(|row| row.last_read), true),
    ])?;
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None)?;
    writer.write(&batch)?;
    writer.into_inner()
}
