//! Runs a function's kernel and hands over the results. The one place that matches their shapes.

use hashlane_kernels::hash::engines::KafkaPartitions;
use hashlane_kernels::row::engines::bucket;

use super::{Call, CallError, Sink, Source, list};
use crate::kernel::Kernel;

impl Call<'_> {
    /// Runs the call and gives the results to `sink`.
    ///
    /// # Errors
    /// Returns an error if a row has no result, if an allocation fails, or if the results take more than the engine
    /// can hold or than the call's [`Budget`](super::Budget). The call never allocates more than the budget.
    pub fn evaluate<S: Sink>(mut self, sink: S) -> Result<S::Results, CallError> {
        let is_row = matches!(self.source, Source::Row { .. });
        match self.function.kernel {
            Kernel::Hash32(kernel) => self.numbers(kernel, sink),
            Kernel::Hash64(kernel) | Kernel::AsSigned64(kernel) => self.numbers(kernel, sink),
            Kernel::Hash128(kernel) => self.hash_bytes(kernel, sink),
            Kernel::Keyed64(kernel) => self.numbers(kernel, sink),
            Kernel::Keyed128(kernel) => self.hash_bytes(kernel, sink),
            Kernel::WideKeyed64(kernel) => self.numbers(kernel, sink),
            Kernel::WideKeyed128(kernel) => self.hash_bytes(kernel, sink),
            Kernel::WideKeyed256(kernel) => self.hash_bytes(kernel, sink),
            Kernel::Signed64(kernel) => self.numbers(kernel, sink),
            Kernel::Typed32(_, hash) if is_row => sink.i32(|out| self.hash_columns(&hash, out)),
            Kernel::Bucket32(_, hash) if is_row => sink.i32(|out| {
                self.hash_columns(&hash, out)?;
                let buckets = self.seeds::<u32>()?;
                for (i, out) in out.iter_mut().enumerate() {
                    *out = bucket(out.cast_unsigned(), buckets.seeds().seed(i));
                }
                Ok(Vec::new())
            }),
            Kernel::Of32Bytes(hash) => self.of_length(hash, sink),
            Kernel::Of64Bytes(hash) => self.of_length(hash, sink),
            Kernel::Signed32(kernel) | Kernel::Typed32(kernel, _) | Kernel::Bucket32(kernel, _) => {
                self.numbers(kernel, sink)
            }
            Kernel::Columns32(hash) => sink.i32(|out| self.hash_columns(&hash, out)),
            Kernel::Columns64(hash) => sink.i64(|out| self.hash_columns(&hash, out)),
            Kernel::ColumnsU64(hash) => sink.u64(|out| self.hash_columns(&hash, out)),
            Kernel::SeededColumns32(hash) => {
                let seeds = self.seeds::<u32>()?;
                sink.i32(|out| self.hash_seeded(&hash, seeds.seeds(), u32::cast_signed, out))
            }
            Kernel::SeededColumns64(hash) => {
                let seeds = self.seeds::<u64>()?;
                sink.i64(|out| self.hash_seeded(&hash, seeds.seeds(), u64::cast_signed, out))
            }
            Kernel::KafkaPartition(kernel) => self.numbers::<KafkaPartitions, _, _>(kernel, sink),
            Kernel::JumpBucket(hash) => self.jump_buckets(&hash, sink),
            Kernel::Uuid(kernel) => self.uuids(kernel, sink),
            Kernel::RowBucket(kernel) => self.row_buckets(kernel, sink),
            Kernel::RowSample(kernel) => self.row_samples(kernel, sink),
            Kernel::Digest(prepare) => self.digests(prepare, sink),
            Kernel::Bytes => self.bytes(sink),
            Kernel::Compress(kernel) | Kernel::Decompress(kernel) => self
                .codec(|w, settings, row, out| kernel(w, settings, row, out).map(|()| true), sink),
            Kernel::Lookup(kernel) => self.codec(kernel, sink),
            Kernel::Unpack(kernel) => self.unpack(kernel, sink),
            Kernel::Measure32(kernel) => {
                sink.u32(|out| self.measure(kernel, |row, number| out[row] = number as u32))
            }
            Kernel::Measure64(kernel) => {
                sink.u64(|out| self.measure(kernel, |row, number| out[row] = number))
            }
            Kernel::List(fold) => {
                list::evaluate(self.function, &self.source, self.by_row, fold, sink)
            }
            Kernel::Aggregate(_) => Err(CallError::layout(self.function, &"it is an aggregate")),
        }
    }
}
