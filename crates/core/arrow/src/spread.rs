//! Copies the results of distinct values to the rows that have these values.
//!
//! This is arrow's `take`, except for errors: `take` aborts if memory runs out, and panics if lists have more
//! values than 32-bit offsets can address.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use hashlane_catalog::{Budget, CallError, Function, filled, room};

use crate::results::{MAX_TOTAL, list_array, strings};

/// Returns the results of rows: each row has the result at its place, or NULL if that is `None`.
///
/// # Errors
/// Returns an error if they need more than 32-bit offsets, or more than the budget of a call that limits each value to
/// `max_bytes`.
pub(crate) fn spread<P>(
    function: &Function,
    results: &ArrayRef,
    max_bytes: Option<usize>,
    places: &impl Fn() -> P,
) -> Result<ArrayRef, CallError>
where
    P: ExactSizeIterator<Item = Option<usize>>,
{
    let nulls = nulls(function, results, places())?;
    Ok(match results.data_type() {
        DataType::UInt32 => numbers::<UInt32Type>(function, results, places(), nulls)?,
        DataType::UInt64 => numbers::<UInt64Type>(function, results, places(), nulls)?,
        DataType::Int32 => numbers::<Int32Type>(function, results, places(), nulls)?,
        DataType::Int64 => numbers::<Int64Type>(function, results, places(), nulls)?,
        DataType::Binary | DataType::Utf8 => {
            let (offsets, bytes) = string_parts(results);
            let total = total(places(), |place| between(offsets, place..place + 1));
            check_bytes(function, max_bytes, total, places().len())?;
            let (offsets, bytes) = gathered(function, offsets, bytes, total, places())?;
            strings(function, results.data_type(), offsets, bytes, nulls)?
        }
        DataType::List(field) => {
            let lists = results.as_list::<i32>();
            let ends = lists.value_offsets();
            let values = total(places(), |list| between(ends, list..list + 1));
            if values > MAX_TOTAL {
                return Err(CallError::lists_too_long(function, values, MAX_TOTAL));
            }
            let offset = |list: usize| ends[list] as usize;
            let (offsets, _) = string_parts(lists.values());
            let bytes = total(places(), |list| between(offsets, offset(list)..offset(list + 1)));
            check_bytes(function, max_bytes, bytes, values)?;
            let mut inner = room(function, values)?;
            let mut list_offsets = room(function, places().len() + 1)?;
            list_offsets.push(0);
            for list in places() {
                inner.extend(list.map_or(0..0, |list| offset(list)..offset(list + 1)));
                list_offsets.push(inner.len() as i32);
            }
            let inner = || inner.iter().map(|&value| Some(value));
            let values = spread_values(function, lists.values(), bytes, &inner)?;
            list_array(function, field.clone(), list_offsets, values, nulls)?
        }
        other => {
            let what = format!("results of type {other} can't be the values of a dictionary");
            return Err(CallError::layout(function, &what));
        }
    })
}

/// Copies the values of lists, whose lengths have been checked.
fn spread_values<P>(
    function: &Function,
    values: &ArrayRef,
    total: usize,
    places: &impl Fn() -> P,
) -> Result<ArrayRef, CallError>
where
    P: ExactSizeIterator<Item = Option<usize>>,
{
    let nulls = nulls(function, values, places())?;
    let (offsets, bytes) = string_parts(values);
    let (offsets, bytes) = gathered(function, offsets, bytes, total, places())?;
    strings(function, values.data_type(), offsets, bytes, nulls)
}

/// The offsets and the bytes of texts or bytes.
fn string_parts(array: &ArrayRef) -> (&[i32], &[u8]) {
    match array.data_type() {
        DataType::Utf8 => {
            let array = array.as_string::<i32>();
            (array.value_offsets(), array.value_data())
        }
        _ => {
            let array = array.as_binary::<i32>();
            (array.value_offsets(), array.value_data())
        }
    }
}

fn numbers<T: ArrowPrimitiveType>(
    function: &Function,
    results: &ArrayRef,
    places: impl ExactSizeIterator<Item = Option<usize>>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    let results = results.as_primitive::<T>().values();
    let mut values = room(function, places.len())?;
    values.extend(places.map(|place| place.map_or(T::Native::default(), |place| results[place])));
    Ok(Arc::new(PrimitiveArray::<T>::new(ScalarBuffer::from(values), nulls)))
}

/// Returns the bytes at these places, one after the other, `total` in all, and the end of each.
fn gathered(
    function: &Function,
    offsets: &[i32],
    bytes: &[u8],
    total: usize,
    places: impl ExactSizeIterator<Item = Option<usize>>,
) -> Result<(Vec<i32>, Vec<u8>), CallError> {
    let mut gathered = room(function, total)?;
    let mut ends = room(function, places.len() + 1)?;
    ends.push(0);
    for place in places {
        if let Some(place) = place {
            gathered
                .extend_from_slice(&bytes[offsets[place] as usize..offsets[place + 1] as usize]);
        }
        ends.push(gathered.len() as i32);
    }
    Ok((ends, gathered))
}

/// The rows that are NULL because their place is `None` or their result is NULL.
fn nulls(
    function: &Function,
    results: &ArrayRef,
    places: impl ExactSizeIterator<Item = Option<usize>>,
) -> Result<Option<NullBuffer>, CallError> {
    let (results, len) = (results.nulls(), places.len());
    let mut bits = filled(function, len.div_ceil(8), 0xff_u8)?;
    let mut any = false;
    for (row, place) in places.enumerate() {
        let is_valid = |place: usize| results.is_none_or(|nulls| nulls.is_valid(place));
        if !place.is_some_and(is_valid) {
            bits[row / 8] &= !(1 << (row % 8));
            any = true;
        }
    }
    Ok(any.then(|| NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, len))))
}

fn check_bytes(
    function: &Function,
    max_bytes: Option<usize>,
    bytes: usize,
    values: usize,
) -> Result<(), CallError> {
    if bytes > MAX_TOTAL {
        return Err(CallError::batch_too_long(function, bytes, MAX_TOTAL));
    }
    Budget::DEFAULT.check_cost(function, max_bytes, Budget::cost(bytes, values))
}

/// The number of bytes between two offsets.
fn between(offsets: &[i32], range: Range<usize>) -> usize {
    (offsets[range.end] - offsets[range.start]) as usize
}

/// Adds up the lengths of the results of all rows. `length` returns the length of a result.
fn total(places: impl Iterator<Item = Option<usize>>, length: impl Fn(usize) -> usize) -> usize {
    places.flatten().map(length).fold(0, usize::saturating_add)
}
