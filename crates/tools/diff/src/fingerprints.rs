//! The fingerprints of a side's hash partitions.

use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use hashlane_kernels::hash::MultisetHash;

use crate::hashed::HashedBatch;

/// The number of partitions of a side. A changed row requires the join of one partition: a thousand changed rows leave
/// 99 % of a table of any size unread. More partitions would exceed the caches: a thread's fingerprints take 3 MiB.
const PARTITIONS: usize = 1 << 17;

/// The partition of a key, from the low bits of its hash. `PassKeyHashes` uses the high bits.
pub(crate) fn partition(key_hash: u64) -> usize {
    key_hash as usize % PARTITIONS
}

/// A hash of the multiset of rows of each partition.
#[derive(Debug)]
pub(crate) struct PartitionFingerprints(Vec<MultisetHash>);

impl PartitionFingerprints {
    /// The fingerprints of no rows.
    ///
    /// # Errors
    /// Returns an error if memory for them can't be allocated.
    pub(crate) fn new() -> Result<Self> {
        let mut hashes = Vec::new();
        hashes.try_reserve_exact(PARTITIONS).map_err(|error| exec_datafusion_err!("{error}"))?;
        hashes.resize(PARTITIONS, MultisetHash::default());
        Ok(PartitionFingerprints(hashes))
    }

    /// Adds rows.
    pub(crate) fn add(&mut self, rows: &HashedBatch) {
        for (&key, row) in rows.keys().iter().zip(rows.rows()) {
            self.0[partition(key)].add(row);
        }
    }

    /// Adds the rows of another thread.
    pub(crate) fn merge(&mut self, other: &PartitionFingerprints) {
        self.0.iter_mut().zip(&other.0).for_each(|(hash, other)| hash.merge(other));
    }

    /// Whether each partition differs from that of another side.
    pub(crate) fn differing(&self, other: &PartitionFingerprints) -> Vec<bool> {
        self.0.iter().zip(&other.0).map(|(hash, other)| hash != other).collect()
    }
}
