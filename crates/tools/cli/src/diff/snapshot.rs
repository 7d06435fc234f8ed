//! Detects whether the files of a side change while they are read.

use std::sync::Arc;

use datafusion::execution::context::SessionState;
use hashlane_datafusion::file_tables::{DataFormat, FileKind, StoredFile, StoredFiles};
use hashlane_files::FileError;

use crate::failure::Failure;
use crate::sql::{SessionStores, explain, listing, named};

/// The files that a session reads.
pub struct SnapshotFiles {
    pub state: SessionState,
    pub stores: Arc<SessionStores>,
}

/// The versions of a side's files. They are read several times, and all reads must see the same bytes.
#[derive(Debug)]
pub struct SideSnapshot {
    name: String,
    files: Vec<StoredFile>,
    /// Whether a list names the files.
    is_list: bool,
}

impl SnapshotFiles {
    /// Records the current versions of a side's files or objects.
    pub async fn snapshot(&self, name: &str) -> Result<SideSnapshot, Failure> {
        let listed = listing(&self.state, &self.stores, name).await;
        let listed = listed.map_err(|error| explain(error, &[]))?;
        let files = listed.map_or_else(Vec::new, |listed| listed.files);
        Ok(SideSnapshot { name: name.to_owned(), files, is_list: false })
    }

    async fn again(&self, before: &SideSnapshot) -> Result<SideSnapshot, Failure> {
        if !before.is_list {
            return self.snapshot(&before.name).await;
        }
        let names: Vec<_> = before.files.iter().map(|file| file.name.clone()).collect();
        let found = named(&self.state, &self.stores, &before.name, &names).await;
        Ok(SideSnapshot::of_list(&found.map_err(|error| explain(error, &[]))?))
    }

    /// Checks that the files or objects are still the same.
    ///
    /// # Errors
    /// Returns an error if one was written, added or removed.
    pub async fn check(&self, before: &SideSnapshot) -> Result<(), Failure> {
        let changed = |name: &str| FileError::new(name, "changed while it was read: try again");
        let now = self.again(before).await.map_err(|_| changed(&before.name))?;
        let mut pairs = before.files.iter().zip(&now.files);
        match pairs.find(|(before, now)| before != now) {
            Some((file, _)) => Err(changed(&file.name).into()),
            None if before.files.len() != now.files.len() => Err(changed(&before.name).into()),
            None => Ok(()),
        }
    }
}

impl SideSnapshot {
    /// The current versions of files that a list names.
    pub fn of_list(files: &StoredFiles) -> Self {
        SideSnapshot { name: files.name.clone(), files: files.files.clone(), is_list: true }
    }

    /// Whether a file is CSV, if that has this delimiter, or missing.
    pub fn is_csv(&self, delimiter: Option<u8>) -> bool {
        let kind = |file: &StoredFile| FileKind::from_name(&file.name, delimiter);
        let mut kinds = self.files.iter().filter_map(kind);
        self.files.is_empty() || kinds.any(|kind| matches!(kind.format, DataFormat::Csv { .. }))
    }

    /// The bytes of all files.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.object.size).sum()
    }
}
