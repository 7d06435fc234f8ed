//! The state: a row for each file, as a Parquet file.
//!
//! | file | holds |
//! |---|---|
//! | `write.rs` | rows as the bytes of a Parquet file with page checksums |
//! | `read.rs` | the rows of such a file, once it is known to be whole |

mod read;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, TimeUnit};
use hashlane_kernels::hash::MultisetHash;

use crate::{FileVerdict, StateRow};

/// The version of the format.
const VERSION: &str = "2";

/// The names of the metadata.
const VERSION_KEY: &str = "hashlane.scrub.version";
const ROOT_KEY: &str = "hashlane.scrub.root";
const RUN_KEY: &str = "hashlane.scrub.run";

/// What is known of the files of a lake.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScrubState {
    /// The lake that it is about. See [`Lake::root`](crate::Lake::root).
    pub root: String,
    /// The number of complete runs.
    pub run: u64,
    /// The files, by path.
    pub rows: BTreeMap<Box<str>, StateRow>,
}

/// What all Parquet files of a state hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateTotal {
    /// The sum of the files' fingerprints, which is that of the table.
    pub sum: MultisetHash,
}

impl ScrubState {
    /// The rows and the fingerprint of the table that all Parquet files make, if there are any.
    ///
    /// # Errors
    /// Returns an error that says why the table has no fingerprint: a file lacks one, is damaged or missing, or has other
    /// columns than the file before it.
    pub fn total(&self) -> Result<Option<StateTotal>, String> {
        let parquet = |row: &&StateRow| hashlane_parquet::is_parquet(&row.path);
        let (mut sum, mut before): (MultisetHash, Option<&StateRow>) =
            (MultisetHash::default(), None);
        let included = self.rows.values().filter(|row| row.verdict != FileVerdict::Excluded);
        for row in included.filter(parquet) {
            let path = hashlane_files::shown(&row.path);
            if row.verdict.is_wrong() {
                return Err(format!("{path} is {}", row.verdict));
            }
            // An unread file with a detail was written since it was read.
            if row.verdict == FileVerdict::NotRead && row.detail.is_some() {
                return Err(format!("{path} was written since it was last read"));
            }
            let fingerprint = row.fingerprint.as_deref().and_then(|text| text.parse().ok());
            let Some(fingerprint) = fingerprint else {
                return Err(format!("{path} has none"));
            };
            if let Some(before) = before.filter(|before| before.columns != row.columns) {
                let before = hashlane_files::shown(&before.path);
                return Err(format!("{path} has other columns than {before}"));
            }
            let added = sum.checked_add(&fingerprint);
            sum = added.ok_or_else(|| format!("{path} has more rows than 64 bits can count"))?;
            before = Some(row);
        }
        Ok(before.map(|_| StateTotal { sum }))
    }
}

/// The columns, in order, and whether each may be NULL.
fn schema() -> Arc<Schema> {
    let time = || DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    Arc::new(Schema::new(vec![
        Field::new("path", DataType::Utf8, false),
        Field::new("bytes", DataType::Int64, false),
        Field::new("modified", time(), true),
        Field::new("tag", DataType::Utf8, true),
        Field::new("xxh128", DataType::Utf8, true),
        Field::new("blake3", DataType::Utf8, true),
        Field::new("rows", DataType::Int64, true),
        Field::new("fingerprint", DataType::Utf8, true),
        Field::new("columns", DataType::Utf8, true),
        Field::new("first_seen", time(), false),
        Field::new("last_read", time(), true),
        Field::new("last_tried", time(), true),
        Field::new("damaged", DataType::Utf8, true),
        Field::new("accepted", time(), true),
        Field::new("verdict", DataType::Utf8, false),
        Field::new("detail", DataType::Utf8, true),
        Field::new("target", DataType::Utf8, true),
        Field::new("turn", DataType::Int64, false),
    ]))
}

/// The columns whose values repeat.
const REPEATED: [&str; 3] = ["columns", "verdict", "detail"];

#[cfg(test)]
mod tests {
    use hashlane_files::{FileError, InMemory};

    use super::*;

    fn state() -> ScrubState {
        let hash = |byte| format!("hl1:2:{}", format!("{byte:02x}").repeat(16));
        let row = |number: u8| StateRow {
            bytes: 7,
            modified: Some(-5),
            tag: Some("t".into()),
            xxh128: Some(u128::from(number)),
            blake3: Some("b".into()),
            rows: Some(2),
            fingerprint: Some(hash(number).into()),
            columns: Some(u64::MAX),
            last_read: Some(9),
            last_tried: Some(11),
            damaged: Some(u128::MAX),
            accepted: Some(10),
            verdict: FileVerdict::Unchanged,
            detail: Some("d\n".into()),
            target: Some("t".into()),
            ..StateRow::unread(&format!("{number}.parquet"), 1, 5)
        };
        let mut rows: BTreeMap<_, _> = (1..4).map(row).map(|row| (row.path.clone(), row)).collect();
        rows.insert("x".into(), StateRow::unread("x", 3, 0));
        ScrubState { root: "..".to_owned(), run: 4, rows }
    }

    fn read(bytes: &[u8]) -> Result<ScrubState, FileError> {
        ScrubState::read(&InMemory::new("state".to_owned(), bytes.to_vec(), None))
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        for state in [state(), ScrubState::default()] {
            let bytes = state.encode("state").expect("memory");
            assert_eq!(read(&bytes).expect("it is whole"), state);
        }
    }

    #[test]
    fn a_damaged_state_is_refused() {
        let whole = state().encode("state").expect("memory");
        for len in [0, 3, whole.len() / 2, whole.len() - 1] {
            read(&whole[..len]).expect_err("it is cut off");
        }
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 4;
            // A flip in a name of the footer's metadata changes no row.
            if let Ok(read) = read(&damaged) {
                assert_eq!(read.rows, state().rows, "byte {place}");
            }
        }
    }

    #[test]
    fn a_table_is_the_sum_of_its_files() {
        let mut state = state();
        let total = state.total().expect("all have one").expect("there are some");
        assert_eq!(total.sum.to_string(), "hl1:6:06060606060606060606060606060606");
        let change = |state: &mut ScrubState, change: fn(&mut StateRow)| {
            change(state.rows.get_mut("2.parquet").expect("it is there"));
            state.total().expect_err("it has none")
        };
        let mut other = state.clone();
        assert!(change(&mut other, |row| row.columns = None).contains("has other columns than"));
        let mut other = state.clone();
        assert!(
            change(&mut other, |row| row.verdict = FileVerdict::Damaged).ends_with("is damaged")
        );
        assert!(change(&mut state, |row| row.fingerprint = None).ends_with("2.parquet has none"));
        assert_eq!(ScrubState::default().total(), Ok(None));
    }
}
