//! The numbers of rows that differ, by kind and by column.

use datafusion::arrow::array::Array;

use crate::changes::{ChangeKind, RowChanges};
use crate::schema::{PlanLayout, SchemaDifference};

/// The result of the comparison so far. Complete after the last changes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// The rows of the left side.
    pub left_rows: u64,
    /// The rows of the right side.
    pub right_rows: u64,
    /// Rows on the right side only.
    pub added: u64,
    /// Rows on the left side only.
    pub removed: u64,
    /// Rows on both sides with different values.
    pub changed: u64,
    /// The compared columns.
    pub columns: Vec<ColumnSummary>,
    /// Columns that are not compared.
    pub schema: Vec<SchemaDifference>,
}

/// The changes of a column.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ColumnSummary {
    /// Its name.
    pub name: String,
    /// The number of values that differ.
    pub changed: u64,
    /// The number of these that are NULL on the right side only.
    pub to_null: u64,
    /// The number of these that are NULL on the left side only.
    pub from_null: u64,
}

impl Summary {
    pub(crate) fn new(layout: &PlanLayout, left_rows: u64, right_rows: u64) -> Self {
        let column = |name: &str| ColumnSummary { name: name.to_owned(), ..Default::default() };
        let columns = layout.values.iter().map(|value| column(&value.name)).collect();
        let schema = layout.differences.clone();
        Summary { left_rows, right_rows, columns, schema, ..Default::default() }
    }

    pub(crate) fn add(&mut self, changes: &RowChanges) {
        for row in 0..changes.len() {
            match changes.kind(row) {
                ChangeKind::Added => self.added += changes.count(row),
                ChangeKind::Removed => self.removed += changes.count(row),
                ChangeKind::Changed => self.changed += 1,
            }
        }
        for (at, column) in self.columns.iter_mut().enumerate() {
            // A key of a dictionary may stand for NULL.
            let nulls = [changes.left(at), changes.right(at)].map(|values| values.logical_nulls());
            let is_null = |side: usize, row| nulls[side].as_ref().is_some_and(|n| n.is_null(row));
            for row in (0..changes.len()).filter(|&row| changes.differs(row, at)) {
                column.changed += 1;
                column.to_null += u64::from(is_null(1, row));
                column.from_null += u64::from(is_null(0, row));
            }
        }
    }

    /// The number of rows that are equal on both sides.
    pub fn equal(&self) -> u64 {
        self.left_rows.saturating_sub(self.removed + self.changed)
    }

    /// Whether the tables have the same columns and the same rows.
    pub fn is_equal(&self) -> bool {
        self.added + self.removed + self.changed == 0 && self.schema.is_empty()
    }
}
