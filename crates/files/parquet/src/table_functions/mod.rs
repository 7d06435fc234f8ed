//! Table functions over files: from arguments to rows, for every engine.
//!
//! [`hashlane_catalog::TABLE_FUNCTIONS`] has their names, parameters and columns. An engine creates a [`FileCall`] from
//! the arguments, and runs it on its own [`FileSystem`](hashlane_files::FileSystem).

mod call;
mod differences;
mod run;

pub use call::FileCall;
pub use differences::difference_rows;
pub use run::TableRow;
