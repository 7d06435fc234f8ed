//! What all commands print with.
//!
//! | file | what is in it |
//! |---|---|
//! | `lines.rs` | results on standard output, and JSON lines |
//! | `complaints.rs` | errors and warnings on standard error |
//! | `progress.rs` | how far a command is, on a terminal |
//! | `interrupt.rs` | Ctrl-C, which leaves no unfinished file |
//! | `staged.rs` | files that are there whole or not at all |

mod complaints;
mod interrupt;
mod lines;
mod progress;
mod staged;

pub use complaints::complain;
pub use lines::Lines;
pub use progress::Progress;
pub use staged::StagedFile;
