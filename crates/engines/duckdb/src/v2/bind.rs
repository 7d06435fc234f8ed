//! Checks calls when they are bound: the types of their arguments, and parameters that are constant.

use std::ptr::null_mut;

use hashlane_catalog::{
    Arg, ArgKind, ArgValue, Budget, CallError, Fold, Function, Settings, TypeClass, Work,
};
use libduckdb_sys::*;

use super::host::{Handle, Text, succeeds, table, v2_get};
use super::types;
use crate::aggregate::row_columns;
use crate::arguments::{ChunkArgument, ChunkArguments};
use crate::logical_type::{LogicalType, class};
use crate::node::VectorNode;
use crate::output::NumberVector;
use crate::scalar::{checked, evaluate, no_values};
use crate::{list, row};

/// The callback that binds a call of a scalar function or an aggregate.
pub type BindCallback = unsafe extern "C" fn(Handle, Handle, Handle, *mut Handle);

/// The number of arguments that a call has, of all four kinds.
///
/// # Safety
/// `info` belongs to the running callback, and `get` counts its arguments.
pub unsafe fn arguments(
    info: Handle,
    get: unsafe extern "C" fn(Handle, *mut u64, *mut u64, *mut u64, *mut u64, *mut Handle) -> u32,
) -> usize {
    let mut counts = [0; 4];
    let [fixed, variadic, named, others] = counts.each_mut().map(std::ptr::from_mut);
    // SAFETY: the caller guarantees both.
    super::host::checked(|error| unsafe { get(info, fixed, variadic, named, others, error) });
    counts.iter().sum::<u64>() as usize
}

/// Returns the error of a call that can't be right, whatever its rows are.
///
/// # Safety
/// `info` and `context` belong to the running bind callback of `function`.
pub unsafe fn check(
    function: &'static Function,
    info: Handle,
    context: Handle,
) -> Result<(), String> {
    // SAFETY: the caller guarantees the handles. The call has so many arguments.
    unsafe {
        let given = arguments(info, table().function_bind_get_arg_count);
        if given < *function.arity().start() {
            return Err(no_values(function, given));
        }
        check_arguments(function, info, context, given)
    }
}

/// # Safety
/// As in [`check`], and the call has so many arguments.
unsafe fn check_arguments(
    function: &'static Function,
    info: Handle,
    context: Handle,
    given: usize,
) -> Result<(), String> {
    // SAFETY: the caller guarantees the handles.
    unsafe {
        let types: Vec<LogicalType> =
            (0..given as u64).map(|place| argument_type(info, place)).collect();
        // The parameter of a prepared statement has no type yet. DuckDB binds the call again when it has one.
        if types.iter().any(|of| of.id() == DUCKDB_TYPE_DUCKDB_TYPE_INVALID) {
            return Ok(());
        }
        let column = |of: &LogicalType| ChunkArgument::new(of.id(), VectorNode::empty(of, 0));
        let columns = types.iter().map(column).collect();
        check_types(function, &ChunkArguments { columns, len: 0 })?;
        let mut settings = Settings::defaults(function);
        for (place, of) in types.iter().enumerate() {
            let arg = function.arg(place, given);
            if !arg.kind.is_value() {
                let constant = Constant::of(info, place, class(of.id()), context);
                check_constant(function, arg, constant, &mut settings)
                    .map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }
}

/// # Safety
/// `info` belongs to the running bind callback, whose call has that argument.
unsafe fn argument_type(info: Handle, place: u64) -> LogicalType {
    // SAFETY: the caller guarantees both, and owns the type.
    let raw: Handle = unsafe { v2_get!(function_bind_get_arg_type(info, place)) };
    LogicalType::from_raw(raw.cast())
}

/// Checks types by a call over no rows.
fn check_types(function: &'static Function, arguments: &ChunkArguments) -> Result<(), String> {
    let checked = checked(function, arguments)?;
    let is_error = |error: CallError| error.to_string();
    match function.work {
        Work::Aggregate(Fold::Sum | Fold::Fingerprint) => {
            row_columns(function, arguments).map_err(is_error)?;
        }
        Work::Aggregate(_) => {
            let is_bytes = function.args[function.value_index()].kind == ArgKind::Bytes;
            let places = function.value_places(arguments.columns.len());
            let places = if is_bytes { 0..0 } else { places };
            row::columns(function, arguments, places).map_err(is_error)?;
        }
        _ if function.takes_list() => {
            list::read(function, checked, arguments)?;
        }
        _ => {
            let mut memory = 0_u128;
            // SAFETY: no number is written; the address is aligned for each type.
            let numbers = unsafe { NumberVector::new((&raw mut memory).cast(), 0) };
            evaluate(function, arguments, numbers, Budget::DEFAULT)?;
        }
    }
    Ok(())
}

/// A parameter that is the same in all rows and not NULL.
enum Constant {
    Bytes(Vec<u8>),
    Integer(i64),
}

/// Returns the error of a constant that its parameter doesn't allow.
fn check_constant(
    function: &Function,
    arg: &Arg,
    constant: Option<Constant>,
    settings: &mut Settings,
) -> Result<(), CallError> {
    match constant {
        Some(Constant::Bytes(bytes)) => settings.set(function, arg, &ArgValue::Bytes(&bytes)),
        Some(Constant::Integer(number)) => {
            settings.set(function, arg, &ArgValue::Integer(number.into()))
        }
        None => Ok(()),
    }
}

impl Constant {
    /// `None` if the argument differs among rows, is NULL, or is of a type that is read with the rows alone.
    ///
    /// # Safety
    /// `info` and `context` belong to the running bind callback, whose call has that argument.
    unsafe fn of(info: Handle, place: usize, class: TypeClass, context: Handle) -> Option<Self> {
        let mut value = null_mut();
        let get = table().function_bind_get_arg_value;
        // SAFETY: the caller guarantees the handles. The value is destroyed once and not read after it.
        unsafe {
            let is_constant = succeeds(|error| get(info, place as u64, &raw mut value, error))
                && !value.is_null();
            let read = is_constant.then(|| Self::read(value, class, context)).flatten();
            (table().value_destroy)(&raw mut value);
            read
        }
    }

    /// # Safety
    /// The value and the context are alive.
    unsafe fn read(value: Handle, class: TypeClass, context: Handle) -> Option<Self> {
        // SAFETY: the caller guarantees the handles. Each getter fails for NULL, and for a value of another type.
        unsafe {
            let bytes = |get: unsafe extern "C" fn(Handle, *mut Text, *mut Handle) -> u32| {
                let mut text = Text::new("");
                let is_read = succeeds(|error| get(value, &raw mut text, error));
                is_read.then(|| Constant::Bytes(text.bytes().to_vec()))
            };
            match class {
                TypeClass::Text => bytes(table().value_get_varchar),
                TypeClass::Blob => bytes(table().value_get_blob),
                TypeClass::Integer => as_bigint(value, context).map(Constant::Integer),
                _ => None,
            }
        }
    }
}

/// A whole number; `None` for NULL and beyond 64 bits.
///
/// # Safety
/// The value and the context are alive.
unsafe fn as_bigint(value: Handle, context: Handle) -> Option<i64> {
    let (mut cast, mut number) = (null_mut(), 0);
    let (to, get) = (table().value_cast, table().value_get_bigint);
    // SAFETY: the caller guarantees the handles. Type and value are destroyed.
    unsafe {
        let factory: Handle = v2_get!(context_get_factory(context));
        let bigint: Handle =
            v2_get!(factory_create_type_from_id(factory, types::BIGINT, null_mut(), null_mut(), 0));
        let bigint = LogicalType::from_raw(bigint.cast());
        let is_read =
            succeeds(|error| to(factory, value, bigint.raw().cast(), &raw mut cast, error))
                && succeeds(|error| get(cast, &raw mut number, error));
        (table().value_destroy)(&raw mut cast);
        is_read.then_some(number)
    }
}
