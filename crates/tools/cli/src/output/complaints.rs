//! Errors and warnings on standard error.

use std::io::Write;

use anstyle::{AnsiColor, Style};

use crate::failure::one_line;

const NAME: Style = AnsiColor::Red.on_default().bold();

/// Prints one line on standard error. If standard error is closed, nothing can be reported.
pub fn complain(text: &str) {
    // In one write, so that lines of several threads or programs don't mix.
    let line = format!("{NAME}hashlane:{NAME:#} {}\n", one_line(text));
    let _ = anstream::stderr().lock().write_all(line.as_bytes());
}
