//! Calls over lists. A list is treated as an aggregate treats a group of rows.

use hashlane_catalog::{ArgColumn, ArgKind, Call, CallError, Function, TypeClass, ValueSource};
use hashlane_kernels::encoding::{Column, ValueClass};

use crate::arguments::{ChunkArgument, ChunkArguments};
use crate::input::{ReadColumn, column, fold};
use crate::node::NodeKind as Values;
use crate::output::{NumberVector, RowsOutcome};
use crate::results;
use crate::row;

/// Returns the results of a call over a chunk whose first argument is a list. `checked` are the arguments, whose types
/// have been checked.
pub fn evaluate(
    function: &'static Function,
    checked: &[ChunkArgument],
    arguments: &ChunkArguments,
    numbers: NumberVector,
) -> Result<RowsOutcome, String> {
    let lists = read(function, checked, arguments)?;
    let params = &checked[1..];
    let readings: Vec<ReadColumn> =
        params.iter().map(|param| ReadColumn::new(&param.node)).collect();
    let mut slices: Vec<Vec<&[u8]>> = vec![Vec::new(); readings.len()];
    // SAFETY: the vectors live as long as this call.
    let columns = readings.iter().zip(&mut slices).map(|(r, s)| unsafe { column(r, s) });
    let columns: Vec<ArgColumn> = columns.map(|c| fold(c, None, arguments.len)).collect();
    let source = ValueSource::Lists { column: &lists[0], len: arguments.len };
    let call = Call::new(function, source, &columns, None);
    call.and_then(|call| results::evaluate(call, function, numbers)).map_err(|e| e.to_string())
}

/// Reads the lists, and checks their elements and the other arguments.
pub fn read<'a>(
    function: &Function,
    checked: &[ChunkArgument],
    arguments: &'a ChunkArguments,
) -> Result<Vec<Column<'a>>, String> {
    let (list, params) = checked.split_first().ok_or("a function over lists got no list")?;
    check(function, list, params, arguments.len)
        .and_then(|()| row::columns(function, arguments, 0..1))
        .map_err(|e| e.to_string())
}

/// Rejects elements of types that the function does not accept, and NULL in the other arguments, as the aggregates do.
fn check(
    function: &Function,
    list: &ChunkArgument,
    params: &[ChunkArgument],
    len: usize,
) -> Result<(), CallError> {
    let arg = &function.args[0];
    if arg.kind == ArgKind::ListOfBytes && !has_bytes(&list.node.values) {
        return Err(CallError::argument_type(function, arg, "a list of values of another type"));
    }
    let is_null = |param: &&(&ChunkArgument, _)| {
        let valid = |words: &[u64]| (0..len).all(|row| words[row / 64] >> (row % 64) & 1 == 1);
        param.0.class() == TypeClass::Null || !param.0.validity().is_none_or(valid)
    };
    let params: Vec<_> = params.iter().zip(&function.args[1..]).collect();
    match params.iter().find(is_null) {
        Some((_, arg)) => Err(CallError::argument_type(function, arg, "NULL")),
        None => Ok(()),
    }
}

/// Whether the elements of lists are texts or bytes, or have no type.
fn has_bytes(list: &Values) -> bool {
    match list {
        Values::List(child) | Values::Array(_, child) => matches!(
            child.values,
            Values::Strings(ValueClass::String | ValueClass::Binary)
                | Values::Texts(_)
                | Values::Uuids
                | Values::Null
        ),
        // The type of a bare NULL.
        _ => true,
    }
}
