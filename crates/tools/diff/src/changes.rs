//! The rows that differ, batch by batch.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::Int64Type;

use crate::schema::Layout;

/// How a row differs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// It is on the right side only.
    Added,
    /// It is on the left side only.
    Removed,
    /// It is on both sides, with other values.
    Changed,
}

impl Kind {
    /// `added`, `removed` or `changed`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Added => "added",
            Kind::Removed => "removed",
            Kind::Changed => "changed",
        }
    }
}

/// Rows that differ.
#[derive(Debug)]
pub struct Changes {
    pub(crate) layout: Arc<Layout>,
    /// The columns of `join::differing`.
    batch: RecordBatch,
}

/// How many columns stand before the key: both counts.
pub(crate) const COUNTS: usize = 2;
/// The columns of a value: left, right, whether they differ.
const OF_VALUE: usize = 3;

impl Changes {
    pub(crate) fn new(layout: Arc<Layout>, batch: RecordBatch) -> Self {
        Changes { layout, batch }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.batch.num_rows()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How a row differs.
    pub fn kind(&self, row: usize) -> Kind {
        let (left, right) = self.counts(row);
        match left.cmp(&right) {
            std::cmp::Ordering::Less => Kind::Added,
            std::cmp::Ordering::Greater => Kind::Removed,
            std::cmp::Ordering::Equal => Kind::Changed,
        }
    }

    /// How many rows more one side has: 1, unless rows are compared as multisets.
    pub fn count(&self, row: usize) -> u64 {
        let (left, right) = self.counts(row);
        left.abs_diff(right).max(1)
    }

    fn counts(&self, row: usize) -> (i64, i64) {
        let count = |at| {
            let counts: &Int64Array = self.batch.column(at).as_primitive::<Int64Type>();
            if counts.is_null(row) { 0 } else { counts.value(row) }
        };
        (count(0), count(1))
    }

    /// The key columns.
    pub fn keys(&self) -> &[ArrayRef] {
        &self.batch.columns()[COUNTS..][..self.layout.keys.len()]
    }

    /// The number of compared columns.
    pub fn width(&self) -> usize {
        self.layout.values.len()
    }

    /// The name of a compared column.
    pub fn name(&self, column: usize) -> &str {
        &self.layout.values[column].name
    }

    /// The left values of a compared column.
    pub fn left(&self, column: usize) -> &ArrayRef {
        self.value(column, 0)
    }

    /// The right values of a compared column.
    pub fn right(&self, column: usize) -> &ArrayRef {
        self.value(column, 1)
    }

    /// Whether a changed row has different values in a compared column.
    pub fn differs(&self, row: usize, column: usize) -> bool {
        let differs: &BooleanArray = self.value(column, 2).as_boolean();
        self.kind(row) == Kind::Changed && differs.is_valid(row) && differs.value(row)
    }

    fn value(&self, column: usize, part: usize) -> &ArrayRef {
        self.batch.column(COUNTS + self.layout.keys.len() + OF_VALUE * column + part)
    }
}
