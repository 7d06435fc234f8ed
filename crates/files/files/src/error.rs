//! The errors of a file.

use std::fmt;
use std::io;

use crate::secrets::{about, text_without_secrets, without_secrets};

/// The reason why a file can't be used, with its name: one line that tells the user what to do. Secrets in the name are
/// left out.
#[derive(Debug)]
pub struct FileError {
    name: String,
    cause: ErrorCause,
}

/// The text after the name.
pub(crate) const CANCELLED: &str = "was left unfinished: the query was cancelled";

#[derive(Debug)]
enum ErrorCause {
    Io(io::Error),
    Message(String),
}

impl FileError {
    /// An error of the operating system or of an object store.
    pub fn io(name: &str, error: io::Error) -> Self {
        let shown = without_secrets(name);
        // An error of our own may contain the name already.
        let error = match error.get_ref().map(ToString::to_string) {
            Some(text) if shown != name => io::Error::new(error.kind(), about(name, text)),
            _ => error,
        };
        FileError { name: shown.into_owned(), cause: ErrorCause::Io(error) }
    }

    /// Any other error. `message` follows the name, such as "is a directory".
    pub fn new(name: &str, message: impl Into<String>) -> Self {
        let name_shown = without_secrets(name).into_owned();
        FileError { name: name_shown, cause: ErrorCause::Message(about(name, message.into())) }
    }

    /// Work on the file was stopped by a [`CancellationToken`](crate::CancellationToken).
    pub fn cancelled(name: &str) -> Self {
        FileError::new(name, CANCELLED)
    }

    /// Whether the file doesn't exist.
    pub fn is_not_found(&self) -> bool {
        matches!(&self.cause, ErrorCause::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// The message without the name.
    #[cfg(feature = "object_store")]
    pub(crate) fn message(&self) -> String {
        match &self.cause {
            ErrorCause::Io(error) => error.to_string(),
            ErrorCause::Message(message) => message.clone(),
        }
    }

    /// The file as the user named it, without secrets.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for FileError {
    /// Writes one line. Names of files and columns may contain line breaks, so control characters are escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match &self.cause {
            ErrorCause::Io(error) => format!("{}: {error}", self.name),
            ErrorCause::Message(message) => format!("{}: {message}", self.name),
        };
        f.write_str(&shown(&line))
    }
}

/// Returns a text that is safe to show: without the passwords and signatures of addresses, and with control characters
/// escaped, which could otherwise break a line, repaint a terminal or show letters in another order.
///
/// ```
/// assert_eq!(hashlane_files::shown("a\nb"), "a\\nb");
/// assert_eq!(hashlane_files::shown("a\u{202e}b"), "a\\u{202e}b");
/// assert_eq!(hashlane_files::shown("at https://user:password@host/a"), "at https://***@host/a");
/// ```
pub fn shown(text: &str) -> String {
    let text = text_without_secrets(text);
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_direction(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Whether a character changes the direction of the text around it.
fn is_direction(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl std::error::Error for FileError {}
