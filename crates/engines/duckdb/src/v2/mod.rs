//! The adapter on DuckDB's C API v2, for one version of DuckDB: the extension `hashlane_v2`.
//!
//! The library is the same as that of `hashlane`, with another entry point and another footer. Everything but what
//! registers functions is shared: [`shims`] makes the functions of v1 that the shared parts call of those of v2. Scalar
//! functions and aggregates are here; for `detect_codec` and the table functions, load `hashlane` after it, which registers
//! what isn't there.
//!
//! What v2 gives: a function of one argument that can't fail is computed once for each entry of a dictionary; calls are
//! checked when they are bound, over an empty table too; parameters have names; `duckdb_functions()` has descriptions and
//! examples. What it lacks, tried on 2.0.1: a connection or a list of functions at LOAD, so that names of other extensions
//! can't be left out; functions in the expressions of indexes; a sign that a query was interrupted; dictionary vectors as
//! results, or a way to know a dictionary again.

mod aggregate;
mod bind;
mod dictionary;
mod functions;
mod host;
mod register;
mod scalar;
mod shims;
mod types;

use std::ffi::{CString, c_char, c_void};

use hashlane_catalog::Function;

use self::host::{Handle, guard, v2_get};
use self::register::LoadingDatabase;
use crate::aggregate::StateBudget;
use crate::callback::{ComputeCallback, compute, message};
use crate::names::{refuses, report};
use crate::table::interrupts::KEEPER;
use crate::{api, memory_limit};

/// What DuckDB passes to the entry point.
#[repr(C)]
pub struct ExtensionInput {
    get_api: Option<unsafe extern "C" fn(Handle, *const c_char) -> *const c_void>,
    extension: Handle,
    context: Handle,
    error: *mut Handle,
}

/// The entry point that DuckDB looks for in a file called `hashlane_v2.duckdb_extension`.
///
/// # Safety
/// DuckDB calls it at LOAD with its own input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hashlane_v2_init_c_api_v2(input: *mut ExtensionInput) {
    // SAFETY: DuckDB passes a struct that is valid during LOAD. The footer names the version whose table it returns. If it
    // returns none, it has noted why.
    unsafe {
        let ExtensionInput { get_api, extension, context, error } = &*input;
        let Some(get_api) = get_api else { return };
        let version = CString::new(format!("v{}", host::VERSION)).unwrap_or_default();
        let table = get_api(*extension, version.as_ptr());
        if table.is_null() {
            return;
        }
        host::load(table);
        guard(*error, || load(*extension, *context, *error));
    }
}

/// # Safety
/// LOAD is running with these handles, and the table is loaded.
unsafe fn load(extension: Handle, context: Handle, error: *mut Handle) {
    let ready = || hashlane_catalog::ready().map_err(|e| e.to_string()).and_then(|()| refuses());
    let loaded = compute(ComputeCallback::Load, ready).and_then(|refuse| {
        api::load_shims(shims::table(), host::VERSION);
        // SAFETY: the caller guarantees the handles.
        let names = unsafe { register_all(extension, context) };
        names.check(refuse).map_err(message)
    });
    if let Err(text) = loaded {
        // SAFETY: the caller guarantees the handle.
        unsafe { host::fail(error, host::code::INVALID_INPUT, &text.to_string_lossy()) };
    }
}

/// Registers every function whose name is free, and returns the names of the others.
///
/// # Safety
/// LOAD is running with these handles, and the tables are loaded.
unsafe fn register_all(extension: Handle, context: Handle) -> RegisteredNames {
    // SAFETY: the caller guarantees the handles.
    unsafe {
        let database =
            LoadingDatabase { extension, factory: v2_get!(context_get_factory(context)) };
        shims::FACTORY.set(database.factory);
        let limit = shims::setting(context, "memory_limit");
        let limit = limit.and_then(|limit| memory_limit::parse(&limit)).filter(|limit| *limit > 0);
        let budget = StateBudget::of(limit);
        // `hashlane` needs its own, to see interrupts.
        let scalars = hashlane_catalog::all().filter(|function| function.name != KEEPER);
        let mut names = RegisteredNames::default();
        for (function, name) in scalars.flat_map(under_names) {
            names.add(name, scalar::register(database, function, name));
        }
        for (function, name) in hashlane_catalog::AGGREGATES.iter().flat_map(under_names) {
            names.add(name, aggregate::register(database, function, name, &budget));
        }
        names
    }
}

/// A function with each of its names.
fn under_names(
    function: &'static Function,
) -> impl Iterator<Item = (&'static Function, &'static str)> {
    let names = std::iter::once(function.name).chain(function.aliases.iter().copied());
    names.map(move |name| (function, name))
}

/// How many names are registered, and which ones another extension has, as far as DuckDB tells.
#[derive(Default)]
struct RegisteredNames {
    taken: Vec<&'static str>,
    registered: usize,
}

impl RegisteredNames {
    fn add(&mut self, name: &'static str, is_free: bool) {
        match is_free {
            true => self.registered += 1,
            false => self.taken.push(name),
        }
    }

    /// Writes the names to the standard error, or returns why LOAD fails.
    fn check(mut self, refuse: bool) -> Result<(), String> {
        self.taken.sort_unstable();
        let names = self.taken.join(", ");
        if self.registered == 0 {
            return Err(
                "hashlane_v2 is not loaded: hashlane is already, and has all its functions. \
                        Load hashlane_v2 before it, in a new session"
                    .to_owned(),
            );
        }
        if refuse && !names.is_empty() {
            return Err(format!(
                "Another extension has functions of the same names: {names}. The others of \
                 hashlane_v2 are registered: DuckDB can't take them back"
            ));
        }
        report("hashlane_v2", &names);
        Ok(())
    }
}
