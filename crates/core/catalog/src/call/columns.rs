//! Hashes over typed columns, as other engines define them.

use std::fmt::Display;

use hashlane_kernels::isa::Isa;
use hashlane_kernels::row::Column;
use hashlane_kernels::row::engines::{ColumnsHash, TypeError};

use super::{Call, CallError, Source, sketches};
use crate::function::Function;
use crate::kernel::{Bucket, Fold, HashBy, Kernel};

impl Function {
    /// Checks that the function accepts a row of columns like these. Reads no rows, so the columns may be empty. A
    /// function that reads rows as bytes accepts all types of columns.
    ///
    /// # Errors
    /// Returns an error for the first type that it does not accept. The error names the function, the index of the
    /// value in the row, the type, and an alternative.
    pub fn check_row(&self, columns: &[Column<'_>]) -> Result<(), CallError> {
        let checked = match &self.kernel {
            Kernel::I32(HashBy::Typed(_, hash)) | Kernel::Bucket(Bucket::Typed(_, hash)) => {
                return hash.check_types(columns).map_err(|error| CallError::column(self, &error));
            }
            Kernel::I32(HashBy::Columns(hash) | HashBy::SeededColumns(hash, _)) => {
                hash.check_types(columns)
            }
            Kernel::I64(HashBy::Columns(hash) | HashBy::SeededColumns(hash, _)) => {
                hash.check_types(columns)
            }
            Kernel::U64(HashBy::Columns(hash)) | Kernel::Bucket(Bucket::Jump(hash)) => {
                hash.check_types(columns)
            }
            Kernel::Aggregate(Fold::Sketch) => return sketches::check_types(self, columns),
            Kernel::Signatures(_) => return self.check_signatures(columns),
            Kernel::Bytes16(HashBy::Columns(hash)) => hash.check_types(columns),
            _ => Ok(()),
        };
        checked.map_err(|error| CallError::row(self, &error))
    }
}

impl Kernel {
    /// Whether it reads the columns of a row, whatever their types.
    fn reads_columns(&self) -> bool {
        match self {
            Kernel::I32(hash) => hash.reads_columns(),
            Kernel::I64(hash) => hash.reads_columns(),
            Kernel::U64(hash) => hash.reads_columns(),
            Kernel::Bytes16(hash) => hash.reads_columns(),
            Kernel::Bucket(bucket) => matches!(bucket, Bucket::Jump(_)),
            _ => false,
        }
    }
}

impl<T> HashBy<T> {
    fn reads_columns(&self) -> bool {
        matches!(self, HashBy::Columns(_) | HashBy::SeededColumns(..))
    }
}

impl<'a> Source<'a> {
    /// [`Function::check_row`] of a call's values, which are columns if the function reads columns.
    pub(super) fn check_types(&self, function: &Function) -> Result<(), CallError> {
        match self {
            _ if function.kernel.reads_columns() => function.check_row(self.columns(function)?),
            Source::Row { columns, .. } => function.check_row(columns),
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
    /// Hashes the columns.
    pub(super) fn hash_columns<T: Copy>(
        &self,
        hash: &ColumnsHash<T>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        let columns = self.source.columns(self.function)?;
        let hashed = hash.hash(Isa::current(), columns, out);
        hashed.map_err(|error| CallError::row(self.function, &error))
    }

    /// Hashes the columns under seeds; `first` makes the hash of no column from a seed.
    pub(super) fn hash_columns_seeded<T: Copy>(
        &mut self,
        hash: &ColumnsHash<T>,
        first: fn(u64) -> T,
        out: &mut [T],
    ) -> Result<(), CallError> {
        let seeds = self.seeds::<u64>()?;
        for (row, out) in out.iter_mut().enumerate() {
            *out = first(seeds.seeds().seed(row));
        }
        let columns = self.source.columns(self.function)?;
        let hashed = hash.hash_seeded(Isa::current(), columns, out);
        hashed.map_err(|error| CallError::row(self.function, &error))
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
        let mut hashes = [0_i32; 2];
        call.write(bytemuck::cast_slice_mut(&mut hashes)).unwrap();
        assert_eq!(hashes, [-757602832, 42]);
        let call = Call::new(function("spark_xxhash64"), source, &[], None).unwrap();
        let mut hashes = [0_i64; 2];
        call.write(bytemuck::cast_slice_mut(&mut hashes)).unwrap();
        assert_eq!(hashes, [4105715581806190027, 42]);
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
        let error = call.collect(usize::MAX, None).unwrap_err().to_string();
        assert!(error.starts_with("spark_hash: value 1 of the row is a time of 1500 "), "{error}");
    }

    #[test]
    fn a_row_is_columns_and_not_empty() {
        for function in all().filter(|f| f.kernel.reads_columns() && f.takes_row()) {
            assert!(Call::new(function, Rows::Slices(&[b"x"]), &[], None).is_err());
            let nothing = Source::Row { columns: &[], len: 1 };
            assert!(Call::new(function, nothing, &[], None).is_err());
        }
    }
}
