//! `hashlane diff`: prints the rows and values of two tables that differ.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `across.rs` | tables in databases, and sketches |
//! | `statements.rs` | stops the statements of servers |
//! | `types.rs` | lists of columns and their types |
//! | `distances.rs` | tolerances |
//! | `map.rs` | columns that have another name on the right side |
//! | `infer.rs` | the types that `--infer` finds |
//! | `spooled.rs` | standard input and pipes, saved to temporary files |
//! | `snapshot.rs` | detects whether the files of a side change during the comparison |
//! | `run.rs` | opens both sides, compares them, and prints the changes |
//! | `printer.rs` | chooses the output format |
//! | `text.rs` | text: the summary, and values side by side |
//! | `json.rs` | JSON lines, one object per change |
//! | `table.rs` | CSV, and Parquet files |

mod across;
mod args;
mod distances;
mod infer;
mod json;
mod map;
mod printer;
mod run;
mod snapshot;
mod spooled;
mod statements;
mod table;
mod text;
mod types;

pub use args::DiffArgs;
pub use run::run;
