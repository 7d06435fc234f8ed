//! Converts results to arrays.

use std::sync::Arc;

use arrow_array::types::{Float64Type, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BinaryArray, BooleanArray, ListArray, PrimitiveArray,
    StringArray, StructArray, new_empty_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, FieldRef};
use bytemuck::Pod;
use hashlane_catalog::{
    Call, CallError, FixedResults, Function, ListResults, ResultType, Results, StringResults,
    filled, room,
};
use hashlane_kernels::encoding::uuid_text;

use crate::types::{data_type, list_field, return_type, struct_fields};

/// What the arrays of a call's results have in common.
pub(crate) struct CallRows {
    pub function: &'static Function,
    pub len: usize,
    /// The rows that are NULL because of a NULL argument.
    pub nulls: Option<NullBuffer>,
}

impl CallRows {
    /// Computes every row of a call, and returns the results as an array.
    pub fn of_every_row(self, call: Call<'_>) -> Result<ArrayRef, CallError> {
        let returns = self.function.returns;
        match returns {
            ResultType::UInteger => self.numbers::<UInt32Type>(call),
            ResultType::UBigint => self.numbers::<UInt64Type>(call),
            ResultType::Integer => self.numbers::<Int32Type>(call),
            ResultType::Bigint => self.numbers::<Int64Type>(call),
            ResultType::Double => self.numbers::<Float64Type>(call),
            ResultType::Boolean => self.bools(call),
            ResultType::Uuid => self.uuids(call),
            _ => array(self.function, &returns, call.collect(MAX_TOTAL, None)?, self.nulls),
        }
    }

    /// Writes the numbers of a call to `out`, and returns the rows that are NULL.
    pub fn written(self, call: Call<'_>, out: &mut [u8]) -> Result<Option<NullBuffer>, CallError> {
        let absent = call.write(out)?;
        with_nulls(self.function, self.nulls, &absent, self.len)
    }

    fn numbers<T: ArrowPrimitiveType<Native: Pod>>(
        self,
        call: Call<'_>,
    ) -> Result<ArrayRef, CallError> {
        let mut values = filled(self.function, self.len, T::Native::default())?;
        let nulls = self.written(call, bytemuck::cast_slice_mut(&mut values))?;
        Ok(Arc::new(PrimitiveArray::<T>::new(values.into(), nulls)))
    }

    fn bools(self, call: Call<'_>) -> Result<ArrayRef, CallError> {
        let function = self.function;
        let mut bytes = filled(function, self.len, 0)?;
        let mut bits = filled(function, self.len.div_ceil(8), 0_u8)?;
        let len = self.len;
        let nulls = self.written(call, &mut bytes)?;
        for (row, byte) in bytes.iter().enumerate() {
            bits[row / 8] |= byte << (row % 8);
        }
        let values = BooleanBuffer::new(Buffer::from_vec(bits), 0, len);
        Ok(Arc::new(BooleanArray::new(values, nulls)))
    }

    fn uuids(self, call: Call<'_>) -> Result<ArrayRef, CallError> {
        let mut uuids = filled(self.function, self.len, [0; 16])?;
        call.write(uuids.as_flattened_mut())?;
        let mut texts = self.bytes(36)?;
        for (text, uuid) in texts.as_chunks_mut().0.iter_mut().zip(uuids) {
            *text = uuid_text(u128::from_be_bytes(uuid));
        }
        self.fixed(36, texts)
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

    /// An array of texts or bytes, which lie one after the other in `bytes`, `width` bytes each.
    pub fn fixed(self, width: usize, bytes: Vec<u8>) -> Result<ArrayRef, CallError> {
        let CallRows { function, len, nulls } = self;
        let mut offsets = room(function, len + 1)?;
        offsets.extend((0..=len).map(|row| (row * width) as i32));
        strings(function, &return_type(function), offsets, bytes, nulls)
    }
}

/// The results of groups as an array.
///
/// # Errors
/// Returns an error if they are larger than an array can be, or if memory can't be allocated.
pub fn array_of_groups(
    function: &'static Function,
    results: Results,
) -> Result<ArrayRef, CallError> {
    array(function, &function.returns, results, None)
}

/// Results of a type as an array. `nulls` has the rows that are NULL in addition to their own.
pub(crate) fn array(
    function: &'static Function,
    returns: &ResultType,
    results: Results,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    match results {
        Results::Fixed(fixed) => match returns {
            ResultType::UInteger => numbers::<UInt32Type>(function, &fixed, nulls),
            ResultType::UBigint => numbers::<UInt64Type>(function, &fixed, nulls),
            ResultType::Integer => numbers::<Int32Type>(function, &fixed, nulls),
            ResultType::Bigint => numbers::<Int64Type>(function, &fixed, nulls),
            ResultType::Double => numbers::<Float64Type>(function, &fixed, nulls),
            ResultType::Blob | ResultType::Varchar => {
                let len = fixed.bytes.len() / fixed.width.max(1);
                CallRows { function, len, nulls }.fixed(fixed.width, fixed.bytes)
            }
            other => {
                Err(CallError::layout(function, &format!("{other} has no form in lists or groups")))
            }
        },
        Results::Strings(values) => texts(function, &data_type(returns), values, nulls),
        Results::Lists(lists) => of_lists(function, returns, lists, nulls),
        Results::Structs(columns) => of_structs(function, returns, columns, nulls),
    }
}

fn numbers<T: ArrowPrimitiveType<Native: Pod>>(
    function: &Function,
    fixed: &FixedResults,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let len = fixed.bytes.len() / size_of::<T::Native>();
    let mut values = filled(function, len, T::Native::default())?;
    bytemuck::cast_slice_mut(&mut values).copy_from_slice(&fixed.bytes);
    let nulls = with_nulls(function, nulls, &fixed.nulls, len)?;
    Ok(Arc::new(PrimitiveArray::<T>::new(values.into(), nulls)))
}

/// Texts or bytes of any length.
fn texts(
    function: &Function,
    data_type: &DataType,
    values: StringResults,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    if values.bytes().len() > MAX_TOTAL {
        return Err(CallError::batch_too_long(function, values.bytes().len(), MAX_TOTAL));
    }
    let nulls = with_nulls(function, nulls, values.nulls(), values.ends().len())?;
    let offsets = offsets(function, values.ends())?;
    strings(function, data_type, offsets, values.into_bytes(), nulls)
}

fn of_lists(
    function: &'static Function,
    returns: &ResultType,
    lists: ListResults,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let ResultType::List(element) = returns else {
        return Err(CallError::layout(function, &"its results are lists, and its type is not"));
    };
    let values = lists.values().len();
    if values > MAX_TOTAL {
        return Err(CallError::lists_too_long(function, values, MAX_TOTAL));
    }
    let nulls = with_nulls(function, nulls, lists.nulls(), lists.ends().len())?;
    let offsets = offsets(function, lists.ends())?;
    let values = array(function, element, lists.into_values(), None)?;
    list_array(function, list_field(element), offsets, values, nulls)
}

fn of_structs(
    function: &'static Function,
    returns: &ResultType,
    columns: Vec<Results>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let ResultType::Struct(fields) = returns else {
        return Err(CallError::layout(function, &"its results are structs, and its type is not"));
    };
    let arrays: Result<Vec<ArrayRef>, CallError> = fields
        .iter()
        .zip(columns)
        .map(|(field, column)| array(function, &field.returns, column, None))
        .collect();
    let structs = StructArray::try_new(struct_fields(fields), arrays?, nulls);
    Ok(Arc::new(structs.map_err(|e| CallError::layout(function, &e))?))
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
    let absent = NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, len));
    Ok(NullBuffer::union(nulls.as_ref(), Some(&absent)))
}

/// The results if all rows are NULL.
pub(crate) fn all_null(function: &'static Function, len: usize) -> Result<ArrayRef, CallError> {
    let nulls = (len > 0).then(|| NullBuffer::new_null(len));
    let zeros = |width: usize| -> Result<FixedResults, CallError> {
        Ok(FixedResults { width, bytes: filled(function, len * width, 0)?, nulls: Vec::new() })
    };
    match function.returns {
        ResultType::Boolean => {
            let bits = filled(function, len.div_ceil(8), 0_u8)?;
            let values = BooleanBuffer::new(Buffer::from_vec(bits), 0, len);
            Ok(Arc::new(BooleanArray::new(values, nulls)))
        }
        ResultType::List(element) => {
            let values = new_empty_array(&data_type(element));
            let offsets = filled(function, len + 1, 0)?;
            list_array(function, list_field(element), offsets, values, nulls)
        }
        ResultType::Blob | ResultType::Varchar | ResultType::Uuid => {
            CallRows { function, len, nulls }.fixed(0, Vec::new())
        }
        returns => {
            let width = returns.width().unwrap_or_default();
            array(function, &returns, Results::Fixed(zeros(width)?), nulls)
        }
    }
}

/// An array of texts or bytes, stored one after the other.
pub(crate) fn strings(
    function: &Function,
    data_type: &DataType,
    offsets: Vec<i32>,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let bytes = Buffer::from_vec(bytes);
    Ok(match data_type {
        DataType::Utf8 => Arc::new(
            StringArray::try_new(offsets, bytes, nulls)
                .map_err(|e| CallError::layout(function, &e))?,
        ),
        _ => Arc::new(BinaryArray::new(offsets, bytes, nulls)),
    })
}
