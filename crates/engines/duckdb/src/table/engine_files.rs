//! The files that a query may read, in hosts that report it: DuckDB 1.5.6 and later.
//!
//! If DuckDB restricts nothing, Hashlane reads the files of this machine itself. Everything else is opened through
//! DuckDB's own file system, which enforces `enable_external_access`, `allowed_directories`, `allowed_paths` and
//! `disabled_filesystems`, and supports `s3://…`.
//!
//! Reading everything through DuckDB would be one path instead of two. But the C API reports no modification time, so a
//! file that changes during a scan would go unnoticed. It also opens a pipe and waits for its other end, lists no
//! files, and gives a handle one position, so that threads wait for each other.
//!
//! The extension checks for every pattern and every file whether the query may read it, and never keeps the result: a
//! prepared statement can outlive the settings under which it was bound.

use std::ffi::{CStr, CString, c_char};
use std::io::{self, Read};
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use hashlane_files::{
    CancellationToken, FileError, FileSystem, InMemory, LocalFiles, Source, read_unsized,
};
use libduckdb_sys::*;

use super::given::GivenValue;
use super::headroom::Headroom;
use super::old_host;
use crate::api::{api, call};
use crate::unwinding::unwinding;

/// The context of a query, in hosts that provide it.
pub struct QueryContext(duckdb_client_context);

// SAFETY: it is used only for settings and for the file system, whose methods DuckDB calls from all its threads.
unsafe impl Send for QueryContext {}
// SAFETY: as above.
unsafe impl Sync for QueryContext {}

impl QueryContext {
    /// # Safety
    /// `info` belongs to the running bind callback of a scalar function.
    pub unsafe fn of_scalar(info: duckdb_bind_info) -> Option<Self> {
        let get = unwinding(api().duckdb_scalar_function_get_client_context?);
        let mut context = std::ptr::null_mut();
        // SAFETY: the caller guarantees `info`. This struct owns the context that DuckDB creates.
        unsafe { get(info, &raw mut context) };
        (!context.is_null()).then_some(QueryContext(context))
    }

    /// # Safety
    /// `info` belongs to the running bind callback of a table function.
    pub unsafe fn from_bind(info: duckdb_bind_info) -> Option<Self> {
        let get = unwinding(api().duckdb_table_function_get_client_context?);
        let mut context = std::ptr::null_mut();
        // SAFETY: the caller guarantees `info`. This struct owns the context that DuckDB creates.
        unsafe { get(info, &raw mut context) };
        (!context.is_null()).then_some(QueryContext(context))
    }

    /// The context, which is valid as long as this struct.
    pub fn raw(&self) -> duckdb_client_context {
        self.0
    }

    /// The value of a setting for the query.
    pub fn setting(&self, name: &CStr) -> GivenValue {
        // SAFETY: the context is alive, and the caller owns the value.
        GivenValue(unsafe {
            call!(duckdb_client_context_get_config_option(
                self.0,
                name.as_ptr(),
                std::ptr::null_mut()
            ))
        })
    }

    /// The number of threads that DuckDB is set to use.
    pub fn threads(&self) -> Option<NonZero<usize>> {
        NonZero::new(usize::try_from(self.setting(c"threads").number()?).ok()?)
    }

    /// The files that a query may read.
    pub fn files(context: Option<Self>) -> Arc<dyn FileSystem> {
        Arc::new(Headroom(match context {
            Some(context) => Arc::new(HostFiles(context)),
            None => old_host::files(),
        }))
    }

    /// Whether DuckDB restricts nothing, so that a query may read everything that the process may.
    ///
    /// `disabled_filesystems` can't be read: DuckDB always returns an empty text. So we ask DuckDB to open a local file
    /// that can't exist. The result is an I/O error only if the request reaches the operating system.
    fn allows_everything(&self) -> bool {
        use hashlane_catalog::Cell;
        let external_access = self.setting(c"enable_external_access").truth();
        // A name longer than file systems allow.
        let nowhere = "hashlane-asks-for-no-file-".repeat(16);
        external_access == Cell::Truth(true)
            && self
                .open(&nowhere)
                .is_err_and(|error| error.kind == duckdb_error_type_DUCKDB_ERROR_IO)
    }

    /// Opens a file through DuckDB.
    fn open(&self, path: &str) -> Result<FileHandle, EngineError> {
        let path = CString::new(path).map_err(|_| EngineError {
            kind: duckdb_error_type_DUCKDB_ERROR_INVALID_INPUT,
            message: "the path contains a NUL".to_owned(),
        })?;
        let mut handle = std::ptr::null_mut();
        // SAFETY: the context is alive. A file system stores the last error of its users, so it is created for this
        // call alone. It is destroyed, like the options. `FileHandle` owns the handle.
        unsafe {
            let mut system = call!(duckdb_client_context_get_file_system(self.0));
            let mut options = call!(duckdb_create_file_open_options());
            let read = duckdb_file_flag_DUCKDB_FILE_FLAG_READ;
            call!(duckdb_file_open_options_set_flag(options, read, true));
            let path = path.as_ptr();
            let state = call!(duckdb_file_system_open(system, path, options, &raw mut handle));
            let opened = match state == 0 && !handle.is_null() {
                true => Ok(FileHandle(handle)),
                false => Err(EngineError::new(call!(duckdb_file_system_error_data(system)))),
            };
            call!(duckdb_destroy_file_open_options(&raw mut options));
            call!(duckdb_destroy_file_system(&raw mut system));
            opened
        }
    }
}

impl Drop for QueryContext {
    fn drop(&mut self) {
        // SAFETY: this struct owns the context.
        unsafe { call!(duckdb_destroy_client_context(&raw mut self.0)) };
    }
}

/// Whether a path may be on another machine. DuckDB determines the file system of such a path.
fn is_url(path: &str) -> bool {
    path.contains("://")
}

struct HostFiles(QueryContext);

impl FileSystem for HostFiles {
    fn expand(&self, pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError> {
        if !is_url(pattern) && self.0.allows_everything() {
            return LocalFiles.expand(pattern, token);
        }
        // The C API opens files but doesn't list them. It isn't checked whether a file has this very name: that would
        // reveal files that DuckDB forbids.
        if pattern.contains(['*', '?', '[']) {
            let message = "is a pattern, which works only for files of this machine, and only if \
                           enable_external_access is on and LocalFileSystem is not disabled: \
                           name the files one by one";
            return Err(FileError::new(pattern, message));
        }
        Ok(vec![pattern.to_owned()])
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        if !is_url(path) && self.0.allows_everything() {
            return LocalFiles.open(path);
        }
        let refused = |error: EngineError| {
            FileError::new(path, format!("can't be opened by DuckDB: {}", error.message))
        };
        let mut handle = self.0.open(path).map_err(refused)?;
        let size = handle.size().map_err(|error| FileError::io(path, error))?;
        if size == 0
            && let Some(bytes) = read_unsized(path, &mut handle)?
        {
            return Ok(Box::new(InMemory::new(path.to_owned(), bytes, None)));
        }
        Ok(Box::new(EngineFile { name: path.to_owned(), size, handle: Mutex::new(handle) }))
    }
}

/// An error of DuckDB.
pub struct EngineError {
    kind: duckdb_error_type,
    pub message: String,
}

impl EngineError {
    /// Reads an error and destroys it.
    ///
    /// # Safety
    /// `error` is NULL, or alive and owned by the caller.
    pub unsafe fn new(mut error: duckdb_error_data) -> Self {
        let mut read = EngineError {
            kind: duckdb_error_type_DUCKDB_ERROR_INVALID,
            message: "DuckDB gives no reason".to_owned(),
        };
        if error.is_null() {
            return read;
        }
        // SAFETY: the error is alive until it is destroyed here.
        unsafe {
            read.kind = call!(duckdb_error_data_error_type(error));
            let text: *const c_char = call!(duckdb_error_data_message(error));
            if !text.is_null() {
                read.message = CStr::from_ptr(text).to_string_lossy().into_owned();
            }
            call!(duckdb_destroy_error_data(&raw mut error));
        }
        read
    }
}

struct FileHandle(duckdb_file_handle);

// SAFETY: one thread at a time uses it, behind a mutex.
unsafe impl Send for FileHandle {}

impl Drop for FileHandle {
    fn drop(&mut self) {
        // SAFETY: this struct owns the handle.
        unsafe { call!(duckdb_destroy_file_handle(&raw mut self.0)) };
    }
}

impl FileHandle {
    fn error(&self) -> io::Error {
        // SAFETY: the handle is alive. We destroy the error.
        let error = unsafe { EngineError::new(call!(duckdb_file_handle_error_data(self.0))) };
        io::Error::other(error.message)
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
            let read = self.read(buffer)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer = &mut buffer[read..];
        }
        Ok(())
    }
}

impl Read for FileHandle {
    /// Reads from the end of the last read.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (data, len) = (buffer.as_mut_ptr().cast(), buffer.len() as i64);
        // SAFETY: the handle is alive, and the buffer is writable for its length.
        let read = unsafe { call!(duckdb_file_handle_read(self.0, data, len)) };
        usize::try_from(read).map_err(|_| self.error())
    }
}

struct EngineFile {
    name: String,
    size: u64,
    handle: Mutex<FileHandle>,
}

impl EngineFile {
    fn handle(&self) -> std::sync::MutexGuard<'_, FileHandle> {
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
