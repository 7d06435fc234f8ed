//! A file, an object or standard input as a stream.

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io::Read;
use std::sync::Arc;

use hashlane_files::pipe::SourceReader;
use hashlane_files::{FileError, Source};

use crate::places::Input;

/// Bytes that come one after the other.
pub struct Stream {
    /// What errors call it.
    pub name: String,
    /// The bytes.
    pub reader: Box<dyn Read + Send>,
    /// How many, if that is known.
    pub size: Option<u64>,
    /// Where they come from, if it is known whether that changes.
    pub source: Option<Arc<dyn Source>>,
    /// What the system says of it, if it is a file of this machine.
    pub metadata: Option<Metadata>,
}

impl Stream {
    /// Opens a path or a URL; `-` is standard input.
    pub fn open(path: &OsStr) -> Result<Self, FileError> {
        let input = Input::open(path)?;
        let size = input.size();
        Ok(match input {
            Input::File(source) => {
                let source: Arc<dyn Source> = source.into();
                let reader = Box::new(SourceReader::new(source.clone()));
                let (name, metadata) = (source.name().to_owned(), source.metadata());
                Stream { name, reader, size, source: Some(source), metadata }
            }
            Input::Stream(name, reader) => {
                let metadata = if path == "-" { of_stdin() } else { fs::metadata(path).ok() };
                Stream { name, reader, size, source: None, metadata }
            }
        })
    }
}

/// What the system says of standard input, which a shell may have opened as a file.
#[cfg(unix)]
fn of_stdin() -> Option<Metadata> {
    use std::os::fd::AsFd;
    let file = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    fs::File::from(file).metadata().ok()
}

#[cfg(not(unix))]
fn of_stdin() -> Option<Metadata> {
    None
}
