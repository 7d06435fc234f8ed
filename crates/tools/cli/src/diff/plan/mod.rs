//! Many comparisons from one file: `hashlane diff --plan tables.toml`.
//!
//! | file | holds |
//! |---|---|
//! | `file.rs` | the file, whose tables are arguments of `hashlane diff` |
//! | `compared.rs` | runs the comparisons, some at once |
//! | `schemas.rs` | writes such a file from two schemas |
//! | `printed.rs` | what is printed of all of them |

mod compared;
mod file;
mod printed;
mod schemas;

pub use compared::run_plan;
pub use schemas::print_plan;
