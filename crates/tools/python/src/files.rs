//! Table functions over files, local and in object stores.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use hashlane_catalog::{Cell, ParameterKind, TableFunction, TableRows};
use hashlane_files::{CancellationToken, FileError, FileSystem, Source, file_system};
use hashlane_parquet::table_functions::FileCall;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::input::raised;
use crate::table::Table;

/// Returns the rows of a table function over files.
#[pyfunction]
#[pyo3(signature = (name, *args))]
pub fn table(py: Python<'_>, name: &str, args: &Bound<'_, PyTuple>) -> PyResult<Table> {
    let found = hashlane_catalog::TABLE_FUNCTIONS.iter().find_map(|function| match function.rows {
        TableRows::Files(table) if function.name == name => Some((function, table)),
        _ => None,
    });
    let unknown = || PyValueError::new_err(format!("hashlane has no table function called {name}"));
    let (function, table) = found.ok_or_else(unknown)?;
    let cells = cells(function, args)?;
    let call = FileCall::new(function, table, &cells).map_err(PyValueError::new_err)?;
    let rows = interruptible(py, |token| {
        let mut rows = Vec::new();
        call.for_each_row(&UrlFiles, threads(), token, &mut |row| {
            rows.push(row);
            ControlFlow::Continue(())
        })?;
        Ok(rows)
    })?;
    Table::new(function.columns, &rows).map_err(raised)
}

/// The arguments, one for each parameter.
fn cells(function: &TableFunction, args: &Bound<'_, PyTuple>) -> PyResult<Vec<Cell>> {
    if args.len() != function.parameters.len() {
        let given = args.len();
        let signature = function.signature();
        let text = format!("wrong number of arguments: {given}; the call is {signature}");
        return Err(PyTypeError::new_err(format!("{}: {text}", function.name)));
    }
    let cell = |(parameter, arg): (&hashlane_catalog::Parameter, Bound<'_, PyAny>)| {
        let cell = match parameter.kind {
            ParameterKind::Text => arg.extract::<String>().map(Cell::Text),
            ParameterKind::Switch => arg.extract::<bool>().map(Cell::Truth),
        };
        cell.map_err(|error| {
            PyTypeError::new_err(format!("{}: {}: {error}", function.name, parameter.name))
        })
    };
    function.parameters.iter().zip(args.iter()).map(cell).collect()
}

/// The number of threads that read a file.
pub fn threads() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// How long Ctrl-C may wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs `work` on another thread, so that Ctrl-C cancels it. Its error becomes an OSError.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&CancellationToken) -> Result<T, String> + Send,
) -> PyResult<T> {
    let token = &CancellationToken::new();
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = channel::<()>();
            let worker = scope.spawn(move || {
                let _done = done;
                work(token)
            });
            let mut interrupted = None;
            while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    token.cancel();
                    interrupted = Some(error);
                }
            }
            let result = worker.join();
            if let Some(error) = interrupted {
                return Err(error);
            }
            let defect = "a defect of hashlane, please report it: a thread panicked";
            let result = result.map_err(|_| PyRuntimeError::new_err(defect))?;
            result.map_err(PyOSError::new_err)
        })
    })
}

/// The files of this machine and, by URL, those in object stores.
pub struct UrlFiles;

impl FileSystem for UrlFiles {
    fn expand(&self, pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError> {
        file_system(pattern)?.expand(pattern, token)
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        file_system(path)?.open(path)
    }
}
