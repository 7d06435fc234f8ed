//! Checks calls when they are bound: the types of their arguments, and parameters that are constant.

use std::ptr::null_mut;

use hashlane_catalog::{Arg, ArgKind, ArgValue, CallError, Function, Settings, TypeClass};
use hashlane_kernels::encoding::MAX_DEPTH;
use libduckdb_sys::*;

use super::host::{Handle, Text, succeeds, table, v2_get};
use super::types;
use crate::logical_type::{LogicalType, class};
use crate::node::{UnreadableVector, unreadable};
use crate::scalar::no_values;

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
        check_arguments(function, info, context, given).map_err(|error| error.to_string())
    }
}

/// # Safety
/// As in [`check`], and the call has so many arguments.
unsafe fn check_arguments(
    function: &'static Function,
    info: Handle,
    context: Handle,
    given: usize,
) -> Result<(), CallError> {
    // SAFETY: the caller guarantees the handles.
    unsafe {
        let types: Vec<LogicalType> =
            (0..given as u64).map(|place| argument_type(info, place)).collect();
        // The parameter of a prepared statement has no type yet. DuckDB binds the call again when it has one.
        let is_known = |of: &LogicalType| of.id() != DUCKDB_TYPE_DUCKDB_TYPE_INVALID;
        let typed = || types.iter().enumerate().filter(|(_, of)| is_known(of));
        typed()
            .try_for_each(|(place, of)| check_class(function, function.arg(place, given), of))?;
        typed().try_for_each(|(place, of)| check_values(function, place, given, of))?;
        let mut settings = Settings::defaults(function);
        for (place, of) in typed().filter(|(place, _)| !function.arg(*place, given).kind.is_value())
        {
            let constant = Constant::of(info, place, class(of.id()), context);
            check_constant(function, function.arg(place, given), constant, &mut settings)?;
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

fn check_class(function: &Function, arg: &Arg, of: &LogicalType) -> Result<(), CallError> {
    match arg.kind.accepts(class(of.id())) {
        true => Ok(()),
        false => Err(CallError::argument_type(function, arg, of.name())),
    }
}

/// Checks the types within the type of a row's value or of a list.
fn check_values(
    function: &Function,
    place: usize,
    given: usize,
    of: &LogicalType,
) -> Result<(), CallError> {
    let arg = function.arg(place, given);
    if arg.kind == ArgKind::ListOfBytes && !list_has_bytes(of) {
        let given = "a list of values of another type";
        return Err(CallError::argument_type(function, arg, given));
    }
    if !(matches!(arg.kind, ArgKind::Row | ArgKind::Value) || arg.kind.is_list()) {
        return Ok(());
    }
    match unreadable(of, 0) {
        None => Ok(()),
        Some(UnreadableVector::Type(name)) => Err(CallError::row_type(function, place, name)),
        Some(_) => Err(CallError::too_deep(function, place, MAX_DEPTH)),
    }
}

/// Whether the elements of lists are texts or bytes, or have no type.
fn list_has_bytes(list: &LogicalType) -> bool {
    let element = match list.id() {
        DUCKDB_TYPE_DUCKDB_TYPE_LIST => list.list_child(),
        DUCKDB_TYPE_DUCKDB_TYPE_ARRAY => list.array_child(),
        // The type of a bare NULL.
        _ => return true,
    };
    let class = class(element.id());
    matches!(class, TypeClass::Text | TypeClass::Blob | TypeClass::Uuid | TypeClass::Null)
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
