//! What a function is registered with: its name, its parameters, what it returns, and its documentation.

use std::ptr::null_mut;

use hashlane_catalog::{ArgKind, Function, Omitted};

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
const STANDARD: u32 = 1;
const VARIADIC: u32 = 2;

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
    /// The first ones of the function, all required, of any type. The values of a row are variadic.
    Any(usize),
    /// All of the function, of any type; those that a call may omit have defaults.
    Defaults,
    /// One text.
    Text,
}

impl LoadingDatabase {
    /// Declares the parameters and the result of a function.
    ///
    /// # Safety
    /// `signature` belongs to a function that isn't registered yet.
    pub unsafe fn declare(self, signature: Handle, function: &Function, parameters: Parameters) {
        let (id, len) = match parameters {
            Parameters::Any(len) => (types::ANY, len),
            Parameters::Defaults => (types::ANY, function.args.len()),
            Parameters::Text => (types::VARCHAR, 1),
        };
        let returns = LogicalType::returned(&function.returns);
        // SAFETY: the caller guarantees the signature. DuckDB copies types, names and values.
        unsafe {
            let of: Handle =
                v2_get!(factory_create_type_from_id(self.factory, id, null_mut(), null_mut(), 0));
            let of = LogicalType::from_raw(of.cast());
            for arg in &function.args[..len] {
                let is_variadic = arg.kind == ArgKind::Row && id == types::ANY;
                let kind = if is_variadic { VARIADIC } else { STANDARD };
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
