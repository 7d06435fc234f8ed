//! A file, an object or standard input as a stream.

use std::ffi::OsStr;
use std::io::Read;

use hashlane_files::FileError;
use hashlane_files::pipe::SourceReader;

use crate::places::Input;

/// Bytes that come one after the other.
pub struct Stream {
    /// What errors call it.
    pub name: String,
    /// The bytes.
    pub reader: Box<dyn Read + Send>,
    /// How many, if that is known.
    pub size: Option<u64>,
}

impl Stream {
    /// Opens a path or a URL; `-` is standard input.
    pub fn open(path: &OsStr) -> Result<Self, FileError> {
        let input = Input::open(path)?;
        let size = input.size();
        Ok(match input {
            Input::File(source) => {
                let name = source.name().to_owned();
                Stream { name, reader: Box::new(SourceReader::new(source)), size }
            }
            Input::Stream(name, reader) => Stream { name, reader, size },
        })
    }
}
