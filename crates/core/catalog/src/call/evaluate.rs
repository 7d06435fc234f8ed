//! Runs a function's kernel. The one place that matches kernels.

use super::output::Output;
use super::{Call, CallError, list, with_workspace};
use crate::kernel::{Kernel, OfSignatures};

impl Call<'_> {
    /// Writes the results to memory that the kernel asks for.
    pub(super) fn run(mut self, out: &mut Output<'_>) -> Result<(), CallError> {
        let (function, rows) = (self.function, self.len());
        match &function.kernel {
            Kernel::U32(hash) => self.numbers(hash, out),
            Kernel::U64(hash) => self.numbers(hash, out),
            Kernel::I32(hash) => self.numbers(hash, out),
            Kernel::I64(hash) => self.numbers(hash, out),
            Kernel::SignedBits(hash) => self.hash_seeded(*hash, out.numbers(function, rows)?),
            Kernel::Bytes16(hash) => self.hash_to_bytes(hash, out),
            Kernel::Bytes32(hash) => self.hash_to_bytes(hash, out),
            Kernel::Uuid(hash) => self.hash_by(hash, out.numbers(function, rows)?),
            Kernel::Bucket(bucket) => self.buckets(bucket, out.numbers(function, rows)?),
            Kernel::Sample(hash) => self.sample(*hash, out.numbers(function, rows)?),
            Kernel::Digest(prepare) => self.digests(*prepare, out),
            Kernel::Bytes(kernel) => with_workspace(|workspace| {
                self.bytes_by_row(workspace, *kernel, out.strings(function)?)
            }),
            Kernel::Unpack(kernel) => {
                with_workspace(|workspace| self.unpack(workspace, *kernel, out.lists(function)?))
            }
            Kernel::Measure32(kernel) => {
                let measured = out.numbers::<u32>(function, rows)?;
                out.nulls = with_workspace(|workspace| self.measure(workspace, *kernel, measured))?;
                Ok(())
            }
            Kernel::Measure64(kernel) => {
                let measured = out.numbers::<u64>(function, rows)?;
                out.nulls = with_workspace(|workspace| self.measure(workspace, *kernel, measured))?;
                Ok(())
            }
            Kernel::Differences => self.differences(out.lists(function)?),
            Kernel::Signatures(OfSignatures::Union) => self.signature_unions(out.lists(function)?),
            Kernel::Signatures(OfSignatures::Similarity) => {
                self.signature_similarities(out.numbers(function, rows)?)
            }
            Kernel::Signatures(OfSignatures::Bands) => self.signature_bands(out.lists(function)?),
            Kernel::List(fold) => list::evaluate(function, &self.source, self.by_row, *fold, out),
            Kernel::Aggregate(_) => Err(CallError::layout(function, &"it is an aggregate")),
        }
    }
}
