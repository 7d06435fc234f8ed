//! What tells one version of a file from another.

use std::fs::Metadata;
use std::time::{SystemTime, UNIX_EPOCH};

/// The size, time and tag that the system or the store reports for a file. If one of them differs, the file was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileVersion {
    /// The length in bytes.
    pub size: u64,
    /// The time of the last change in microseconds since 1970, if it is known.
    pub modified: Option<i64>,
    /// The version or the tag (`ETag`) that a store gives an object.
    pub tag: Option<String>,
}

impl From<&Metadata> for FileVersion {
    fn from(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok().and_then(microseconds);
        FileVersion { size: metadata.len(), modified, tag: None }
    }
}

/// A time in whole microseconds since 1970, rounded down. `None` if 64 bits can't hold it.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// use hashlane_files::microseconds;
///
/// assert_eq!(microseconds(UNIX_EPOCH + Duration::from_nanos(1999)), Some(1));
/// assert_eq!(microseconds(UNIX_EPOCH - Duration::from_nanos(1)), Some(-1));
/// ```
pub fn microseconds(time: SystemTime) -> Option<i64> {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_micros()).ok(),
        Err(before) => {
            i64::try_from(before.duration().as_nanos().div_ceil(1000)).ok().map(|us| -us)
        }
    }
}

/// A file in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFile {
    /// The address with which it can be opened.
    pub address: String,
    /// Its version according to the listing.
    pub version: FileVersion,
}
