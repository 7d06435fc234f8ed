//! Results computed from the hash of a row: a UUID, a bucket, a place in a sample.

use hashlane_kernels::hash::{bucket::hash_bucket, uuid};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{BLOCK_ROWS, HashKernel, Seeds};

use super::parameters::Threshold;
use super::{Call, CallError, Sink};

/// The seed of a sample. Buckets have the seed 0, so a sample has rows of all buckets.
const SAMPLE_SEED: u64 = 1;

impl Call<'_> {
    /// UUIDs of version 8.
    pub(super) fn uuids<K: Sink>(
        mut self,
        kernel: HashKernel<u64, [u8; 16]>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        let seeds = self.seeds::<u64>()?;
        sink.uuids(|out| {
            self.hash(kernel, seeds.seeds(), out)?;
            out.iter_mut().for_each(uuid::set_version_8);
            Ok(())
        })
    }

    /// The buckets of rows.
    pub(super) fn row_buckets<K: Sink>(
        mut self,
        kernel: HashKernel<u64, u64>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        let counts = self.seeds::<u32>()?;
        let counts = counts.seeds();
        sink.i32(|out| {
            self.row_hashes(kernel, 0, |row, hash| out[row] = hash_bucket(hash, counts.seed(row)))?;
            Ok(Vec::new())
        })
    }

    /// Whether each row is in a sample.
    pub(super) fn row_samples<K: Sink>(
        mut self,
        kernel: HashKernel<u64, u64>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        let thresholds = self.seeds::<Threshold>()?;
        let thresholds = thresholds.seeds();
        sink.bools(|out| {
            self.row_hashes(kernel, SAMPLE_SEED, |row, hash| {
                out[row] = u8::from(u128::from(hash) < thresholds.seed(row).0);
            })
        })
    }

    fn row_hashes(
        &self,
        kernel: HashKernel<u64, u64>,
        seed: u64,
        mut each: impl FnMut(usize, u64),
    ) -> Result<(), CallError> {
        let mut hashes = [0; BLOCK_ROWS];
        self.blocks(|first, block| {
            let hashes = &mut hashes[..block.len()];
            kernel.hash_block(Isa::current(), block, Seeds::Constant(seed), hashes);
            hashes.iter().enumerate().for_each(|(i, hash)| each(first + i, *hash));
        })
    }
}
