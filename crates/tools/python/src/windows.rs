//! A call over a long chunk, a window of rows at a time.
//!
//! The memory of a window's results is zeroed just before they are written, so it is in the cache by then.

use std::sync::Arc;

use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, ArrowPrimitiveType, PrimitiveArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_schema::DataType;
use hashlane_arrow::NumbersMut;
use hashlane_catalog::{CallError, Function};

use crate::calls::{self, CallArgument, CallFailure};
use crate::numbers::NumberBuffer;

/// The number of rows per window: 512 KiB of results. A call takes 1.6 µs on Zen 3. There `xxh3` of UUIDs in Polars takes 7.2 ns
/// in windows of this size or of 16,384 rows, and 7.6 in windows of 4,096.
const WINDOW_ROWS: usize = 1 << 16;

/// Calls a scalar function over `rows` rows of arguments whose types have been checked.
pub fn evaluate(
    function: &'static Function,
    args: &[CallArgument],
    rows: usize,
) -> Result<ArrayRef, CallFailure> {
    if rows <= WINDOW_ROWS || !has_views(args) {
        return calls::evaluate(function, args);
    }
    match calls::return_type(function) {
        DataType::UInt64 => numbers::<UInt64Type>(function, args, rows),
        DataType::Int64 => numbers::<Int64Type>(function, args, rows),
        DataType::UInt32 => numbers::<UInt32Type>(function, args, rows),
        DataType::Int32 => numbers::<Int32Type>(function, args, rows),
        _ => calls::evaluate(function, args),
    }
}

/// Whether the columns contain views, and nothing that a call prepares as a whole, such as a dictionary.
fn has_views(args: &[CallArgument]) -> bool {
    let is_view =
        |data_type: &DataType| matches!(data_type, DataType::Utf8View | DataType::BinaryView);
    let columns = args.iter().filter(|arg| !arg.is_scalar).map(|arg| arg.array.data_type());
    columns.clone().any(is_view) && columns.clone().all(|of| is_view(of) || of.is_primitive())
}

fn numbers<T: ArrowPrimitiveType>(
    function: &'static Function,
    args: &[CallArgument],
    rows: usize,
) -> Result<ArrayRef, CallFailure>
where
    for<'a> NumbersMut<'a>: From<&'a mut [T::Native]>,
{
    let no_memory = || CallError::out_of_memory(function, rows * size_of::<T::Native>());
    let mut values =
        NumberBuffer::new(rows).ok_or_else(no_memory).map_err(CallFailure::of_value)?;
    let mut nulls = None;
    for first in (0..rows).step_by(WINDOW_ROWS) {
        let window = WINDOW_ROWS.min(rows - first);
        let args: Vec<_> = args.iter().map(|arg| arg.slice(first, window)).collect();
        let of_window = calls::evaluate_into(function, &args, values.append(window).into())?;
        append_nulls(&mut nulls, of_window.as_ref(), first, window);
    }
    let nulls = nulls.map(|mut nulls| NullBuffer::new(nulls.finish()));
    Ok(Arc::new(PrimitiveArray::<T>::new(values.into_buffer(), nulls)))
}

/// Appends the NULLs of a window. The builder is `None` until the first NULL.
fn append_nulls(
    nulls: &mut Option<BooleanBufferBuilder>,
    of_window: Option<&NullBuffer>,
    first: usize,
    rows: usize,
) {
    match (of_window, &mut *nulls) {
        (None, None) => {}
        (None, Some(nulls)) => nulls.append_n(rows, true),
        (Some(window), Some(nulls)) => nulls.append_buffer(window.inner()),
        (Some(window), None) => {
            let mut builder = BooleanBufferBuilder::new(first + rows);
            builder.append_n(first, true);
            builder.append_buffer(window.inner());
            *nulls = Some(builder);
        }
    }
}
