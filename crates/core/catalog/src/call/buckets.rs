//! Results computed from the hash of a row: a bucket, a place in a sample.

use hashlane_kernels::blocks::{HashKernel, Seeds};
use hashlane_kernels::engines::columns::{ColumnsHash, bucket};
use hashlane_kernels::engines::jump;
use hashlane_kernels::hash::bucket::hash_bucket;

use crate::CallOutput;
use crate::filled;
use crate::parameters::SampleThreshold;
use crate::{Call, CallError};

/// The seed of a sample. Buckets have the seed 0, so a sample has rows of all buckets.
const SAMPLE_SEED: u64 = 1;

impl Call<'_> {
    /// The bucket of a text or of bytes, by a kernel whose seed is the number of buckets; of another value, from the hash of its
    /// column.
    ///
    /// # Errors
    /// As for [`Call::hash_columns`].
    pub(crate) fn bucket_typed(
        mut self,
        kernel: HashKernel<u32, i32>,
        hash: &ColumnsHash<i32>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let out = out.numbers::<i32>(self.function, self.len())?;
        if !self.is_row() {
            return self.hash_seeded(kernel, out);
        }
        self.column_hashes(hash, out)?;
        let counts = self.seeds::<u32>()?;
        for (row, out) in out.iter_mut().enumerate() {
            *out = bucket(out.cast_unsigned(), counts.seeds().seed(row));
        }
        Ok(())
    }

    /// The bucket of a number under jump consistent hash.
    ///
    /// # Errors
    /// As for [`Call::hash_columns`].
    pub(crate) fn bucket_jump(
        mut self,
        bits: &ColumnsHash<u64>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let mut hashes = filled(self.function, self.len(), 0)?;
        self.column_hashes(bits, &mut hashes)?;
        self.buckets_of(&hashes, jump, out)
    }

    /// The bucket of an encoded row.
    ///
    /// # Errors
    /// As for [`Call::hash`].
    pub(crate) fn bucket_row(
        mut self,
        kernel: HashKernel<u64, u64>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let mut hashes = filled(self.function, self.len(), 0)?;
        self.hash_rows(kernel, Seeds::Constant(0), &mut hashes)?;
        self.buckets_of(&hashes, hash_bucket, out)
    }

    fn buckets_of(
        &mut self,
        hashes: &[u64],
        bucket: fn(u64, u32) -> i32,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let out = out.numbers::<i32>(self.function, self.len())?;
        let counts = self.seeds::<u32>()?;
        for (row, (out, hash)) in out.iter_mut().zip(hashes).enumerate() {
            *out = bucket(*hash, counts.seeds().seed(row));
        }
        Ok(())
    }

    /// Whether each row is in a sample.
    ///
    /// # Errors
    /// As for [`Call::hash`].
    pub(crate) fn sample(
        mut self,
        kernel: HashKernel<u64, u64>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let out = out.numbers::<u8>(self.function, self.len())?;
        let thresholds = self.seeds::<SampleThreshold>()?;
        let thresholds = thresholds.seeds();
        let mut hashes = filled(self.function, out.len(), 0)?;
        self.hash_rows(kernel, Seeds::Constant(SAMPLE_SEED), &mut hashes)?;
        for (row, (out, hash)) in out.iter_mut().zip(hashes).enumerate() {
            *out = u8::from(u128::from(hash) < thresholds.seed(row).0);
        }
        Ok(())
    }
}
