//! Which rows and which values of two tables differ, by key.
//!
//! Values are compared as `row_bytes` encodes them: NULL is a value, `-0.0` is `0.0`, NaN is NaN, and numbers of one class
//! are equal whatever their width.
//!
//! | file | holds |
//! |---|---|
//! | `options.rs` | what to compare |
//! | `error.rs` | errors, with the side that they belong to |
//! | `schema.rs`, `class.rs` | columns by name, and types that compare by value |
//! | `side.rs` | a table under the names that the plan uses |
//! | `duplicates.rs` | keys that a side has more than once |
//! | `partitions.rs` | fingerprints by hash partition of the key: equal ones are not joined |
//! | `multiset.rs` | rows without a key, counted |
//! | `join.rs` | the full join of what is left |
//! | `tolerance.rs` | numbers that are close enough |
//! | `changes.rs` | the rows that differ, batch by batch |
//! | `summary.rs` | how many, by kind and by column |
//! | `table.rs` | a row for each changed value |
#![forbid(unsafe_code)]

mod changes;
mod class;
mod compare;
mod duplicates;
mod error;
mod join;
mod multiset;
mod options;
mod partitions;
mod schema;
mod side;
mod summary;
mod table;
mod tolerance;

pub use changes::{Changes, Kind};
pub use compare::{Comparison, compare};
pub use error::Error;
pub use options::{Columns, Options, Tolerance};
pub use schema::SchemaDifference;
pub use side::Side;
pub use summary::{ColumnSummary, Summary};
pub use table::ValueTable;
