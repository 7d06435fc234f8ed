//! Runs a function's kernel. The one place that matches kernels with the shapes of their results.

use super::form::encoded_len;
use super::{Call, CallError, Memory, Shape, list, with_workspace};
use crate::kernel::{Fold, Form, Kernel, OfSignatures};

impl Call<'_> {
    /// The shape of the results.
    pub fn shape(&self) -> Shape {
        let form = self.function.form;
        let fixed = |width| Shape::Fixed(encoded_len(form, width));
        let number = |shape, width| if form == Form::Plain { shape } else { fixed(width) };
        match &self.function.kernel {
            Kernel::U32(_) => number(Shape::U32, 4),
            Kernel::U64(_) => number(Shape::U64, 8),
            Kernel::I32(_) => number(Shape::I32, 4),
            Kernel::I64(_) => number(Shape::I64, 8),
            Kernel::SignedBits(_) => Shape::I64,
            Kernel::Bytes16(_) => fixed(16),
            Kernel::Bytes32(_) => fixed(32),
            Kernel::Uuid(_) => Shape::Uuids,
            Kernel::Bucket(_) => Shape::I32,
            Kernel::Sample(_) => Shape::Bools,
            Kernel::Digest(_) => match &self.digester {
                Some(digester) => fixed(digester.width()),
                None => Shape::Variable,
            },
            Kernel::Bytes(_) => Shape::Variable,
            Kernel::Unpack(_) => Shape::Lists,
            Kernel::Measure32(_) => Shape::U32,
            Kernel::Measure64(_) => Shape::U64,
            Kernel::Differences => Shape::Differences,
            Kernel::Signatures(OfSignatures::Union) => Shape::U32Lists,
            Kernel::Signatures(OfSignatures::Similarity) => Shape::F64,
            Kernel::Signatures(OfSignatures::Bands) => Shape::U64Lists,
            Kernel::Aggregate(fold) | Kernel::List(fold) => fold.shape(),
        }
    }

    /// Writes the results to memory of the call's [`shape`](Call::shape). Those of rows with a NULL argument are arbitrary. Returns the
    /// rows whose number is NULL though no argument is, in ascending order; results of varying length have theirs with them.
    ///
    /// # Errors
    /// Returns an error if a row has no result, if an allocation fails, or if the results take more than the engine
    /// can hold or than the call's [`Budget`](super::Budget). The call never allocates more than the budget.
    pub fn evaluate(mut self, memory: Memory<'_>) -> Result<Vec<usize>, CallError> {
        let function = self.function;
        memory.check(function, self.shape(), self.len())?;
        match (&function.kernel, memory) {
            (Kernel::U32(hash), Memory::U32(out)) => self.hash_by(hash, out)?,
            (Kernel::U64(hash), Memory::U64(out)) => self.hash_by(hash, out)?,
            (Kernel::I32(hash), Memory::I32(out)) => self.hash_by(hash, out)?,
            (Kernel::I64(hash), Memory::I64(out)) => self.hash_by(hash, out)?,
            (Kernel::SignedBits(hash), Memory::I64(out)) => {
                self.hash_seeded(*hash, bytemuck::cast_slice_mut(out))?;
            }
            (Kernel::U32(hash), Memory::Fixed(out)) => self.encoded_hashes(hash, out)?,
            (Kernel::U64(hash), Memory::Fixed(out)) => self.encoded_hashes(hash, out)?,
            (Kernel::I32(hash), Memory::Fixed(out)) => self.encoded_hashes(hash, out)?,
            (Kernel::I64(hash), Memory::Fixed(out)) => self.encoded_hashes(hash, out)?,
            (Kernel::Bytes16(hash), Memory::Fixed(out)) => self.hash_to_bytes(hash, out)?,
            (Kernel::Bytes32(hash), Memory::Fixed(out)) => self.hash_to_bytes(hash, out)?,
            (Kernel::Uuid(hash), Memory::Uuids(out)) => self.hash_by(hash, out)?,
            (Kernel::Bucket(bucket), Memory::I32(out)) => self.buckets(bucket, out)?,
            (Kernel::Sample(hash), Memory::Bools(out)) => self.sample(*hash, out)?,
            (Kernel::Digest(_), Memory::Fixed(out)) => self.digests(out)?,
            (Kernel::Digest(prepare), Memory::Variable(out)) => {
                self.digests_by_row(*prepare, out)?;
            }
            (Kernel::Bytes(kernel), Memory::Variable(out)) => {
                with_workspace(|workspace| self.bytes_by_row(workspace, *kernel, out))?;
            }
            (Kernel::Unpack(kernel), Memory::Lists(out)) => {
                with_workspace(|workspace| self.unpack(workspace, *kernel, out))?;
            }
            (Kernel::Measure32(kernel), Memory::U32(out)) => {
                return with_workspace(|workspace| self.measure(workspace, *kernel, out));
            }
            (Kernel::Measure64(kernel), Memory::U64(out)) => {
                return with_workspace(|workspace| self.measure(workspace, *kernel, out));
            }
            (Kernel::Differences, Memory::Differences(out)) => self.differences(out)?,
            (Kernel::Signatures(OfSignatures::Union), Memory::U32Lists(out)) => {
                self.signature_unions(out)?;
            }
            (Kernel::Signatures(OfSignatures::Similarity), Memory::F64(out)) => {
                self.signature_similarities(out)?;
            }
            (Kernel::Signatures(OfSignatures::Bands), Memory::U64Lists(out)) => {
                self.signature_bands(out)?;
            }
            (Kernel::List(fold), memory) => {
                return list::evaluate(function, &self.source, self.by_row, *fold, memory);
            }
            (Kernel::Aggregate(_), _) => {
                return Err(CallError::layout(function, &"it is an aggregate"));
            }
            _ => return Err(CallError::shape(function)),
        }
        Ok(Vec::new())
    }
}

impl Fold {
    fn shape(self) -> Shape {
        match self {
            Fold::MinHash => Shape::U32Lists,
            Fold::SimHash => Shape::U64,
            Fold::Measurements => Shape::Measurements,
            Fold::Sum
            | Fold::Fingerprint
            | Fold::FingerprintSum
            | Fold::Digest
            | Fold::Dictionary
            | Fold::SymbolTable
            | Fold::Pack
            | Fold::Sketch => Shape::Variable,
        }
    }
}
