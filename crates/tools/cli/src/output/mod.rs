//! The output of all commands.
//!
//! | file | holds |
//! |---|---|
//! | `lines.rs` | results on standard output, and JSON lines |
//! | `complaints.rs` | errors and warnings on standard error |
//! | `progress.rs` | progress bars on a terminal |
//! | `interrupt.rs` | removes unfinished files on Ctrl-C |
//! | `staged.rs` | files that are either complete or absent |
//! | `access.rs` | the permissions of a new file |

mod access;
mod complaints;
mod interrupt;
mod lines;
mod progress;
mod staged;

pub use complaints::complain;
pub use interrupt::{NewFolder, Unfinished};
#[cfg(feature = "sql")]
pub use interrupt::{OnSignal, on_signal, wait_if_ending};
pub use lines::{Lines, check_free};
pub use progress::Progress;
pub use staged::{Overwrite, StagedFile, remove_left};
