//! Files that are either complete or absent.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that gets its name when it is complete. Until then it has another name in the same folder, and only its owner
/// can read it. It is removed if this is dropped.
pub struct StagedOutput {
    file: NamedTempFile,
    target: PathBuf,
    overwrite: bool,
}

impl StagedOutput {
    /// Creates a file that becomes `target`.
    ///
    /// # Errors
    /// Returns an error if the folder is missing or can't be written, or if the target exists and must not be replaced.
    pub fn create(target: &Path, overwrite: bool) -> io::Result<Self> {
        if !overwrite && fs::symlink_metadata(target).is_ok() {
            return Err(exists());
        }
        // Follow a link, so that the link stays.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        if target.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = tempfile::Builder::new()
            .prefix(".hashlane-")
            .suffix(".tmp")
            .tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(StagedOutput { file, target, overwrite })
    }

    /// The file to write to.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Gives the file its name, and the permissions of the file that it replaces, or those of `original`.
    ///
    /// # Errors
    /// Returns an error if the target was created meanwhile and must not be replaced, or if the system reports one. The
    /// target is then unchanged.
    pub fn commit(self, original: Option<fs::Metadata>) -> io::Result<()> {
        let replaced = fs::metadata(&self.target).ok().filter(|_| self.overwrite);
        if let Some(model) = replaced.or(original).filter(fs::Metadata::is_file) {
            self.file.as_file().set_permissions(model.permissions())?;
        }
        self.file.as_file().sync_all()?;
        let persisted = match self.overwrite {
            true => self.file.persist(&self.target),
            false => self.file.persist_noclobber(&self.target),
        };
        match persisted {
            Ok(_) => Ok(()),
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
            Err(failed) => Err(failed.error),
        }
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "exists already: overwrite=True replaces it")
}
