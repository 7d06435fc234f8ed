//! What a function is registered with: its name, its parameters, what it returns, and its documentation.

use std::ptr::null_mut;

use hashlane_catalog::{Arg, ArgKind, Function, Omitted};

use super::host::{Handle, Text, attempt, code, table, v2, v2_get};
use super::types;
use crate::logical_type::LogicalType;

/// The database that loads the extension.
#[derive(Clone, Copy)]
pub struct LoadingDatabase {
    pub extension: Handle,
    pub factory: Handle,
}

/// The kinds of parameters.
const POSITIONAL: u32 = 0;
const STANDARD: u32 = 1;
const VARIADIC: u32 = 2;
const NAMED: u32 = 3;

/// Function properties.
pub mod property {
    pub const NULL_HANDLING: u32 = 0x01_0100;
    pub const SPECIAL_NULLS: u32 = 0x01_0101;
    pub const FALLIBILITY: u32 = 0x01_0200;
    pub const INFALLIBLE: u32 = 0x01_0200;
}

/// The parameters of an overload.
#[derive(Clone, Copy)]
pub enum Parameters {
    /// The first ones of the function, all required. The values of a row are variadic, and so is what follows them.
    First(usize),
    /// The first one, and the last one by its name alone.
    LastByName,
    /// All of the function; those that a call may omit have defaults.
    Defaults,
    /// One text.
    Text,
}

impl Parameters {
    /// The overloads of a scalar function. Defaults can't replace them: some parameters have no value as their default, which
    /// DuckDB can't express, and an overload that can't fail must have one parameter.
    pub fn overloads(function: &Function) -> impl Iterator<Item = Parameters> {
        let required = function.args.iter().filter(|arg| arg.default.is_none()).count();
        let first = (required..=function.args.len()).map(Parameters::First);
        // Beside `hash_bucket(any…, n)`, and `zstd_decompress(b, dictionary)`, where a number is `max_bytes`.
        let is_named = function.args.len() > 1
            && (function.args[0].kind == ArgKind::Row
                || function.args[1].kind == ArgKind::DictionaryOrMaxBytes);
        let is_row = function.takes_row() && function.args.len() == 1;
        let named = is_named.then_some(Parameters::LastByName);
        first.chain(named).chain(is_row.then_some(Parameters::Text))
    }

    /// The parameters, each with its kind.
    fn declared(self, args: &'static [Arg]) -> Vec<(&'static Arg, u32)> {
        let row = args.iter().position(|arg| arg.kind == ArgKind::Row);
        let first = |len: usize| {
            let len = row.map_or(len, |row| len.min(row + 1));
            let kind = |place| if row == Some(place) { VARIADIC } else { STANDARD };
            args[..len].iter().enumerate().map(move |(place, arg)| (arg, kind(place)))
        };
        match self {
            Parameters::First(len) => first(len).collect(),
            Parameters::LastByName => first(1).chain(args.last().map(|arg| (arg, NAMED))).collect(),
            Parameters::Defaults => first(args.len()).collect(),
            Parameters::Text => vec![(&args[0], POSITIONAL)],
        }
    }
}

impl LoadingDatabase {
    /// Declares the parameters and the result of a function.
    ///
    /// # Safety
    /// `signature` belongs to a function that isn't registered yet.
    pub unsafe fn declare(self, signature: Handle, function: &Function, parameters: Parameters) {
        let id = if matches!(parameters, Parameters::Text) { types::VARCHAR } else { types::ANY };
        let returns = LogicalType::returned(&function.returns);
        // SAFETY: the caller guarantees the signature. DuckDB copies types, names and values.
        unsafe {
            let of: Handle =
                v2_get!(factory_create_type_from_id(self.factory, id, null_mut(), null_mut(), 0));
            let of = LogicalType::from_raw(of.cast());
            for (arg, kind) in parameters.declared(function.args) {
                let omitted = arg.default.filter(|_| matches!(parameters, Parameters::Defaults));
                let mut default = omitted.map_or(null_mut(), |omitted| self.value(omitted));
                let name = &mut Text::new(arg.name);
                let of = of.raw().cast();
                v2!(function_signature_add_parameter(signature, name, of, default, kind));
                (table().value_destroy)(&raw mut default);
            }
            v2!(function_signature_set_return_type(signature, returns.raw().cast()));
        }
    }

    /// A default; NULL for no value, and then a parameter has none.
    ///
    /// # Safety
    /// The caller destroys the value.
    unsafe fn value(self, omitted: Omitted) -> Handle {
        // SAFETY: the factory is alive during LOAD.
        unsafe {
            match omitted {
                Omitted::Integer(number) => v2_get!(value_create_bigint(self.factory, number)),
                Omitted::Text(text) => {
                    v2_get!(value_create_varchar(self.factory, &mut Text::new(text)))
                }
                Omitted::Nothing => null_mut(),
            }
        }
    }
}

/// Whether a registration succeeds; `false` if another extension has the name. DuckDB tells that of aggregates, and of
/// functions that were registered with the C API v1. Ours are merged with other functions.
pub fn is_registered(call: impl FnOnce(*mut Handle) -> u32) -> bool {
    match attempt(call) {
        Ok(()) => true,
        Err(error) => match error.code {
            code::NOT_IMPLEMENTED | code::CATALOG | code::TRANSACTION => false,
            _ => error.raise(),
        },
    }
}

/// Documents a function, as `duckdb_functions()` shows it.
///
/// # Safety
/// `docs` belongs to a function that isn't registered yet.
pub unsafe fn document(docs: Handle, function: &Function) {
    // SAFETY: the caller guarantees the function. DuckDB copies the texts.
    unsafe {
        v2!(function_docs_set_description(docs, &mut Text::new(function.description)));
        for example in function.examples {
            let sql = &mut Text::new(example.sql);
            v2!(function_docs_add_example(docs, null_mut(), sql));
        }
    }
}
