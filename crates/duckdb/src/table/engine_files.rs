//! Files as DuckDB opens them: `s3://…` and whatever else it knows.
//!
//! The C API has this from v1.5.6 on. Before that only the files of this machine can be read, and
//! whether DuckDB has been told to leave those alone can't be asked.

use std::ffi::{CStr, CString, c_char};
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use hashlane_files::{FileError, FileSystem, Local, Source};
use libduckdb_sys::*;

use super::bind::Given;
use crate::api::{api, call};
use crate::unwinding::unwinding;

/// The context of a query, in hosts that give it.
pub struct Context(duckdb_client_context);

// SAFETY: it is asked for settings and for the file system alone, whose methods DuckDB itself
// calls from all its threads.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// # Safety
    /// `info` is of the bind callback that runs.
    pub unsafe fn of(info: duckdb_bind_info) -> Option<Self> {
        let get = unwinding(api().duckdb_table_function_get_client_context?);
        let mut context = std::ptr::null_mut();
        // SAFETY: the caller's; DuckDB makes a context that this struct owns.
        unsafe { get(info, &raw mut context) };
        (!context.is_null()).then_some(Context(context))
    }

    fn setting(&self, name: &CStr) -> Given {
        // SAFETY: the context is alive, and the value is the caller's.
        Given(unsafe {
            call!(duckdb_client_context_get_config_option(
                self.0,
                name.as_ptr(),
                std::ptr::null_mut()
            ))
        })
    }

    /// How many threads DuckDB has been told to use.
    pub fn threads(&self) -> Option<NonZero<usize>> {
        NonZero::new(usize::try_from(self.setting(c"threads").number()?).ok()?)
    }

    /// The files that a query may read: those of this machine straight, unless DuckDB has been
    /// told to have a say in it, and the rest through DuckDB.
    pub fn files(context: Option<Self>) -> Arc<dyn FileSystem> {
        use hashlane_catalog::Cell;
        let Some(context) = context else { return Arc::new(OldHost) };
        let free = context.setting(c"enable_external_access").truth() == Cell::Truth(true);
        // SAFETY: the context is alive; the file system is ours to destroy.
        let system = unsafe { call!(duckdb_client_context_get_file_system(context.0)) };
        Arc::new(EngineFiles { free, system, _context: context })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: this struct owns the context.
        unsafe { call!(duckdb_destroy_client_context(&raw mut self.0)) };
    }
}

/// Whether a path is of another machine.
fn is_url(path: &str) -> bool {
    path.contains("://")
}

/// The files of this machine, in a host whose own can't be asked for.
struct OldHost;

impl FileSystem for OldHost {
    fn expand(&self, pattern: &str) -> Result<Vec<String>, FileError> {
        if is_url(pattern) {
            let message = "can't be read in this DuckDB: only files of this machine can, before \
                           DuckDB 1.5.6";
            return Err(FileError::new(pattern, message));
        }
        Local.expand(pattern)
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        Local.open(path)
    }
}

struct EngineFiles {
    /// Whether queries may read whatever the process may.
    free: bool,
    system: duckdb_file_system,
    /// What the file system belongs to.
    _context: Context,
}

// SAFETY: DuckDB calls a file system from all its threads.
unsafe impl Send for EngineFiles {}
// SAFETY: as above.
unsafe impl Sync for EngineFiles {}

impl Drop for EngineFiles {
    fn drop(&mut self) {
        // SAFETY: this struct owns the file system, and its context lives until the fields drop.
        unsafe { call!(duckdb_destroy_file_system(&raw mut self.system)) };
    }
}

impl FileSystem for EngineFiles {
    fn expand(&self, pattern: &str) -> Result<Vec<String>, FileError> {
        if self.free && !is_url(pattern) {
            return Local.expand(pattern);
        }
        // The C API opens files and lists none.
        if pattern.contains(['*', '?', '[']) {
            let message = "is a pattern, which works for files of this machine alone, and with \
                           enable_external_access; name the files, or use DuckDB's glob()";
            return Err(FileError::new(pattern, message));
        }
        Ok(vec![pattern.to_owned()])
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        if self.free && !is_url(path) {
            return Local.open(path);
        }
        let c_path = CString::new(path).map_err(|_| FileError::new(path, "has a NUL in it"))?;
        let mut handle = std::ptr::null_mut();
        // SAFETY: the options are made and destroyed here; the handle goes to `EngineFile`.
        let state = unsafe {
            let mut options = call!(duckdb_create_file_open_options());
            let read = duckdb_file_flag_DUCKDB_FILE_FLAG_READ;
            call!(duckdb_file_open_options_set_flag(options, read, true));
            let path = c_path.as_ptr();
            let state = call!(duckdb_file_system_open(self.system, path, options, &raw mut handle));
            call!(duckdb_destroy_file_open_options(&raw mut options));
            state
        };
        if state != 0 || handle.is_null() {
            // SAFETY: the file system is alive; the error is ours to destroy.
            let error = unsafe { message(call!(duckdb_file_system_error_data(self.system))) };
            return Err(FileError::new(path, format!("can't be opened by DuckDB: {error}")));
        }
        let handle = Handle(handle);
        let size = handle.size().map_err(|error| FileError::io(path, error))?;
        Ok(Box::new(EngineFile { name: path.to_owned(), size, handle: Mutex::new(handle) }))
    }
}

/// The text of an error, which is destroyed.
///
/// # Safety
/// `error` is NULL or alive, and the caller's.
unsafe fn message(mut error: duckdb_error_data) -> String {
    if error.is_null() {
        return "it says no more".to_owned();
    }
    // SAFETY: the error is alive until it is destroyed here.
    unsafe {
        let text: *const c_char = call!(duckdb_error_data_message(error));
        let owned = if text.is_null() {
            "it says no more".to_owned()
        } else {
            CStr::from_ptr(text).to_string_lossy().into_owned()
        };
        call!(duckdb_destroy_error_data(&raw mut error));
        owned
    }
}

struct Handle(duckdb_file_handle);

// SAFETY: it is used by one thread at a time, behind a mutex.
unsafe impl Send for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: this struct owns the handle.
        unsafe { call!(duckdb_destroy_file_handle(&raw mut self.0)) };
    }
}

impl Handle {
    fn error(&self) -> io::Error {
        // SAFETY: the handle is alive; the error is ours to destroy.
        io::Error::other(unsafe { message(call!(duckdb_file_handle_error_data(self.0))) })
    }

    fn size(&self) -> io::Result<u64> {
        // SAFETY: the handle is alive.
        let size = unsafe { call!(duckdb_file_handle_size(self.0)) };
        u64::try_from(size).map_err(|_| self.error())
    }

    fn read_exact_at(&mut self, offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        let offset = i64::try_from(offset).map_err(io::Error::other)?;
        // SAFETY: the handle is alive.
        if unsafe { call!(duckdb_file_handle_seek(self.0, offset)) } != 0 {
            return Err(self.error());
        }
        while !buffer.is_empty() {
            let (data, len) = (buffer.as_mut_ptr().cast(), buffer.len() as i64);
            // SAFETY: the buffer is writable for its length.
            let read = unsafe { call!(duckdb_file_handle_read(self.0, data, len)) };
            let read = usize::try_from(read).map_err(|_| self.error())?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer = &mut buffer[read..];
        }
        Ok(())
    }
}

struct EngineFile {
    name: String,
    size: u64,
    handle: Mutex<Handle>,
}

impl EngineFile {
    fn handle(&self) -> std::sync::MutexGuard<'_, Handle> {
        self.handle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Source for EngineFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> u64 {
        self.size
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.handle().read_exact_at(offset, buffer)
    }

    fn unchanged(&self) -> Result<(), FileError> {
        let size = self.handle().size().map_err(|error| FileError::io(&self.name, error))?;
        if size != self.size {
            return Err(FileError::new(&self.name, "changed while it was read: try again"));
        }
        Ok(())
    }
}
