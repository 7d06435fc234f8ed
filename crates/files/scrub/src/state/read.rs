//! Reads a state.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, ArrowPrimitiveType, PrimitiveArray, RecordBatch};
use bytes::Bytes;
use hashlane_files::{FileError, Source};
use hashlane_parquet::verify::{Check, CheckOutcome, Finding, VerifyOptions, verify};
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::errors::ParquetError;

use super::schema;
use super::{ROOT_KEY, RUN_KEY, ScrubState, VERSION, VERSION_KEY};
use crate::reading::read_all;
use crate::{FileVerdict, StateRow};

impl ScrubState {
    /// Reads a state. Every page is compared with its checksum first.
    ///
    /// # Errors
    /// Returns one line if the file can't be read, is damaged, isn't a state, or is of another version.
    pub fn read(source: &dyn Source) -> Result<ScrubState, FileError> {
        let failed = |message: String| FileError::new(source.name(), message);
        let unreadable = |error: ParquetError| failed(format!("can't be read: {error}"));
        // The schema that an Arrow writer embeds may be damaged.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let bytes = Bytes::from(read_all(source)?);
        let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(bytes, options);
        // Another version may have other pages, so its number is checked first.
        let head = reader.as_ref().map_or(Ok((String::new(), 0)), head);
        let (root, run) = head.map_err(failed)?;
        whole(source)?;
        let reader = reader.map_err(unreadable)?;
        let mut rows = BTreeMap::new();
        for batch in reader.with_batch_size(1 << 14).build().map_err(unreadable)? {
            let batch = batch.map_err(|error| unreadable(error.into()))?;
            for row in rows_of(&batch).map_err(failed)? {
                rows.insert(row.path.clone(), row);
            }
        }
        Ok(ScrubState { root, run, rows })
    }
}

/// Returns the root and the number of runs, if the file is a state of this version.
fn head(reader: &ParquetRecordBatchReaderBuilder<Bytes>) -> Result<(String, u64), String> {
    let metadata = reader.metadata().file_metadata().key_value_metadata();
    let value = |key: &str| {
        let found = metadata?.iter().find(|pair| pair.key == key);
        found?.value.clone()
    };
    let other = || "is not a state of hashlane scrub".to_owned();
    let version = value(VERSION_KEY).ok_or_else(other)?;
    if version != VERSION {
        return Err(format!(
            "is a state of version {version}; this program reads and writes version {VERSION}"
        ));
    }
    if reader.schema().fields() != schema().fields() {
        return Err(other());
    }
    let run = value(RUN_KEY).and_then(|run| run.parse().ok());
    value(ROOT_KEY).zip(run).ok_or_else(other)
}

/// Checks that no byte of a state is damaged.
fn whole(source: &dyn Source) -> Result<(), FileError> {
    let mut wrong: Option<Finding> = None;
    verify(source, &VerifyOptions::default(), &mut |finding| {
        let unchecked =
            finding.check == Check::PageCrc && finding.outcome == CheckOutcome::Unverified;
        if finding.outcome == CheckOutcome::Failed || unchecked {
            wrong = Some(finding);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    match wrong {
        None => Ok(()),
        Some(finding) => Err(FileError::new(
            source.name(),
            format!(
                "is damaged or not a state ({finding}): restore a copy, or remove it to start anew"
            ),
        )),
    }
}

fn rows_of(batch: &RecordBatch) -> Result<Vec<StateRow>, String> {
    let text = |column: usize, row: usize| {
        let column = batch.column(column).as_string::<i32>();
        column.is_valid(row).then(|| column.value(row))
    };
    let count = |column: usize, row: usize| -> Result<Option<u64>, String> {
        let count = primitive::<Int64Type>(batch, column, row);
        count
            .map(|count| u64::try_from(count).map_err(|_| format!("has a count of {count}")))
            .transpose()
    };
    let time = |column, row| primitive::<TimestampMicrosecondType>(batch, column, row);
    let hex = |column: usize, row: usize| -> Result<Option<u128>, String> {
        let digits = text(column, row);
        let number = |digits| {
            u128::from_str_radix(digits, 16).map_err(|_| format!("has a digest of '{digits}'"))
        };
        digits.map(number).transpose()
    };
    let row = |row: usize| {
        let verdict = text(14, row).unwrap_or_default();
        let columns = hex(8, row)?.map(u64::try_from).transpose();
        Ok(StateRow {
            path: text(0, row).unwrap_or_default().into(),
            bytes: count(1, row)?.unwrap_or_default(),
            modified: time(2, row),
            tag: text(3, row).map(Box::from),
            xxh128: hex(4, row)?,
            blake3: text(5, row).map(Box::from),
            rows: count(6, row)?,
            fingerprint: text(7, row).map(Box::from),
            columns: columns.map_err(|_| "has columns of more than 16 digits".to_owned())?,
            first_seen: time(9, row).unwrap_or_default(),
            last_read: time(10, row),
            last_tried: time(11, row),
            damaged: hex(12, row)?,
            accepted: time(13, row),
            verdict: FileVerdict::find(verdict)
                .ok_or_else(|| format!("has a verdict of '{verdict}'"))?,
            detail: text(15, row).map(Box::from),
            target: text(16, row).map(Box::from),
            turn: count(17, row)?.unwrap_or_default(),
        })
    };
    (0..batch.num_rows()).map(row).collect()
}

fn primitive<T: ArrowPrimitiveType>(
    batch: &RecordBatch,
    column: usize,
    row: usize,
) -> Option<T::Native> {
    let column: &PrimitiveArray<T> = batch.column(column).as_primitive();
    column.is_valid(row).then(|| column.value(row))
}
