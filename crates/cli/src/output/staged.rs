//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::interrupt::unfinished;

/// A file that gets its name when it is complete: until [`StagedFile::commit`] the bytes are in a
/// temporary file beside it, which is removed when this is dropped and on Ctrl-C.
///
/// A target that is no regular file (a pipe, `/dev/null`) is written directly.
pub struct StagedFile(Place);

enum Place {
    Beside { file: NamedTempFile, target: PathBuf },
    Direct(File),
}

impl StagedFile {
    /// A file that is going to be `target`, and take the place of what has that name.
    ///
    /// # Errors
    /// If the folder is missing or can't be written, or the target is a directory.
    pub fn create(target: &Path) -> io::Result<Self> {
        let target = match fs::metadata(target) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(target)?;
                return Ok(StagedFile(Place::Direct(file)));
            }
            // Through a link, so that the link stays.
            Ok(_) => fs::canonicalize(target)?,
            Err(_) => target.to_owned(),
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Held, so that an interrupt finds no file that is not in the list yet.
        let mut unfinished = unfinished();
        let file = builder().tempfile_in(folder.unwrap_or(Path::new(".")))?;
        unfinished.push(file.path().to_owned());
        Ok(StagedFile(Place::Beside { file, target }))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Whatever the system says; the target is then as it was before.
    pub fn commit(mut self) -> io::Result<()> {
        if let Place::Beside { file, target } = &mut self.0 {
            file.as_file().sync_all()?;
            if let Ok(metadata) = fs::metadata(&*target) {
                file.as_file().set_permissions(metadata.permissions())?;
            }
            // Renamed below the drop of the temporary file, which then finds nothing to remove.
            fs::rename(file.path(), target)?;
        }
        Ok(())
    }
}

/// Hidden, of the permissions that any new file has.
fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".hashlane-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

impl Write for StagedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Place::Beside { file, .. } => file.as_file_mut().write(bytes),
            Place::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Place::Beside { file, .. } => file.as_file_mut().flush(),
            Place::Direct(file) => file.flush(),
        }
    }
}

impl Drop for StagedFile {
    fn drop(&mut self) {
        if let Place::Beside { file, .. } = &self.0 {
            let mut unfinished = unfinished();
            // Not left to the drop of `file`, which an interrupt can forestall. After a commit there is none.
            let _ = fs::remove_file(file.path());
            unfinished.retain(|path| path != file.path());
        }
    }
}
