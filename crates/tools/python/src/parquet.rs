//! Copies Parquet files and adds the checksums that their pages lack.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hashlane_catalog::{Cell, CellType, TableColumn};
use hashlane_files::{CancellableSource, CancellationToken, FileError, FileSystem, Source};
use hashlane_parquet::add_crc::{AddCrcResult, WrongCrc};
use pyo3::prelude::*;

use crate::files::{UrlFiles, interruptible};
use crate::input::raised;
use crate::staged::StagedOutput;
use crate::table::Table;

const fn column(name: &'static str, kind: CellType) -> TableColumn {
    TableColumn { name, kind }
}

const ADDED: &[TableColumn] = &[
    column("file", CellType::Text),
    column("pages", CellType::Integer),
    column("already", CellType::Integer),
    column("wrong", CellType::Integer),
    column("bytes_read", CellType::Integer),
    column("bytes_written", CellType::Integer),
];

/// Copies a file and adds the checksums that its pages lack. Returns one row with the result.
#[pyfunction]
pub fn add_crc(
    py: Python<'_>,
    path: String,
    output: PathBuf,
    overwrite: bool,
    keep_wrong: bool,
) -> PyResult<Table> {
    let wrong = if keep_wrong { WrongCrc::Keep } else { WrongCrc::Refuse };
    let added = interruptible(py, |token| {
        let source = open(&path, token).map_err(|error| error.to_string())?;
        let failed = |error| cannot_write(&output, error);
        let mut staged = StagedOutput::create(&output, overwrite).map_err(failed)?;
        let added = copy(source.as_ref(), &mut staged, wrong)?;
        staged.commit(source.metadata()).map_err(failed)?;
        Ok(added)
    })?;
    let AddCrcResult { pages, already, wrong, bytes_read, bytes_written } = added;
    let numbers = [pages, already, wrong, bytes_read, bytes_written].map(Cell::Integer);
    let file = Cell::Text(output.display().to_string());
    let row = [file].into_iter().chain(numbers).collect();
    Table::new(ADDED, &[row]).map_err(raised)
}

fn copy(
    source: &dyn Source,
    staged: &mut StagedOutput,
    wrong: WrongCrc,
) -> Result<AddCrcResult, String> {
    let mut out = BufWriter::with_capacity(1 << 20, staged.file());
    let added = hashlane_parquet::add_crc::add_crc(source, &mut out, wrong);
    let added = added.map_err(|error| error.to_string())?;
    out.flush().map_err(|error| format!("the copy can't be written: {error}"))?;
    Ok(added)
}

fn cannot_write(path: &Path, error: std::io::Error) -> String {
    format!("cannot write '{}': {error}", path.display())
}

fn open(name: &str, token: &CancellationToken) -> Result<Arc<dyn Source>, FileError> {
    Ok(Arc::new(CancellableSource::new(UrlFiles.open(name)?, token.clone())))
}
