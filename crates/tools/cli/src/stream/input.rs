//! Opens a file, an object or standard input as a stream.

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io::Read;
use std::sync::Arc;

use hashlane_files::pipe::SourceReader;
use hashlane_files::{FileError, Source};

use crate::places::OpenInput;

/// An input that is read sequentially.
pub struct InputStream {
    /// Its name in errors.
    pub name: String,
    /// The bytes.
    pub reader: Box<dyn Read + Send>,
    /// Its length, if known.
    pub size: Option<u64>,
    /// The source, if it can report that it has changed.
    pub source: Option<Arc<dyn Source>>,
    /// The system's metadata, if it is a local file.
    pub metadata: Option<Metadata>,
}

impl InputStream {
    /// Opens a path or a URL; `-` is standard input.
    pub fn open(path: &OsStr) -> Result<Self, FileError> {
        let input = OpenInput::open(path)?;
        let size = input.size();
        Ok(match input {
            OpenInput::File(source) => {
                let source: Arc<dyn Source> = source.into();
                let reader = Box::new(SourceReader::new(source.clone()));
                let (name, metadata) = (source.name().to_owned(), source.metadata());
                InputStream { name, reader, size, source: Some(source), metadata }
            }
            OpenInput::Stream(name, reader) => {
                let metadata = if path == "-" { of_stdin() } else { fs::metadata(path).ok() };
                InputStream { name, reader, size, source: None, metadata }
            }
        })
    }
}

/// The system's metadata of standard input, if a shell has opened a file.
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
