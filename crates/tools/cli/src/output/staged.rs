//! Files that are either complete or absent.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::access;
use super::interrupt::UnfinishedFile;

/// A file that gets its name when it is complete. Until [`StagedFile::commit`], the bytes are in a temporary file in
/// the same folder, which only its owner can read. It is removed when this is dropped and on Ctrl-C.
///
/// A target that is not a regular file (a pipe, `/dev/null`) is written directly.
pub struct StagedFile(StagedPlace);

enum StagedPlace {
    Beside(NamedTempFile, Box<BesideFile>),
    Direct(File),
}

struct BesideFile {
    label: String,
    // Dropped after the file is renamed. Removes what is left.
    unfinished: UnfinishedFile,
    target: PathBuf,
    overwrite: Overwrite,
    /// The metadata of the input file, if the content comes from a file.
    original: Option<Metadata>,
}

/// Whether to replace an existing file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Overwrite {
    /// Replace it.
    Yes,
    /// Return an error, even if the file was created meanwhile.
    No,
}

impl Overwrite {
    /// The value for `-f`.
    pub fn forced(force: bool) -> Self {
        if force { Overwrite::Yes } else { Overwrite::No }
    }

    /// Checks whether the file may be created, before the work begins.
    ///
    /// # Errors
    /// Returns an error if the file exists and must not be replaced. Pipes and devices are not replaced.
    pub fn check(self, target: &Path) -> io::Result<()> {
        let is_taken = match fs::metadata(target) {
            Ok(metadata) => metadata.is_file(),
            // A broken link takes the name, too.
            Err(_) => fs::symlink_metadata(target).is_ok(),
        };
        if self == Overwrite::No && is_taken { Err(exists()) } else { Ok(()) }
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "exists already: -f overwrites it")
}

impl StagedFile {
    /// Creates a file that becomes `target`. It gets the permissions of the file that it replaces, or those of
    /// `original`, the input, or those of any new file.
    ///
    /// # Errors
    /// Returns an error if the folder is missing or can't be written, or if the target is a directory, or exists and
    /// must not be replaced.
    pub fn create(
        target: &Path,
        overwrite: Overwrite,
        original: Option<Metadata>,
    ) -> io::Result<Self> {
        Self::labelled(target, overwrite, original, "")
    }

    /// The same. The names of temporary files have the label, so that [`remove_left`] finds them if this process is killed.
    ///
    /// # Errors
    /// Returns an error as [`StagedFile::create`] does.
    pub fn labelled(
        target: &Path,
        overwrite: Overwrite,
        original: Option<Metadata>,
        label: &str,
    ) -> io::Result<Self> {
        overwrite.check(target)?;
        let target = match fs::metadata(target) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(target)?;
                return Ok(StagedFile(StagedPlace::Direct(file)));
            }
            // Follow a link, so that the link stays.
            Ok(_) => fs::canonicalize(target)?,
            Err(_) => target.to_owned(),
        };
        let (file, unfinished) =
            UnfinishedFile::create(|| temporary(folder(&target), label, PRIVATE))?;
        let original = original.filter(Metadata::is_file);
        let beside =
            BesideFile { label: label.to_owned(), unfinished, target, overwrite, original };
        Ok(StagedFile(StagedPlace::Beside(file, Box::new(beside))))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Returns an error if the target was created meanwhile and must not be replaced, or if the system reports one. The
    /// target is then unchanged.
    pub fn commit(self) -> io::Result<()> {
        let (file, beside) = match self.0 {
            StagedPlace::Beside(file, beside) => (file, beside),
            StagedPlace::Direct(_) => return Ok(()),
        };
        let BesideFile { label, unfinished, target, overwrite, original } = *beside;
        let replaced = fs::metadata(&target).ok().filter(|_| overwrite == Overwrite::Yes);
        match replaced.or(original) {
            Some(model) => access::copy(&model, file.as_file())?,
            None => {
                let fresh = || temporary(folder(&target), &label, FRESH);
                let (probe, _removed) = UnfinishedFile::create(fresh)?;
                let fresh = probe.as_file().metadata()?.permissions();
                file.as_file().set_permissions(fresh)?;
            }
        }
        file.as_file().sync_all()?;
        persist(file, &target, overwrite)?;
        drop(unfinished);
        Ok(())
    }
}

/// The mode of a file that only its owner can read.
const PRIVATE: u32 = 0o600;

/// The mode of any new file, from which the system takes the umask.
const FRESH: u32 = 0o666;

/// Creates a temporary file. If the process is killed, it stays.
fn temporary(folder: &Path, label: &str, mode: u32) -> io::Result<NamedTempFile> {
    let (mut builder, prefix) = (Builder::new(), prefix(label));
    builder.prefix(&prefix).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder.tempfile_in(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound if !folder.exists() => {
            let text = format!("the folder '{}' doesn't exist: create it first", folder.display());
            io::Error::new(io::ErrorKind::NotFound, text)
        }
        _ => without_path(error),
    })
}

/// The error without the path of the temporary file, which `tempfile` adds and which says nothing to the user.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((text, _)) => io::Error::new(error.kind(), text),
        None => error,
    }
}

const SUFFIX: &str = ".tmp";

fn prefix(label: &str) -> String {
    format!(".hashlane-{label}")
}

/// Removes the temporary files with this label that killed processes left in the folder of a target. No other process may be
/// writing files with this label.
///
/// # Errors
/// Returns an error if one can't be removed.
pub fn remove_left(target: &Path, label: &str) -> io::Result<()> {
    let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    let Ok(entries) = fs::read_dir(folder(&target)) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(&prefix(label)) && name.ends_with(SUFFIX) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn folder(target: &Path) -> &Path {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Renames the file. Without `-f`, the system renames it only if the name is free (`renameat2`, or a hard link).
fn persist(file: NamedTempFile, target: &Path, overwrite: Overwrite) -> io::Result<()> {
    use io::ErrorKind::{AlreadyExists, InvalidInput, PermissionDenied, Unsupported};
    if overwrite == Overwrite::Yes {
        return file.persist(target).map(drop).map_err(|failed| failed.error);
    }
    let Err(failed) = file.persist_noclobber(target) else { return Ok(()) };
    match failed.error.kind() {
        AlreadyExists => Err(exists()),
        // The file system supports neither, like some FUSE and exFAT.
        InvalidInput | PermissionDenied | Unsupported => claim(failed.file, target),
        _ => Err(failed.error),
    }
}

/// Creates an empty file under the name, which only one process can do, and then replaces it.
fn claim(file: NamedTempFile, target: &Path) -> io::Result<()> {
    let claimed = File::options().write(true).create_new(true).open(target);
    claimed.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(),
        _ => error,
    })?;
    file.persist(target).map(drop).map_err(|failed| {
        let _ = fs::remove_file(target);
        failed.error
    })
}

impl Write for StagedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            StagedPlace::Beside(file, _) => file.as_file_mut().write(bytes),
            StagedPlace::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            StagedPlace::Beside(file, _) => file.as_file_mut().flush(),
            StagedPlace::Direct(file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several_claims_a_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("target");
        let write = |text: &str| {
            let mut file = NamedTempFile::new_in(folder.path()).expect("a file");
            file.write_all(text.as_bytes()).expect("it can be written");
            file
        };
        claim(write("first"), &target).expect("the name is free");
        let error = claim(write("second"), &target).expect_err("it is taken");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&target).expect("it is there"), b"first");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
