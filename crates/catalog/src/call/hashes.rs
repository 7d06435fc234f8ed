//! Hashes of bytes: numbers, or 16 bytes.

use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, BLOCK_ROWS, HashKernel, Seeds};

use super::digests::Part;
use super::parameters::Seed;
use super::{Call, CallError, Sink, Source};
use crate::kernel::Form;

/// The hash of a row as a kernel gives it.
pub(super) trait Hash: Copy + Default {
    /// Bytes in its canonical form.
    const WIDTH: usize;

    /// Gives the hashes themselves to the sink.
    fn plain<S: Copy, K: Sink>(
        call: &Call<'_>,
        kernel: HashKernel<S, Self>,
        seeds: Seeds<'_, S>,
        sink: K,
    ) -> Result<K::Results, CallError>;

    /// Writes the canonical bytes of the hashes of a part of the rows.
    fn canonical<S: Copy>(
        kernel: HashKernel<S, Self>,
        seeds: Seeds<'_, S>,
        part: Part<'_>,
        out: &mut [u8],
    );
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Hash for $number {
            const WIDTH: usize = size_of::<$number>();

            fn plain<S: Copy, K: Sink>(
                call: &Call<'_>,
                kernel: HashKernel<S, Self>,
                seeds: Seeds<'_, S>,
                sink: K,
            ) -> Result<K::Results, CallError> {
                sink.$number(|out| call.hash(kernel, seeds, out).map(|()| Vec::new()))
            }

            fn canonical<S: Copy>(
                kernel: HashKernel<S, Self>,
                seeds: Seeds<'_, S>,
                part: Part<'_>,
                out: &mut [u8],
            ) {
                let mut hashes = [0; BLOCK_ROWS];
                part.hash(kernel, seeds, &mut hashes[..part.len()]);
                for (out, hash) in out.as_chunks_mut().0.iter_mut().zip(hashes) {
                    *out = hash.to_be_bytes();
                }
            }
        }
    )*};
}

numbers!(u32 u64 i32 i64);

impl Hash for [u8; 16] {
    const WIDTH: usize = 16;

    fn plain<S: Copy, K: Sink>(
        call: &Call<'_>,
        kernel: HashKernel<S, Self>,
        seeds: Seeds<'_, S>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        call.encoded(kernel, seeds, sink)
    }

    fn canonical<S: Copy>(
        kernel: HashKernel<S, Self>,
        seeds: Seeds<'_, S>,
        part: Part<'_>,
        out: &mut [u8],
    ) {
        part.hash(kernel, seeds, out.as_chunks_mut().0);
    }
}

impl Call<'_> {
    /// The hashes of rows, in the form of the function.
    pub(super) fn hashes<S: Seed, T: Hash, K: Sink>(
        mut self,
        kernel: HashKernel<S, T>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        let seeds = self.seeds::<S>()?;
        match self.function.form {
            Form::Plain => T::plain(&self, kernel, seeds.seeds(), sink),
            Form::Hex | Form::Base64 | Form::Text => self.encoded(kernel, seeds.seeds(), sink),
        }
    }

    /// The canonical bytes of the hashes, or their text.
    fn encoded<S: Copy, T: Hash, K: Sink>(
        &self,
        kernel: HashKernel<S, T>,
        seeds: Seeds<'_, S>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        let is_seeded_by_row = matches!(seeds, Seeds::Column(_));
        self.fixed(T::WIDTH, is_seeded_by_row, sink, |first, part, out| {
            T::canonical(kernel, seeds.part(first, part.len()), part, out);
        })
    }

    fn hash<S: Copy, T: Copy + Default>(
        &self,
        kernel: HashKernel<S, T>,
        seeds: Seeds<'_, S>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        assert_eq!(self.source.len(), out.len());
        let isa = Isa::current();
        if let Some((rows, valid)) = self.few_valid() {
            rows::hash_valid(isa, rows, valid, seeds, out, kernel);
            return Ok(());
        }
        if let Source::Rows(rows) = &self.source {
            rows::hash(isa, rows, seeds, out, kernel);
            return Ok(());
        }
        self.blocks(|first, block| {
            let len = block.len();
            let seeds = seeds.part(first, len);
            kernel.hash_block(isa, block, seeds, &mut out[first..first + len]);
        })
    }
}
