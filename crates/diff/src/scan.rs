//! One scan of a side: the fingerprints of its partitions, and the hashes of its keys.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::UInt64Type;
use datafusion::common::exec_datafusion_err;
use datafusion::common::runtime::JoinSet;
use datafusion::dataframe::DataFrame;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::Expr;
use futures::TryStreamExt;
use hashlane_datafusion::expr_fn::{row_xxh3, row_xxh128};

use crate::fingerprints::Fingerprints;
use crate::key_hashes::{KeyHashes, Pass, repeated};
use crate::progress::Progress;
use crate::schema::Layout;
use crate::side::Side;

/// What a scan finds.
#[derive(Debug)]
pub struct Scan {
    /// The fingerprints of the partitions.
    pub fingerprints: Fingerprints,
    /// The hashes that several rows' keys have, in order.
    pub repeated: Vec<u64>,
}

/// The hash of a row's key.
pub fn key_hash(side: Side, layout: &Layout) -> Expr {
    row_xxh3(side.keys(layout))
}

/// Scans a side. Where the memory limit leaves no room for 8 bytes per row, its key columns are read again.
///
/// # Errors
/// Returns an error if the side can't be read or the memory limit is too low.
pub async fn scan(
    side: Side,
    named: &DataFrame,
    layout: &Layout,
    progress: &Progress,
) -> Result<Scan> {
    let key_hash = key_hash(side, layout).alias("key_hash");
    let row_hash = row_xxh128(side.compared_row(layout)).alias("row_hash");
    let hashes = named.clone().select(vec![key_hash.clone(), row_hash])?;
    let pass = Arc::new(Pass::first(&hashes.task_ctx()));
    let of_thread = || Part::new(layout.is_multiset, &pass);
    let mut parts = read(hashes, of_thread, Part::add, progress).await?;
    let mut fingerprints = Fingerprints::new()?;
    parts.iter().for_each(|part| fingerprints.merge(&part.fingerprints));
    let keys: Vec<_> = parts.drain(..).filter_map(|part| part.keys).collect();
    let repeated = match layout.is_multiset {
        true => Vec::new(),
        false => repeated_in_passes(keys, pass, named.clone().select(vec![key_hash])?).await?,
    };
    Ok(Scan { fingerprints, repeated })
}

/// What one thread finds.
#[derive(Debug)]
struct Part {
    fingerprints: Fingerprints,
    /// `None` for multisets, whose rows may occur more than once.
    keys: Option<KeyHashes>,
}

impl Part {
    fn new(is_multiset: bool, pass: &Arc<Pass>) -> Result<Self> {
        let keys = if is_multiset { None } else { Some(KeyHashes::new(pass)?) };
        Ok(Part { fingerprints: Fingerprints::new()?, keys })
    }

    fn add(&mut self, batch: &RecordBatch) -> Result<()> {
        let keys = batch.column(0).as_primitive::<UInt64Type>().values();
        let rows = batch.column(1).as_binary::<i32>();
        for (&key, row) in keys.iter().zip(rows.iter()) {
            let row = row.and_then(|row| row.try_into().ok());
            let row = row.ok_or_else(|| exec_datafusion_err!("row_xxh128 gave no 16 bytes"))?;
            self.fingerprints.add(key, row);
        }
        self.keys.iter_mut().try_for_each(|hashes| hashes.add(keys))
    }
}

/// The hashes that occur more than once, after the first pass has collected `keys`.
async fn repeated_in_passes(
    mut keys: Vec<KeyHashes>,
    mut pass: Arc<Pass>,
    hashes: DataFrame,
) -> Result<Vec<u64>> {
    let mut found = repeated(keys, &pass).await?;
    while let Some(next) = pass.next() {
        pass = Arc::new(next);
        let of_thread = || KeyHashes::new(&pass);
        let add = |hashes: &mut KeyHashes, batch: &RecordBatch| {
            hashes.add(batch.column(0).as_primitive::<UInt64Type>().values())
        };
        keys = read(hashes.clone(), of_thread, add, &Progress::default()).await?;
        found.extend(repeated(keys, &pass).await?);
    }
    found.sort_unstable();
    Ok(found)
}

/// Folds the batches of each of the plan's partitions, at the same time.
async fn read<T: Send + 'static>(
    plan: DataFrame,
    of_thread: impl Fn() -> Result<T>,
    add: impl Fn(&mut T, &RecordBatch) -> Result<()> + Copy + Send + 'static,
    progress: &Progress,
) -> Result<Vec<T>> {
    let mut tasks = JoinSet::new();
    for mut batches in plan.execute_stream_partitioned().await? {
        let mut folded = of_thread()?;
        let progress = progress.clone();
        tasks.spawn(async move {
            while let Some(batch) = batches.try_next().await? {
                add(&mut folded, &batch)?;
                progress.add_rows(batch.num_rows());
            }
            Ok::<_, DataFusionError>(folded)
        });
    }
    let mut all = Vec::new();
    while let Some(done) = tasks.join_next().await {
        all.push(done.map_err(|error| exec_datafusion_err!("{error}"))??);
    }
    Ok(all)
}
