//! Calls over arrays.

use arrow_array::{ArrayRef, Datum};
use arrow_buffer::NullBuffer;
use hashlane_catalog::{CallError, Function};

use crate::argument::Argument;
use crate::dense::{self, length};
use crate::types::type_class;
use crate::{dictionary, results, row};

/// Calls a function. The result has as many rows as the arrays among the arguments, or one if all are scalars. Its type
/// is [`return_type`](crate::return_type).
///
/// # Errors
/// Returns an error if the function doesn't accept the arguments, or if arrays have different lengths. The error names
/// the function, the argument, the given value and the allowed ones.
pub fn evaluate(function: &'static Function, args: &[&dyn Datum]) -> Result<ArrayRef, CallError> {
    if !function.arity().contains(&args.len()) {
        return Err(CallError::arity(function, args.len()));
    }
    if function.takes_list() {
        return row::evaluate_lists(function, args);
    }
    if function.takes_row() {
        return row::evaluate(function, args, function.value_places(args.len()));
    }
    let value = function.value_index();
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
    dense::evaluate(function, &arguments, len, nulls)
}
