//! Results as arrays.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, Int32Array, Int64Array, ListArray, StringArray, UInt32Array,
    UInt64Array, new_empty_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use hashlane_catalog::{Call, CallError, Function, Lists, Output, Returns, Variable, filled, room};

use crate::types::return_type;
use crate::values::lists_of_measurements;

/// The array of a call's results; `nulls` has the rows that are NULL.
pub(crate) fn array(
    function: &'static Function,
    mut call: Call<'_>,
    len: usize,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    match call.output() {
        Output::U32 => {
            let mut values = filled(function, len, 0)?;
            call.hash32(&mut values)?;
            Ok(Arc::new(UInt32Array::new(values.into(), nulls)))
        }
        Output::U64 => {
            let mut values = filled(function, len, 0)?;
            call.hash64(&mut values)?;
            Ok(Arc::new(UInt64Array::new(values.into(), nulls)))
        }
        Output::I32 => {
            let mut values = filled(function, len, 0)?;
            call.signed32(&mut values)?;
            Ok(Arc::new(Int32Array::new(values.into(), nulls)))
        }
        Output::I64 => {
            let mut values = filled(function, len, 0)?;
            call.signed64(&mut values)?;
            Ok(Arc::new(Int64Array::new(values.into(), nulls)))
        }
        Output::Fixed { width } => {
            let total = len * width;
            if total > MAX_TOTAL {
                return Err(CallError::batch_too_long(function, total, MAX_TOTAL));
            }
            let mut bytes = filled(function, total, 0)?;
            call.fixed(&mut bytes)?;
            let mut offsets = room(function, len + 1)?;
            offsets.extend((0..=len).map(|row| (row * width) as i32));
            strings(function, offsets, bytes, nulls)
        }
        Output::Variable => {
            let mut results = Variable::default();
            call.variable(&mut results, MAX_TOTAL)?;
            let nulls = with_nulls(function, nulls, results.failed(), len)?;
            let offsets = offsets(function, results.ends())?;
            strings(function, offsets, results.into_bytes(), nulls)
        }
        Output::Lists => lists(function, call, nulls),
        Output::Measurements => {
            let (mut all, mut ends) = (Vec::new(), Vec::new());
            call.measurements(|_, measured| {
                all.extend_from_slice(measured.unwrap_or_default());
                ends.push((all.len(), measured.is_some()));
                Ok(())
            })?;
            Ok(Arc::new(lists_of_measurements(&all, ends)))
        }
        Output::Measure32 => {
            let (mut values, mut absent) = (filled(function, len, 0)?, room(function, len)?);
            call.measure(|row, value| match value {
                Some(value) => values[row] = value as u32,
                None => absent.push(row),
            })?;
            let nulls = with_nulls(function, nulls, &absent, len)?;
            Ok(Arc::new(UInt32Array::new(values.into(), nulls)))
        }
        Output::Measure64 => {
            let (mut values, mut absent) = (filled(function, len, 0)?, room(function, len)?);
            call.measure(|row, value| match value {
                Some(value) => values[row] = value,
                None => absent.push(row),
            })?;
            let nulls = with_nulls(function, nulls, &absent, len)?;
            Ok(Arc::new(UInt64Array::new(values.into(), nulls)))
        }
    }
}

fn lists(
    function: &'static Function,
    mut call: Call<'_>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let mut lists = Lists::default();
    call.lists(&mut lists, MAX_TOTAL)?;
    let list_offsets = OffsetBuffer::new(ScalarBuffer::from(offsets(function, lists.ends())?));
    let values = lists.into_values();
    let (len, ends) = (values.ends().len(), offsets(function, values.ends())?);
    let value_nulls = with_nulls(function, None, values.failed(), len)?;
    let values = strings(function, ends, values.into_bytes(), value_nulls)?;
    let DataType::List(field) = return_type(function) else {
        unreachable!("its results are lists")
    };
    let lists = ListArray::try_new(field, list_offsets, values, nulls);
    Ok(Arc::new(lists.map_err(|e| CallError::layout(function, &e))?))
}

fn offsets(function: &Function, ends: &[usize]) -> Result<Vec<i32>, CallError> {
    let mut offsets = room(function, ends.len() + 1)?;
    offsets.push(0);
    offsets.extend(ends.iter().map(|&end| end as i32));
    Ok(offsets)
}

/// The most bytes, or values of lists, in an array: its offsets are 32 bits wide.
pub(crate) const MAX_TOTAL: usize = i32::MAX as usize;

/// The NULLs that there are, and these rows.
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

/// The results of rows that are all NULL.
pub(crate) fn all_null(function: &Function, len: usize) -> Result<ArrayRef, CallError> {
    let nulls = || (len > 0).then(|| NullBuffer::new_null(len));
    Ok(match return_type(function) {
        DataType::UInt32 => Arc::new(UInt32Array::new(filled(function, len, 0)?.into(), nulls())),
        DataType::UInt64 => Arc::new(UInt64Array::new(filled(function, len, 0)?.into(), nulls())),
        DataType::Int32 => Arc::new(Int32Array::new(filled(function, len, 0)?.into(), nulls())),
        DataType::Int64 => Arc::new(Int64Array::new(filled(function, len, 0)?.into(), nulls())),
        DataType::Binary | DataType::Utf8 => {
            strings(function, filled(function, len + 1, 0)?, Vec::new(), nulls())?
        }
        DataType::List(field) => {
            let offsets = OffsetBuffer::new(ScalarBuffer::from(filled(function, len + 1, 0)?));
            let values = new_empty_array(field.data_type());
            let lists = ListArray::try_new(field, offsets, values, nulls());
            Arc::new(lists.map_err(|e| CallError::layout(function, &e))?)
        }
        other => unreachable!("no function returns {other}"),
    })
}

/// An array of a function's texts or bytes, which lie one after the other.
pub(crate) fn strings(
    function: &Function,
    offsets: Vec<i32>,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let bytes = Buffer::from_vec(bytes);
    Ok(match function.returns() {
        Returns::Varchar | Returns::Varchars => Arc::new(
            StringArray::try_new(offsets, bytes, nulls)
                .map_err(|e| CallError::layout(function, &e))?,
        ),
        Returns::Measurements => unreachable!("they are no strings"),
        Returns::Blob
        | Returns::Blobs
        | Returns::UInteger
        | Returns::UBigint
        | Returns::Integer
        | Returns::Bigint => Arc::new(BinaryArray::new(offsets, bytes, nulls)),
    })
}
