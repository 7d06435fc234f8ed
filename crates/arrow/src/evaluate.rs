//! A call over arrays.

use arrow_array::{ArrayRef, Datum};
use arrow_buffer::NullBuffer;
use hashlane_catalog::{Call, CallError, Column, Function};

use crate::argument::{Argument, Borrowed, column, rows};
use crate::types::type_class;
use crate::{dictionary, results, row};

/// Calls a function. The result has as many rows as the arguments that are arrays, or one where all
/// are scalars; its type is [`return_type`].
///
/// # Errors
/// Returns an error if the arguments are not what the function takes, or if arrays have different lengths. It names the
/// function, the argument, what was given and what is allowed.
pub fn evaluate(function: &'static Function, args: &[&dyn Datum]) -> Result<ArrayRef, CallError> {
    if !function.arity().contains(&args.len()) {
        return Err(CallError::arity(function, args.len()));
    }
    if function.takes_list() {
        return row::evaluate_lists(function, args);
    }
    let value = function.value_index();
    if function.takes_row() {
        return row::evaluate(function, args, value..args.len());
    }
    if function.takes_column(type_class(args[value].get().0.data_type())) {
        return row::evaluate(function, args, value..value + 1);
    }
    let arguments = args.iter().zip(function.args).map(|(datum, arg)| {
        let (array, is_scalar) = datum.get();
        Argument::new(function, arg, array, is_scalar)
    });
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    let len = length(function, args)?;
    if len == 0 || arguments.iter().any(Argument::is_null_scalar) {
        return results::all_null(function, len);
    }
    if let Some(result) = dictionary::evaluate(function, &arguments)? {
        return Ok(result);
    }
    let arguments = arguments.into_iter().map(|argument| argument.flat(function));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    let nulls = NullBuffer::union_many(arguments.iter().map(Argument::nulls));
    evaluate_dense(function, &arguments, len, nulls)
}

/// How many rows a call has: as many as its arrays, or one if all arguments are scalars.
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

/// A call over flat arguments. `nulls` has the rows that are NULL, whether an
/// argument is NULL there or nobody wants to know the result.
pub(crate) fn evaluate_dense(
    function: &'static Function,
    arguments: &[Argument],
    len: usize,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, CallError> {
    if nulls.as_ref().is_some_and(|nulls| nulls.null_count() == len) {
        return results::all_null(function, len);
    }
    let layout = |e| CallError::layout(function, &e);
    let value = function.value_index();
    let borrowed = arguments.iter().enumerate().map(|(i, argument)| match i == value {
        true => Borrowed::value(function, argument, len),
        false => Borrowed::new(function, argument),
    });
    let borrowed = borrowed.collect::<Result<Vec<_>, _>>()?;
    let rows = rows(&arguments[value], &borrowed[value]).map_err(layout)?;
    let params = arguments.iter().zip(&borrowed).enumerate().filter(|(i, _)| *i != value);
    let params: Result<Vec<Column>, _> = params.map(|(_, (a, b))| column(a, b)).collect();
    let valid = nulls.as_ref().map(validity_words);
    let call = Call::new(function, rows, &params.map_err(layout)?, valid.as_deref())?;
    results::array(function, call, len, nulls)
}

/// One bit a row from the first bit of the first word on, as the catalogue reads them.
pub(crate) fn validity_words(nulls: &NullBuffer) -> Vec<u64> {
    nulls.inner().bit_chunks().iter_padded().collect()
}
