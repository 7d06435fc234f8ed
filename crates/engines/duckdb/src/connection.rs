//! A connection of the extension's own, open only during LOAD.
//!
//! It must not be open for longer. A connection owns its database: keeping one open would keep the database open, and
//! its file locked, after the user has closed it.

use std::ffi::CStr;

use hashlane_kernels::blocks::StringT;
use libduckdb_sys::*;

use crate::api::call;
use crate::unwinding::unwinding;
use crate::vector::Vector;

/// A connection, closed on drop.
pub struct HostConnection(duckdb_connection);

impl HostConnection {
    /// Connects to the database that loads the extension.
    ///
    /// # Errors
    /// Returns an error if DuckDB gives no database or no connection.
    ///
    /// # Safety
    /// `info` and `access` are what DuckDB passed at LOAD, and the API is loaded.
    pub unsafe fn open(
        info: duckdb_extension_info,
        access: &duckdb_extension_access,
    ) -> Result<Self, String> {
        let get_database = unwinding(access.get_database.ok_or("DuckDB has no get_database")?);
        let mut connection = std::ptr::null_mut();
        // SAFETY: the database lives as long as LOAD, and this struct owns the connection.
        unsafe {
            let database = get_database(info);
            if database.is_null() {
                return Err("DuckDB gives no database to register functions in".to_owned());
            }
            if call!(duckdb_connect(*database, &raw mut connection)) != 0 {
                return Err("DuckDB gives no connection to register functions with".to_owned());
            }
        }
        Ok(HostConnection(connection))
    }

    /// Connects to a new database in memory, which has no extensions.
    ///
    /// # Errors
    /// Returns an error if DuckDB can't create it.
    pub fn in_memory() -> Result<Self, String> {
        let mut database = std::ptr::null_mut();
        let mut connection = std::ptr::null_mut();
        // SAFETY: the database is closed here, or not opened. The connection, which this struct owns, keeps it alive.
        unsafe {
            let opened = call!(duckdb_open(c":memory:".as_ptr(), &raw mut database)) == 0;
            let connected = opened && call!(duckdb_connect(database, &raw mut connection)) == 0;
            call!(duckdb_close(&raw mut database));
            match connected {
                true => Ok(HostConnection(connection)),
                false => Err("DuckDB gives no database to compare functions with".to_owned()),
            }
        }
    }

    /// The connection, for the calls of the C API that register functions.
    pub fn raw(&self) -> duckdb_connection {
        self.0
    }

    /// Runs `body` in a transaction, so that it registers everything or nothing.
    ///
    /// # Errors
    /// Returns the error of `body` or of the commit, after a rollback.
    pub fn transaction<T>(&self, body: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        self.query(c"BEGIN TRANSACTION")?;
        let done = body().and_then(|done| self.query(c"COMMIT").map(|_| done));
        if done.is_err() {
            // If this fails too, closing the connection rolls back.
            let _ = self.query(c"ROLLBACK");
        }
        done
    }

    /// Returns the rows of a query whose `N` columns are all VARCHAR. NULL becomes an empty text.
    ///
    /// # Errors
    /// Returns DuckDB's message if the query fails, and an error if a column is of another type.
    pub fn texts<const N: usize>(&self, sql: &CStr) -> Result<Vec<[String; N]>, String> {
        let mut result = self.query(sql)?;
        let is_text = |column| result.column_type(column) == DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR;
        if !(0..N).all(is_text) {
            return Err(format!("DuckDB answers {sql:?} with other types than VARCHAR"));
        }
        let mut rows = Vec::new();
        while let Some(chunk) = result.next_chunk() {
            rows.extend((0..chunk.len()).map(|row| {
                // SAFETY: the first N columns are VARCHAR.
                std::array::from_fn(|column| unsafe { chunk.text(column, row) })
            }));
        }
        Ok(rows)
    }

    fn query(&self, sql: &CStr) -> Result<QueryResult, String> {
        // SAFETY: zero is a valid value of every field, and DuckDB overwrites them.
        let mut result = QueryResult(unsafe { std::mem::zeroed() });
        // SAFETY: the connection is open; DuckDB fills the result in, even if the query fails.
        let state = unsafe { call!(duckdb_query(self.0, sql.as_ptr(), &raw mut result.0)) };
        if state == 0 { Ok(result) } else { Err(result.error()) }
    }
}

impl Drop for HostConnection {
    fn drop(&mut self) {
        // SAFETY: this struct owns the connection.
        unsafe { call!(duckdb_disconnect(&raw mut self.0)) };
    }
}

struct QueryResult(duckdb_result);

impl QueryResult {
    fn error(&mut self) -> String {
        // SAFETY: the result is alive, and owns its message.
        unsafe {
            let message = call!(duckdb_result_error(&raw mut self.0));
            if message.is_null() {
                return "DuckDB gives no reason".to_owned();
            }
            CStr::from_ptr(message).to_string_lossy().into_owned()
        }
    }

    /// The type of a column; `DUCKDB_TYPE_INVALID` if the column doesn't exist.
    fn column_type(&self, column: usize) -> duckdb_type {
        let mut result = self.0;
        // SAFETY: the copy refers to the result, which is alive; DuckDB only reads it.
        unsafe { call!(duckdb_column_type(&raw mut result, column as idx_t)) }
    }

    fn next_chunk(&mut self) -> Option<ResultChunk> {
        // SAFETY: the result is alive.
        let chunk = unsafe { call!(duckdb_fetch_chunk(self.0)) };
        (!chunk.is_null()).then_some(ResultChunk(chunk))
    }
}

impl Drop for QueryResult {
    fn drop(&mut self) {
        // SAFETY: this struct owns the result.
        unsafe { call!(duckdb_destroy_result(&raw mut self.0)) };
    }
}

struct ResultChunk(duckdb_data_chunk);

impl ResultChunk {
    fn len(&self) -> usize {
        // SAFETY: the chunk is alive.
        unsafe { call!(duckdb_data_chunk_get_size(self.0)) as usize }
    }

    /// # Safety
    /// The chunk has this column, it is a VARCHAR, and `row` is below [`ResultChunk::len`].
    unsafe fn text(&self, column: usize, row: usize) -> String {
        // SAFETY: the chunk is alive and nothing writes to it; the caller vouches for the column.
        unsafe {
            let raw = call!(duckdb_data_chunk_get_vector(self.0, column as idx_t));
            let vector = Vector::read(raw, self.len());
            let valid = vector.validity().is_none_or(|bits| bits[row / 64] >> (row % 64) & 1 == 1);
            if !valid {
                return String::new();
            }
            String::from_utf8_lossy(vector.values::<StringT>()[row].bytes()).into_owned()
        }
    }
}

impl Drop for ResultChunk {
    fn drop(&mut self) {
        // SAFETY: this struct owns the chunk.
        unsafe { call!(duckdb_destroy_data_chunk(&raw mut self.0)) };
    }
}
