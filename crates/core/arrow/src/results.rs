//! Converts results to arrays.

use std::sync::Arc;

use arrow_array::types::{Float64Type, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BooleanArray, ListArray, PrimitiveArray,
    StringArray, new_empty_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef};
use hashlane_catalog::{
    Call, CallError, Collected, Differences, Function, Lists, Measurements, Memory, Returns,
    U32Lists, U64Lists, Variable, filled, room,
};

use hashlane_kernels::row::uuid_text;

use crate::types::return_type;
use crate::values::{differences, lists_of_measurements};

/// What the arrays of a call's results have in common.
pub(crate) struct Results {
    pub function: &'static Function,
    pub len: usize,
    /// The rows that are NULL because of a NULL argument.
    pub nulls: Option<NullBuffer>,
}

impl Results {
    /// Computes every row of a call, and returns the results as an array.
    pub fn of_every_row(self, call: Call<'_>) -> Result<ArrayRef, CallError> {
        self.array_of(call.collect(MAX_TOTAL)?)
    }

    /// The array of results, one a row.
    fn array_of(self, results: Collected) -> Result<ArrayRef, CallError> {
        match results {
            Collected::U32(values, absent) => self.numbers::<UInt32Type>(values, &absent),
            Collected::U64(values, absent) => self.numbers::<UInt64Type>(values, &absent),
            Collected::I32(values, absent) => self.numbers::<Int32Type>(values, &absent),
            Collected::I64(values, absent) => self.numbers::<Int64Type>(values, &absent),
            Collected::F64(values) => self.numbers::<Float64Type>(values, &[]),
            Collected::Bools(bytes) => self.bools(&bytes),
            Collected::Uuids(uuids) => self.uuids(&uuids),
            Collected::Fixed { width, bytes } => self.fixed(width, bytes),
            Collected::Variable(results) => values(self.function, results, self.nulls),
            Collected::Lists(lists) => self.lists(lists),
            Collected::U32Lists(U32Lists { all, ends, nulls }) => {
                self.number_lists::<UInt32Type>(all, &ends, &nulls)
            }
            Collected::U64Lists(U64Lists { all, ends, nulls }) => {
                self.number_lists::<UInt64Type>(all, &ends, &nulls)
            }
            Collected::Differences(differences) => self.lists_of_differences(differences),
            Collected::Measurements(Measurements { all, ends, nulls }) => {
                Ok(Arc::new(lists_of_measurements(&all, &ends, &nulls)))
            }
        }
    }

    /// Writes the numbers of a call to `out`, and returns the rows that are NULL.
    pub fn written<'m>(
        self,
        call: Call<'_>,
        out: impl Into<Memory<'m>>,
    ) -> Result<Option<NullBuffer>, CallError> {
        let absent = call.evaluate(out.into())?;
        with_nulls(self.function, self.nulls, &absent, self.len)
    }

    fn numbers<T: ArrowPrimitiveType>(
        self,
        values: Vec<T::Native>,
        absent: &[usize],
    ) -> Result<ArrayRef, CallError> {
        let nulls = with_nulls(self.function, self.nulls, absent, self.len)?;
        Ok(Arc::new(PrimitiveArray::<T>::new(values.into(), nulls)))
    }

    fn no_numbers<T: ArrowPrimitiveType>(self) -> Result<ArrayRef, CallError> {
        let values = filled(self.function, self.len, T::Native::default())?;
        Ok(Arc::new(PrimitiveArray::<T>::new(values.into(), self.nulls)))
    }

    /// An array of one byte a row: 1 for true, 0 for false.
    fn bools(self, bytes: &[u8]) -> Result<ArrayRef, CallError> {
        let mut bits = filled(self.function, self.len.div_ceil(8), 0_u8)?;
        for (row, byte) in bytes.iter().enumerate() {
            bits[row / 8] |= byte << (row % 8);
        }
        let values = BooleanBuffer::new(Buffer::from_vec(bits), 0, self.len);
        Ok(Arc::new(BooleanArray::new(values, self.nulls)))
    }

    fn uuids(self, uuids: &[[u8; 16]]) -> Result<ArrayRef, CallError> {
        let mut texts = self.bytes(36)?;
        for (text, uuid) in texts.as_chunks_mut().0.iter_mut().zip(uuids) {
            *text = uuid_text(u128::from_be_bytes(*uuid));
        }
        self.fixed(36, texts)
    }

    fn number_lists<T: ArrowPrimitiveType>(
        self,
        all: Vec<T::Native>,
        ends: &[usize],
        nulls: &[usize],
    ) -> Result<ArrayRef, CallError> {
        if all.len() > MAX_TOTAL {
            return Err(CallError::lists_too_long(self.function, all.len(), MAX_TOTAL));
        }
        let nulls = with_nulls(self.function, self.nulls, nulls, ends.len())?;
        let offsets = offsets(self.function, ends)?;
        let field = Arc::new(Field::new_list_field(T::DATA_TYPE, false));
        let values = Arc::new(PrimitiveArray::<T>::new(all.into(), None));
        list_array(self.function, field, offsets, values, nulls)
    }

    fn lists_of_differences(self, found: Differences) -> Result<ArrayRef, CallError> {
        let Differences { all, ends, nulls } = found;
        if all.len() > MAX_TOTAL / MAX_SIDE {
            return Err(CallError::lists_too_long(self.function, all.len(), MAX_TOTAL / MAX_SIDE));
        }
        let nulls = with_nulls(self.function, self.nulls, &nulls, ends.len())?;
        let offsets = offsets(self.function, &ends)?;
        let values = differences(&all);
        let field = Arc::new(Field::new_list_field(values.data_type().clone(), false));
        list_array(self.function, field, offsets, Arc::new(values), nulls)
    }

    /// Memory for results of `width` bytes.
    pub fn bytes(&self, width: usize) -> Result<Vec<u8>, CallError> {
        match self.len.saturating_mul(width) {
            total if total > MAX_TOTAL => {
                Err(CallError::batch_too_long(self.function, total, MAX_TOTAL))
            }
            total => filled(self.function, total, 0),
        }
    }

    /// An array whose rows lie one after the other in `bytes`, `width` bytes each.
    pub fn fixed(self, width: usize, bytes: Vec<u8>) -> Result<ArrayRef, CallError> {
        let Results { function, len, nulls } = self;
        let mut offsets = room(function, len + 1)?;
        offsets.extend((0..=len).map(|row| (row * width) as i32));
        strings(function, offsets, bytes, nulls)
    }

    fn lists(self, lists: Lists) -> Result<ArrayRef, CallError> {
        let list_offsets = offsets(self.function, lists.ends())?;
        let values = values(self.function, lists.into_values(), None)?;
        let field = Arc::new(Field::new_list_field(values.data_type().clone(), true));
        list_array(self.function, field, list_offsets, values, self.nulls)
    }
}

/// The results of groups as an array.
///
/// # Errors
/// Returns an error if they are larger than an array can be, or if memory can't be allocated.
pub fn array_of_groups(
    function: &'static Function,
    groups: usize,
    results: Collected,
) -> Result<ArrayRef, CallError> {
    Results { function, len: groups, nulls: None }.array_of(results)
}

/// Texts or bytes of any length. `nulls` has the rows that are NULL in addition to those that failed.
fn values(
    function: &Function,
    values: Variable,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    if values.bytes().len() > MAX_TOTAL {
        return Err(CallError::batch_too_long(function, values.bytes().len(), MAX_TOTAL));
    }
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

/// The most bytes of the name of a side.
const MAX_SIDE: usize = 5;

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
        DataType::UInt32 => results.no_numbers::<UInt32Type>(),
        DataType::UInt64 => results.no_numbers::<UInt64Type>(),
        DataType::Int32 => results.no_numbers::<Int32Type>(),
        DataType::Int64 => results.no_numbers::<Int64Type>(),
        DataType::Float64 => results.no_numbers::<Float64Type>(),
        DataType::Boolean => results.bools(&[]),
        DataType::List(field) => {
            let values = new_empty_array(field.data_type());
            list_array(function, field, filled(function, len + 1, 0)?, values, results.nulls)
        }
        // Texts or bytes.
        _ => results.fixed(0, Vec::new()),
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
