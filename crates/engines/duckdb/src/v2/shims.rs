//! The functions of the C API v1 that the adapter's shared parts call, made of those of v2.
//!
//! Handles of vectors and types are passed on as they are. What v1 calls the info and the chunk of a callback is a
//! [`HostCall`].

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;

use hashlane_kernels::blocks::StringT;
use libduckdb_sys::*;

use super::host::{self, Handle, Owned, Text, View, v2, v2_get};
use super::types;
use crate::unwinding::registered;

/// A running callback, in place of v1's info and chunk. The functions below only read it.
pub struct HostCall {
    /// What was registered with the function.
    pub registered: *const c_void,
    /// The arguments, flat.
    pub arguments: Vec<Handle>,
    /// The number of rows.
    pub len: usize,
    /// The `memory_limit`, if the function asks for it; otherwise 0.
    pub memory_limit: usize,
    pub error: *mut Handle,
}

impl HostCall {
    /// A callback without arguments.
    pub fn new(registered: *const c_void, error: *mut Handle) -> Self {
        HostCall { registered, arguments: Vec::new(), len: 0, memory_limit: 0, error }
    }

    /// What v1 calls the info of a function.
    pub fn info(&self) -> duckdb_function_info {
        std::ptr::from_ref(self).cast_mut().cast()
    }

    /// What v1 calls a chunk.
    pub fn chunk(&self) -> duckdb_data_chunk {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}

thread_local! {
    /// What creates types, during LOAD.
    pub static FACTORY: Cell<Handle> = const { Cell::new(null_mut()) };
}

/// The functions that the shared parts call in a host with v2's API; the others are missing.
pub fn table() -> duckdb_ext_api_v1 {
    // SAFETY: every field is an `Option` of a function pointer, for which zero is `None`.
    let mut table: duckdb_ext_api_v1 = unsafe { std::mem::zeroed() };
    macro_rules! fill {
        ($($field:ident = $function:path: ($($arg:tt),*);)*) => {
            $(table.$field = registered($function as unsafe extern "C-unwind" fn($($arg),*) -> _);)*
        };
    }
    fill! {
        duckdb_data_chunk_get_size = chunk_size: (_);
        duckdb_data_chunk_get_column_count = chunk_columns: (_);
        duckdb_data_chunk_get_vector = chunk_vector: (_, _);
        duckdb_scalar_function_get_extra_info = registered_data: (_);
        duckdb_scalar_function_get_bind_data = memory_limit: (_);
        duckdb_scalar_function_set_error = set_error: (_, _);
        duckdb_aggregate_function_get_extra_info = registered_data: (_);
        duckdb_aggregate_function_set_error = set_error: (_, _);
        duckdb_vector_get_column_type = vector_type: (_);
        duckdb_vector_get_data = vector_data: (_);
        duckdb_vector_get_validity = vector_validity: (_);
        duckdb_vector_ensure_validity_writable = make_validity_writable: (_);
        duckdb_vector_assign_string_element_len = assign_string: (_, _, _, _);
        duckdb_list_vector_get_size = list_len: (_);
        duckdb_list_vector_get_child = first_child: (_);
        duckdb_list_vector_reserve = reserve_list: (_, _);
        duckdb_list_vector_set_size = set_list_len: (_, _);
        duckdb_struct_vector_get_child = child: (_, _);
        duckdb_array_vector_get_child = first_child: (_);
        duckdb_free = free: (_);
        duckdb_get_type_id = types::id: (_);
        duckdb_create_logical_type = types::plain: (_);
        duckdb_create_list_type = types::list: (_);
        duckdb_create_struct_type = types::structure: (_, _, _);
        duckdb_destroy_logical_type = types::destroy: (_);
        duckdb_list_type_child_type = types::first_parameter: (_);
        duckdb_array_type_child_type = types::first_parameter: (_);
        duckdb_array_type_array_size = types::array_len: (_);
        duckdb_map_type_key_type = types::first_parameter: (_);
        duckdb_map_type_value_type = types::map_value: (_);
        duckdb_struct_type_child_count = types::parameters: (_);
        duckdb_struct_type_child_type = types::parameter: (_, _);
        duckdb_decimal_internal_type = types::decimal_storage: (_);
        duckdb_decimal_width = types::decimal_width: (_);
        duckdb_decimal_scale = types::decimal_scale: (_);
        duckdb_enum_internal_type = types::enum_storage: (_);
        duckdb_enum_dictionary_value = types::enum_member: (_, _);
    }
    super::aggregate::fill(&mut table);
    table
}

/// # Safety
/// `info` comes from a [`HostCall`] that is alive.
unsafe fn call<'a, T>(info: *mut T) -> &'a HostCall {
    // SAFETY: the caller guarantees it.
    unsafe { &*info.cast::<HostCall>() }
}

unsafe extern "C-unwind" fn chunk_size(chunk: duckdb_data_chunk) -> idx_t {
    // SAFETY: the chunk comes from a callback that runs.
    unsafe { call(chunk).len as idx_t }
}

unsafe extern "C-unwind" fn chunk_columns(chunk: duckdb_data_chunk) -> idx_t {
    // SAFETY: as above.
    unsafe { call(chunk).arguments.len() as idx_t }
}

unsafe extern "C-unwind" fn chunk_vector(chunk: duckdb_data_chunk, column: idx_t) -> duckdb_vector {
    // SAFETY: as above, and the chunk has that column.
    unsafe { call(chunk).arguments[column as usize].cast() }
}

unsafe extern "C-unwind" fn registered_data(info: duckdb_function_info) -> *mut c_void {
    // SAFETY: the info comes from a callback that runs.
    unsafe { call(info).registered.cast_mut() }
}

unsafe extern "C-unwind" fn memory_limit(info: duckdb_function_info) -> *mut c_void {
    // SAFETY: as above. The limit is a number in place of a pointer, as in `crate::memory_limit`.
    std::ptr::without_provenance_mut(unsafe { call(info).memory_limit })
}

unsafe extern "C-unwind" fn set_error(info: duckdb_function_info, text: *const c_char) {
    // SAFETY: as above, and the text is a C string.
    unsafe {
        let text = CStr::from_ptr(text).to_string_lossy();
        host::fail(call(info).error, host::code::INVALID_INPUT, &text);
    }
}

unsafe extern "C-unwind" fn vector_type(vector: duckdb_vector) -> duckdb_logical_type {
    // SAFETY: the vector is alive, and the caller owns the type.
    let logical: Handle = unsafe { v2_get!(vector_get_logical_type(vector.cast())) };
    logical.cast()
}

/// NULL for a vector whose data are in its children.
unsafe extern "C-unwind" fn vector_data(vector: duckdb_vector) -> *mut c_void {
    // SAFETY: the vector is alive and flat.
    unsafe {
        let view: View = v2_get!(vector_get_view(vector.cast()));
        match view.data.is_null() {
            true => null_mut(),
            false => v2_get!(vector_get_data_mutable(vector.cast())),
        }
    }
}

unsafe extern "C-unwind" fn vector_validity(vector: duckdb_vector) -> *mut u64 {
    // SAFETY: the vector is alive and flat.
    let view: View = unsafe { v2_get!(vector_get_view(vector.cast())) };
    view.validity.cast_mut()
}

unsafe extern "C-unwind" fn make_validity_writable(vector: duckdb_vector) {
    // SAFETY: the vector is alive and flat.
    let _: *mut u64 = unsafe { v2_get!(vector_flat_get_validity_mutable(vector.cast())) };
}

unsafe extern "C-unwind" fn assign_string(
    vector: duckdb_vector,
    row: idx_t,
    text: *const c_char,
    len: idx_t,
) {
    // SAFETY: the vector is of strings and has that row, and the text is as long as given. The arena gives as much memory
    // as it is asked for, which lives as long as the vector.
    unsafe {
        let mut text = std::slice::from_raw_parts(text.cast::<u8>(), len as usize);
        if text.len() > StringT::MAX_INLINE {
            let arena: Handle = v2_get!(vector_get_arena(vector.cast()));
            let heap: *mut u8 = v2_get!(arena_allocate(arena, len));
            std::ptr::copy_nonoverlapping(text.as_ptr(), heap, text.len());
            text = std::slice::from_raw_parts(heap, text.len());
        }
        let strings = vector_data(vector).cast::<StringT>();
        strings.add(row as usize).write(StringT::new(text));
    }
}

unsafe extern "C-unwind" fn child(vector: duckdb_vector, place: idx_t) -> duckdb_vector {
    // SAFETY: the vector is alive and has that child.
    let child: Handle = unsafe { v2_get!(vector_get_child(vector.cast(), place)) };
    child.cast()
}

unsafe extern "C-unwind" fn first_child(vector: duckdb_vector) -> duckdb_vector {
    // SAFETY: as above.
    unsafe { child(vector, 0) }
}

unsafe extern "C-unwind" fn list_len(list: duckdb_vector) -> idx_t {
    // SAFETY: as above.
    unsafe { v2_get!(vector_get_size(first_child(list).cast())) }
}

/// Setting the length makes room.
unsafe extern "C-unwind" fn reserve_list(_: duckdb_vector, _: idx_t) -> duckdb_state {
    0
}

unsafe extern "C-unwind" fn set_list_len(list: duckdb_vector, len: idx_t) -> duckdb_state {
    // SAFETY: as above.
    unsafe { v2!(vector_set_size(first_child(list).cast(), len)) };
    0
}

/// Frees what [`types::enum_member`] returned.
unsafe extern "C-unwind" fn free(text: *mut c_void) {
    // SAFETY: the shared parts free such a text once.
    drop(unsafe { std::ffi::CString::from_raw(text.cast()) });
}

/// Gives `data`, which is alive as long as the library or is dropped by `destroy`, to DuckDB.
pub fn owned(data: *const c_void, destroy: Option<unsafe extern "C" fn(*mut c_void)>) -> Owned {
    Owned { data: data.cast_mut(), destroy, equals: None }
}

/// The value of a setting in DuckDB's words; `None` if it has none.
///
/// # Safety
/// The context belongs to the running callback.
pub unsafe fn setting(context: Handle, name: &str) -> Option<String> {
    // SAFETY: the caller guarantees the context. The value owns its text and is destroyed here.
    unsafe {
        let config: Handle = v2_get!(context_get_config(context));
        let (mut value, mut scope) = (null_mut(), 0);
        let get = host::table().config_get_option_value;
        let name = &mut Text::new(name);
        host::checked(|error| get(config, name, &raw mut value, &raw mut scope, error));
        let mut text = Text::new("");
        let get = host::table().value_get_varchar;
        let is_text = host::succeeds(|error| get(value, &raw mut text, error));
        let owned = is_text.then(|| String::from_utf8_lossy(text.bytes()).into_owned());
        (host::table().value_destroy)(&raw mut value);
        owned
    }
}
