//! Calls over arrays.

use arrow_array::{ArrayRef, Datum};
use arrow_buffer::NullBuffer;
use hashlane_catalog::{CallError, Function, TypeClass};

use crate::argument::Argument;
use crate::dense::{self, length};
use crate::destination::{Destination, InPlace, NewArray, NumbersMut};
use crate::types::type_class;
use crate::{dictionary, results, row};

/// Calls a function. The result has as many rows as the arrays among the arguments, or one if all are scalars. Its type
/// is [`return_type`](crate::return_type).
///
/// # Errors
/// Returns an error if the function doesn't accept the arguments, or if arrays have different lengths. The error names
/// the function, the argument, the given value and the allowed ones.
pub fn evaluate(function: &'static Function, args: &[&dyn Datum]) -> Result<ArrayRef, CallError> {
    evaluate_to(function, args, NewArray)
}

/// Like [`evaluate`], but writes the results of a function that returns numbers to `out`, which has as many rows as
/// [`evaluate`]'s array. Returns the rows that are NULL, if there are any. Their numbers are arbitrary, as are all numbers
/// after an error.
///
/// ```
/// use arrow::array::StringViewArray;
/// use hashlane_arrow::{NumbersMut, evaluate_into};
///
/// let function = hashlane_catalog::find("xxh3").unwrap();
/// let column = StringViewArray::from(vec!["hashlane", "lane"]);
/// let mut digests = [0; 2];
/// let nulls = evaluate_into(function, &[&column], NumbersMut::U64(&mut digests))?;
/// assert_eq!(digests[0], 4052515222990873942);
/// assert!(nulls.is_none());
/// # Ok::<(), hashlane_catalog::CallError>(())
/// ```
///
/// # Errors
/// As for [`evaluate`]. Also returns an error if `out` has another type than the results, or another number of rows.
pub fn evaluate_into(
    function: &'static Function,
    args: &[&dyn Datum],
    out: NumbersMut<'_>,
) -> Result<Option<NullBuffer>, CallError> {
    out.check_type(function)?;
    evaluate_to(function, args, InPlace(out))
}

fn evaluate_to<D: Destination>(
    function: &'static Function,
    args: &[&dyn Datum],
    to: D,
) -> Result<D::Results, CallError> {
    if !function.arity().contains(&args.len()) {
        return Err(CallError::arity(function, args.len()));
    }
    if function.takes_list() {
        return to.array(function, row::evaluate_lists(function, args)?);
    }
    if function.takes_row() {
        return row::evaluate(function, args, function.value_places(args.len()), to);
    }
    let value = function.value_index();
    if function.takes_column(type_class(args[value].get().0.data_type())) {
        return row::evaluate(function, args, function.value_places(args.len()), to);
    }
    let arguments = args.iter().zip(function.args).map(|(datum, arg)| {
        let (array, is_scalar) = datum.get();
        Argument::new(function, arg, array, is_scalar)
    });
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    let len = length(function, args)?;
    check_nulls(function, args, &arguments, len)?;
    if len == 0 || arguments.iter().any(Argument::is_null_scalar) {
        return to.array(function, results::all_null(function, len)?);
    }
    if let Some(result) = dictionary::evaluate(function, &arguments)? {
        return to.array(function, result);
    }
    let arguments = arguments.into_iter().map(|argument| argument.flat(function));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    let nulls = NullBuffer::union_many(arguments.iter().map(Argument::nulls));
    dense::evaluate(function, &arguments, len, nulls, to)
}

/// Returns an error if an argument that [can't be NULL](hashlane_catalog::ArgKind::refuses_null) is NULL in a row with
/// a value.
fn check_nulls(
    function: &Function,
    args: &[&dyn Datum],
    arguments: &[Argument],
    len: usize,
) -> Result<(), CallError> {
    let class = |datum: &&dyn Datum| type_class(datum.get().0.data_type());
    for ((argument, arg), datum) in arguments.iter().zip(function.args).zip(args) {
        // A NULL whole number is `max_bytes` and no dictionary: the result is NULL.
        if !arg.kind.refuses_null() || class(datum) == TypeClass::Integer {
            continue;
        }
        let is_null = argument.null_test();
        let value_is_null = arguments[function.value_index()].null_test();
        if (0..len).any(|row| is_null(row) && !value_is_null(row)) {
            return Err(CallError::null(function, arg));
        }
    }
    Ok(())
}
