//! Hashes of bytes and of columns: numbers, or bytes of one width.

use bytemuck::Pod;
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, HashKernel, Seeds};

use super::form::{encode, encoded_len};
use super::output::Output;
use super::parameters::Seed;
use super::room::filled;
use super::{Call, CallError, Source};
use crate::kernel::{Form, HashBy};

/// A hash whose canonical bytes are its own in big-endian order.
pub(super) trait Canonical: Pod + Default {
    /// The hash with its bytes in big-endian order.
    fn big_endian(self) -> Self;
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Canonical for $number {
            fn big_endian(self) -> Self {
                self.to_be()
            }
        }
    )*};
}

numbers!(u32 u64 i32 i64);

impl Canonical for [u8; 16] {
    fn big_endian(self) -> Self {
        self
    }
}

impl Canonical for [u8; 32] {
    fn big_endian(self) -> Self {
        self
    }
}

impl Call<'_> {
    /// Hashes that are numbers, or their canonical bytes in the form of the function.
    pub(super) fn numbers<T: Canonical>(
        &mut self,
        hash: &HashBy<T>,
        out: &mut Output<'_>,
    ) -> Result<(), CallError> {
        match self.function.form {
            Form::Plain | Form::Text => self.hash_by(hash, out.numbers(self.function, self.len())?),
            Form::Hex | Form::Base64 => self.encoded_hashes(hash, out),
        }
    }

    /// Hashes that are bytes, in the form of the function.
    pub(super) fn hash_to_bytes<const WIDTH: usize>(
        &mut self,
        hash: &HashBy<[u8; WIDTH]>,
        out: &mut Output<'_>,
    ) -> Result<(), CallError>
    where
        [u8; WIDTH]: Canonical,
    {
        match self.function.form {
            Form::Plain | Form::Text => {
                let bytes = out.bytes(self.function, self.len(), WIDTH)?;
                self.hash_by(hash, bytes.as_chunks_mut().0)
            }
            Form::Hex | Form::Base64 => self.encoded_hashes(hash, out),
        }
    }

    /// The canonical bytes of hashes, encoded.
    fn encoded_hashes<T: Canonical>(
        &mut self,
        hash: &HashBy<T>,
        out: &mut Output<'_>,
    ) -> Result<(), CallError> {
        let (function, form, rows) = (self.function, self.function.form, self.len());
        let out = out.bytes(function, rows, encoded_len(form, size_of::<T>()))?;
        let mut hashes = filled(function, rows, T::default())?;
        self.hash_by(hash, &mut hashes)?;
        hashes.iter_mut().for_each(|hash| *hash = hash.big_endian());
        encode(form, size_of::<T>(), bytemuck::cast_slice(&hashes), out);
        Ok(())
    }

    /// Hashes under the parameter that the function takes.
    pub(super) fn hash_by<T: Copy + Default>(
        &mut self,
        hash: &HashBy<T>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        match hash {
            HashBy::Seed32(kernel) => self.hash_seeded(*kernel, out),
            HashBy::Seed64(kernel) => self.hash_seeded(*kernel, out),
            HashBy::Key16(kernel) => self.hash_seeded(*kernel, out),
            HashBy::Key32(kernel) => self.hash_seeded(*kernel, out),
            HashBy::Columns(hash) => self.hash_columns(hash, out),
            HashBy::SeededColumns(hash, first) => self.hash_columns_seeded(hash, *first, out),
            HashBy::Typed(_, hash) if self.is_row() => self.hash_columns(hash, out),
            HashBy::Typed(kernel, _) => self.hash_seeded(*kernel, out),
        }
    }

    pub(super) fn hash_seeded<S: Seed, T: Copy + Default>(
        &mut self,
        kernel: HashKernel<S, T>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        let seeds = self.seeds::<S>()?;
        self.hash(kernel, seeds.seeds(), out)
    }

    pub(super) fn hash<S: Copy, T: Copy + Default>(
        &self,
        kernel: HashKernel<S, T>,
        seeds: Seeds<'_, S>,
        out: &mut [T],
    ) -> Result<(), CallError> {
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
