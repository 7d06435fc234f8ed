//! The output of all commands.
//!
//! | file | holds |
//! |---|---|
//! | `lines.rs` | results on standard output, and JSON lines |
//! | `complaints.rs` | errors and warnings on standard error |
//! | `progress.rs` | progress bars on a terminal |
//! | `interrupt.rs` | removes unfinished files on Ctrl-C |
//! | `staged.rs` | files that are either complete or absent |
//! | `table_file.rs` | files of rows, whose format their names say |
//! | `access.rs` | the permissions of a new file |

mod access;
mod complaints;
mod interrupt;
mod lines;
mod progress;
mod staged;
mod table_file;

pub use complaints::complain;
pub use interrupt::{NewFolder, UnfinishedFile};
#[cfg(feature = "sql")]
pub use interrupt::{OnSignal, on_signal, wait_if_ending};
pub use lines::{LineOutput, check_apart, check_free};
pub use progress::Progress;
pub use staged::{Overwrite, StagedFile, remove_left};
pub use table_file::{FileFormat, TableFile};
