//! What is known of a file.

use serde::{Deserialize, Serialize};

use crate::FileVerdict;

/// What is known of a file. Times are microseconds since 1970.
///
/// The length, the time, the tag, the target and the digests are those of the last good content: a damaged file keeps them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateRow {
    /// The path, as [`Lake`](crate::Lake) shows it.
    pub path: Box<str>,
    /// The length in bytes.
    pub bytes: u64,
    /// The time of the last change, if the system or the store tells it.
    pub modified: Option<i64>,
    /// The tag of the object, if the file is in a store.
    pub tag: Option<Box<str>>,
    /// XXH3-128; `None` if the file was never read, or never without damage.
    pub xxh128: Option<u128>,
    /// BLAKE3 in hexadecimal, if it was wanted.
    pub blake3: Option<Box<str>>,
    /// The number of rows of a Parquet file.
    pub rows: Option<u64>,
    /// The fingerprint of the rows of a Parquet file.
    pub fingerprint: Option<Box<str>>,
    /// XXH3 of the names and types of the columns of a Parquet file.
    pub columns: Option<u64>,
    /// When the file was first listed.
    pub first_seen: i64,
    /// When the file was last read to its end: the time at which the read began.
    pub last_read: Option<i64>,
    /// When a run last began to read the file.
    pub last_tried: Option<i64>,
    /// XXH3-128 of the damaged content, if the file was damaged when it was last read. It stays while the file is missing,
    /// unreadable or excluded.
    pub damaged: Option<u128>,
    /// The file that the path leads to, if it is a link: relative to the lake if it is in it.
    pub target: Option<Box<str>>,
    /// The number of complete runs before the one that last began to read the file, or that first listed it.
    pub turn: u64,
    /// When the content was accepted, if it was.
    pub accepted: Option<i64>,
    /// The verdict of the last run.
    pub verdict: FileVerdict,
    /// What is wrong, or where a file was.
    pub detail: Option<Box<str>>,
}

impl StateRow {
    /// A file before its first read, found in a run after `turn` others.
    pub fn unread(path: &str, now: i64, turn: u64) -> Self {
        StateRow {
            path: path.into(),
            bytes: 0,
            modified: None,
            tag: None,
            xxh128: None,
            blake3: None,
            rows: None,
            fingerprint: None,
            columns: None,
            first_seen: now,
            last_read: None,
            last_tried: None,
            damaged: None,
            target: None,
            turn,
            accepted: None,
            verdict: FileVerdict::NotRead,
            detail: None,
        }
    }

    /// XXH3-128 in hexadecimal.
    pub fn xxh128_hex(&self) -> Option<String> {
        self.xxh128.map(|digest| format!("{digest:032x}"))
    }
}
