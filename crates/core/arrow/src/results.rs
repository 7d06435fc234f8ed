//! Converts results to arrays.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BooleanArray, ListArray, PrimitiveArray,
    StringArray, new_empty_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef};
use hashlane_catalog::{
    CallError, Fill, Function, Lists, Measurements, Returns, Sink, U32Lists, Variable, filled, room,
};

use hashlane_kernels::row::uuid_text;

use crate::types::return_type;
use crate::values::lists_of_measurements;

/// The array of a call's results.
pub(crate) struct Results {
    pub function: &'static Function,
    pub len: usize,
    /// The rows that are NULL because of a NULL argument.
    pub nulls: Option<NullBuffer>,
}

impl Results {
    /// Writes numbers to `out`, and returns the rows that are NULL.
    pub fn fill<T>(
        self,
        out: &mut [T],
        fill: impl Fill<[T], Vec<usize>>,
    ) -> Result<Option<NullBuffer>, CallError> {
        let Results { function, len, nulls } = self;
        if out.len() != len {
            return Err(CallError::lengths(function, len, out.len()));
        }
        let absent = fill(out)?;
        with_nulls(function, nulls, &absent, len)
    }

    fn numbers<T: ArrowPrimitiveType>(
        self,
        fill: impl Fill<[T::Native], Vec<usize>>,
    ) -> Result<ArrayRef, CallError> {
        let mut values = filled(self.function, self.len, T::Native::default())?;
        let nulls = self.fill(&mut values, fill)?;
        Ok(Arc::new(PrimitiveArray::<T>::new(values.into(), nulls)))
    }
}

impl Sink for Results {
    type Results = ArrayRef;

    fn u32(self, fill: impl Fill<[u32], Vec<usize>>) -> Result<ArrayRef, CallError> {
        self.numbers::<UInt32Type>(fill)
    }

    fn u64(self, fill: impl Fill<[u64], Vec<usize>>) -> Result<ArrayRef, CallError> {
        if self.function.returns() != Returns::Bigint {
            return self.numbers::<UInt64Type>(fill);
        }
        let array = self.numbers::<UInt64Type>(fill)?;
        let array = array.as_primitive::<UInt64Type>();
        let values = ScalarBuffer::<i64>::from(array.values().inner().clone());
        Ok(Arc::new(PrimitiveArray::<Int64Type>::new(values, array.nulls().cloned())))
    }

    fn i32(self, fill: impl Fill<[i32], Vec<usize>>) -> Result<ArrayRef, CallError> {
        self.numbers::<Int32Type>(fill)
    }

    fn i64(self, fill: impl Fill<[i64], Vec<usize>>) -> Result<ArrayRef, CallError> {
        self.numbers::<Int64Type>(fill)
    }

    fn bools(self, fill: impl Fill<[u8]>) -> Result<ArrayRef, CallError> {
        let mut bytes = filled(self.function, self.len, 0)?;
        fill(&mut bytes)?;
        let mut bits = filled(self.function, self.len.div_ceil(8), 0_u8)?;
        for (row, byte) in bytes.iter().enumerate() {
            bits[row / 8] |= byte << (row % 8);
        }
        let values = BooleanBuffer::new(Buffer::from_vec(bits), 0, self.len);
        Ok(Arc::new(BooleanArray::new(values, self.nulls)))
    }

    fn uuids(self, fill: impl Fill<[[u8; 16]]>) -> Result<ArrayRef, CallError> {
        let mut uuids = filled(self.function, self.len, [0; 16])?;
        fill(&mut uuids)?;
        self.fixed(36, |out| {
            for (text, uuid) in out.as_chunks_mut().0.iter_mut().zip(&uuids) {
                *text = uuid_text(u128::from_be_bytes(*uuid));
            }
            Ok(())
        })
    }

    fn u32_lists(self, lists: U32Lists) -> Result<ArrayRef, CallError> {
        let U32Lists { all, ends, nulls } = lists;
        if all.len() > MAX_TOTAL {
            return Err(CallError::lists_too_long(self.function, all.len(), MAX_TOTAL));
        }
        let nulls = with_nulls(self.function, self.nulls, &nulls, ends.len())?;
        let offsets = offsets(self.function, &ends)?;
        let field = Arc::new(Field::new_list_field(DataType::UInt32, false));
        let values = Arc::new(PrimitiveArray::<UInt32Type>::new(all.into(), None));
        list_array(self.function, field, offsets, values, nulls)
    }

    fn fixed(self, width: usize, fill: impl Fill<[u8]>) -> Result<ArrayRef, CallError> {
        let Results { function, len, nulls } = self;
        let total = len * width;
        if total > MAX_TOTAL {
            return Err(CallError::batch_too_long(function, total, MAX_TOTAL));
        }
        let mut bytes = filled(function, total, 0)?;
        fill(&mut bytes)?;
        let mut offsets = room(function, len + 1)?;
        offsets.extend((0..=len).map(|row| (row * width) as i32));
        strings(function, offsets, bytes, nulls)
    }

    fn variable(self, fill: impl Fill<Variable>) -> Result<ArrayRef, CallError> {
        let mut results = Variable::at_most(MAX_TOTAL);
        fill(&mut results)?;
        values(self.function, results, self.nulls)
    }

    fn lists(self, fill: impl Fill<Lists>) -> Result<ArrayRef, CallError> {
        let mut lists = Lists::at_most(MAX_TOTAL);
        fill(&mut lists)?;
        let list_offsets = offsets(self.function, lists.ends())?;
        let values = values(self.function, lists.into_values(), None)?;
        let field = Arc::new(Field::new_list_field(values.data_type().clone(), true));
        list_array(self.function, field, list_offsets, values, self.nulls)
    }

    fn measurements(self, measurements: Measurements) -> Result<ArrayRef, CallError> {
        let Measurements { all, ends, nulls } = measurements;
        Ok(Arc::new(lists_of_measurements(&all, &ends, &nulls)))
    }
}

/// Texts or bytes of any length. `nulls` has the rows that are NULL in addition to those that failed.
fn values(
    function: &Function,
    values: Variable,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let nulls = with_nulls(function, nulls, values.failed(), values.ends().len())?;
    let offsets = offsets(function, values.ends())?;
    strings(function, offsets, values.into_bytes(), nulls)
}

/// Lists of values, which may be NULL. The field comes from the function's type.
pub(crate) fn list_array(
    function: &Function,
    field: FieldRef,
    offsets: Vec<i32>,
    values: ArrayRef,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let lists = ListArray::try_new(field, offsets, values, nulls);
    Ok(Arc::new(lists.map_err(|e| CallError::layout(function, &e))?))
}

fn offsets(function: &Function, ends: &[usize]) -> Result<Vec<i32>, CallError> {
    let mut offsets = room(function, ends.len() + 1)?;
    offsets.push(0);
    offsets.extend(ends.iter().map(|&end| end as i32));
    Ok(offsets)
}

/// The most bytes in an array, or values in its lists: its offsets have 32 bits.
pub(crate) const MAX_TOTAL: usize = i32::MAX as usize;

/// Adds rows to NULLs.
fn with_nulls(
    function: &Function,
    nulls: Option<NullBuffer>,
    rows: &[usize],
    len: usize,
) -> Result<Option<NullBuffer>, CallError> {
    if rows.is_empty() {
        return Ok(nulls);
    }
    let mut bits = filled(function, len.div_ceil(8), 0xff_u8)?;
    for &row in rows {
        bits[row / 8] &= !(1 << (row % 8));
    }
    let failed = NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, len));
    Ok(NullBuffer::union(nulls.as_ref(), Some(&failed)))
}

/// The results if all rows are NULL.
pub(crate) fn all_null(function: &'static Function, len: usize) -> Result<ArrayRef, CallError> {
    let nulls = (len > 0).then(|| NullBuffer::new_null(len));
    let results = Results { function, len, nulls };
    match return_type(function) {
        DataType::UInt32 => results.u32(|_| Ok(Vec::new())),
        DataType::UInt64 => results.u64(|_| Ok(Vec::new())),
        DataType::Int32 => results.i32(|_| Ok(Vec::new())),
        DataType::Int64 => results.i64(|_| Ok(Vec::new())),
        DataType::Boolean => results.bools(|_| Ok(())),
        DataType::List(field) => {
            let values = new_empty_array(field.data_type());
            list_array(function, field, filled(function, len + 1, 0)?, values, results.nulls)
        }
        // Texts or bytes.
        _ => results.fixed(0, |_| Ok(())),
    }
}

/// An array of a function's texts or bytes, stored one after the other.
pub(crate) fn strings(
    function: &Function,
    offsets: Vec<i32>,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let bytes = Buffer::from_vec(bytes);
    Ok(match function.returns() {
        Returns::Varchar | Returns::Varchars | Returns::Uuid => Arc::new(
            StringArray::try_new(offsets, bytes, nulls)
                .map_err(|e| CallError::layout(function, &e))?,
        ),
        _ => Arc::new(BinaryArray::new(offsets, bytes, nulls)),
    })
}
