//! The columns of a state.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, TimeUnit};

/// The columns, in order, and whether each may be NULL.
pub(super) fn schema() -> Arc<Schema> {
    let time = || DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    Arc::new(Schema::new(vec![
        Field::new("path", DataType::Utf8, false),
        Field::new("bytes", DataType::Int64, false),
        Field::new("modified", time(), true),
        Field::new("tag", DataType::Utf8, true),
        Field::new("xxh128", DataType::Utf8, true),
        Field::new("blake3", DataType::Utf8, true),
        Field::new("rows", DataType::Int64, true),
        Field::new("fingerprint", DataType::Utf8, true),
        Field::new("columns", DataType::Utf8, true),
        Field::new("first_seen", time(), false),
        Field::new("last_read", time(), true),
        Field::new("last_tried", time(), true),
        Field::new("damaged", DataType::Utf8, true),
        Field::new("accepted", time(), true),
        Field::new("verdict", DataType::Utf8, false),
        Field::new("detail", DataType::Utf8, true),
        Field::new("target", DataType::Utf8, true),
        Field::new("turn", DataType::Int64, false),
    ]))
}

/// The columns whose values repeat.
pub(super) const REPEATED: [&str; 3] = ["columns", "verdict", "detail"];
