//! Hashes of bytes: numbers, or 16 bytes.

use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, BLOCK_ROWS, HashKernel, Seeds};

use super::parameters::Seed;
use super::sink::Fill;
use super::{Call, CallError, Sink, Source};
use crate::kernel::Form;

/// A hash that is a number.
pub(super) trait Number: Copy + Default {
    /// Gives the sink the numbers that `fill` writes.
    fn give<K: Sink>(sink: K, fill: impl Fill<[Self], Vec<usize>>)
    -> Result<K::Results, CallError>;

    /// Writes the canonical bytes of hashes, one after the other.
    fn canonical(hashes: &[Self], out: &mut [u8]);
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Number for $number {
            fn give<K: Sink>(sink: K, fill: impl Fill<[Self], Vec<usize>>) -> Result<K::Results, CallError> {
                sink.$number(fill)
            }

            fn canonical(hashes: &[Self], out: &mut [u8]) {
                for (out, hash) in out.as_chunks_mut().0.iter_mut().zip(hashes) {
                    *out = hash.to_be_bytes();
                }
            }
        }
    )*};
}

numbers!(u32 u64 i32 i64);

impl Call<'_> {
    /// Hashes that are numbers, in the form of the function.
    pub(super) fn numbers<S: Seed, T: Number, K: Sink>(
        mut self,
        kernel: HashKernel<S, T>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        let seeds = self.seeds::<S>()?;
        let seeds = seeds.seeds();
        if self.function.form == Form::Plain {
            return T::give(sink, |out| self.hash(kernel, seeds, out).map(|()| Vec::new()));
        }
        let is_seeded_by_row = matches!(seeds, Seeds::Column(_));
        self.fixed(size_of::<T>(), is_seeded_by_row, sink, |first, part, out| {
            let mut hashes = [T::default(); BLOCK_ROWS];
            let hashes = &mut hashes[..part.len()];
            part.hash(kernel, seeds.part(first, part.len()), hashes);
            T::canonical(hashes, out);
        })
    }

    /// Hashes that are bytes, in the form of the function.
    pub(super) fn hash_bytes<S: Seed, K: Sink, const WIDTH: usize>(
        mut self,
        kernel: HashKernel<S, [u8; WIDTH]>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        let seeds = self.seeds::<S>()?;
        let seeds = seeds.seeds();
        let is_seeded_by_row = matches!(seeds, Seeds::Column(_));
        self.fixed(WIDTH, is_seeded_by_row, sink, |first, part, out| {
            part.hash(kernel, seeds.part(first, part.len()), out.as_chunks_mut().0);
        })
    }

    pub(super) fn hash<S: Copy, T: Copy + Default>(
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
