//! Writes manifests beside Parquet files, and copies of them with checksums.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hashlane_catalog::{Cell, CellType, TableColumn};
use hashlane_files::{
    CancellableSource, CancellationToken, FileError, FileSystem, Source, base_name, is_url,
};
use hashlane_parquet::add_crc::{AddCrc, WrongCrc};
use hashlane_parquet::{Fingerprint, fingerprint};
use pyo3::prelude::*;

use crate::files::{Files, interruptible, threads};
use crate::input::raised;
use crate::staged::Staged;
use crate::table::Table;

const fn column(name: &'static str, kind: CellType) -> TableColumn {
    TableColumn { name, kind }
}

const SEALED: &[TableColumn] =
    &[column("file", CellType::Text), column("manifest", CellType::Text)];

const ADDED: &[TableColumn] = &[
    column("file", CellType::Text),
    column("pages", CellType::Integer),
    column("already", CellType::Integer),
    column("wrong", CellType::Integer),
    column("bytes_read", CellType::Integer),
    column("bytes_written", CellType::Integer),
];

/// Writes a manifest beside each file. Returns a row for each, with both names.
#[pyfunction]
pub fn seal(
    py: Python<'_>,
    path: String,
    folder: Option<String>,
    with_fingerprint: bool,
    overwrite: bool,
) -> PyResult<Table> {
    let rows = interruptible(py, |token| {
        let names = Files.expand(&path, token).map_err(|error| error.to_string())?;
        let sealed = names.into_iter().map(|name| {
            let manifest = manifest_path(&name, folder.as_deref())?;
            let staged = Staged::create(&manifest, overwrite);
            let mut staged = staged.map_err(|error| cannot_write(&manifest, error))?;
            let source = open(&name, token).map_err(|error| error.to_string())?;
            let text = sealing(&source, with_fingerprint).map_err(|error| error.to_string())?;
            let written = staged.file().write_all(text.as_bytes());
            // A manifest describes the content, so it gets the permissions of the file.
            let committed = written.and_then(|()| staged.commit(source.metadata()));
            committed.map_err(|error| cannot_write(&manifest, error))?;
            Ok(vec![Cell::Text(name), Cell::Text(manifest.display().to_string())])
        });
        sealed.collect::<Result<Vec<_>, String>>()
    })?;
    Table::new(SEALED, &rows).map_err(raised)
}

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
        let mut staged = Staged::create(&output, overwrite).map_err(failed)?;
        let added = copy(source.as_ref(), &mut staged, wrong)?;
        staged.commit(source.metadata()).map_err(failed)?;
        Ok(added)
    })?;
    let AddCrc { pages, already, wrong, bytes_read, bytes_written } = added;
    let numbers = [pages, already, wrong, bytes_read, bytes_written].map(Cell::Integer);
    let file = Cell::Text(output.display().to_string());
    let row = [file].into_iter().chain(numbers).collect();
    Table::new(ADDED, &[row]).map_err(raised)
}

fn copy(source: &dyn Source, staged: &mut Staged, wrong: WrongCrc) -> Result<AddCrc, String> {
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
    Ok(Arc::new(CancellableSource::new(Files.open(name)?, token.clone())))
}

/// Returns the text of a file's manifest.
fn sealing(source: &Arc<dyn Source>, with_fingerprint: bool) -> Result<String, FileError> {
    let threads = threads();
    let of_rows = match with_fingerprint {
        false => None,
        true => {
            let columns = fingerprint(source, &Fingerprint { ordered: false, threads })?;
            columns.into_iter().find(|column| column.column.is_none()).map(|row| row.fingerprint)
        }
    };
    Ok(hashlane_parquet::seal::seal(source.as_ref(), threads.get(), of_rows)?.text().to_string())
}

/// The path of a file's manifest, as in `hashlane parquet seal`.
fn manifest_path(name: &str, folder: Option<&str>) -> Result<PathBuf, String> {
    match folder {
        Some(folder) => Ok(Path::new(folder).join(format!("{}.seal.json", base_name(name)))),
        None if is_url(name) => {
            Err("a manifest can't be written next to a file in an object store: pass folder"
                .to_owned())
        }
        None => Ok(PathBuf::from(format!("{name}.seal.json"))),
    }
}
