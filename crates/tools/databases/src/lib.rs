//! Tables in databases: the canonical text of values, and SQL statements that sketch a table.
//!
//! This crate is a part of Hashlane: its interface follows the other crates and may change with any release. Use the
//! program [hashlane](https://crates.io/crates/hashlane): `hashlane sketch` and `hashlane diff`.
//!
//! Every database computes the same hash of the same row, and one scan adds all rows to a sketch. Two sketches tell which
//! rows differ, wherever the tables are:
//!
//! ```
//! use hashlane_databases::{SourceColumn, Dialect, SketchSize, RowSource};
//!
//! let source = RowSource {
//!     dialect: Dialect::ClickHouse,
//!     relation: "shop.orders".parse()?,
//!     filter: None,
//!     key: vec![SourceColumn::new("id", "bigint".parse()?)],
//!     columns: vec![SourceColumn::new("amount", "decimal(18,2)".parse()?)],
//! };
//! let statement = source.sketch_statement(SketchSize::new(12)?, source.keys())?;
//! assert!(statement.contains("\"shop\".\"orders\""));
//! # Ok::<(), hashlane_databases::TableError>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `dialect` | the dialects: a row for each, with the canonical text of every type |
//! | `column.rs` | columns, and the types with a canonical text |
//! | `row_text.rs` | the text of a row, and its hash |
//! | `relation.rs` | names of tables, and queries |
//! | `statement.rs` | the statement that computes a sketch |
//! | `fetch.rs` | the statements that fetch rows, and count duplicate keys |
//! | `reading` | text of files as values of a database's type |
//! | `key_hashes.rs` | duplicate keys of rows that are hashed here |
//! | `cell.rs` | the cells that statements return |
//! | `error.rs` | errors |
//!
//! With the feature `connections`:
//!
//! | file | holds |
//! |---|---|
//! | `address.rs` | the address of a table |
//! | `condition.rs` | the check that a condition or query stands alone |
//! | `connection.rs` | a connection: the columns, the sketch and rows of a table |
//! | `schema_tables.rs` | the tables of a schema, with their primary keys |
//! | `client` | the client of each database |
#![forbid(unsafe_code)]

#[cfg(feature = "connections")]
mod address;
mod cell;
#[cfg(feature = "connections")]
mod client;
mod column;
#[cfg(feature = "connections")]
mod condition;
#[cfg(feature = "connections")]
mod connection;
mod dialect;
mod error;
mod fetch;
mod key_hashes;
mod reading;
mod relation;
mod row_text;
#[cfg(feature = "connections")]
mod schema_tables;
mod statement;

#[cfg(feature = "connections")]
pub use address::TableAddress;
pub use cell::{cell_of, check_complete};
#[cfg(feature = "connections")]
pub use client::{Cancel, DescribedColumn};
pub use column::{ColumnType, SourceColumn};
#[cfg(feature = "connections")]
pub use condition::check_standalone;
#[cfg(feature = "connections")]
pub use connection::{Connection, SortedWanted, WantedRows};
pub use dialect::{BytesText, Dialect, FileExports};
pub use error::TableError;
pub use fetch::FetchedRows;
pub use key_hashes::{DuplicateKeys, KeyHashes};
pub use reading::{NamedZone, append_double_as, append_reading};
pub use relation::Relation;
#[cfg(feature = "connections")]
pub use schema_tables::SchemaTable;
pub use statement::{RowSource, SketchSize};
