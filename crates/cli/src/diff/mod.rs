//! `hashlane diff`: which rows and which values of two tables differ.
//!
//! | file | what is in it |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `snapshot.rs` | the files of a side, which must not change meanwhile |
//! | `run.rs` | both sides opened, compared, and the changes printed |
//! | `printer.rs` | the formats behind one door |
//! | `text.rs` | for people: the summary, and values side by side |
//! | `json.rs` | an object per change and line |
//! | `table.rs` | CSV, and Parquet files |

mod args;
mod json;
mod printer;
mod run;
mod snapshot;
mod table;
mod text;

pub use args::Diff;
pub use run::run;
