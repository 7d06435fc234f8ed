//! Results as arrays.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, Int32Array, Int64Array, ListArray, StringArray, UInt32Array, UInt64Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use hashlane_catalog::{Call, CallError, Function, Lists, Output, Returns, Variable};

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
            let mut values = vec![0; len];
            call.hash32(&mut values)?;
            Ok(Arc::new(UInt32Array::new(values.into(), nulls)))
        }
        Output::U64 => {
            let mut values = vec![0; len];
            call.hash64(&mut values)?;
            Ok(Arc::new(UInt64Array::new(values.into(), nulls)))
        }
        Output::I32 => {
            let mut values = vec![0; len];
            call.signed32(&mut values)?;
            Ok(Arc::new(Int32Array::new(values.into(), nulls)))
        }
        Output::I64 => {
            let mut values = vec![0; len];
            call.signed64(&mut values)?;
            Ok(Arc::new(Int64Array::new(values.into(), nulls)))
        }
        Output::Fixed { width } => {
            let total = len * width;
            if total > MAX_TOTAL {
                return Err(CallError::batch_too_long(function, total, MAX_TOTAL));
            }
            let mut bytes = Vec::new();
            bytes
                .try_reserve_exact(total)
                .map_err(|_| CallError::out_of_memory(function, total))?;
            bytes.resize(total, 0);
            call.fixed(&mut bytes)?;
            let offsets = (0..=len).map(|row| (row * width) as i32).collect();
            strings(function, offsets, bytes, nulls)
        }
        Output::Variable => {
            let mut results = Variable::default();
            call.variable(&mut results, MAX_TOTAL)?;
            let nulls = with_nulls(nulls, results.failed(), len);
            strings(function, offsets(results.ends()), results.into_bytes(), nulls)
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
            let (mut values, mut absent) = (vec![0; len], Vec::new());
            call.measure(|row, value| match value {
                Some(value) => values[row] = value as u32,
                None => absent.push(row),
            })?;
            Ok(Arc::new(UInt32Array::new(values.into(), with_nulls(nulls, &absent, len))))
        }
        Output::Measure64 => {
            let (mut values, mut absent) = (vec![0; len], Vec::new());
            call.measure(|row, value| match value {
                Some(value) => values[row] = value,
                None => absent.push(row),
            })?;
            Ok(Arc::new(UInt64Array::new(values.into(), with_nulls(nulls, &absent, len))))
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
    let list_offsets = OffsetBuffer::new(ScalarBuffer::from(offsets(lists.ends())));
    let values = lists.into_values();
    let (len, ends) = (values.ends().len(), offsets(values.ends()));
    let value_nulls = with_nulls(None, values.failed(), len);
    let values = strings(function, ends, values.into_bytes(), value_nulls)?;
    let DataType::List(field) = return_type(function) else {
        unreachable!("its results are lists")
    };
    let lists = ListArray::try_new(field, list_offsets, values, nulls);
    Ok(Arc::new(lists.map_err(|e| CallError::layout(function, &e))?))
}

fn offsets(ends: &[usize]) -> Vec<i32> {
    std::iter::once(0).chain(ends.iter().map(|&end| end as i32)).collect()
}

/// The most bytes, or values of lists, in an array: its offsets are 32 bits wide.
pub(crate) const MAX_TOTAL: usize = i32::MAX as usize;

fn with_nulls(nulls: Option<NullBuffer>, rows: &[usize], len: usize) -> Option<NullBuffer> {
    if rows.is_empty() {
        return nulls;
    }
    let mut valid = vec![true; len];
    for &row in rows {
        valid[row] = false;
    }
    NullBuffer::union(nulls.as_ref(), Some(&NullBuffer::from(valid)))
}

fn strings(
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
