//! The rows of a call, file by file.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;

use hashlane_catalog::{Cell, FileTable};
use hashlane_files::digest::{ALGORITHMS, Algorithm, Pass};
use hashlane_files::{FileError, FileSystem, Source, imohash, without_secrets};

use super::FileCall;
use super::differences::rows as differences;
use crate::verify::{Verify, verify};
use crate::{Fingerprint, fingerprint};

type Rows = Vec<Vec<Cell>>;

/// The rows of a call: those of a file at a time. After an error there is nothing more.
pub struct FileRows {
    call: FileCall,
    files: Arc<dyn FileSystem>,
    threads: NonZero<usize>,
    /// The files that are still to be read.
    names: std::vec::IntoIter<String>,
}

impl FileRows {
    pub(super) fn new(
        call: FileCall,
        files: Arc<dyn FileSystem>,
        threads: NonZero<usize>,
    ) -> Result<Self, String> {
        let names = match call.table {
            // One file is compared with one, not a pattern with a pattern.
            FileTable::ParquetDiff => vec![call.texts[0].clone()],
            _ => files.expand(&call.texts[0]).map_err(|error| format!("{}: {error}", call.name))?,
        };
        Ok(FileRows { call, files, threads, names: names.into_iter() })
    }

    fn rows(&self, name: &str) -> Result<Rows, FileError> {
        let source: Arc<dyn Source> = Arc::from(self.files.open(name)?);
        match self.call.table {
            FileTable::ParquetVerify => self.findings(source.as_ref()),
            FileTable::ParquetFingerprint => self.fingerprints(&source),
            FileTable::ParquetDiff => {
                let second = Arc::from(self.files.open(&self.call.texts[1])?);
                let options = Fingerprint { ordered: false, threads: self.threads };
                let rows = differences(&crate::diff(&source, &second, &options)?);
                Ok(rows.into_iter().map(Vec::from).collect())
            }
            FileTable::FileDigests => self.digests(source.as_ref()),
            FileTable::Imohash => {
                let hash = imohash::imohash(source.as_ref())?;
                let sizes = [hash.size, hash.sampled_bytes].map(Cell::Integer);
                let [size, sampled] = sizes;
                Ok(vec![vec![file(source.as_ref()), size, sampled, Cell::Text(hash.hex())]])
            }
        }
    }

    fn findings(&self, source: &dyn Source) -> Result<Rows, FileError> {
        let options = Verify { deep: self.call.switch, threads: self.threads, ..Verify::default() };
        let mut rows = Vec::new();
        verify(source, &options, &mut |finding| {
            rows.push(vec![
                file(source),
                finding.row_group.into(),
                finding.column.into(),
                finding.page.into(),
                finding.byte_offset.into(),
                Cell::Text(finding.check.name().to_owned()),
                finding.outcome.ok().into(),
                Cell::Text(finding.detail),
            ]);
            ControlFlow::Continue(())
        })?;
        Ok(rows)
    }

    fn fingerprints(&self, source: &Arc<dyn Source>) -> Result<Rows, FileError> {
        let options = Fingerprint { ordered: self.call.switch, threads: self.threads };
        let row = |column: crate::ColumnFingerprint| {
            let (rows, fingerprint) = (Cell::Integer(column.rows), Cell::Text(column.fingerprint));
            vec![file(source.as_ref()), column.column.into(), rows, fingerprint]
        };
        Ok(fingerprint(source, &options)?.into_iter().map(row).collect())
    }

    fn digests(&self, source: &dyn Source) -> Result<Rows, FileError> {
        let algorithms = algorithms(&self.call.texts[1])
            .map_err(|error| FileError::new(source.name(), error))?;
        let digests = Pass::on(self.threads.get()).digests(source, &algorithms)?;
        let row = |digest: &hashlane_files::digest::Digest| {
            let name = Cell::Text(digest.algorithm.name.to_owned());
            let (hex, base64) = (Cell::Text(digest.hex()), Cell::Text(digest.base64()));
            vec![file(source), Cell::Integer(source.size()), name, hex, base64]
        };
        Ok(digests.iter().map(row).collect())
    }
}

impl Iterator for FileRows {
    type Item = Result<Rows, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.names.next()?;
        let rows = self.rows(&name).map_err(|error| format!("{}: {error}", self.call.name));
        if rows.is_err() {
            self.names = Vec::new().into_iter();
        }
        Some(rows)
    }
}

fn file(source: &dyn Source) -> Cell {
    Cell::Text(without_secrets(source.name()).into_owned())
}

/// The algorithms that a text names, with commas between them.
pub(super) fn algorithms(text: &str) -> Result<Vec<&'static Algorithm>, String> {
    let find = |name: &str| {
        let name = name.trim();
        Algorithm::find(name).ok_or_else(|| {
            let known: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
            let known = known.join(", ");
            format!("algorithms must be names of {known}, with commas between them, not '{name}'")
        })
    };
    text.split(',').map(find).collect()
}
