//! Values that DuckDB has created for us.

use std::ffi::CStr;

use hashlane_catalog::Cell;
use libduckdb_sys::*;

use crate::api::call;

/// A value that DuckDB has created for us, or a null pointer.
pub struct GivenValue(pub duckdb_value);

impl GivenValue {
    pub fn is_null(&self) -> bool {
        // SAFETY: the value is alive.
        self.0.is_null() || unsafe { call!(duckdb_is_null_value(self.0)) }
    }

    /// The value as VARCHAR.
    pub fn text(&self) -> Cell {
        if self.is_null() {
            return Cell::Null;
        }
        // SAFETY: the value is alive. The text ends with a NUL, and we free it.
        unsafe {
            let text = call!(duckdb_get_varchar(self.0));
            let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
            call!(duckdb_free(text.cast()));
            Cell::Text(owned)
        }
    }

    /// The value as BOOLEAN.
    pub fn truth(&self) -> Cell {
        if self.is_null() {
            return Cell::Null;
        }
        // SAFETY: the value is alive.
        Cell::Truth(unsafe { call!(duckdb_get_bool(self.0)) })
    }

    /// The value as a number, unless it is negative.
    pub fn number(&self) -> Option<u64> {
        if self.is_null() {
            return None;
        }
        // SAFETY: the value is alive.
        u64::try_from(unsafe { call!(duckdb_get_int64(self.0)) }).ok()
    }
}

impl Drop for GivenValue {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: this struct owns the value.
            unsafe { call!(duckdb_destroy_value(&raw mut self.0)) };
        }
    }
}
