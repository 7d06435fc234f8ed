//! One scan of both sides: the rows that are not on both, and the hashes that several keys share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use datafusion::common::exec_datafusion_err;
use datafusion::common::runtime::JoinSet;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::execution::SendableRecordBatchStream;
use futures::{TryStreamExt, future};
use hashlane_datafusion::expr_fn::row_xxh128;

use crate::error::DiffError;
use crate::hashed::HashedBatch;
use crate::key_hashes::{KeyPass, PassKeyHashes};
use crate::pairs::RowPairs;
use crate::repeated;
use crate::rest::{Rest, ThreadResult};
use crate::room::RowAllowance;
use crate::schema::PlanLayout;
use crate::side::Side;

/// The result of a scan. The first of two elements belongs to the left side.
#[derive(Debug)]
pub(crate) struct ScanResult {
    /// The numbers of rows.
    pub rows: [u64; 2],
    /// The sorted hashes that the keys of several rows share.
    pub repeated: [Vec<u64>; 2],
    /// The rows that are not on both sides.
    pub rest: Rest,
}

/// Scans both sides at the same time. Each partition of the left plan is read together with one of the right plan: in
/// two states of one table, most rows are at about the same place.
///
/// If the memory limit leaves no room for 8 bytes per row, key columns are read again.
///
/// # Errors
/// Returns an error if a side can't be read or the memory limit is too low.
pub(crate) async fn scan(
    named: [&DataFrame; 2],
    layout: &PlanLayout,
    most_kept: usize,
    progress: &HashProgress,
) -> Result<ScanResult, DiffError> {
    let [mut left, mut right] = [
        streams(Side::Left, named[0], layout).await?.into_iter(),
        streams(Side::Right, named[1], layout).await?.into_iter(),
    ];
    let context = named[0].task_ctx();
    let pass = Arc::new(KeyPass::first(&context));
    let allowance = Arc::new(RowAllowance::new(most_kept, &context));
    let mut tasks = JoinSet::new();
    loop {
        let both = [left.next(), right.next()];
        if both.iter().all(Option::is_none) {
            break;
        }
        let part = ThreadScan::new(layout.is_multiset, &pass, &allowance)?;
        tasks.spawn(part.read(both, progress.clone()));
    }
    let mut parts = Vec::new();
    while let Some(done) = tasks.join_next().await {
        parts.push(done.map_err(|error| exec_datafusion_err!("{error}"))??);
    }
    finish(parts, pass, named, layout).await
}

/// Returns the partitions of a plan for the hashes and the columns of a side. Files stay in the partition that the plan
/// assigns them, and therefore next to the other side's.
async fn streams(
    side: Side,
    named: &DataFrame,
    layout: &PlanLayout,
) -> Result<Vec<SendableRecordBatchStream>, DiffError> {
    let mut columns = vec![
        side.key_hash(layout).map_err(DiffError::on_side(side))?.alias("key_hash"),
        row_xxh128(side.compared_row(layout).map_err(DiffError::on_side(side))?).alias("row_hash"),
    ];
    columns.extend([side.keys(layout), side.values(layout)].concat());
    let plan = named.clone().select(columns).map_err(DiffError::on_side(side))?;
    let (mut state, plan) = plan.into_parts();
    state.config_mut().options_mut().execution.enable_file_stream_work_stealing = false;
    let streams = DataFrame::new(state, plan).execute_stream_partitioned().await;
    streams.map_err(DiffError::on_side(side))
}

/// The state of one thread.
#[derive(Debug)]
struct ThreadScan {
    rows: [u64; 2],
    /// The keys of the left side; `None` for multisets, whose rows may occur more than once.
    keys: Option<PassKeyHashes>,
    found: ThreadResult,
}

impl ThreadScan {
    fn new(is_multiset: bool, pass: &Arc<KeyPass>, allowance: &Arc<RowAllowance>) -> Result<Self> {
        let keys = if is_multiset { None } else { Some(PassKeyHashes::new(pass)?) };
        Ok(ThreadScan {
            rows: [0, 0],
            keys,
            found: ThreadResult::Pairs(Box::new(RowPairs::new(allowance))),
        })
    }

    async fn read(
        mut self,
        [mut left, mut right]: [Option<SendableRecordBatchStream>; 2],
        progress: HashProgress,
    ) -> Result<Self, DiffError> {
        let mut ended = [false, false];
        loop {
            let mut wanted = match &self.found {
                ThreadResult::Pairs(pairs) => pairs.wanted(),
                ThreadResult::Fingerprints(_) => [true, true],
            };
            wanted.iter_mut().zip(ended).for_each(|(wanted, ended)| *wanted &= !ended);
            if wanted == [false, false] {
                return Ok(self);
            }
            // Read at the same time, for sides on a network.
            let (one, other) =
                future::join(next(&mut left, wanted[0]), next(&mut right, wanted[1])).await;
            let both = [
                one.map_err(DiffError::on_side(Side::Left))?,
                other.map_err(DiffError::on_side(Side::Right))?,
            ];
            for side in 0..2 {
                let rows = both[side].as_ref().map_or(0, HashedBatch::len);
                ended[side] |= wanted[side] && both[side].is_none();
                self.rows[side] += rows as u64;
                progress.add_rows(rows);
            }
            self.add(both)?;
        }
    }

    fn add(&mut self, both: [Option<HashedBatch>; 2]) -> Result<()> {
        if let (Some(keys), Some(left)) = (&mut self.keys, &both[0]) {
            keys.add(left.keys())?;
        }
        match &mut self.found {
            ThreadResult::Pairs(pairs) => {
                if !pairs.add(both)? {
                    self.found = ThreadResult::Fingerprints(pairs.finish()?.fingerprints()?);
                }
            }
            ThreadResult::Fingerprints(sides) => {
                for (side, rows) in sides.iter_mut().zip(&both) {
                    rows.iter().for_each(|rows| side.add(rows));
                }
            }
        }
        Ok(())
    }
}

/// Returns the next batch, if it is needed.
async fn next(
    batches: &mut Option<SendableRecordBatchStream>,
    is_wanted: bool,
) -> Result<Option<HashedBatch>> {
    match batches {
        Some(batches) if is_wanted => batches.try_next().await?.map(HashedBatch::new).transpose(),
        _ => Ok(None),
    }
}

async fn finish(
    mut parts: Vec<ThreadScan>,
    pass: Arc<KeyPass>,
    named: [&DataFrame; 2],
    layout: &PlanLayout,
) -> Result<ScanResult, DiffError> {
    let rows = [0, 1].map(|side| parts.iter().map(|part| part.rows[side]).sum());
    let keys: Vec<_> = parts.iter_mut().filter_map(|part| part.keys.take()).collect();
    let rest = Rest::new(parts.into_iter().map(|part| part.found))?;
    let repeated = match layout.is_multiset {
        true => Default::default(),
        false => repeated::find(&rest, keys, pass, named, layout).await?,
    };
    Ok(ScanResult { rows, repeated, rest })
}

/// Counts the hashed rows of both sides. Clones share one count, so that another thread can show it.
#[derive(Clone, Debug, Default)]
pub struct HashProgress(Arc<AtomicU64>);

impl HashProgress {
    /// The number of hashed rows of both sides. At the end, all rows are hashed.
    pub fn rows(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add_rows(&self, rows: usize) {
        self.0.fetch_add(rows as u64, Ordering::Relaxed);
    }
}
