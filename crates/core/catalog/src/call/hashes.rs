//! Hashes of bytes and of columns: numbers, or bytes of one width.

use bytemuck::Pod;
use hashlane_kernels::blocks::{self, HashKernel, Seeds};
use hashlane_kernels::engines::columns::ColumnsHash;
use hashlane_kernels::isa::Isa;

use crate::CallOutput;
use crate::call::form::{encode, encoded_len};
use crate::filled;
use crate::function::Function;
use crate::parameters::SeedParameter;
use crate::work::ResultForm;
use crate::{Call, CallError, ValueSource};

/// A hash: a number, or bytes of one width.
pub trait HashResult: Pod + Default {
    /// Memory for a hash a row.
    ///
    /// # Errors
    /// Returns an error if the function returns something else, or if memory can't be allocated.
    fn memory<'o>(
        out: &'o mut CallOutput<'_>,
        function: &Function,
        rows: usize,
    ) -> Result<&'o mut [Self], CallError>;

    /// The hash with its bytes in big-endian order, which is their canonical one.
    fn big_endian(self) -> Self;
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl HashResult for $number {
            fn memory<'o>(
                out: &'o mut CallOutput<'_>,
                function: &Function,
                rows: usize,
            ) -> Result<&'o mut [Self], CallError> {
                out.numbers(function, rows)
            }

            fn big_endian(self) -> Self {
                self.to_be()
            }
        }
    )*};
}

numbers!(u32 u64 i32 i64);

macro_rules! bytes {
    ($($width:literal)*) => {$(
        impl HashResult for [u8; $width] {
            fn memory<'o>(
                out: &'o mut CallOutput<'_>,
                function: &Function,
                rows: usize,
            ) -> Result<&'o mut [Self], CallError> {
                Ok(out.bytes(function, rows, $width)?.as_chunks_mut().0)
            }

            fn big_endian(self) -> Self {
                self
            }
        }
    )*};
}

bytes!(16 32);

impl Call<'_> {
    /// Hashes the values under the parameter that the kernel takes.
    ///
    /// # Errors
    /// Returns an error if a parameter is not allowed, or if memory can't be allocated.
    pub fn hash<S: SeedParameter, T: HashResult>(
        mut self,
        kernel: HashKernel<S, T>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        self.hashes(out, |call, out| call.hash_seeded(kernel, out))
    }

    /// Hashes the columns of the row.
    ///
    /// # Errors
    /// As for [`Call::hash`], and if a value has no hash.
    pub(crate) fn hash_columns<T: HashResult>(
        mut self,
        hash: &ColumnsHash<T>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        self.hashes(out, |call, out| call.column_hashes(hash, out))
    }

    /// Hashes the columns of the row under seeds; `first` makes the hash of no column from a seed.
    ///
    /// # Errors
    /// As for [`Call::hash_columns`].
    pub(crate) fn hash_columns_seeded<T: HashResult>(
        mut self,
        hash: &ColumnsHash<T>,
        first: fn(u64) -> T,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        self.hashes(out, |call, out| call.column_hashes_seeded(hash, first, out))
    }

    /// Hashes texts and bytes with the kernel, and values of other types by their column.
    ///
    /// # Errors
    /// As for [`Call::hash_columns`].
    pub(crate) fn hash_typed<T: HashResult>(
        mut self,
        kernel: HashKernel<u32, T>,
        hash: &ColumnsHash<T>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        self.hashes(out, |call, out| match call.is_row() {
            true => call.column_hashes(hash, out),
            false => call.hash_seeded(kernel, out),
        })
    }

    /// Hashes the values; the result is a number with a sign and the same bits.
    ///
    /// # Errors
    /// As for [`Call::hash`].
    pub(crate) fn hash_bits(
        mut self,
        kernel: HashKernel<u64, u64>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let out = out.numbers(self.function, self.len())?;
        self.hash_seeded(kernel, out)
    }

    /// Hashes the values to UUIDs.
    ///
    /// # Errors
    /// As for [`Call::hash`].
    pub(crate) fn hash_uuid<S: SeedParameter>(
        mut self,
        kernel: HashKernel<S, [u8; 16]>,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let out = out.numbers(self.function, self.len())?;
        self.hash_seeded(kernel, out)
    }

    /// Hashes, in the form of the function.
    fn hashes<T: HashResult>(
        &mut self,
        out: &mut CallOutput<'_>,
        compute: impl FnOnce(&mut Self, &mut [T]) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let (function, form, rows) = (self.function, self.function.form, self.len());
        if matches!(form, ResultForm::Plain | ResultForm::Text) {
            return compute(self, T::memory(out, function, rows)?);
        }
        let out = out.bytes(function, rows, encoded_len(form, size_of::<T>()))?;
        let mut hashes = filled(function, rows, T::default())?;
        compute(self, &mut hashes)?;
        hashes.iter_mut().for_each(|hash| *hash = hash.big_endian());
        encode(form, size_of::<T>(), bytemuck::cast_slice(&hashes), out);
        Ok(())
    }

    pub(crate) fn hash_seeded<S: SeedParameter, T: Copy + Default>(
        &mut self,
        kernel: HashKernel<S, T>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        let seeds = self.seeds::<S>()?;
        self.hash_rows(kernel, seeds.seeds(), out)
    }

    pub(crate) fn hash_rows<S: Copy, T: Copy + Default>(
        &self,
        kernel: HashKernel<S, T>,
        seeds: Seeds<'_, S>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        let isa = Isa::current();
        if let Some((rows, valid)) = self.few_valid() {
            blocks::hash_valid(isa, rows, valid, seeds, out, kernel);
            return Ok(());
        }
        if let ValueSource::Rows(rows) = &self.source {
            blocks::hash(isa, rows, seeds, out, kernel);
            return Ok(());
        }
        self.blocks(|first, block| {
            let len = block.len();
            let seeds = seeds.part(first, len);
            kernel.hash_block(isa, block, seeds, &mut out[first..first + len]);
        })
    }
}
