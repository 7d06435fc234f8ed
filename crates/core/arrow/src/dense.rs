//! Calls over arrays that are not dictionaries, and what all calls share: lengths, NULLs and parameters.

use arrow_array::Datum;
use arrow_buffer::NullBuffer;
use hashlane_catalog::{ArgColumn, Call, CallError, Function, ValueSource};
use hashlane_kernels::blocks::ViewDamage;

use crate::argument::{Argument, BorrowedData, column, rows};
use crate::destination::Destination;
use crate::results::{CallRows, all_null};

/// Returns the number of rows of a call: that of its arrays, or one if all arguments are scalars.
///
/// # Errors
/// Returns an error if two arrays have different lengths.
pub(crate) fn length(function: &Function, args: &[&dyn Datum]) -> Result<usize, CallError> {
    let arrays = args.iter().map(|arg| arg.get()).filter(|(_, is_scalar)| !is_scalar);
    let mut lengths = arrays.map(|(array, _)| array.len());
    let Some(len) = lengths.next() else { return Ok(1) };
    match lengths.find(|other| *other != len) {
        None => Ok(len),
        Some(other) => Err(CallError::lengths(function, len, other)),
    }
}

/// Evaluates a call over flat arguments. `nulls` marks the rows whose result is NULL: an argument is NULL
/// there, or the caller doesn't need the result.
pub(crate) fn evaluate<D: Destination>(
    function: &'static Function,
    arguments: &[Argument],
    len: usize,
    nulls: Option<NullBuffer>,
    to: D,
) -> Result<D::Results, CallError> {
    if is_all_null(nulls.as_ref(), len) {
        return to.array(function, all_null(function, len)?);
    }
    let (before, rest) = arguments.split_at(function.value_index());
    let Some((value, after)) = rest.split_first() else {
        return Err(CallError::arity(function, arguments.len()));
    };
    let borrowed = BorrowedData::value(function, value, len)?;
    let damage = ViewDamage::default();
    let layout = |e| CallError::layout(function, &e);
    let rows = rows(value, &borrowed, Some(&damage)).map_err(layout)?;
    let results = evaluate_source(
        function,
        ValueSource::Rows(rows),
        before.iter().chain(after),
        len,
        nulls,
        to,
    );
    // First, since an error may come from a view that reads as empty.
    damage.ensure_none().map_err(layout)?;
    results
}

/// A call over the values of `source` with flat parameters.
pub(crate) fn evaluate_source<'a, D: Destination>(
    function: &'static Function,
    source: ValueSource<'_>,
    params: impl Iterator<Item = &'a Argument> + Clone,
    len: usize,
    nulls: Option<NullBuffer>,
    to: D,
) -> Result<D::Results, CallError> {
    let borrowed = params.clone().map(|param| BorrowedData::new(function, param));
    let borrowed = borrowed.collect::<Result<Vec<_>, _>>()?;
    let columns: Result<Vec<ArgColumn<'_>>, _> =
        params.zip(&borrowed).map(|(param, borrowed)| column(param, borrowed)).collect();
    let columns = columns.map_err(|e| CallError::layout(function, &e))?;
    let valid = nulls.as_ref().map(validity_words);
    let call = Call::new(function, source, &columns, valid.as_deref())?;
    to.call(call, CallRows { function, len, nulls })
}

/// Whether every row is NULL.
pub(crate) fn is_all_null(nulls: Option<&NullBuffer>, len: usize) -> bool {
    nulls.is_some_and(|nulls| nulls.null_count() == len)
}

/// Returns one bit per row, starting with the first bit of the first word, as the catalogue reads them.
pub(crate) fn validity_words(nulls: &NullBuffer) -> Vec<u64> {
    nulls.inner().bit_chunks().iter_padded().collect()
}
