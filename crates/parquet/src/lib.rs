//! Parquet files that can be trusted.
#![forbid(unsafe_code)]

mod chunk;
mod columns;
mod content;
mod diff;
mod file;
mod fingerprint;
mod row_group;
mod scan;
mod sums;

pub use diff::{ColumnDifference, Diff, RowGroupDifference, SchemaDifference, Side, diff};
pub use fingerprint::{ColumnFingerprint, Fingerprint, fingerprint};
