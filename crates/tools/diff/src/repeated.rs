//! Hashes that several keys of a side share.

use std::sync::Arc;

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::UInt64Type;
use datafusion::common::exec_datafusion_err;
use datafusion::common::runtime::JoinSet;
use datafusion::dataframe::DataFrame;
use datafusion::error::{DataFusionError, Result};
use futures::TryStreamExt;

use crate::error::DiffError;
use crate::key_hashes::{KeyPass, PassKeyHashes, UnpairedKeys, repeated};
use crate::rest::Rest;
use crate::schema::PlanLayout;
use crate::side::Side;

/// Returns the sorted hashes that several keys of each side share, after the scan has collected those of the left side.
///
/// # Errors
/// Returns an error if a side can't be read again or the memory limit is too low.
pub(crate) async fn find(
    rest: &Rest,
    keys: Vec<PassKeyHashes>,
    pass: Arc<KeyPass>,
    named: [&DataFrame; 2],
    layout: &PlanLayout,
) -> Result<[Vec<u64>; 2], DiffError> {
    let left = RepeatedKeys::new(Side::Left, named[0], layout)?;
    if let Rest::Kept(kept) = rest {
        let sorted = |side: usize| {
            let batches = kept.iter().flat_map(|unpaired| &unpaired.sides[side]);
            let mut hashes: Vec<u64> = batches.flat_map(|rows| rows.keys()).copied().collect();
            hashes.sort_unstable();
            hashes
        };
        let unpaired = UnpairedKeys { left: sorted(0), right: sorted(1) };
        return left.repeated(keys, pass, &Arc::new(unpaired)).await;
    }
    let none = Arc::default();
    let [left, _] = left.repeated(keys, pass, &none).await?;
    let right = RepeatedKeys::new(Side::Right, named[1], layout)?;
    let pass = Arc::new(KeyPass::first(&named[1].task_ctx()));
    let keys = right.collect(&pass).await?;
    let [right, _] = right.repeated(keys, pass, &none).await?;
    Ok([left, right])
}

/// The hashes of a side's keys.
struct RepeatedKeys {
    side: Side,
    hashes: DataFrame,
}

impl RepeatedKeys {
    fn new(side: Side, named: &DataFrame, layout: &PlanLayout) -> Result<Self, DiffError> {
        let hashes = side.key_hash(layout);
        let hashes = hashes.and_then(|hash| named.clone().select(vec![hash.alias("key_hash")]));
        Ok(RepeatedKeys { side, hashes: hashes.map_err(DiffError::on_side(side))? })
    }

    /// The hashes that occur more than once, after the first pass has collected `keys`.
    async fn repeated(
        &self,
        mut keys: Vec<PassKeyHashes>,
        mut pass: Arc<KeyPass>,
        unpaired: &Arc<UnpairedKeys>,
    ) -> Result<[Vec<u64>; 2], DiffError> {
        let mut found = repeated(keys, &pass, unpaired).await?;
        while let Some(next) = pass.next() {
            pass = Arc::new(next);
            keys = self.collect(&pass).await?;
            let [left, right] = repeated(keys, &pass, unpaired).await?;
            found[0].extend(left);
            found[1].extend(right);
        }
        found.iter_mut().for_each(|hashes| hashes.sort_unstable());
        Ok(found)
    }

    /// Reads the keys, in as many threads as the plan has partitions.
    async fn collect(&self, pass: &Arc<KeyPass>) -> Result<Vec<PassKeyHashes>, DiffError> {
        let read = async {
            let mut tasks = JoinSet::new();
            for mut batches in self.hashes.clone().execute_stream_partitioned().await? {
                let mut keys = PassKeyHashes::new(pass)?;
                tasks.spawn(async move {
                    while let Some(batch) = batches.try_next().await? {
                        keys.add(batch.column(0).as_primitive::<UInt64Type>().values())?;
                    }
                    Ok::<_, DataFusionError>(keys)
                });
            }
            let mut all = Vec::new();
            while let Some(done) = tasks.join_next().await {
                all.push(done.map_err(|error| exec_datafusion_err!("{error}"))??);
            }
            Ok(all)
        };
        read.await.map_err(DiffError::on_side(self.side))
    }
}
