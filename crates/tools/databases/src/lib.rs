//! Tables in databases: the canonical text of values, and SQL statements that sketch a table.
//!
//! Every database computes the same hash of the same row, and one scan adds all rows to a sketch. Two sketches tell which
//! rows differ, wherever the tables are:
//!
//! ```
//! use hashlane_databases::{Column, Dialect, SketchSize, Source};
//!
//! let source = Source {
//!     dialect: Dialect::ClickHouse,
//!     relation: "shop.orders".parse()?,
//!     filter: None,
//!     key: vec![Column::new("id", "bigint".parse()?)],
//!     columns: vec![Column::new("amount", "decimal(18,2)".parse()?)],
//! };
//! let statement = source.sketch_statement(SketchSize::new(12)?)?;
//! assert!(statement.contains("\"shop\".\"orders\""));
//! # Ok::<(), hashlane_databases::Error>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `dialect.rs` | the dialects, and how each quotes names |
//! | `column.rs` | columns, and the types with a canonical text |
//! | `canonical_text.rs` | the text of each type in each dialect |
//! | `row_text.rs` | the text of a row, and its hash |
//! | `relation.rs` | names of tables, and queries |
//! | `statement.rs` | the statement that computes a sketch |
//! | `fetch.rs` | the statements that fetch rows |
//! | `error.rs` | errors |
//!
//! With the feature `connections`:
//!
//! | file | holds |
//! |---|---|
//! | `address.rs` | the address of a table |
//! | `condition.rs` | the check that a condition or query stands alone |
//! | `connection.rs` | a connection: the columns, the sketch and rows of a table |
//! | `client` | the client of each database |
//! | `row_hasher.rs`, `float_text.rs` | the hash of a row that is read here |
//! | `arrow_text.rs`, `arrow_values.rs` | canonical texts of Arrow's values, and values from texts |
#![forbid(unsafe_code)]

#[cfg(feature = "connections")]
mod address;
#[cfg(feature = "connections")]
mod arrow_text;
#[cfg(feature = "connections")]
mod arrow_values;
mod canonical_text;
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
#[cfg(feature = "connections")]
mod float_text;
mod relation;
#[cfg(feature = "connections")]
mod row_hasher;
mod row_text;
mod statement;

#[cfg(feature = "connections")]
pub use address::Address;
#[cfg(feature = "connections")]
pub use arrow_text::{ArrowTexts, column_type_of};
#[cfg(feature = "connections")]
pub use arrow_values::{arrow_type_of, values_of};
pub use canonical_text::canonical_text;
#[cfg(feature = "connections")]
pub use client::{Cancel, Described};
pub use column::{Column, ColumnType};
#[cfg(feature = "connections")]
pub use connection::{Connection, RowTexts, Wanted, cell_of, check_complete};
pub use dialect::Dialect;
pub use error::Error;
pub use relation::Relation;
#[cfg(feature = "connections")]
pub use row_hasher::RowHasher;
pub use statement::{SketchSize, Source};
