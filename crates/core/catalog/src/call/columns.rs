//! Hashes over typed columns, as other engines define them.

use std::fmt::Display;

use hashlane_kernels::encoding::Column;
use hashlane_kernels::engines::columns::{ColumnsHash, TypeError};
use hashlane_kernels::isa::Isa;

use crate::function::Function;
use crate::kind::ArgKind;
use crate::{Call, CallError, ValueSource};

impl Function {
    /// Checks that the function accepts a row of columns like these. Reads no rows, so the columns may be empty. A
    /// function that reads rows as bytes accepts all types of columns.
    ///
    /// # Errors
    /// Returns an error for the first type that it does not accept. The error names the function, the index of the
    /// value in the row, the type, and an alternative.
    pub fn check_row(&self, columns: &[Column<'_>]) -> Result<(), CallError> {
        self.check.map_or(Ok(()), |check| check(self, columns))
    }
}

/// Checks that a hash reads the types of a row's columns.
pub(crate) fn check_columns<T: Copy>(
    function: &Function,
    hash: &ColumnsHash<T>,
    columns: &[Column<'_>],
) -> Result<(), CallError> {
    hash.check_types(columns).map_err(|error| CallError::row(function, &error))
}

/// Checks that a hash reads the type of a value.
pub(crate) fn check_value<T: Copy>(
    function: &Function,
    hash: &ColumnsHash<T>,
    columns: &[Column<'_>],
) -> Result<(), CallError> {
    hash.check_types(columns).map_err(|error| CallError::column(function, &error))
}

impl<'a> ValueSource<'a> {
    /// [`Function::check_row`] of a call's values. They are columns, unless the function takes texts and bytes too.
    pub(crate) fn check_types(&self, function: &Function) -> Result<(), CallError> {
        let takes_bytes = function.args[function.value_index()].kind == ArgKind::Bucketed;
        match self {
            ValueSource::Rows(_) if takes_bytes || function.check.is_none() => Ok(()),
            ValueSource::Lists { .. } if function.check.is_none() => Ok(()),
            _ => function.check_row(self.columns(function)?),
        }
    }

    /// The columns of a function that reads columns.
    fn columns(&self, function: &Function) -> Result<&'a [Column<'a>], CallError> {
        match self {
            ValueSource::Row { columns, .. } => Ok(columns),
            ValueSource::Rows(_) => Err(CallError::row(function, &"the row was given as bytes")),
            ValueSource::Lists { .. } => {
                Err(CallError::row(function, &"the row was given as a list"))
            }
        }
    }
}

impl Call<'_> {
    /// Hashes the columns.
    pub(crate) fn column_hashes<T: Copy>(
        &self,
        hash: &ColumnsHash<T>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        let columns = self.source.columns(self.function)?;
        let hashed = hash.hash(Isa::current(), columns, out);
        hashed.map_err(|error| CallError::row(self.function, &error))
    }

    /// Hashes the columns under seeds; `first` makes the hash of no column from a seed.
    pub(crate) fn column_hashes_seeded<T: Copy>(
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
    use hashlane_kernels::blocks::Rows;
    use hashlane_kernels::encoding::{Integers, ValueClass, Values};

    use super::*;
    use crate::{all, find};

    fn function(name: &str) -> &'static Function {
        find(name).expect("it is in the catalogue")
    }

    fn texts<'a>(texts: &'a [&'a [u8]]) -> Column<'a> {
        Column::new(texts.len(), None, Values::Bytes(ValueClass::String, Rows::Slices(texts)))
    }

    /// The values of Spark's reference; the second row is the hash of no value.
    #[test]
    fn hashes_come_out_as_numbers_with_a_sign() {
        let row =
            [Column::new(2, Some(vec![0b01].into()), texts(&[b"ABC", b"x"]).values().clone())];
        let source = ValueSource::Row { columns: &row, len: 2 };
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
        let numbers = Values::Integers(ValueClass::Integer, Integers::U64(&[]), 1);
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
            let source = ValueSource::Row { columns: &row, len: 0 };
            assert_eq!(Call::new(function(name), source, &[], None).err(), Some(error));
        }
        assert!(function("hive_hash").check_row(&row).unwrap_err().to_string().contains("Hive"));
        assert_eq!(function("row_xxh3").check_row(&row), Ok(()));
    }

    #[test]
    fn a_value_without_a_place_is_an_error() {
        let times = Values::Integers(ValueClass::Timestamp, Integers::I64(&[1_500]), 1);
        let row = [Column::new(1, None, times)];
        let source = ValueSource::Row { columns: &row, len: 1 };
        let call = Call::new(function("spark_hash"), source, &[], None).unwrap();
        let error = call.collect(usize::MAX, None).unwrap_err().to_string();
        assert!(error.starts_with("spark_hash: value 1 of the row is a time of 1500 "), "{error}");
    }

    #[test]
    fn a_row_is_columns_and_not_empty() {
        for function in all().filter(|f| f.check.is_some() && f.takes_row()) {
            assert!(Call::new(function, Rows::Slices(&[b"x"]), &[], None).is_err());
            let nothing = ValueSource::Row { columns: &[], len: 1 };
            assert!(Call::new(function, nothing, &[], None).is_err());
        }
    }
}
