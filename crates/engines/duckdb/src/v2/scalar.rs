//! Registers and runs scalar functions.

use std::ffi::c_void;

use hashlane_catalog::{ArgKind, Function, OnBadInput, OnNull, ResultType, Work};

use super::bind::{self, BindCallback};
use super::dictionary::EntryChunk;
use super::host::{self, Callback, Handle, Text, guard, table, v2, v2_get};
use super::register::{LoadingDatabase, Parameters, document, is_registered, property};
use super::shims::{HostCall, owned, setting};
use crate::output::OutputVector;
use crate::{memory_limit, scalar};

type Execute = unsafe extern "C" fn(Handle, Handle, *mut Handle);

/// Registers a function with its overloads under a name; `false` if another extension has the name.
///
/// # Safety
/// LOAD is running.
pub unsafe fn register(database: LoadingDatabase, function: &'static Function, name: &str) -> bool {
    // SAFETY: the caller guarantees LOAD.
    Parameters::overloads(function)
        .all(|parameters| unsafe { register_overload(database, function, name, parameters) })
}

/// Registers an overload; `false` if another extension has the name.
///
/// # Safety
/// LOAD is running.
unsafe fn register_overload(
    database: LoadingDatabase,
    function: &'static Function,
    name: &str,
    parameters: Parameters,
) -> bool {
    // SAFETY: the caller guarantees LOAD. The function is created, registered and destroyed here, and that of the catalogue
    // lives as long as the library.
    unsafe {
        let mut scalar: Handle = v2_get!(scalar_function_create(database.factory));
        v2!(scalar_function_set_name(scalar, &mut Text::new(name)));
        database.declare(v2_get!(scalar_function_get_signature(scalar)), function, parameters);
        document(v2_get!(scalar_function_get_docs(scalar)), function);
        let data = &mut owned(std::ptr::from_ref(function).cast(), None);
        v2!(scalar_function_set_user_data(scalar, data));
        // NULL is a value or an error, for which DuckDB must make the call.
        let refuses_null = scalar::refusing_null(function, function.args.len()).next().is_some();
        if function.nulls != OnNull::Propagate || refuses_null {
            let (key, value) = (property::NULL_HANDLING, property::SPECIAL_NULLS);
            v2!(scalar_function_set_property(scalar, key, value));
        }
        if is_infallible(function, parameters) {
            let (key, value) = (property::FALLIBILITY, property::INFALLIBLE);
            v2!(scalar_function_set_property(scalar, key, value));
        }
        let check = std::mem::transmute::<BindCallback, Callback>(check);
        v2!(scalar_function_set_bind_callback(scalar, Some(check)));
        let execute = std::mem::transmute::<Execute, Callback>(execute);
        v2!(scalar_function_set_exec_callback(scalar, Some(execute)));
        let register = table().extension_register_scalar_function;
        let done = is_registered(|error| register(database.extension, scalar, error));
        (table().scalar_function_destroy)(&raw mut scalar);
        done
    }
}

/// Whether no row can make a call of this overload fail, once its types are checked. DuckDB computes such a function once
/// for each entry of a dictionary, and treats an error of it as a fault of its own.
fn is_infallible(function: &Function, parameters: Parameters) -> bool {
    let is_hash = matches!(function.work, Work::Hash | Work::Digest)
        && function.on_bad_input == OnBadInput::Fail;
    is_hash
        && match parameters {
            Parameters::Text => true,
            Parameters::First(1) => function.args[0].kind == ArgKind::Bytes,
            _ => false,
        }
}

unsafe extern "C" fn check(info: Handle, _: Handle, context: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes handles that are valid during the callback, and what `register_overload` has registered.
    unsafe {
        guard(error, || {
            let function: *mut c_void = v2_get!(function_bind_get_user_data(info));
            let function: &'static Function = &*function.cast();
            if let Err(text) = bind::check(function, info, context) {
                host::fail(error, host::code::INVALID_INPUT, &text);
            }
        });
    }
}

unsafe extern "C" fn execute(info: Handle, context: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes handles that are valid during the callback, and what `register_overload` has registered.
    unsafe {
        guard(error, || {
            let function: *mut c_void = v2_get!(scalar_function_exec_get_user_data(info));
            let mut call = HostCall::new(function, error);
            let rows: u64 = v2_get!(scalar_function_exec_get_row_count(info));
            call.len = rows as usize;
            let given = bind::arguments(info, table().scalar_function_exec_get_arg_count);
            let argument = |place| v2_get!(scalar_function_exec_get_arg(info, place));
            call.arguments = (0..given as u64).map(argument).collect();
            let result: Handle = v2_get!(scalar_function_exec_get_result(info));
            v2!(vector_set_size(result, rows));
            run(&*function.cast(), call, result, context);
        });
    }
}

/// Runs a call whose result vector has a place for each row.
///
/// # Safety
/// The handles belong to the running callback of `function`.
unsafe fn run(function: &'static Function, mut call: HostCall, result: Handle, context: Handle) {
    // SAFETY: the caller guarantees the handles. Arguments are flat before the shared parts read them.
    unsafe {
        if let Some(entries) = by_entry(function, &call) {
            let mut output = OutputVector::new(result.cast(), call.len);
            if let Err(text) = entries.run(function, &mut output) {
                let text = text.to_string_lossy();
                host::fail(call.error, host::code::INVALID_INPUT, &text);
            }
            return;
        }
        for vector in &call.arguments {
            v2!(vector_flatten(*vector));
        }
        if memory_limit::counts(function) {
            let limit = setting(context, "memory_limit");
            let limit = limit.and_then(|limit| memory_limit::parse(&limit));
            call.memory_limit = limit.unwrap_or_default();
        }
        scalar::execute(call.info(), call.chunk(), result.cast());
    }
}

/// The entries of a dictionary to compute a call over, if that is worth it. Lists, and results whose memory is limited, are
/// computed row by row, as are hashes of one value: `xxh3(v, seed)` of 10 different values took 7.8 ns a row, for 7.0.
///
/// # Safety
/// The call belongs to the running callback of `function`.
unsafe fn by_entry(function: &Function, call: &HostCall) -> Option<EntryChunk> {
    let is_plain = matches!(function.returns, ResultType::Blob | ResultType::Varchar)
        || function.returns.width().is_some();
    let is_cheap = function.work == Work::Hash && !function.takes_row();
    if !is_plain || is_cheap || function.takes_list() || memory_limit::counts(function) {
        return None;
    }
    // SAFETY: the caller guarantees the call.
    unsafe { EntryChunk::read(&call.arguments, call.len) }
}
