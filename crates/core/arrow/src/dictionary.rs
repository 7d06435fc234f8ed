//! Calls over dictionaries: each distinct value is computed once, and the keys refer to the results.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::DataType;
use hashlane_catalog::{ArgKind, ArgValue, CallError, Function, Settings, filled};

use crate::argument::Argument;
use crate::dense;
use crate::destination::NewArray;
use crate::flat::keys;
use crate::spread::spread;
use crate::types::scalar_value;

/// Evaluates a call whose value is a dictionary and whose other arguments are scalars. Returns `None`
/// for every other call, and for a dictionary whose values are themselves encoded or outnumber the rows.
pub(crate) fn evaluate(
    function: &'static Function,
    arguments: &[Argument],
) -> Result<Option<ArrayRef>, CallError> {
    let value = function.value_index();
    let Some(dictionary) = arguments[value].array.as_any_dictionary_opt() else { return Ok(None) };
    let others_are_scalars = arguments.iter().enumerate().all(|(i, a)| i == value || a.is_scalar);
    let values = dictionary.values();
    let encoded = matches!(
        values.data_type(),
        DataType::Dictionary(..) | DataType::RunEndEncoded(..) | DataType::Null
    );
    if !others_are_scalars || encoded || values.len() > dictionary.len() || values.is_empty() {
        return Ok(None);
    }
    let with_values = |argument: &Argument| {
        let array = if argument.is_scalar { &argument.array } else { values };
        Argument::with_values(array.clone(), argument.is_scalar)
    };
    let flat: Vec<_> = arguments.iter().map(with_values).collect();
    let (keys, nulls) = (keys(function, dictionary)?, dictionary.keys().nulls());
    let places = || {
        keys.iter()
            .enumerate()
            .map(|(row, &key)| nulls.is_none_or(|nulls| nulls.is_valid(row)).then_some(key))
    };
    // A value to which no row refers must not cause an error.
    let referenced = referenced(function, values.len(), places().flatten())?;
    let wanted = NullBuffer::union(Some(&referenced), values.logical_nulls().as_ref());
    let results = dense::evaluate(function, &flat, values.len(), wanted, NewArray)?;
    spread(function, &results, max_bytes(function, arguments), &places).map(Some)
}

/// Marks the values to which a row refers.
fn referenced(
    function: &Function,
    values: usize,
    keys: impl Iterator<Item = usize>,
) -> Result<NullBuffer, CallError> {
    let mut bits = filled(function, values.div_ceil(8), 0u8)?;
    keys.for_each(|key| bits[key / 8] |= 1 << (key % 8));
    Ok(NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, values)))
}

/// The limit of a call for each value, if it has one. The other arguments are scalars and have been checked.
fn max_bytes(function: &Function, arguments: &[Argument]) -> Option<usize> {
    function.args.iter().find(|arg| arg.kind == ArgKind::MaxBytes)?;
    let mut given = function.args.iter().zip(arguments).filter_map(|(arg, argument)| {
        let is_cap = matches!(arg.kind, ArgKind::MaxBytes | ArgKind::DictionaryOrMaxBytes);
        match scalar_value(&argument.array).filter(|_| is_cap && argument.is_scalar) {
            Some(ArgValue::Integer(bytes)) => usize::try_from(bytes).ok(),
            _ => None,
        }
    });
    given.next_back().or_else(|| Some(Settings::defaults(function).max_bytes))
}
