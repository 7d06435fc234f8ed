//! Detects whether the files of a side change while they are read.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use datafusion::error::Result as EngineResult;
use datafusion::execution::context::SessionState;
use datafusion::object_store::ObjectMeta;
use futures::TryStreamExt;
use hashlane_files::{CancellationToken, FileError, FileSystem, Local};

use crate::failure::Failure;
use crate::sql::{Stores, engine_failure, is_object, listing};

/// The version of a file or an object. It is read several times, and all reads must see the same bytes.
#[derive(Debug, Eq, PartialEq)]
struct Version {
    path: PathBuf,
    size: u64,
    modified: Option<SystemTime>,
    /// The tag of an object.
    tag: Option<String>,
    number: u64,
}

/// The files that a session reads.
pub struct Files {
    pub state: SessionState,
    pub stores: Arc<Stores>,
}

impl Files {
    /// Records the current versions of a side's files or objects.
    pub async fn snapshot(&self, name: &str) -> Result<Snapshot, Failure> {
        if !is_object(name) {
            return Snapshot::take(name);
        }
        let objects = self.objects(name).await.map_err(|error| engine_failure(error, &[]))?;
        let mut files: Vec<Version> = objects.into_iter().map(Version::of_object).collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Snapshot { name: name.to_owned(), files })
    }

    async fn objects(&self, name: &str) -> EngineResult<Vec<ObjectMeta>> {
        let mut objects = Vec::new();
        for url in listing(&self.state, &self.stores, name).await? {
            let store = self.state.runtime_env().object_store(&url)?;
            let listed = url.list_all_files(&self.state, store.as_ref(), "").await?;
            objects.append(&mut listed.try_collect().await?);
        }
        Ok(objects)
    }

    /// Checks that the files or objects are still the same.
    ///
    /// # Errors
    /// Returns an error if one was written, added or removed.
    pub async fn check(&self, before: &Snapshot) -> Result<(), Failure> {
        if !is_object(&before.name) {
            return before.check();
        }
        let changed = || FileError::new(&before.name, "changed while it was read: try again");
        match self.snapshot(&before.name).await? {
            now if now.files == before.files => Ok(()),
            _ => Err(changed().into()),
        }
    }
}

impl Version {
    fn of_object(object: ObjectMeta) -> Self {
        Version {
            path: PathBuf::from(object.location.as_ref()),
            size: object.size,
            modified: Some(object.last_modified.into()),
            tag: object.e_tag,
            number: 0,
        }
    }
}

/// The versions of a side's files.
#[derive(Debug)]
pub struct Snapshot {
    name: String,
    files: Vec<Version>,
}

impl Snapshot {
    /// Records the files of a path, a folder or a pattern.
    pub fn take(name: &str) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for path in Local.expand(name, &CancellationToken::new())? {
            add(Path::new(&path), &mut files)
                .map_err(|error| Failure::Message(format!("cannot read '{path}': {error}")))?;
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Snapshot { name: name.to_owned(), files })
    }

    /// The bytes of all files.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// Checks that the files are still the same.
    ///
    /// # Errors
    /// Returns an error if one was written, added or removed.
    pub fn check(&self) -> Result<(), Failure> {
        let changed = |file: &Path| {
            Failure::Message(format!("'{}' changed while it was read: try again", file.display()))
        };
        let now = Snapshot::take(&self.name).map_err(|_| changed(Path::new(&self.name)))?;
        let differing = self.files.iter().zip(&now.files).find(|(before, now)| before != now);
        match differing {
            Some((before, _)) => Err(changed(&before.path)),
            None if self.files.len() != now.files.len() => Err(changed(Path::new(&self.name))),
            None => Ok(()),
        }
    }
}

fn add(path: &Path, files: &mut Vec<Version>) -> std::io::Result<()> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        for entry in fs::read_dir(path)? {
            add(&entry?.path(), files)?;
        }
        return Ok(());
    }
    files.push(Version {
        path: path.to_owned(),
        size: metadata.len(),
        modified: metadata.modified().ok(),
        tag: None,
        number: number(&metadata),
    });
    Ok(())
}

/// The inode: a file that replaces another one may have its size and its time.
#[cfg(unix)]
fn number(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_any_file_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).expect("a folder");
        let file = inner.join("a.csv");
        let write = |text: &str| fs::write(&file, text).expect("it can be written");
        write("a");
        let name = folder.path().to_str().expect("a name in UTF-8");
        let snapshot = Snapshot::take(name).expect("it is there");
        assert_eq!(snapshot.size(), 1);
        assert!(snapshot.check().is_ok());
        write("ab");
        let message = |failure: Failure| failure.line().unwrap_or_default();
        let text = snapshot.check().map_err(message).expect_err("it is longer");
        assert!(text.contains("a.csv' changed while it was read"), "{text}");
        let snapshot = Snapshot::take(name).expect("it is there");
        fs::write(inner.join("b.csv"), "").expect("it can be written");
        assert!(snapshot.check().is_err());
        let snapshot = Snapshot::take(name).expect("it is there");
        let other = inner.join("other");
        fs::copy(&file, &other).and_then(|_| fs::rename(&other, &file)).expect("a new file");
        assert!(snapshot.check().is_err());
    }
}
