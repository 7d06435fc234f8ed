//! A file that is read from any place, and what opens it.

use std::fs::Metadata;
use std::io;

use crate::{CancellationToken, FileError};

/// An open file of known length, wherever it lies. Threads share it.
pub trait Source: Send + Sync {
    /// The file, as the person named it, for lines and errors: [`without_secrets`](crate::without_secrets).
    fn name(&self) -> &str;

    /// Its length in bytes when it was opened.
    fn size(&self) -> u64;

    /// Fills `buffer` with the bytes from `offset` on.
    ///
    /// # Errors
    /// `UnexpectedEof` where the file ends before that; whatever the reading itself fails with.
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Whether it lies on this machine, where a read costs little beside its bytes, so that short ones do: what
    /// they give stays in the cache of a core. Elsewhere each is a request.
    fn is_local(&self) -> bool {
        false
    }

    /// Fails if the file is known to have changed since it was opened.
    ///
    /// # Errors
    /// One line that says so.
    fn unchanged(&self) -> Result<(), FileError>;

    /// Whether its content is no longer wanted: work that goes on for long between two reads asks, and
    /// fails if so. Reads fail by themselves then.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Returns the system's metadata of the open file, or `None` if it is not a local file.
    fn metadata(&self) -> Option<Metadata> {
        None
    }
}

/// Opens files by name, and finds those that a pattern means.
pub trait FileSystem: Send + Sync {
    /// The files that a path or a pattern (`*`, `?`, `[…]`, `**`) means, in the order of their
    /// names. A path without such signs is itself, whether or not there is such a file; so is one
    /// that exists.
    ///
    /// # Errors
    /// If the pattern is malformed, means no file, passes too many folders and files on its way, or the
    /// token is cancelled.
    fn expand(&self, pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError>;

    /// Opens a file.
    ///
    /// # Errors
    /// If it is missing, is a directory, or can't be read.
    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError>;
}
