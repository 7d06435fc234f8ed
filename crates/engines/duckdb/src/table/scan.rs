//! Writes rows into DuckDB's vectors.
//!
//! A thread of the scan reads the files, and a call from DuckDB waits for its rows. The call returns as soon as there
//! is one, with all that are there. While it waits, it checks whether the query was interrupted. DuckDB drops the scan
//! when the query ends, even before the last row. The thread then stops between two reads.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use hashlane_catalog::Cell;
use hashlane_files::CancellationToken;
use hashlane_parquet::table_functions::TableRow;
use libduckdb_sys::*;

use super::bind::{BoundCall, BoundFileScan};
use super::headroom;
use super::interrupts::Interrupt;
use crate::api::call;
use crate::callback::{ComputeCallback, compute};
use crate::unwinding::registered;

/// How long a call waits for a row before it checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(50);

/// The most rows that wait for DuckDB.
const ROWS_AHEAD: usize = 2048;

/// A scan with the rows that are left.
enum TableScan {
    Listed(std::vec::IntoIter<TableRow>),
    Files { scan: Arc<BoundFileScan>, reader: ReaderThread },
}

/// A thread that reads files.
struct ReaderThread {
    token: CancellationToken,
    /// `None` once the scan is over.
    rows: Option<Receiver<TableRow>>,
    thread: Option<JoinHandle<Result<(), String>>>,
}

/// The result of waiting for rows.
enum WaitResult {
    /// Some rows, or an empty list at the end.
    Rows(Vec<TableRow>),
    /// No row yet.
    Nothing,
}

impl TableScan {
    fn new(bound: &BoundCall) -> Result<Self, String> {
        Ok(match bound {
            BoundCall::Listed(rows) => TableScan::Listed(rows.clone().into_iter()),
            BoundCall::Files(scan) => TableScan::Files {
                scan: Arc::clone(scan),
                reader: ReaderThread::start(Arc::clone(scan))?,
            },
        })
    }

    /// Returns the next rows, at most `most`.
    fn wait(&mut self, most: usize) -> Result<WaitResult, String> {
        match self {
            TableScan::Listed(rows) => Ok(WaitResult::Rows(rows.take(most).collect())),
            TableScan::Files { reader, .. } => reader.wait(most),
        }
    }

    /// Asks DuckDB whether the query was interrupted.
    fn interrupt(&self) -> Option<Interrupt> {
        match self {
            TableScan::Listed(_) => None,
            TableScan::Files { scan, .. } => scan.interrupt(),
        }
    }
}

impl ReaderThread {
    fn start(scan: Arc<BoundFileScan>) -> Result<Self, String> {
        let threads = headroom::threads(scan.threads).map_err(|error| error.to_string())?;
        let (sender, rows) = sync_channel(ROWS_AHEAD);
        let token = CancellationToken::new();
        let of_thread = token.clone();
        let read = move || {
            let BoundFileScan { call, files, .. } = &*scan;
            call.for_each_row(files.as_ref(), threads, &of_thread, &mut |row| {
                // The receiver is gone if no more rows are needed.
                sender.send(row).map_or_else(
                    |_| std::ops::ControlFlow::Break(()),
                    |()| std::ops::ControlFlow::Continue(()),
                )
            })
        };
        let thread = thread::Builder::new().name("hashlane".to_owned()).spawn(read);
        let thread =
            thread.map_err(|error| format!("cannot start a thread to read files: {error}"))?;
        Ok(ReaderThread { token, rows: Some(rows), thread: Some(thread) })
    }

    /// Waits for a row for a while, and takes the other rows that have arrived.
    fn wait(&mut self, most: usize) -> Result<WaitResult, String> {
        let Some(rows) = &self.rows else { return Ok(WaitResult::Rows(Vec::new())) };
        match rows.recv_timeout(PATIENCE) {
            Ok(row) => {
                let others = rows.try_iter().take(most.saturating_sub(1));
                Ok(WaitResult::Rows(std::iter::once(row).chain(others).collect()))
            }
            Err(RecvTimeoutError::Timeout) => Ok(WaitResult::Nothing),
            Err(RecvTimeoutError::Disconnected) => {
                self.end()?;
                Ok(WaitResult::Rows(Vec::new()))
            }
        }
    }

    /// Ends the thread. Returns its error unless it was already reported.
    fn end(&mut self) -> Result<(), String> {
        self.rows = None;
        match self.thread.take().map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(result)) => result,
            // The caller reports it like a panic of its own.
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }
}

impl Drop for ReaderThread {
    fn drop(&mut self) {
        self.token.cancel();
        // A thread that waits for room continues.
        self.rows = None;
        // It uses files of this query, so it must not outlive the query.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

pub unsafe extern "C-unwind" fn init(info: duckdb_init_info) {
    // SAFETY: `bind` has set the bind data. DuckDB calls `drop_scan` once, and copies the message.
    unsafe {
        let bound = &*call!(duckdb_init_get_bind_data(info)).cast::<BoundCall>();
        match compute(ComputeCallback::TableInit, || TableScan::new(bound)) {
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
    // SAFETY: `data` is the box that `init` gave to DuckDB.
    drop(unsafe { Box::from_raw(data.cast::<TableScan>()) });
}

pub unsafe extern "C-unwind" fn scan(info: duckdb_function_info, output: duckdb_data_chunk) {
    // SAFETY: `init` has set the init data, and one thread scans.
    let (scan, most) = unsafe {
        let scan = &mut *call!(duckdb_function_get_init_data(info)).cast::<TableScan>();
        (scan, call!(duckdb_vector_size()) as usize)
    };
    let rows = loop {
        let error = match compute(ComputeCallback::TableScan, || scan.wait(most)) {
            Ok(WaitResult::Rows(rows)) => break rows,
            Ok(WaitResult::Nothing) => match scan.interrupt() {
                None => continue,
                // DuckDB reports it.
                Some(Interrupt::ByUser) => break Vec::new(),
                Some(Interrupt::ByDeadline) => {
                    c"hashlane: the query exceeded its maximum execution time".to_owned()
                }
            },
            Err(message) => message,
        };
        // SAFETY: DuckDB copies the message.
        unsafe { call!(duckdb_function_set_error(info, error.as_ptr())) };
        return;
    };
    for (i, row) in rows.iter().enumerate() {
        for (column, cell) in row.iter().enumerate() {
            // SAFETY: the chunk has room for a vector's size of rows, and a column for each that `bind` has added, of
            // its cells' type.
            unsafe {
                let vector = call!(duckdb_data_chunk_get_vector(output, column as idx_t));
                write(vector, i as idx_t, cell);
            }
        }
    }
    // SAFETY: this many rows have been written.
    unsafe { call!(duckdb_data_chunk_set_size(output, rows.len() as idx_t)) };
}

/// # Safety
/// `vector` has the type of the cell's column, and room for `row`.
unsafe fn write(vector: duckdb_vector, row: idx_t, cell: &Cell) {
    // SAFETY: the caller guarantees the vector. DuckDB copies texts. The data of a vector of numbers is an array of
    // them.
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
