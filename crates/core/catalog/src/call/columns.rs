//! Hashes over typed columns, as other engines define them.

use std::fmt::Display;

use hashlane_kernels::hash::engines::jump;
use hashlane_kernels::isa::Isa;
use hashlane_kernels::row::Column;
use hashlane_kernels::row::engines::{ColumnsHash, TypeError, ValueError};
use hashlane_kernels::rows::Seeds;

use super::room::filled;
use super::{Call, CallError, Sink, Source};
use crate::function::Function;
use crate::kernel::Kernel;

impl Function {
    /// Checks that the function accepts a row of columns like these. Reads no rows, so the columns may be empty. A
    /// function that reads rows as bytes accepts all types of columns.
    ///
    /// # Errors
    /// Returns an error for the first type that it does not accept. The error names the function, the index of the
    /// value in the row, the type, and an alternative.
    pub fn check_row(&self, columns: &[Column<'_>]) -> Result<(), CallError> {
        let checked = match &self.kernel {
            Kernel::Columns32(hash) | Kernel::SeededColumns32(hash) => hash.check_types(columns),
            Kernel::Typed32(_, hash) | Kernel::Bucket32(_, hash) => {
                return hash.check_types(columns).map_err(|error| CallError::column(self, &error));
            }
            Kernel::Columns64(hash) | Kernel::SeededColumns64(hash) => hash.check_types(columns),
            Kernel::ColumnsU64(hash) | Kernel::JumpBucket(hash) => hash.check_types(columns),
            _ => Ok(()),
        };
        checked.map_err(|error| CallError::row(self, &error))
    }
}

impl<'a> Source<'a> {
    /// [`Function::check_row`] of a call's values, which are columns if the function reads columns.
    pub(super) fn check_types(&self, function: &Function) -> Result<(), CallError> {
        match (&function.kernel, self) {
            (
                Kernel::Columns32(_)
                | Kernel::Columns64(_)
                | Kernel::ColumnsU64(_)
                | Kernel::SeededColumns32(_)
                | Kernel::SeededColumns64(_)
                | Kernel::JumpBucket(_),
                _,
            ) => function.check_row(self.columns(function)?),
            (_, Source::Row { columns, .. }) => function.check_row(columns),
            _ => Ok(()),
        }
    }

    /// The columns of a function that reads columns.
    fn columns(&self, function: &Function) -> Result<&'a [Column<'a>], CallError> {
        match self {
            Source::Row { columns, .. } => Ok(columns),
            Source::Rows(_) => Err(CallError::row(function, &"the row was given as bytes")),
            Source::Lists { .. } => Err(CallError::row(function, &"the row was given as a list")),
        }
    }
}

impl Call<'_> {
    /// Hashes the columns. No row is NULL.
    pub(super) fn hash_columns<T: Copy>(
        &self,
        hash: &ColumnsHash<T>,
        out: &mut [T],
    ) -> Result<Vec<usize>, CallError> {
        assert_eq!(self.source.len(), out.len());
        let columns = self.source.columns(self.function)?;
        self.hashed(hash.hash(Isa::current(), columns, out))
    }

    /// Hashes the columns under seeds, which are given as bits.
    pub(super) fn hash_seeded<T: Copy, S: Copy>(
        &self,
        hash: &ColumnsHash<T>,
        seeds: Seeds<'_, S>,
        of_bits: fn(S) -> T,
        out: &mut [T],
    ) -> Result<Vec<usize>, CallError> {
        assert_eq!(self.source.len(), out.len());
        let columns = self.source.columns(self.function)?;
        for (i, out) in out.iter_mut().enumerate() {
            *out = of_bits(seeds.seed(i));
        }
        self.hashed(hash.hash_seeded(Isa::current(), columns, out))
    }

    /// The buckets of numbers.
    pub(super) fn jump_buckets<K: Sink>(
        mut self,
        bits: &ColumnsHash<u64>,
        sink: K,
    ) -> Result<K::Results, CallError> {
        let counts = self.seeds::<u32>()?;
        let counts = counts.seeds();
        sink.i32(|out| {
            let mut hashes = filled(self.function, out.len(), 0)?;
            self.hash_columns(bits, &mut hashes)?;
            for (i, (out, hash)) in out.iter_mut().zip(hashes).enumerate() {
                *out = jump(hash, counts.seed(i));
            }
            Ok(Vec::new())
        })
    }

    fn hashed(&self, hashed: Result<(), ValueError>) -> Result<Vec<usize>, CallError> {
        match hashed {
            Ok(()) => Ok(Vec::new()),
            Err(error) => Err(CallError::row(self.function, &error)),
        }
    }
}

impl CallError {
    /// The type of a value has no hash in the other engine.
    fn column(function: &Function, error: &TypeError) -> Self {
        let TypeError { name, engine, instead, .. } = error;
        let value = function.args[function.value_index()].name;
        CallError::layout(
            function,
            &format!(
                "argument {value} is {name}, which {engine} does not bucket by; for a value v write \
                 {instead}"
            ),
        )
    }

    /// The other engine couldn't hash this row.
    fn row(function: &Function, what: &dyn Display) -> Self {
        CallError::layout(function, what)
    }
}

#[cfg(test)]
mod tests {
    use hashlane_kernels::row::{Class, Integers, Values};
    use hashlane_kernels::rows::Rows;

    use super::*;
    use crate::call::{Collect, Collected};
    use crate::{all, find};

    fn function(name: &str) -> &'static Function {
        find(name).expect("it is in the catalogue")
    }

    fn texts<'a>(texts: &'a [&'a [u8]]) -> Column<'a> {
        Column::new(texts.len(), None, Values::Bytes(Class::String, Rows::Slices(texts)))
    }

    /// The values of Spark's reference; the second row is the hash of no value.
    #[test]
    fn hashes_come_out_as_numbers_with_a_sign() {
        let row =
            [Column::new(2, Some(vec![0b01].into()), texts(&[b"ABC", b"x"]).values().clone())];
        let source = Source::Row { columns: &row, len: 2 };
        let call = Call::new(function("spark_hash"), source, &[], None).unwrap();
        let hashes = call.evaluate(Collect::new(function("spark_hash"), 2)).unwrap();
        assert!(matches!(hashes, Collected::I32(hashes, _) if hashes == [-757602832, 42]));
        let call = Call::new(function("spark_xxhash64"), source, &[], None).unwrap();
        let hashes = call.evaluate(Collect::new(function("spark_xxhash64"), 2)).unwrap();
        assert!(matches!(hashes, Collected::I64(hashes, _) if hashes == [4105715581806190027, 42]));
    }

    /// At planning, on columns without rows, and again in a call.
    #[test]
    fn a_type_is_refused_by_name() {
        let numbers = Values::Integers(Class::Integer, Integers::U64(&[]), 1);
        let row = [texts(&[]), Column::new(0, None, numbers)];
        for name in ["spark_hash", "spark_xxhash64"] {
            let error = function(name).check_row(&row).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "{name}: value 2 of the row is UBIGINT, which Spark does not hash; \
                     write CAST(v AS DECIMAL(20, 0))"
                )
            );
            let source = Source::Row { columns: &row, len: 0 };
            assert_eq!(Call::new(function(name), source, &[], None).err(), Some(error));
        }
        assert!(function("hive_hash").check_row(&row).unwrap_err().to_string().contains("Hive"));
        assert_eq!(function("row_xxh3").check_row(&row), Ok(()));
    }

    #[test]
    fn a_value_without_a_place_is_an_error() {
        let times = Values::Integers(Class::Timestamp, Integers::I64(&[1_500]), 1);
        let row = [Column::new(1, None, times)];
        let source = Source::Row { columns: &row, len: 1 };
        let call = Call::new(function("spark_hash"), source, &[], None).unwrap();
        let error = call.evaluate(Collect::new(function("spark_hash"), 1)).unwrap_err().to_string();
        assert!(error.starts_with("spark_hash: value 1 of the row is a time of 1500 "), "{error}");
    }

    #[test]
    fn a_row_is_columns_and_not_empty() {
        for function in
            all().filter(|f| matches!(f.kernel, Kernel::Columns32(_) | Kernel::Columns64(_)))
        {
            assert!(Call::new(function, Rows::Slices(&[b"x"]), &[], None).is_err());
            let nothing = Source::Row { columns: &[], len: 1 };
            assert!(Call::new(function, nothing, &[], None).is_err());
        }
    }
}
