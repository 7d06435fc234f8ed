//! Finds the rows and values of two tables that differ, by key.
//!
//! This crate is a part of Hashlane: its interface follows the other crates and may change with any release. Use the
//! program [hashlane](https://crates.io/crates/hashlane): `hashlane diff`.
//!
//! Values are compared as `row_bytes` encodes them: NULL is a value, `-0.0` is `0.0`, NaN is NaN, and numbers of one class
//! are equal whatever their width.
//!
//! | file | holds |
//! |---|---|
//! | `options.rs` | what to compare |
//! | `by_column.rs` | rules for all columns or by name |
//! | `rules.rs` | which rules apply to which columns |
//! | `error.rs` | errors, with the side that they belong to |
//! | `schema.rs`, `class.rs` | columns by name, and types that compare by value |
//! | `untyped.rs`, `reading.rs` | columns of text whose type nobody stated, and how they are read as a type |
//! | `exact.rs` | reads text as a type, if nothing is lost |
//! | `structs.rs` | structs with the same fields in another order |
//! | `condition.rs` | the conditions that the rows of the sides must meet |
//! | `prepared.rs` | two tables whose comparison is planned |
//! | `comparison.rs` | a comparison whose changes are read |
//! | `function.rs` | the table function `table_diff` |
//! | `side.rs` | the two tables |
//! | `columns.rs` | a table under the names that the plan uses, and rows without a key, counted |
//! | `scan.rs`, `hashed.rs` | one scan of both sides, which hashes their rows and counts them |
//! | `pairs.rs` | the rows that both sides have, paired while they are read |
//! | `waiting.rs`, `room.rs` | rows that wait for an equal one, and their memory |
//! | `rest.rs` | the rows that were not paired, or the partitions that contain them |
//! | `fingerprints.rs` | a hash for each hash partition of the key |
//! | `repeated.rs`, `key_hashes.rs` | hashes that several keys share |
//! | `duplicates.rs` | keys that occur more than once on a side |
//! | `partitions.rs` | the rows of partitions that differ; the others are not joined |
//! | `join.rs` | the full join of the remaining rows |
//! | `tolerance.rs`, `distance.rs` | numbers within a tolerance |
//! | `time_floor.rs` | times, cut off to a unit |
//! | `shown.rs`, `nested.rs`, `scalar.rs`, `calendar.rs` | what people write for a value |
//! | `changes.rs` | the rows that differ, batch by batch |
//! | `summary.rs` | the numbers of changes, by kind and by column |
//! | `table.rs` | a row for each changed value |
//! | `across` | with the feature `databases`: tables in different systems |
#![forbid(unsafe_code)]

#[cfg(feature = "databases")]
pub mod across;
mod by_column;
mod calendar;
mod changes;
mod class;
mod columns;
mod comparison;
mod condition;
mod distance;
mod duplicates;
mod error;
mod exact;
mod fingerprints;
mod function;
mod hashed;
mod inferred;
mod join;
mod key_hashes;
mod nested;
mod options;
mod pairs;
mod partitions;
mod prepared;
mod reading;
mod repeated;
mod rest;
mod room;
mod rules;
mod scalar;
mod scan;
mod schema;
mod shown;
mod side;
mod structs;
mod summary;
mod table;
mod time_floor;
mod tolerance;
mod untyped;
mod waiting;

pub use by_column::{ByColumn, TimePrecision};
pub use changes::{ChangeKind, RowChanges, ShownChanges};
pub use comparison::Comparison;
pub use error::DiffError;
pub use function::{register, register_with_files};
pub use options::{ComparedColumns, DiffOptions, EqualityRules, ForText, Tolerance};
pub use prepared::{PreparedTables, compare};
pub use reading::value_and_rest;
pub use scan::HashProgress;
pub use schema::{SchemaDifference, SideType};
pub use shown::{ShownColumn, ShownValue};
pub use side::Side;
pub use summary::{ColumnSummary, Summary};
pub use table::{OneSided, ValueTable};
pub use untyped::UNTYPED;
