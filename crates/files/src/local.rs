//! The files of this machine.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::{CancellationToken, FileError, FileSystem, Mapping, Source, pattern};

/// Shorter files are read: the copy of them takes less than a tenth of a millisecond.
const LEAST_MAPPED: u64 = 1 << 20;

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Local;

impl FileSystem for Local {
    fn expand(&self, pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError> {
        let literal = !pattern.contains(['*', '?', '[']) || Path::new(pattern).exists();
        if literal {
            return Ok(vec![pattern.to_owned()]);
        }
        pattern::expand(pattern, token)
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        self.open_path(Path::new(path))
    }
}

impl Local {
    /// Opens a file whose name need not be UTF-8.
    ///
    /// # Errors
    /// If it is missing, is no regular file, or can't be read. (Pipes and devices have no length, and
    /// can't be read from any place.)
    pub fn open_path(&self, path: &Path) -> Result<Box<dyn Source>, FileError> {
        Ok(Box::new(LocalFile::open(path)?))
    }

    /// [`Local::open_path`] for a program that owns its process: the file is mapped where that is faster,
    /// and from then on SIGBUS is handled, which it gets where a file becomes shorter meanwhile.
    ///
    /// # Errors
    /// Those of [`Local::open_path`].
    pub fn open_mapped(&self, path: &Path) -> Result<Box<dyn Source>, FileError> {
        Ok(Box::new(LocalFile { may_map: true, ..LocalFile::open(path)? }))
    }
}

struct LocalFile {
    name: String,
    stamp: Stamp,
    file: File,
    may_map: bool,
}

impl LocalFile {
    fn open(path: &Path) -> Result<Self, FileError> {
        let name = path.to_string_lossy().into_owned();
        // Before it is opened: to open a pipe is to wait for its other end.
        let metadata = fs::metadata(path).map_err(|error| FileError::io(&name, error))?;
        if metadata.is_dir() {
            return Err(FileError::new(&name, "is a directory"));
        }
        if !metadata.is_file() {
            return Err(FileError::new(&name, "is a pipe or a device: save it to a file first"));
        }
        let file = File::open(path).map_err(|error| FileError::io(&name, error))?;
        let metadata = file.metadata().map_err(|error| FileError::io(&name, error))?;
        Ok(LocalFile { name, stamp: Stamp::of(&metadata), file, may_map: false })
    }
}

/// What shows that a file has changed.
#[derive(PartialEq)]
struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Stamp { size: metadata.len(), modified: metadata.modified().ok() }
    }
}

impl Source for LocalFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> u64 {
        self.stamp.size
    }

    #[cfg(unix)]
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }

    #[cfg(windows)]
    fn read_exact_at(&self, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(&self.file, buffer, offset)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer = &mut buffer[read..];
            offset += read as u64;
        }
        Ok(())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        let metadata = self.file.metadata().map_err(|error| FileError::io(&self.name, error))?;
        if Stamp::of(&metadata) != self.stamp {
            return Err(FileError::new(&self.name, "changed while it was read: try again"));
        }
        Ok(())
    }

    fn is_local(&self) -> bool {
        true
    }

    fn map(&self) -> Option<Mapping> {
        let worth_it = self.may_map && self.stamp.size >= LEAST_MAPPED;
        worth_it.then(|| Mapping::new(&self.file, self.stamp.size)).flatten()
    }
}
