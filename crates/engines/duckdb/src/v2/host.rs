//! The table of DuckDB's C API v2, and the way of its errors.
//!
//! No function of v2 throws: each returns a code and fills in an error. The shared adapter is written for functions that
//! don't return if they fail, so an error becomes a Rust panic that carries it ([`checked`]), past frames that are made to
//! be left in this way, up to the callback, which hands it to DuckDB ([`guard`]).

use std::any::Any;
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;

use super::functions::{Functions, VERSIONS};
use crate::callback::internal_error;

/// The version of DuckDB that this build is for.
pub const VERSION: &str = env!("HASHLANE_DUCKDB_V2");

/// What `xtask pack` looks for, so that no footer names another version.
#[used]
static BUILT_FOR: &str = concat!("hashlane_v2 for DuckDB ", env!("HASHLANE_DUCKDB_V2"), "\n");

/// Any object of DuckDB.
pub type Handle = *mut c_void;

/// Any callback: each has a type of its own in C.
pub type Callback = unsafe extern "C" fn();

/// A text of DuckDB or of ours, borrowed.
#[repr(C)]
pub struct Text {
    data: *const c_char,
    len: u64,
}

impl Text {
    pub fn new(text: &str) -> Self {
        Text { data: text.as_ptr().cast(), len: text.len() as u64 }
    }

    /// # Safety
    /// What it borrows from is alive for `'a`.
    pub unsafe fn bytes<'a>(&self) -> &'a [u8] {
        if self.data.is_null() {
            return &[];
        }
        // SAFETY: DuckDB gives the length, and the caller vouches for the owner.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.len as usize) }
    }
}

/// An object of ours that DuckDB owns.
#[repr(C)]
pub struct Owned {
    pub data: *mut c_void,
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    pub equals: Option<unsafe extern "C" fn(*mut c_void, *mut c_void) -> bool>,
}

/// The memory of a vector.
#[repr(C)]
pub struct View {
    pub data: *const c_void,
    pub validity: *const u64,
    /// The place of each row's value; NULL if it is the row.
    pub places: *const u32,
    pub len: u64,
}

/// Error codes of the API.
pub mod code {
    pub const INVALID_INPUT: u32 = 2001;
    pub const NOT_IMPLEMENTED: u32 = 5009;
    pub const CATALOG: u32 = 6001;
    pub const TRANSACTION: u32 = 6002;
    pub const INTERNAL: u32 = 8001;
}

static TABLE: OnceLock<Functions> = OnceLock::new();

/// The place of the version among those whose tables are known. A build for another one doesn't compile.
const KNOWN: usize = {
    let mut place = 0;
    while !is_equal(VERSIONS[place].as_bytes(), VERSION.as_bytes()) {
        place += 1;
    }
    place
};

const fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    place == a.len() && place == b.len()
}

/// Reads the table of the host.
///
/// # Safety
/// `table` is the whole table of DuckDB [`VERSION`], which its footer guarantees: DuckDB loads no file for another version.
pub unsafe fn load(table: *const c_void) {
    // SAFETY: the caller guarantees the table.
    TABLE.get_or_init(|| unsafe { Functions::read(table.cast(), KNOWN) });
}

/// The functions. Panics before [`load`]; no callback can run earlier.
pub fn table() -> &'static Functions {
    TABLE.get().expect("LOAD has read the function table")
}

/// Declares the functions with their places in the table of each version.
macro_rules! functions {
    ($($name:ident($($arg:ty),*): $($place:literal)+;)*) => {
        /// The functions, by name.
        pub struct Functions { $(pub $name: unsafe extern "C" fn($($arg),*) -> u32,)* }

        impl Functions {
            /// # Safety
            /// `table` is the table of this one of [`VERSIONS`].
            pub unsafe fn read(table: *const *const c_void, version: usize) -> Self {
                // SAFETY: the header of that version declares these functions at these places, and none is NULL.
                Functions { $($name: unsafe {
                    std::mem::transmute::<*const c_void, unsafe extern "C" fn($($arg),*) -> u32>(
                        *table.add([$($place),+][version]),
                    )
                },)* }
            }
        }
    };
}
pub(super) use functions;

/// Calls a function that returns nothing. Doesn't return if it fails.
macro_rules! v2 {
    ($name:ident($($arg:expr),* $(,)?)) => {
        $crate::v2::host::checked(|err| ($crate::v2::host::table().$name)($($arg,)* err))
    };
}
pub(super) use v2;

/// Calls a function with a result, its last argument before the error. Doesn't return if it fails.
macro_rules! v2_get {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        let mut result = std::mem::MaybeUninit::zeroed();
        let place = result.as_mut_ptr();
        $crate::v2::host::checked(|err| ($crate::v2::host::table().$name)($($arg,)* place, err));
        result.assume_init()
    }};
}
pub(super) use v2_get;

/// An error of DuckDB.
pub struct HostError {
    pub code: u32,
    text: String,
}

/// Calls a function of the host. Doesn't return if it fails.
pub fn checked(call: impl FnOnce(*mut Handle) -> u32) {
    attempt(call).unwrap_or_else(|error| error.raise());
}

/// Calls a function of the host that may fail.
pub fn attempt(call: impl FnOnce(*mut Handle) -> u32) -> Result<(), HostError> {
    let mut error = std::ptr::null_mut();
    match call(&raw mut error) {
        0 => Ok(()),
        // SAFETY: the host has filled the error in, and it is destroyed once.
        code => Err(HostError { code, text: unsafe { take_text(error) } }),
    }
}

/// Calls a function of the host that may fail.
pub fn succeeds(call: impl FnOnce(*mut Handle) -> u32) -> bool {
    attempt(call).is_ok()
}

impl HostError {
    /// Ends the callback with this error.
    pub fn raise(self) -> ! {
        resume_unwind(Box::new(self))
    }
}

/// The text of an error, without the name of its kind, which DuckDB puts before it once more.
///
/// # Safety
/// `error` is NULL, or alive and owned by the caller.
unsafe fn take_text(mut error: Handle) -> String {
    let mut text = Text::new("");
    // SAFETY: the caller guarantees the error, which owns the texts until it is destroyed.
    unsafe {
        (table().error_info_get_raw_text)(error, &raw mut text);
        if text.data.is_null() {
            (table().error_info_get_text)(error, &raw mut text);
        }
        let owned = String::from_utf8_lossy(text.bytes()).into_owned();
        (table().error_info_destroy)(&raw mut error);
        owned
    }
}

/// Runs a callback. Errors of the host and panics become errors of the callback.
///
/// # Safety
/// `error` is what DuckDB passed to the callback.
pub unsafe fn guard(error: *mut Handle, body: impl FnOnce()) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(body)) else { return };
    let (code, text) = described(panic);
    // SAFETY: the caller guarantees the error.
    unsafe { fail(error, code, &text) };
}

fn described(panic: Box<dyn Any + Send>) -> (u32, String) {
    match panic.downcast::<HostError>() {
        Ok(error) => (error.code, error.text),
        Err(panic) => (code::INTERNAL, internal_error(panic.as_ref())),
    }
}

/// Makes a callback fail.
///
/// # Safety
/// `error` is what DuckDB passed to the callback.
pub unsafe fn fail(error: *mut Handle, code: u32, text: &str) {
    // SAFETY: the caller guarantees the error; DuckDB copies the text.
    unsafe {
        (table().error_info_set_code)(*error, code);
        (table().error_info_set_text)(*error, &mut Text::new(text));
    }
}
