//! A file, an object or standard input as a stream.

use std::ffi::OsStr;
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
                Stream { name: source.name().to_owned(), reader, size, source: Some(source) }
            }
            Input::Stream(name, reader) => Stream { name, reader, size, source: None },
        })
    }
}
