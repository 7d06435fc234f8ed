//! Files that change while they are read.

use hashlane_files::{FileError, Source};

/// Returns the cause of an error. If the file has changed, that explains any other error.
pub(crate) fn reason(source: &dyn Source, error: FileError) -> FileError {
    source.unchanged().err().unwrap_or(error)
}
