//! Files that can be read at any offset, and how to open them.

use std::fs::Metadata;
use std::io;

use crate::{CancellationToken, FileError, FileVersion};

/// An open file of known length, on any kind of storage. Threads share it.
pub trait Source: Send + Sync {
    /// The file as the user named it, without secrets, for output and errors. See
    /// [`without_secrets`](crate::without_secrets).
    fn name(&self) -> &str;

    /// Its length in bytes when it was opened.
    fn size(&self) -> u64;

    /// Fills `buffer` with the bytes from `offset` on.
    ///
    /// # Errors
    /// Returns `UnexpectedEof` if the file ends earlier, or the error of the read.
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Whether the file is on this machine. A read then costs little more than its bytes, so short reads are best:
    /// their bytes stay in a core's cache. Elsewhere each read is a request.
    fn is_local(&self) -> bool {
        false
    }

    /// Checks that the file is not known to have changed since it was opened.
    ///
    /// # Errors
    /// Returns one line if it has.
    fn unchanged(&self) -> Result<(), FileError>;

    /// Whether the work on the file was cancelled. Work that takes long between two reads checks this and returns an
    /// error. Reads fail by themselves.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// The version that was opened.
    fn version(&self) -> FileVersion {
        let known = self.metadata().as_ref().map(FileVersion::from);
        FileVersion { size: self.size(), ..known.unwrap_or_default() }
    }

    /// Returns the system's metadata of the open file, or `None` if it is not a local file.
    fn metadata(&self) -> Option<Metadata> {
        None
    }
}

/// A source that watches the reads of another one, and is that one in everything else.
pub trait SourceLayer: Send + Sync {
    /// The source that is read.
    fn inner(&self) -> &dyn Source;

    /// Called before so many bytes are read.
    ///
    /// # Errors
    /// An error is that of the read, which doesn't happen.
    fn before_read(&self, bytes: u64) -> io::Result<()>;

    /// Called after so many bytes have been read.
    fn after_read(&self, _bytes: u64) {}

    /// See [`Source::is_cancelled`].
    fn is_stopped(&self) -> bool {
        self.inner().is_cancelled()
    }
}

impl<L: SourceLayer> Source for L {
    fn name(&self) -> &str {
        self.inner().name()
    }

    fn size(&self) -> u64 {
        self.inner().size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let bytes = buffer.len() as u64;
        self.before_read(bytes)?;
        self.inner().read_exact_at(offset, buffer)?;
        self.after_read(bytes);
        Ok(())
    }

    fn is_local(&self) -> bool {
        self.inner().is_local()
    }

    fn unchanged(&self) -> Result<(), FileError> {
        self.inner().unchanged()
    }

    fn is_cancelled(&self) -> bool {
        self.is_stopped()
    }

    fn version(&self) -> FileVersion {
        self.inner().version()
    }

    fn metadata(&self) -> Option<Metadata> {
        self.inner().metadata()
    }
}

/// Opens files by name, and lists the files that match a pattern.
pub trait FileSystem: Send + Sync {
    /// Returns the files that match a path or a pattern (`*`, `?`, `[…]`, `**`), ordered by name. A path without
    /// wildcards is returned as it is, whether or not the file exists, and so is the name of an existing file.
    ///
    /// # Errors
    /// Returns an error if the pattern is malformed, matches no file, or passes too many folders and files, or if the
    /// token is cancelled.
    fn expand(&self, pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError>;

    /// Opens a file.
    ///
    /// # Errors
    /// Returns an error if it is missing, is a directory, or can't be read.
    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError>;
}
