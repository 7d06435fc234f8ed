//! The rows that differ, batch by batch.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::{Field, Int64Type};

use crate::error::DiffError;
use crate::schema::PlanLayout;
use crate::shown::{ShownColumn, ShownValue};

/// How a row differs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ChangeKind {
    /// It is on the right side only.
    Added,
    /// It is on the left side only.
    Removed,
    /// It is on both sides, with other values.
    Changed,
}

impl ChangeKind {
    /// `added`, `removed` or `changed`.
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Changed => "changed",
        }
    }
}

/// Rows that differ.
#[derive(Debug)]
pub struct RowChanges {
    pub(crate) layout: Arc<PlanLayout>,
    /// The columns of `join::differing`.
    batch: RecordBatch,
}

/// How many columns stand before the key: both counts.
pub(crate) const COUNTS: usize = 2;
/// The columns of a value: left, right, whether they differ.
const OF_VALUE: usize = 3;

impl RowChanges {
    pub(crate) fn new(layout: Arc<PlanLayout>, batch: RecordBatch) -> Self {
        RowChanges { layout, batch }
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
    pub fn kind(&self, row: usize) -> ChangeKind {
        let (left, right) = self.counts(row);
        match left.cmp(&right) {
            std::cmp::Ordering::Less => ChangeKind::Added,
            std::cmp::Ordering::Greater => ChangeKind::Removed,
            std::cmp::Ordering::Equal => ChangeKind::Changed,
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
        self.kind(row) == ChangeKind::Changed && differs.is_valid(row) && differs.value(row)
    }

    fn value(&self, column: usize, part: usize) -> &ArrayRef {
        self.batch.column(self.place(column, part))
    }

    /// The place of a part of a compared column in the batch.
    fn place(&self, column: usize, part: usize) -> usize {
        COUNTS + self.layout.keys.len() + OF_VALUE * column + part
    }

    /// Prepares to show the values.
    ///
    /// # Errors
    /// Returns an error if a column has a type whose values have no text.
    pub fn shown(&self) -> Result<ShownChanges<'_>, DiffError> {
        let schema = self.batch.schema_ref();
        let column = |at: usize| {
            let field: &Field = schema.field(at);
            ShownColumn::new(field, self.batch.column(at).as_ref())
        };
        let columns = |places: Vec<usize>| -> Result<Vec<_>, DiffError> {
            places.into_iter().map(column).collect()
        };
        let side = |part| (0..self.width()).map(|at| self.place(at, part)).collect();
        Ok(ShownChanges {
            keys: columns((COUNTS..COUNTS + self.layout.keys.len()).collect())?,
            left: columns(side(0))?,
            right: columns(side(1))?,
        })
    }
}

/// The values of [`RowChanges`] as people write them.
///
/// ```
/// # use datafusion::prelude::*;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let context = SessionContext::new();
/// let left = context.sql("SELECT 1 AS id, TIMESTAMP '2024-02-29 12:30:00' AS at").await?;
/// let right = context.sql("SELECT 2 AS id, NULL::TIMESTAMP AS at").await?;
/// let options = hashlane_diff::DiffOptions { key: vec!["id".to_owned()], ..Default::default() };
/// let mut comparison = hashlane_diff::compare(left, right, &options).await?;
/// let changes = comparison.next().await?.expect("both rows differ");
/// let shown = changes.shown()?;
/// assert_eq!(shown.left[0].value(0).to_string(), "2024-02-29T12:30:00");
/// assert_eq!(shown.right[0].value(1).to_string(), "NULL");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ShownChanges<'a> {
    /// The key columns.
    pub keys: Vec<ShownColumn<'a>>,
    /// The left values of each compared column. They are NULL in an added row.
    pub left: Vec<ShownColumn<'a>>,
    /// The right values of each compared column. They are NULL in a removed row.
    pub right: Vec<ShownColumn<'a>>,
}

impl<'a> ShownChanges<'a> {
    /// The value of an added or removed row, from the side that has the row.
    pub fn value(&self, kind: ChangeKind, row: usize, column: usize) -> ShownValue<'a> {
        match kind {
            ChangeKind::Removed => self.left[column].value(row),
            ChangeKind::Added | ChangeKind::Changed => self.right[column].value(row),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use datafusion::arrow::array::StringArray;
    use datafusion::arrow::datatypes::{DataType, Schema};
    use datafusion::prelude::SessionContext;

    use super::*;
    use crate::options::DiffOptions;
    use crate::prepared::compare;

    const META: &str = "test.meaning";

    /// A table whose columns have metadata.
    fn table(context: &SessionContext, id: &str) -> datafusion::dataframe::DataFrame {
        let field = |name| {
            let metadata = HashMap::from([(META.to_owned(), format!("of {name}"))]);
            Field::new(name, DataType::Utf8, true).with_metadata(metadata)
        };
        let schema = Arc::new(Schema::new(vec![field("id"), field("v")]));
        let columns = [id, "x"].map(|text| Arc::new(StringArray::from(vec![text])) as ArrayRef);
        let batch = RecordBatch::try_new(schema, columns.to_vec()).expect("it fits");
        context.read_batch(batch).expect("a table")
    }

    #[tokio::test]
    async fn columns_keep_the_metadata_of_their_fields() {
        let context = SessionContext::new();
        for key in [vec!["id".to_owned()], vec![]] {
            let options = DiffOptions { key: key.clone(), ..DiffOptions::default() };
            let (left, right) = (table(&context, "a"), table(&context, "b"));
            let mut comparison = compare(left, right, &options).await.expect("they compare");
            let changes = comparison.next().await.expect("they are read").expect("both differ");
            let schema = changes.batch.schema();
            let meaning = |at: usize| schema.field(at).metadata().get(META).cloned();
            assert_eq!(meaning(COUNTS).as_deref(), Some("of id"));
            let values =
                if key.is_empty() { COUNTS + 1..COUNTS + 2 } else { COUNTS + 1..COUNTS + 3 };
            for at in values {
                assert_eq!(meaning(at).as_deref(), Some("of v"), "{at} of {key:?}");
            }
        }
    }
}
