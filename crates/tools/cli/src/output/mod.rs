//! The output of all commands. Errors and warnings go to standard error here, line by line.
//!
//! | file | holds |
//! |---|---|
//! | `lines.rs` | results on standard output, and JSON lines |
//! | `progress.rs` | progress bars on a terminal |
//! | `interrupt.rs` | removes unfinished files on Ctrl-C |
//! | `staged.rs` | files that are either complete or absent |
//! | `table_file.rs` | files of rows, whose format their names say |
//! | `junit.rs` | results in JUnit's XML |
//! | `access.rs` | the permissions of a new file |

mod access;
mod interrupt;
mod junit;
mod lines;
mod progress;
mod staged;
mod table_file;

pub use interrupt::{NewFolder, UnfinishedFile};
#[cfg(feature = "sql")]
pub use interrupt::{OnSignal, on_signal, wait_if_ending};
pub use junit::{JunitCase, junit_xml};
pub use lines::{LineOutput, check_apart, check_free};
pub use progress::Progress;
pub use staged::{Overwrite, StagedFile, remove_left};
pub use table_file::{FileFormat, TableFile};

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
