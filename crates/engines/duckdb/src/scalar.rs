//! Registers and runs scalar functions.

use std::ffi::CString;
use std::ops::{Range, RangeInclusive};

use hashlane_catalog::{
    Arg, ArgColumn, ArgKind, ArgValue, Budget, Call, CallError, Function, OnNull, TypeClass,
    ValueSource,
};
use libduckdb_sys::*;

use crate::api::{api, call};
use crate::arguments::{ChunkArgument, ChunkArguments};
use crate::callback::{ComputeCallback, compute};
use crate::input::{ReadColumn, column, fold};
use crate::list;
use crate::logical_type::LogicalType;
use crate::memory_limit;
use crate::names::LeftOut;
use crate::output::{NumberVector, OutputVector, RowsOutcome};
use crate::results;
use crate::row;
use crate::table::interrupts;
use crate::unwinding::registered;

/// Registers a function under its names that are not left out, with one overload for each number of arguments. Every argument is declared
/// ANY, so that types and errors are ours to decide: otherwise DuckDB would silently cast an INTEGER or a DATE to text,
/// and could not choose between overloads for a bare NULL.
pub fn register(
    connection: duckdb_connection,
    function: &'static Function,
    left_out: &LeftOut,
) -> Result<(), String> {
    for name in left_out.other_names(function) {
        let c_name = CString::new(name).map_err(|e| e.to_string())?;
        // SAFETY: the set and the functions in it are created, given to DuckDB and destroyed here.
        let state = unsafe {
            let mut set = call!(duckdb_create_scalar_function_set(c_name.as_ptr()));
            for arity in arities(function) {
                let mut overload = overload(function, &c_name, arity);
                call!(duckdb_add_scalar_function_to_set(set, overload));
                call!(duckdb_destroy_scalar_function(&raw mut overload));
            }
            let state = call!(duckdb_register_scalar_function_set(connection, set));
            call!(duckdb_destroy_scalar_function_set(&raw mut set));
            state
        };
        if state != 0 {
            return Err(crate::name_is_taken(name));
        }
    }
    Ok(())
}

/// The numbers of arguments to declare. A row may have more values after its first. DuckDB drops a `*` among arguments,
/// so a row without values is declared as well, and the call is an error in our words.
fn arities(function: &Function) -> RangeInclusive<usize> {
    let fewest = *function.arity().start();
    let fewest = if function.takes_row() { fewest - 1 } else { fewest };
    fewest..=function.args.len()
}

/// All columns of a table as arguments.
pub const ALL_COLUMNS: &str = "*COLUMNS(*)";

/// The error for a row without values.
pub fn no_values(function: &Function, given: usize) -> String {
    let all = function.args.iter().map(|arg| match arg.kind {
        ArgKind::Row => ALL_COLUMNS,
        _ => arg.name,
    });
    let all: Vec<_> = all.collect();
    let error = CallError::arity(function, given);
    format!("{error}. For all columns of a table write {}({})", function.name, all.join(", "))
}

/// # Safety
/// The caller destroys the function.
unsafe fn overload(
    function: &'static Function,
    name: &CString,
    arity: usize,
) -> duckdb_scalar_function {
    let returns = LogicalType::returned(&function.returns);
    let any = LogicalType::plain(DUCKDB_TYPE_DUCKDB_TYPE_ANY);
    // SAFETY: the types are alive here and DuckDB copies them. `function` is static, so it needs no destructor.
    unsafe {
        let scalar = call!(duckdb_create_scalar_function());
        call!(duckdb_scalar_function_set_name(scalar, name.as_ptr()));
        for _ in 0..arity {
            call!(duckdb_scalar_function_add_parameter(scalar, any.raw()));
        }
        if function.takes_row() && function.arity().contains(&arity) {
            call!(duckdb_scalar_function_set_varargs(scalar, any.raw()));
        }
        if function.nulls != OnNull::Propagate || refusing_null(function, arity).next().is_some() {
            // NULL is a value, an empty list, or an error. DuckDB would return NULL without a call.
            call!(duckdb_scalar_function_set_special_handling(scalar));
        }
        call!(duckdb_scalar_function_set_return_type(scalar, returns.raw()));
        let info = std::ptr::from_ref(function).cast_mut().cast();
        call!(duckdb_scalar_function_set_extra_info(scalar, info, None));
        let execute = registered(execute as unsafe extern "C-unwind" fn(_, _, _));
        call!(duckdb_scalar_function_set_function(scalar, execute));
        if function.name == interrupts::KEEPER && api().duckdb_scalar_function_set_bind.is_some() {
            let bind = registered(interrupts::keep_argument as unsafe extern "C-unwind" fn(_));
            call!(duckdb_scalar_function_set_bind(scalar, bind));
        }
        if memory_limit::counts(function) {
            memory_limit::ask(scalar);
        }
        scalar
    }
}

pub unsafe extern "C-unwind" fn execute(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    output: duckdb_vector,
) {
    // SAFETY: `overload` has set the extra info. Chunk and vector belong to DuckDB and do not change during the
    // callback. DuckDB copies the message.
    unsafe {
        let function: &'static Function =
            &*call!(duckdb_scalar_function_get_extra_info(info)).cast();
        let arguments = ChunkArguments::read(input);
        let mut output = OutputVector::new(output, arguments.len);
        let numbers = output.numbers();
        let budget = memory_limit::budget(function, info);
        let computed =
            compute(ComputeCallback::Execute, || evaluate(function, &arguments, numbers, budget));
        let written = computed.and_then(|ComputedChunk { valid, outcome }| {
            if let Some(valid) = valid {
                output.set_validity(&valid);
            }
            output.write(&function.returns, &outcome)?;
            results::recycle(outcome);
            Ok(())
        });
        if let Err(message) = written {
            call!(duckdb_scalar_function_set_error(info, message.as_ptr()));
        }
    }
}

/// The results of a call over a chunk.
pub struct ComputedChunk {
    /// The rows without a NULL argument; `None` if no argument of any row is NULL.
    pub valid: Option<Vec<u64>>,
    pub outcome: RowsOutcome,
}

/// Computes a call over a chunk. Numbers are written to `numbers`, a place for each row.
pub fn evaluate(
    function: &'static Function,
    arguments: &ChunkArguments,
    numbers: NumberVector,
    budget: Budget,
) -> Result<ComputedChunk, String> {
    let given = arguments.columns.len();
    if given < *function.arity().start() {
        return Err(no_values(function, given));
    }
    checked(function, arguments)?;
    let len = arguments.len;
    if function.takes_list() {
        let outcome = list::evaluate(function, &arguments.columns, arguments, numbers)?;
        return Ok(ComputedChunk { valid: None, outcome });
    }
    check_nulls(function, arguments)?;
    let valid = combined_validity(function, &arguments.columns, len);
    let typed = typed_places(function, arguments);
    let row = row::columns(function, arguments, typed.clone()).map_err(|e| e.to_string())?;
    let others = arguments.columns.iter().enumerate().filter(|(i, _)| !typed.contains(i));
    let readings: Vec<ReadColumn> = others.map(|(_, other)| ReadColumn::new(&other.node)).collect();
    let mut slices: Vec<Vec<&[u8]>> = vec![Vec::new(); readings.len()];
    // SAFETY: the vectors live as long as this call.
    let columns = readings.iter().zip(&mut slices).map(|(r, s)| unsafe { column(r, s) });
    let mut columns: Vec<ArgColumn> = columns.collect();
    let source = if !typed.is_empty() {
        ValueSource::Row { columns: &row, len }
    } else if let ArgColumn::Bytes(rows) = columns.remove(function.value_index()) {
        ValueSource::Rows(rows)
    } else {
        // The value is a bare NULL.
        return Ok(ComputedChunk { valid: None, outcome: RowsOutcome::Null });
    };
    for param in &mut columns {
        *param = fold(*param, valid.as_deref(), len);
        if matches!(param, ArgColumn::Constant(ArgValue::Null)) {
            return Ok(ComputedChunk { valid: None, outcome: RowsOutcome::Null });
        }
    }
    let call = Call::new(function, source, &columns, valid.as_deref());
    let outcome = call.and_then(|mut call| {
        call.set_budget(budget);
        results::evaluate(call, function, numbers)
    });
    let outcome = outcome.map_err(|e| e.to_string())?;
    Ok(ComputedChunk { valid, outcome })
}

/// The arguments that are read by their types: the values of a row, a value that is neither text nor bytes,
/// or none.
fn typed_places(function: &Function, arguments: &ChunkArguments) -> Range<usize> {
    let value = function.value_index();
    match function.takes_row() || function.takes_column(arguments.columns[value].class()) {
        true => function.value_places(arguments.columns.len()),
        false => value..value,
    }
}

/// Checks the types of the arguments, and returns these. Those of a row are checked where it is read.
///
/// DuckDB 1.5.6 and later have a hook at planning, but a function that looks at its arguments there
/// gets copies of them, and DuckDB can't copy a subquery: `xxh3((SELECT …))` would fail. Calls whose
/// arguments are all constant are refused at planning all the same, since DuckDB folds them.
pub fn checked<'a>(
    function: &Function,
    arguments: &'a ChunkArguments,
) -> Result<&'a [ChunkArgument], String> {
    let columns = &arguments.columns;
    for (place, argument) in columns.iter().enumerate() {
        let arg = function.arg(place, columns.len());
        if !arg.kind.accepts(argument.class()) {
            let name = argument.type_name();
            return Err(CallError::argument_type(function, arg, name).to_string());
        }
    }
    Ok(columns)
}

/// The arguments of a call that can't be NULL, with their places.
pub fn refusing_null(
    function: &'static Function,
    arity: usize,
) -> impl Iterator<Item = (usize, &'static Arg)> {
    let args = function.args.iter().enumerate().take(arity);
    args.filter(|(_, arg)| arg.kind.refuses_null())
}

/// Returns an error if an argument that can't be NULL is NULL in a row with a value.
fn check_nulls(function: &'static Function, arguments: &ChunkArguments) -> Result<(), String> {
    let columns = &arguments.columns;
    let is_null = |place: usize, row: usize| {
        columns[place].class() == TypeClass::Null
            || columns[place].validity().is_some_and(|bits| bits[row / 64] >> (row % 64) & 1 == 0)
    };
    for (place, arg) in refusing_null(function, columns.len()) {
        // A NULL whole number is `max_bytes` and no dictionary: the result is NULL.
        if columns[place].class() == TypeClass::Integer {
            continue;
        }
        let value = function.value_index();
        if (0..arguments.len).any(|row| is_null(place, row) && !is_null(value, row)) {
            return Err(CallError::null(function, arg).to_string());
        }
    }
    Ok(())
}

/// The rows in which no argument is NULL, unless the function takes NULL as a value; `None` if no argument is NULL.
fn combined_validity(
    function: &Function,
    arguments: &[ChunkArgument],
    len: usize,
) -> Option<Vec<u64>> {
    let mut combined: Option<Vec<u64>> = None;
    let counts = |place: &usize| {
        function.nulls == OnNull::Propagate
            || function.arg(*place, arguments.len()).kind != ArgKind::Row
    };
    let counted = (0..arguments.len()).filter(counts);
    for words in counted.filter_map(|place| arguments[place].validity()) {
        let combined = combined.get_or_insert_with(|| vec![u64::MAX; len.div_ceil(64)]);
        for (all, word) in combined.iter_mut().zip(words) {
            *all &= word;
        }
    }
    combined
}
