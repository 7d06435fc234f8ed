//! A file that changes while it is read.

use hashlane_files::{FileError, Source};

/// The reason behind an error: where the file has changed meanwhile, whatever else seems wrong with it
/// comes from that.
pub(crate) fn reason(source: &dyn Source, error: FileError) -> FileError {
    source.unchanged().err().unwrap_or(error)
}
