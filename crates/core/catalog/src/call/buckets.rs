//! Results computed from the hash of a row: a bucket, a place in a sample.

use hashlane_kernels::hash::bucket::hash_bucket;
use hashlane_kernels::hash::engines::jump;
use hashlane_kernels::row::engines::bucket;
use hashlane_kernels::rows::{HashKernel, Seeds};

use super::parameters::Threshold;
use super::room::filled;
use super::{Call, CallError};
use crate::kernel::Bucket;

/// The seed of a sample. Buckets have the seed 0, so a sample has rows of all buckets.
const SAMPLE_SEED: u64 = 1;

impl Call<'_> {
    /// The buckets of values or rows.
    pub(super) fn buckets(&mut self, from: &Bucket, out: &mut [i32]) -> Result<(), CallError> {
        match from {
            Bucket::Kafka(kernel) => self.hash_seeded(*kernel, out),
            Bucket::Typed(kernel, _) if !self.is_row() => self.hash_seeded(*kernel, out),
            Bucket::Typed(_, hash) => {
                self.hash_columns(hash, out)?;
                let counts = self.seeds::<u32>()?;
                for (row, out) in out.iter_mut().enumerate() {
                    *out = bucket(out.cast_unsigned(), counts.seeds().seed(row));
                }
                Ok(())
            }
            Bucket::Jump(bits) => {
                let mut hashes = filled(self.function, out.len(), 0)?;
                self.hash_columns(bits, &mut hashes)?;
                self.buckets_of(&hashes, jump, out)
            }
            Bucket::Row(kernel) => {
                let mut hashes = filled(self.function, out.len(), 0)?;
                self.hash(*kernel, Seeds::Constant(0), &mut hashes)?;
                self.buckets_of(&hashes, hash_bucket, out)
            }
        }
    }

    fn buckets_of(
        &mut self,
        hashes: &[u64],
        bucket: fn(u64, u32) -> i32,
        out: &mut [i32],
    ) -> Result<(), CallError> {
        let counts = self.seeds::<u32>()?;
        for (row, (out, hash)) in out.iter_mut().zip(hashes).enumerate() {
            *out = bucket(*hash, counts.seeds().seed(row));
        }
        Ok(())
    }

    /// Whether each row is in a sample.
    pub(super) fn sample(
        &mut self,
        kernel: HashKernel<u64, u64>,
        out: &mut [u8],
    ) -> Result<(), CallError> {
        let thresholds = self.seeds::<Threshold>()?;
        let thresholds = thresholds.seeds();
        let mut hashes = filled(self.function, out.len(), 0)?;
        self.hash(kernel, Seeds::Constant(SAMPLE_SEED), &mut hashes)?;
        for (row, (out, hash)) in out.iter_mut().zip(hashes).enumerate() {
            *out = u8::from(u128::from(hash) < thresholds.seed(row).0);
        }
        Ok(())
    }
}
