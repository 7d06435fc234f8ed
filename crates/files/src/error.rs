//! What can go wrong with a file.

use std::fmt::{self, Write};
use std::io;

/// Why a file can't be used, with its name: one line that tells a person what to do.
#[derive(Debug)]
pub struct FileError {
    name: String,
    cause: Cause,
}

#[derive(Debug)]
enum Cause {
    Io(io::Error),
    Message(String),
}

impl FileError {
    /// The operating system or an object store refused.
    pub fn io(name: &str, error: io::Error) -> Self {
        FileError { name: name.to_owned(), cause: Cause::Io(error) }
    }

    /// Anything else; `message` goes on where the name ends: "is a directory".
    pub fn new(name: &str, message: impl Into<String>) -> Self {
        FileError { name: name.to_owned(), cause: Cause::Message(message.into()) }
    }

    /// Whether there is no such file.
    pub fn is_not_found(&self) -> bool {
        matches!(&self.cause, Cause::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// The file, as the person named it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for FileError {
    /// One line, though names of files and of the columns in them may have line breaks: control
    /// characters are escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match &self.cause {
            Cause::Io(error) => format!("{}: {error}", self.name),
            Cause::Message(message) => format!("{}: {message}", self.name),
        };
        line.chars().try_for_each(|sign| match sign.is_control() {
            true => write!(f, "{}", sign.escape_default()),
            false => f.write_char(sign),
        })
    }
}

impl std::error::Error for FileError {}
