//! Two tables whose comparison is planned.

use std::sync::Arc;

use datafusion::arrow::datatypes::{Field, FieldRef};
use datafusion::dataframe::DataFrame;

use crate::changes::COUNTS;
use crate::comparison::Comparison;
use crate::condition::filtered;
use crate::error::DiffError;
use crate::options::DiffOptions;
use crate::rest::JoinRows;
use crate::scan::{HashProgress, ScanResult, scan};
use crate::schema::{PlanLayout, SchemaDifference, ValueColumn};
use crate::side::Side;
use crate::summary::Summary;
use crate::untyped::readings;
use crate::{duplicates, join};

/// The default memory in bytes for rows that are kept for the comparison.
const MOST_KEPT: usize = 128 << 20;

/// Two tables with checked columns and options. No row has been read yet.
#[derive(Clone, Debug)]
pub struct PreparedTables {
    /// The tables with the names of the plan.
    left: DataFrame,
    right: DataFrame,
    layout: Arc<PlanLayout>,
    keys: Vec<FieldRef>,
    most_kept: usize,
}

impl PreparedTables {
    /// Plans the comparison of two tables.
    ///
    /// # Errors
    /// Returns an error if a side lacks a column of the key, or if the options don't fit the tables.
    pub fn new(
        left: DataFrame,
        right: DataFrame,
        options: &DiffOptions,
    ) -> Result<Self, DiffError> {
        let [left, right] = filtered(left, right, options)?;
        let schemas = [left.schema().clone(), right.schema().clone()];
        let schemas = schemas.each_ref().map(|schema| schema.as_arrow());
        let readings = readings(schemas[0], schemas[1], options)?;
        let layout = PlanLayout::new(schemas[0], schemas[1], options, &readings)?;
        let left = Side::Left.named(left, &layout)?;
        let right = Side::Right.named(right, &layout)?;
        let layout = Arc::new(layout);
        let most_kept = options.most_kept.unwrap_or(MOST_KEPT);
        let mut prepared = PreparedTables { left, right, layout, keys: vec![], most_kept };
        let plan = prepared.join(prepared.left.clone(), prepared.right.clone())?;
        let fields = plan.schema().fields().iter().skip(COUNTS);
        let named = prepared.layout.keys.iter().zip(fields);
        let field = |(key, field): (&ValueColumn, &FieldRef)| {
            Arc::new(Field::new(&key.name, field.data_type().clone(), field.is_nullable()))
        };
        prepared.keys = named.map(field).collect();
        Ok(prepared)
    }

    /// The key columns, with the type that holds the values of both sides.
    pub fn keys(&self) -> &[FieldRef] {
        &self.keys
    }

    /// Whether equal rows are counted, so that no row counts as changed.
    pub fn is_multiset(&self) -> bool {
        self.layout.is_multiset
    }

    /// The columns that aren't compared.
    pub fn differences(&self) -> &[SchemaDifference] {
        &self.layout.differences
    }

    /// Compares the tables. They are read several times and must not change during the comparison.
    ///
    /// # Errors
    /// Returns an error if a side can't be read or has duplicate keys, or if the memory limit is too low.
    pub async fn compare(&self, progress: &HashProgress) -> Result<Comparison, DiffError> {
        let named = [&self.left, &self.right];
        let ScanResult { rows: [left, right], repeated, rest } =
            scan(named, &self.layout, self.most_kept, progress).await?;
        for ((side, named), repeated) in
            [Side::Left, Side::Right].into_iter().zip(named).zip(repeated)
        {
            duplicates::check(side, named, &self.layout, repeated).await?;
        }
        let (changes, rooms) = match rest.rows(named, &self.layout)? {
            None => (None, vec![]),
            Some(JoinRows { sides: [left, right], rooms }) => {
                (Some(self.join(left, right)?.execute_stream().await?), rooms)
            }
        };
        let summary = Summary::new(&self.layout, left, right);
        let (layout, keys) = (Arc::clone(&self.layout), self.keys.clone());
        Ok(Comparison { layout, keys, summary, changes, _rooms: rooms })
    }

    fn join(&self, left: DataFrame, right: DataFrame) -> Result<DataFrame, DiffError> {
        let counted = |side: Side, named: DataFrame| match self.layout.is_multiset {
            true => side.counted(named, &self.layout),
            false => side.keyed(named, &self.layout),
        };
        let (left, right) = (counted(Side::Left, left)?, counted(Side::Right, right)?);
        Ok(join::differing(left, right, &self.layout)?)
    }
}

/// Compares two tables. They are read several times and must not change during the comparison.
///
/// # Errors
/// Returns an error if a side can't be read, has duplicate keys or lacks a column of the key, or if the options don't
/// fit the tables.
pub async fn compare(
    left: DataFrame,
    right: DataFrame,
    options: &DiffOptions,
) -> Result<Comparison, DiffError> {
    PreparedTables::new(left, right, options)?.compare(&HashProgress::default()).await
}
