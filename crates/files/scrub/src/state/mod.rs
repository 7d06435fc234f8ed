//! The state: a row for each file, as a Parquet file.
//!
//! | file | holds |
//! |---|---|
//! | `columns.rs` | the columns |
//! | `write.rs` | rows as the bytes of a Parquet file with page checksums |
//! | `read.rs` | the rows of such a file, once it is known to be whole |

mod columns;
mod read;
mod write;

use std::collections::BTreeMap;

use hashlane_kernels::hash::MultisetHash;

use crate::{Row, Verdict};

/// The version of the format.
const VERSION: &str = "1";

/// The names of the metadata.
const VERSION_KEY: &str = "hashlane.scrub.version";
const ROOT_KEY: &str = "hashlane.scrub.root";
const RUN_KEY: &str = "hashlane.scrub.run";

/// What is known of the files of a lake.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The lake that it is about. See [`Lake::root`](crate::Lake::root).
    pub root: String,
    /// The number of complete runs.
    pub run: u64,
    /// The files, by path.
    pub rows: BTreeMap<Box<str>, Row>,
}

/// What all Parquet files of a state hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The sum of the files' fingerprints, which is that of the table.
    pub sum: MultisetHash,
}

impl State {
    /// The rows and the fingerprint of the table that all Parquet files make, if there are any.
    ///
    /// # Errors
    /// Returns an error that says why there is no fingerprint: a file has none, is not as it should be, or has other columns
    /// than the one before.
    pub fn total(&self) -> Result<Option<Total>, String> {
        let parquet = |row: &&Row| crate::reading::is_parquet(row.path.as_ref().as_ref());
        let (mut sum, mut before): (MultisetHash, Option<&Row>) = (MultisetHash::default(), None);
        for row in self.rows.values().filter(parquet) {
            let path = hashlane_files::shown(&row.path);
            if row.verdict.is_wrong() {
                return Err(format!("{path} is {}", row.verdict));
            }
            // An unread file with a detail was written since it was read.
            if row.verdict == Verdict::NotRead && row.detail.is_some() {
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
        Ok(before.map(|_| Total { sum }))
    }
}
