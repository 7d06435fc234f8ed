//! The files of this machine.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::unsized_file::{InMemory, read_unsized};
use crate::{CancellationToken, FileError, FileSystem, FileVersion, Source, microseconds, pattern};

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalFiles;

impl FileSystem for LocalFiles {
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

impl LocalFiles {
    /// Opens a file whose name need not be UTF-8. If the system gives its length as 0, it is read to its end here:
    /// files such as those of `/proc` have content nevertheless.
    ///
    /// # Errors
    /// Returns an error if the file is missing, can't be read or is not a regular file: pipes and devices have no
    /// length and can't be read at any offset. Also returns an error if a file of length 0 has more content than is
    /// kept in memory.
    pub fn open_path(&self, path: &Path) -> Result<Box<dyn Source>, FileError> {
        let file = LocalFile::open(path)?;
        if file.size() > 0 {
            return Ok(Box::new(file));
        }
        let metadata = file.metadata();
        Ok(match read_unsized(&file.name, &mut &file.file)? {
            None => Box::new(file),
            Some(bytes) => Box::new(InMemory::new(file.name, bytes, metadata)),
        })
    }
}

struct LocalFile {
    name: String,
    stamp: FileStamp,
    file: File,
}

impl LocalFile {
    fn open(path: &Path) -> Result<Self, FileError> {
        let name = path.to_string_lossy().into_owned();
        // Check before opening: opening a pipe waits for its other end.
        let metadata = fs::metadata(path).map_err(|error| FileError::io(&name, error))?;
        if metadata.is_dir() {
            return Err(FileError::new(&name, "is a directory"));
        }
        if !metadata.is_file() {
            return Err(FileError::new(&name, "is a pipe or a device: save it to a file first"));
        }
        let file = File::open(path).map_err(|error| FileError::io(&name, error))?;
        let metadata = file.metadata().map_err(|error| FileError::io(&name, error))?;
        Ok(LocalFile { name, stamp: FileStamp::from_metadata(&metadata), file })
    }
}

/// The properties that show whether a file has changed.
#[derive(PartialEq)]
struct FileStamp {
    size: u64,
    modified: Option<SystemTime>,
}

impl FileStamp {
    fn from_metadata(metadata: &Metadata) -> Self {
        FileStamp { size: metadata.len(), modified: metadata.modified().ok() }
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
        if FileStamp::from_metadata(&metadata) != self.stamp {
            return Err(FileError::new(&self.name, "changed while it was read: try again"));
        }
        Ok(())
    }

    fn is_local(&self) -> bool {
        true
    }

    fn version(&self) -> FileVersion {
        let FileStamp { size, modified } = self.stamp;
        FileVersion { size, modified: modified.and_then(microseconds), tag: None }
    }

    fn metadata(&self) -> Option<Metadata> {
        self.file.metadata().ok()
    }
}
