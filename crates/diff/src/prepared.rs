//! Two tables whose comparison is planned.

use std::sync::Arc;

use datafusion::arrow::datatypes::FieldRef;
use datafusion::dataframe::DataFrame;

use crate::changes::COUNTS;
use crate::comparison::Comparison;
use crate::error::Error;
use crate::fingerprints::Fingerprints;
use crate::options::{Options, Tolerance};
use crate::partitions::Differing;
use crate::progress::Progress;
use crate::scan::scan;
use crate::schema::Layout;
use crate::side::Side;
use crate::summary::Summary;
use crate::{duplicates, join, multiset};

/// Two tables with checked columns and options. No row has been read yet.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The tables under the plan's names.
    left: DataFrame,
    right: DataFrame,
    layout: Arc<Layout>,
    keys: Vec<FieldRef>,
    tolerance: Option<Tolerance>,
}

impl Prepared {
    /// Plans the comparison of two tables.
    ///
    /// # Errors
    /// Returns an error if a side lacks a column of the key, or if the options don't fit the tables.
    pub fn new(left: DataFrame, right: DataFrame, options: &Options) -> Result<Self, Error> {
        let left = filtered(Side::Left, left, options)?;
        let right = filtered(Side::Right, right, options)?;
        let layout = Layout::new(left.schema().as_arrow(), right.schema().as_arrow(), options)?;
        let left = Side::Left.named(left, &layout)?;
        let right = Side::Right.named(right, &layout)?;
        let (layout, tolerance) = (Arc::new(layout), options.tolerance);
        let mut prepared = Prepared { left, right, layout, keys: vec![], tolerance };
        let plan = prepared.join(prepared.left.clone(), prepared.right.clone())?;
        let fields = plan.schema().fields().iter().skip(COUNTS);
        let named = prepared.layout.keys.iter().zip(fields);
        prepared.keys =
            named.map(|(name, field)| Arc::new(field.as_ref().clone().with_name(name))).collect();
        Ok(prepared)
    }

    /// The key columns, with the type that holds the values of both sides.
    pub fn keys(&self) -> &[FieldRef] {
        &self.keys
    }

    /// Whether rows are counted, and none is changed.
    pub fn is_multiset(&self) -> bool {
        self.layout.is_multiset
    }

    /// Compares the tables. They are read several times and must not change meanwhile.
    ///
    /// # Errors
    /// Returns an error if a side can't be read or has duplicate keys, or if the memory limit is too low.
    pub async fn compare(&self, progress: &Progress) -> Result<Comparison, Error> {
        let left = self.fingerprints(Side::Left, &self.left, progress).await?;
        let right = self.fingerprints(Side::Right, &self.right, progress).await?;
        let differing = Differing::new(&left, &right);
        let changes = match differing.is_empty() {
            true => None,
            false => {
                let rows = |side: Side, named: &DataFrame| {
                    let rows = differing.rows(side, named.clone(), &self.layout);
                    rows.map_err(Error::of(side))
                };
                let plan =
                    self.join(rows(Side::Left, &self.left)?, rows(Side::Right, &self.right)?)?;
                Some(filtering_early(plan).execute_stream().await?)
            }
        };
        let summary = Summary::new(&self.layout, left.rows(), right.rows());
        let (layout, keys) = (Arc::clone(&self.layout), self.keys.clone());
        Ok(Comparison { layout, keys, summary, changes })
    }

    fn join(&self, left: DataFrame, right: DataFrame) -> Result<DataFrame, Error> {
        let counted = |side: Side, named: DataFrame| match self.layout.is_multiset {
            true => multiset::counted(side, named, &self.layout),
            false => side.keyed(named, &self.layout),
        };
        let (left, right) = (counted(Side::Left, left)?, counted(Side::Right, right)?);
        Ok(join::differing(left, right, &self.layout, self.tolerance)?)
    }

    /// The fingerprints of a side whose keys are unique.
    async fn fingerprints(
        &self,
        side: Side,
        named: &DataFrame,
        progress: &Progress,
    ) -> Result<Fingerprints, Error> {
        let scan = scan(side, named, &self.layout, progress).await.map_err(Error::of(side))?;
        duplicates::check(side, named, &self.layout, scan.repeated).await?;
        Ok(scan.fingerprints)
    }
}

/// Compares two tables. They are read several times and must not change meanwhile.
///
/// # Errors
/// Returns an error if a side can't be read, has duplicate keys or lacks a column of the key, or if the options don't
/// fit the tables.
pub async fn compare(
    left: DataFrame,
    right: DataFrame,
    options: &Options,
) -> Result<Comparison, Error> {
    Prepared::new(left, right, options)?.compare(&Progress::default()).await
}

fn filtered(side: Side, table: DataFrame, options: &Options) -> Result<DataFrame, Error> {
    let Some(sql) = &options.filter else { return Ok(table) };
    let condition = table.parse_sql_expr(sql).map_err(Error::of(side))?;
    table.filter(condition).map_err(Error::of(side))
}

/// A plan that decodes Parquet's key columns first, and of the others only the rows of partitions that differ.
fn filtering_early(plan: DataFrame) -> DataFrame {
    let (mut state, plan) = plan.into_parts();
    state.config_mut().options_mut().execution.parquet.pushdown_filters = true;
    DataFrame::new(state, plan)
}
