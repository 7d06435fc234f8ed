//! The rows that are not on both sides, or the partitions that contain them.

use std::sync::Arc;

use datafusion::arrow::compute::concat_batches;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;

use crate::error::DiffError;
use crate::fingerprints::PartitionFingerprints;
use crate::pairs::{RowPairs, UnpairedRows};
use crate::partitions::DifferingPartitions;
use crate::room::ThreadRoom;
use crate::schema::PlanLayout;
use crate::side::Side;

/// The result of one thread.
#[derive(Debug)]
pub(crate) enum ThreadResult {
    /// The rows that were not paired.
    Pairs(Box<RowPairs>),
    /// The fingerprints of both sides, because there were too many unpaired rows.
    Fingerprints([PartitionFingerprints; 2]),
}

/// The results of all threads.
#[derive(Debug)]
pub(crate) enum Rest {
    /// All rows that were not paired.
    Kept(Vec<UnpairedRows>),
    /// The fingerprints of both sides.
    Fingerprints([PartitionFingerprints; 2]),
}

impl Rest {
    /// Combines the results of all threads: rows, if every thread has them.
    ///
    /// # Errors
    /// Returns an error if memory for fingerprints can't be allocated.
    pub(crate) fn new(found: impl Iterator<Item = ThreadResult>) -> Result<Self> {
        let (mut kept, mut scattered) = (Vec::new(), None);
        for found in found {
            match found {
                ThreadResult::Pairs(mut pairs) => kept.push(pairs.finish()?),
                ThreadResult::Fingerprints(sides) => merge(&mut scattered, sides),
            }
        }
        let Some(mut scattered) = scattered else { return Ok(Rest::Kept(kept)) };
        for unpaired in kept {
            let sides = scattered.iter_mut().zip(&unpaired.sides);
            sides.for_each(|(side, rows)| rows.iter().for_each(|rows| side.add(rows)));
        }
        Ok(Rest::Fingerprints(scattered))
    }

    /// Returns the rows of both sides that have to be joined, or `None` if there are none.
    ///
    /// # Errors
    /// Returns errors of the engine.
    pub(crate) fn rows(
        self,
        named: [&DataFrame; 2],
        layout: &PlanLayout,
    ) -> Result<Option<JoinRows>, DiffError> {
        match self {
            Rest::Kept(kept) if kept.iter().all(UnpairedRows::is_empty) => Ok(None),
            Rest::Kept(kept) => {
                let sides = [table(&kept, 0, named[0])?, table(&kept, 1, named[1])?];
                let rooms = kept.into_iter().flat_map(|unpaired| unpaired.rooms).collect();
                Ok(Some(JoinRows { sides, rooms }))
            }
            Rest::Fingerprints([left, right]) => {
                let differing = DifferingPartitions::new(&left, &right);
                if differing.is_empty() {
                    return Ok(None);
                }
                let rows = |side: Side, named: &DataFrame| {
                    let rows = differing.rows(side, named.clone(), layout);
                    rows.map(filtering_early).map_err(DiffError::on_side(side))
                };
                let sides = [rows(Side::Left, named[0])?, rows(Side::Right, named[1])?];
                Ok(Some(JoinRows { sides, rooms: vec![] }))
            }
        }
    }
}

/// The rows to be joined.
#[derive(Debug)]
pub(crate) struct JoinRows {
    /// The rows of the left side, and those of the right side.
    pub sides: [DataFrame; 2],
    /// The memory of rows that were kept, freed when the join has ended.
    pub rooms: Vec<ThreadRoom>,
}

fn merge(into: &mut Option<[PartitionFingerprints; 2]>, sides: [PartitionFingerprints; 2]) {
    match into {
        Some(into) => into.iter_mut().zip(&sides).for_each(|(into, side)| into.merge(side)),
        None => *into = Some(sides),
    }
}

/// The rows of a side as a table.
fn table(kept: &[UnpairedRows], side: usize, named: &DataFrame) -> Result<DataFrame> {
    let rows = kept.iter().flat_map(|unpaired| &unpaired.sides[side]);
    let schema = Arc::new(named.schema().as_arrow().clone());
    let batches = rows.map(|rows| rows.columns(&schema)).collect::<Result<Vec<_>>>()?;
    // One batch, since every batch of the plan has a cost, and most of these have one or two rows.
    let rows = concat_batches(&schema, &batches)?;
    let (state, _) = named.clone().into_parts();
    SessionContext::new_with_state(state).read_batch(rows)
}

/// Decodes Parquet's key columns first, and the other columns only for the rows of partitions that differ.
fn filtering_early(rows: DataFrame) -> DataFrame {
    let (mut state, plan) = rows.into_parts();
    state.config_mut().options_mut().execution.parquet.pushdown_filters = true;
    DataFrame::new(state, plan)
}
