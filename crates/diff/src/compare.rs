//! A comparison, from its options to its changes.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::dataframe::DataFrame;
use datafusion::execution::SendableRecordBatchStream;
use futures::TryStreamExt;

use crate::changes::{COUNTS, Changes};
use crate::error::Error;
use crate::options::Options;
use crate::partitions::Differing;
use crate::schema::Layout;
use crate::side::Side;
use crate::summary::Summary;
use crate::{duplicates, join, multiset};

/// A comparison whose changes are read batch by batch.
pub struct Comparison {
    layout: Arc<Layout>,
    keys: Vec<FieldRef>,
    is_multiset: bool,
    summary: Summary,
    /// `None` if the fingerprints say that there are no changes.
    changes: Option<SendableRecordBatchStream>,
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
    let left = filtered(Side::Left, left, options)?;
    let right = filtered(Side::Right, right, options)?;
    let layout = Layout::new(left.schema().as_arrow(), right.schema().as_arrow(), options)?;
    let left = Side::Left.named(left, &layout)?;
    let right = Side::Right.named(right, &layout)?;
    let is_multiset = options.key.is_empty();
    if !is_multiset {
        duplicates::check(Side::Left, &left, &layout).await?;
        duplicates::check(Side::Right, &right, &layout).await?;
    }
    let [left_rows, right_rows] =
        [rows(Side::Left, &left).await?, rows(Side::Right, &right).await?];
    let is_inexact = options.tolerance.is_some() && layout.values.iter().any(|v| v.is_inexact);
    let differing = match is_inexact {
        // The fingerprints of numbers that are close have nothing in common.
        true => None,
        false => Some(Differing::find(&left, &right, &layout, left_rows.max(right_rows)).await?),
    };
    let is_equal = differing.as_ref().is_some_and(Differing::is_empty);
    let joined = |side: Side, named: DataFrame| {
        let named = match &differing {
            Some(differing) => differing.rows(side, named, &layout)?,
            None => named,
        };
        match is_multiset {
            true => multiset::counted(side, named, &layout),
            false => side.keyed(named, &layout),
        }
    };
    let (left, right) = (joined(Side::Left, left)?, joined(Side::Right, right)?);
    let plan = join::differing(left, right, &layout, options.tolerance)?;
    let keys = keys(&plan, &layout);
    let changes = if is_equal { None } else { Some(plan.execute_stream().await?) };
    let summary = Summary::new(&layout, left_rows, right_rows);
    Ok(Comparison { layout: Arc::new(layout), keys, is_multiset, summary, changes })
}

fn filtered(side: Side, table: DataFrame, options: &Options) -> Result<DataFrame, Error> {
    let Some(sql) = &options.filter else { return Ok(table) };
    let condition = table.parse_sql_expr(sql).map_err(Error::of(side))?;
    table.filter(condition).map_err(Error::of(side))
}

async fn rows(side: Side, named: &DataFrame) -> Result<u64, Error> {
    Ok(named.clone().count().await.map_err(Error::of(side))? as u64)
}

/// The key columns of the result, under their own names.
fn keys(plan: &DataFrame, layout: &Layout) -> Vec<FieldRef> {
    let fields = plan.schema().fields().iter().skip(COUNTS);
    let named = layout.keys.iter().zip(fields);
    named.map(|(name, field)| Arc::new(field.as_ref().clone().with_name(name))).collect()
}

impl Comparison {
    /// The next rows that differ; `None` after the last ones.
    ///
    /// # Errors
    /// Returns an error if a side can't be read any longer or the memory limit is too low.
    pub async fn next(&mut self) -> Result<Option<Changes>, Error> {
        let Some(changes) = &mut self.changes else { return Ok(None) };
        let Some(batch) = changes.try_next().await? else { return Ok(None) };
        let changes = Changes::new(Arc::clone(&self.layout), batch);
        self.summary.add(&changes);
        Ok(Some(changes))
    }

    /// The key columns, with the type that holds the values of both sides.
    pub fn keys(&self) -> &[FieldRef] {
        &self.keys
    }

    /// The types of key columns that CSV can't hold.
    pub fn nested_key(&self) -> Option<&str> {
        let nested = self.keys.iter().find(|field| DataType::is_nested(field.data_type()));
        nested.map(|field| field.name().as_str())
    }

    /// Whether rows are counted, and none is changed.
    pub fn is_multiset(&self) -> bool {
        self.is_multiset
    }

    /// What was found in the changes that have been read.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}

impl fmt::Debug for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Comparison").field("layout", &self.layout).finish_non_exhaustive()
    }
}
