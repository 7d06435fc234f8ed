//! Rows on their way into DuckDB's vectors.

use std::ffi::c_void;

use hashlane_catalog::Cell;
use hashlane_parquet::table::FileRows;
use libduckdb_sys::*;

use super::bind::Bound;
use crate::api::call;
use crate::callback::{Callback, compute};
use crate::unwinding::registered;

/// A scan: the rows that are still to come, and where more come from.
struct Scan {
    ready: std::vec::IntoIter<Vec<Cell>>,
    files: Option<FileRows>,
}

impl Scan {
    fn new(bound: &Bound) -> Result<Self, String> {
        Ok(match bound {
            Bound::Listed(rows) => Scan { ready: rows().into_iter(), files: None },
            Bound::Files { call, files, threads } => {
                let rows = call.rows(std::sync::Arc::clone(files), *threads)?;
                Scan { ready: Vec::new().into_iter(), files: Some(rows) }
            }
        })
    }

    /// The next rows, at most `most`.
    fn chunk(&mut self, most: usize) -> Result<Vec<Vec<Cell>>, String> {
        let mut rows = Vec::new();
        while rows.len() < most {
            let Some(row) = self.next()? else { break };
            rows.push(row);
        }
        Ok(rows)
    }

    /// The next row.
    fn next(&mut self) -> Result<Option<Vec<Cell>>, String> {
        loop {
            if let Some(row) = self.ready.next() {
                return Ok(Some(row));
            }
            match self.files.as_mut().and_then(Iterator::next) {
                Some(rows) => self.ready = rows?.into_iter(),
                None => return Ok(None),
            }
        }
    }
}

pub unsafe extern "C-unwind" fn init(info: duckdb_init_info) {
    // SAFETY: the bind data is what `bind` has set; DuckDB calls `drop_scan` once, and copies the message.
    unsafe {
        let bound = &*call!(duckdb_init_get_bind_data(info)).cast::<Bound>();
        match compute(Callback::TableInit, || Scan::new(bound)) {
            Ok(scan) => {
                let data = Box::into_raw(Box::new(scan)).cast();
                let drop_scan = registered(drop_scan as unsafe extern "C-unwind" fn(_));
                call!(duckdb_init_set_init_data(info, data, drop_scan));
            }
            Err(message) => call!(duckdb_init_set_error(info, message.as_ptr())),
        }
    }
}

unsafe extern "C-unwind" fn drop_scan(data: *mut c_void) {
    // SAFETY: `data` is the box that `init` has given away.
    drop(unsafe { Box::from_raw(data.cast::<Scan>()) });
}

pub unsafe extern "C-unwind" fn scan(info: duckdb_function_info, output: duckdb_data_chunk) {
    // SAFETY: the init data is what `init` has set, and one thread scans; the chunk has room for a vector's
    // size of rows and a column for each that `bind` has added; DuckDB copies the message.
    unsafe {
        let scan = &mut *call!(duckdb_function_get_init_data(info)).cast::<Scan>();
        let most = call!(duckdb_vector_size()) as usize;
        match compute(Callback::TableScan, || scan.chunk(most)) {
            Ok(rows) => {
                for (place, row) in rows.iter().enumerate() {
                    for (column, cell) in row.iter().enumerate() {
                        let vector = call!(duckdb_data_chunk_get_vector(output, column as idx_t));
                        write(vector, place as idx_t, cell);
                    }
                }
                call!(duckdb_data_chunk_set_size(output, rows.len() as idx_t));
            }
            Err(message) => call!(duckdb_function_set_error(info, message.as_ptr())),
        }
    }
}

/// # Safety
/// `vector` is of the type that the cell's column has, and has room for `row`.
unsafe fn write(vector: duckdb_vector, row: idx_t, cell: &Cell) {
    // SAFETY: the caller's; texts are copied; the data of a vector of numbers is an array of them.
    unsafe {
        match cell {
            Cell::Null => {
                call!(duckdb_vector_ensure_validity_writable(vector));
                let validity = call!(duckdb_vector_get_validity(vector));
                call!(duckdb_validity_set_row_invalid(validity, row));
            }
            Cell::Text(text) => {
                let (data, len) = (text.as_ptr().cast(), text.len() as idx_t);
                call!(duckdb_vector_assign_string_element_len(vector, row, data, len));
            }
            Cell::Integer(number) => {
                let data = call!(duckdb_vector_get_data(vector)).cast::<u64>();
                data.add(row as usize).write(*number);
            }
            Cell::Truth(truth) => {
                let data = call!(duckdb_vector_get_data(vector)).cast::<bool>();
                data.add(row as usize).write(*truth);
            }
        }
    }
}
