//! Errors and warnings on standard error.

use std::io::Write;

use anstyle::{AnsiColor, Style};

use crate::failure::one_line;

const NAME: Style = AnsiColor::Red.on_default().bold();

/// Tells a person in one line what is wrong. Nobody is left to tell if standard error is closed.
pub fn complain(text: &str) {
    // In one write, so that lines of several threads or programs stay whole.
    let line = format!("{NAME}hashlane:{NAME:#} {}\n", one_line(text));
    let _ = anstream::stderr().lock().write_all(line.as_bytes());
}
