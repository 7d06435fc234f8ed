//! Compares tables that are in different systems, by their sketches.
//!
//! | file | holds |
//! |---|---|
//! | `run.rs` | sketches both sides, fetches the rows that differ, and compares them |
//! | `side.rs` | a side: a table in a database, or files |
//! | `plan.rs` | which columns are compared, and with which texts |
//! | `database.rs` | the rows of a database as a table |
//! | `files.rs` | the sketch and the rows of files |
//! | `statements.rs` | stops the statements of servers |
//! | `sketches.rs` | compares two sketches that databases computed |

mod database;
mod files;
mod plan;
mod run;
mod side;
mod sketches;
mod statements;

pub use run::{applies, diff};
