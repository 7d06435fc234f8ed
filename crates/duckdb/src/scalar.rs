//! Scalar functions: registration and execution.

use std::ffi::CString;
use std::ops::{Range, RangeInclusive};

use hashlane_catalog::{
    Call, CallError, Column, Function, Kind, Lists, Output as Shape, Source, Value, Variable,
};
use libduckdb_sys::*;

use crate::api::{api, call};
use crate::callback::{Callback, guard};
use crate::input::{Reading, Vector, column, fold};
use crate::logical_type::LogicalType;
use crate::output::Output;
use crate::row::{self, Node};
use crate::table::interrupts;

/// Registers a function under its names: one overload for each number of arguments. Every argument
/// is declared ANY, for then the types that reach us, and the errors, are ours to decide: DuckDB
/// would cast an INTEGER or a DATE to text in silence, and offers no choice between overloads for a
/// bare NULL.
pub fn register(connection: duckdb_connection, function: &'static Function) -> Result<(), String> {
    for name in std::iter::once(&function.name).chain(function.aliases) {
        let c_name = CString::new(*name).map_err(|e| e.to_string())?;
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

/// The numbers of arguments that are declared. A row goes on after its first value.
fn arities(function: &Function) -> RangeInclusive<usize> {
    let declared = function.args.len();
    *function.arity().start()..=declared
}

/// # Safety
/// The caller destroys what it gets.
unsafe fn overload(
    function: &'static Function,
    name: &CString,
    arity: usize,
) -> duckdb_scalar_function {
    let returns = LogicalType::returned(function.returns());
    let any = LogicalType::of(DUCKDB_TYPE_DUCKDB_TYPE_ANY);
    // SAFETY: the types are alive here and DuckDB copies them; `function` lives for ever, so it
    // needs no destructor.
    unsafe {
        let scalar = call!(duckdb_create_scalar_function());
        call!(duckdb_scalar_function_set_name(scalar, name.as_ptr()));
        for _ in 0..arity {
            call!(duckdb_scalar_function_add_parameter(scalar, any.raw()));
        }
        if function.takes_row() {
            call!(duckdb_scalar_function_set_varargs(scalar, any.raw()));
            // NULL is a value.
            call!(duckdb_scalar_function_set_special_handling(scalar));
        }
        call!(duckdb_scalar_function_set_return_type(scalar, returns.raw()));
        let info = std::ptr::from_ref(function).cast_mut().cast();
        call!(duckdb_scalar_function_set_extra_info(scalar, info, None));
        call!(duckdb_scalar_function_set_function(scalar, Some(execute)));
        if let (interrupts::KEEPER, Some(set_bind)) =
            (function.name, api().duckdb_scalar_function_set_bind)
        {
            set_bind(scalar, Some(interrupts::keep_argument));
        }
        scalar
    }
}

unsafe extern "C" fn execute(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    output: duckdb_vector,
) {
    // SAFETY: DuckDB copies the message.
    let report = |message: &std::ffi::CStr| unsafe {
        call!(duckdb_scalar_function_set_error(info, message.as_ptr()));
    };
    guard(Callback::Execute, report, || {
        // SAFETY: the extra info is what `overload` has set; chunk and vector are DuckDB's and
        // stay as they are while the callback runs.
        unsafe {
            let function: &'static Function =
                &*call!(duckdb_scalar_function_get_extra_info(info)).cast();
            let len = call!(duckdb_data_chunk_get_size(input)) as usize;
            let output = Output::new(output, len);
            execute_chunk(function, input, len, output)
        }
    });
}

/// # Safety
/// `input` is a chunk of `len` rows of the function's arguments.
unsafe fn execute_chunk(
    function: &'static Function,
    input: duckdb_data_chunk,
    len: usize,
    mut output: Output,
) -> Result<(), String> {
    // SAFETY: the chunk has so many columns, which stay as they are while the callback runs.
    let (vectors, types) = unsafe { arguments(function, input, len)? };
    let valid = combined_validity(&vectors, len);
    let valid = valid.as_deref();
    if let Some(valid) = valid {
        output.set_validity(valid);
    }
    // SAFETY: the caller vouches for the chunk, which has these places.
    let (typed, nodes) = unsafe {
        let typed = typed_places(function, &types, column_count(input));
        (typed.clone(), row::values(function, input, typed, len)?)
    };
    let mut slices: Vec<Vec<&[u8]>> = vec![Vec::new(); vectors.len()];
    let others = vectors.iter().zip(&types).enumerate().filter(|(i, _)| !typed.contains(i));
    // SAFETY: each type is its vector's.
    let readings = others.map(|(_, (v, t))| unsafe { Reading::new(v, t) });
    let readings: Vec<Reading> = readings.collect();
    // SAFETY: the vectors live as long as this call.
    let columns = readings.iter().zip(&mut slices).map(|(r, s)| unsafe { column(r, s) });
    let mut columns: Vec<Column> = columns.collect();
    let row: Vec<_> = nodes.iter().map(Node::column).collect();
    let source = if !typed.is_empty() {
        Source::Row { columns: &row, len }
    } else if let Column::Bytes(rows) = columns.remove(function.value_index()) {
        Source::Rows(rows)
    } else {
        // The value is a bare NULL.
        all_null(&mut output, len);
        return Ok(());
    };
    for param in &mut columns {
        *param = fold(*param, valid, len);
        if matches!(param, Column::Constant(Value::Null)) {
            all_null(&mut output, len);
            return Ok(());
        }
    }
    let call = Call::new(function, source, &columns, valid).map_err(|e| e.to_string())?;
    write(function, call, len, &mut output).map_err(|e| e.to_string())
}

/// The arguments that are read by their types: the values of a row, a value that is no text and no bytes,
/// or none.
fn typed_places(function: &Function, types: &[LogicalType], count: usize) -> Range<usize> {
    let value = function.value_index();
    match function.takes_row() {
        true => value..count,
        false if function.takes_column(types[value].class()) => value..value + 1,
        false => value..value,
    }
}

fn all_null(output: &mut Output, len: usize) {
    output.set_validity(&vec![0; len.div_ceil(64)]);
}

/// The vectors of a call's arguments with their types, which are checked here; not those of a row.
///
/// DuckDB 1.5.6 and later have a hook at planning, but a function that looks at its arguments there
/// gets copies of them, and DuckDB can't copy a subquery: `xxh3((SELECT …))` would fail. Calls whose
/// arguments are all constant are refused at planning all the same, since DuckDB folds them.
///
/// # Safety
/// `input` is a chunk of `len` rows of the function's arguments.
pub unsafe fn arguments(
    function: &Function,
    input: duckdb_data_chunk,
    len: usize,
) -> Result<(Vec<Vector>, Vec<LogicalType>), String> {
    let (mut vectors, mut types) = (Vec::new(), Vec::new());
    // SAFETY: there are so many columns, and the types are allocated for the caller.
    unsafe {
        for (i, arg) in function.args.iter().enumerate().take(column_count(input)) {
            if arg.kind == Kind::Row {
                continue;
            }
            let raw = call!(duckdb_data_chunk_get_vector(input, i as idx_t));
            let logical = LogicalType::from_raw(call!(duckdb_vector_get_column_type(raw)));
            if !arg.kind.takes(logical.class()) {
                return Err(CallError::argument_type(function, arg, logical.name()).to_string());
            }
            types.push(logical);
            vectors.push(Vector::new(raw, len));
        }
    }
    Ok((vectors, types))
}

/// # Safety
/// `input` is a chunk.
pub unsafe fn column_count(input: duckdb_data_chunk) -> usize {
    // SAFETY: the caller vouches for the chunk.
    unsafe { call!(duckdb_data_chunk_get_column_count(input)) as usize }
}

/// The rows in which no argument is NULL; `None` where no row has one.
fn combined_validity(vectors: &[Vector], len: usize) -> Option<Vec<u64>> {
    let mut combined: Option<Vec<u64>> = None;
    for words in vectors.iter().filter_map(Vector::validity) {
        let combined = combined.get_or_insert_with(|| vec![u64::MAX; len.div_ceil(64)]);
        for (all, word) in combined.iter_mut().zip(words) {
            *all &= word;
        }
    }
    combined
}

thread_local! {
    /// Memory for results on their way to a vector, kept between chunks.
    static RESULTS: std::cell::RefCell<(Vec<u8>, Variable)> = std::cell::RefCell::default();
}

/// What a thread may keep for its next chunk.
const MAX_IDLE: usize = 1 << 20;

fn write(
    function: &Function,
    mut call: Call<'_>,
    len: usize,
    output: &mut Output,
) -> Result<(), CallError> {
    match call.output() {
        Shape::U32 => {
            // SAFETY: the return type is UINTEGER.
            call.hash32(unsafe { output.values() })
        }
        Shape::U64 => {
            // SAFETY: the return type is UBIGINT.
            call.hash64(unsafe { output.values() })
        }
        Shape::I32 => {
            // SAFETY: the return type is INTEGER.
            call.signed32(unsafe { output.values() })
        }
        Shape::I64 => {
            // SAFETY: the return type is BIGINT.
            call.signed64(unsafe { output.values() })
        }
        Shape::Fixed { width } => RESULTS.with_borrow_mut(|(bytes, _)| {
            let result = write_fixed(function, &call, width, len, output, bytes);
            bytes.clear();
            bytes.shrink_to(MAX_IDLE);
            result
        }),
        Shape::Variable => RESULTS.with_borrow_mut(|(_, results)| {
            // A vector has as many allocations as it needs, so no limit to all of them.
            let result = call.variable(results, usize::MAX);
            let result = result.and_then(|()| output.set_variable(function, 0, results));
            results.shrink_to(MAX_IDLE);
            result
        }),
        Shape::Lists => write_lists(function, call, output),
        Shape::Measure32 => {
            // SAFETY: the return type is UINTEGER.
            let values = unsafe { output.values::<u32>() };
            let absent = measured(&mut call, |row, value| values[row] = value as u32)?;
            absent.into_iter().for_each(|row| output.set_null(row));
            Ok(())
        }
        Shape::Measure64 => {
            // SAFETY: the return type is UBIGINT.
            let values = unsafe { output.values::<u64>() };
            let absent = measured(&mut call, |row, value| values[row] = value)?;
            absent.into_iter().for_each(|row| output.set_null(row));
            Ok(())
        }
    }
}

/// Calls `put` with the number of each row that has one, and returns the rows that are NULL.
fn measured(call: &mut Call<'_>, mut put: impl FnMut(usize, u64)) -> Result<Vec<usize>, CallError> {
    let mut absent = Vec::new();
    call.measure(|row, value| match value {
        Some(value) => put(row, value),
        None => absent.push(row),
    })?;
    Ok(absent)
}

fn write_lists(
    function: &Function,
    mut call: Call<'_>,
    output: &mut Output,
) -> Result<(), CallError> {
    let mut lists = Lists::default();
    call.lists(&mut lists, usize::MAX)?;
    // SAFETY: the return type is a LIST.
    unsafe {
        output.set_lists(0, 0, lists.ends().iter().copied());
        output.list_values(lists.values().ends().len()).set_variable(function, 0, lists.values())
    }
}

fn write_fixed(
    function: &Function,
    call: &Call<'_>,
    width: usize,
    len: usize,
    output: &mut Output,
    bytes: &mut Vec<u8>,
) -> Result<(), CallError> {
    let total = len * width;
    bytes.try_reserve(total).map_err(|_| CallError::out_of_memory(function, total))?;
    bytes.resize(total, 0);
    call.fixed(bytes)?;
    output.set_fixed(function, width, bytes)
}
