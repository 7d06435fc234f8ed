//! The reason why a command stops early, as one line.

use std::io;

use hashlane_files::FileError;

/// The reason why a command stops early.
#[derive(Debug)]
pub enum Failure {
    /// The reader of our output closed it.
    Closed,
    /// Any other reason.
    Message(String),
}

impl Failure {
    /// Returns the line for the user, or `None` if the output was closed: that is how `| head` ends a program.
    pub fn line(&self) -> Option<String> {
        match self {
            Self::Closed => None,
            Self::Message(text) => Some(one_line(text)),
        }
    }

    /// The output could not be written.
    pub fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Message(format!("cannot write the output: {error}")),
        }
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self::Message(text)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::Message(error.to_string())
    }
}

/// Joins lines and escapes control characters, which could otherwise repaint a terminal.
pub fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    hashlane_files::shown(&lines.join(" "))
}
