//! Compares tables in different systems. At least one is a database. Each side is read once, as a sketch, and only the rows
//! that differ are fetched.
//!
//! A value is its canonical text: what is hashed is what is fetched, compared and shown.
//!
//! | file | holds |
//! |---|---|
//! | `side.rs` | what a side can do |
//! | `database.rs` | a table in a database |
//! | `files.rs`, `parts.rs` | files, whose rows are hashed here |
//! | `types.rs` | which types of two sides are compared, and as which |
//! | `plan.rs` | which columns are compared |
//! | `compare.rs` | sketches both sides, and fetches the rows that differ |
//! | `rows.rs` | compares rows of texts |
//! | `canonical.rs` | what people write for a canonical text |
//! | `sketches.rs` | compares two sketches that databases computed |

mod canonical;
mod compare;
mod database;
mod files;
mod parts;
mod plan;
mod rows;
mod side;
mod sketches;
mod types;

pub(crate) use canonical::{CANONICAL, show};
pub use compare::{AcrossComparison, AcrossStep, StopLimits};
pub use database::DatabaseSide;
pub use files::FileSide;
pub use side::{SideColumn, SketchSide, ValueStore};
pub use sketches::compare_sketches;
