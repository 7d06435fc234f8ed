//! The reason why a command stops early, as one line.

use std::io;

use hashlane_files::FileError;

/// The reason why a command stops early.
#[derive(Debug)]
pub enum Failure {
    /// The reader of our output closed it.
    Closed,
    /// DataFusion returned an error.
    #[cfg(feature = "sql")]
    Engine(Box<datafusion::error::DataFusionError>),
    /// A library panicked, which is not the fault of what it was given.
    Panic(String),
    /// Any other reason.
    Message(String),
}

impl Failure {
    /// Returns the line for the user, or `None` if the output was closed: that is how `| head` ends a program.
    pub fn line(&self) -> Option<String> {
        match self {
            Self::Closed => None,
            #[cfg(feature = "sql")]
            Self::Engine(error) => Some(one_line(&crate::sql::message(error))),
            Self::Panic(text) | Self::Message(text) => Some(one_line(text)),
        }
    }

    /// The same failure, with the place where it happened in front.
    #[cfg(feature = "sql")]
    pub fn within(self, place: &str) -> Self {
        match (&self, self.line()) {
            (Self::Panic(_), Some(line)) => Self::Panic(format!("{place}: {line}")),
            (_, Some(line)) => Self::Message(format!("{place}: {line}")),
            (_, None) => self,
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
