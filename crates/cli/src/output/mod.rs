//! What all commands print with.
//!
//! | file | what is in it |
//! |---|---|
//! | `lines.rs` | results on standard output, and JSON lines |
//! | `complaints.rs` | errors and warnings on standard error |
//! | `progress.rs` | how far a command is, on a terminal |
//! | `interrupt.rs` | Ctrl-C, which leaves no unfinished file |
//! | `staged.rs` | files that are there whole or not at all |
//! | `temporary.rs` | what they are until then, and what killed processes leave of them |
//! | `access.rs` | who may read them |

mod access;
mod complaints;
mod interrupt;
mod lines;
mod progress;
mod staged;
mod temporary;

pub use complaints::complain;
pub use lines::Lines;
pub use progress::Progress;
pub use staged::{Overwrite, StagedFile};
