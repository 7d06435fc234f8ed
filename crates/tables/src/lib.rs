//! Table functions over files: from arguments to rows, for every engine.
//!
//! [`hashlane_catalog::TABLE_FUNCTIONS`] has their names, parameters and columns. An engine makes a [`FileCall`] of the
//! arguments, and runs it on a [`FileSystem`](hashlane_files::FileSystem) of its own.
#![forbid(unsafe_code)]

mod call;
mod differences;
mod run;

pub use call::FileCall;
pub use differences::rows as differences;
pub use run::Row;
