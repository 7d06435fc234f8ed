//! Runs a call: gives its rows one by one, as soon as each is known.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::verify::{VerifyOptions, verify};
use crate::{ColumnFingerprint, FingerprintOptions, diff, fingerprint};
use hashlane_catalog::{Cell, FileTableFunction};
use hashlane_files::digest::{DigestPass, FileDigest};
use hashlane_files::{
    CancellableSource, CancellationToken, FileError, FileSystem, Source, imohash, without_secrets,
};

use super::call::{FileCall, algorithms};
use super::differences::difference_rows;

/// A row of a table function.
pub type TableRow = Vec<Cell>;

impl FileCall {
    /// Calls `take` with each row as soon as it is known, file by file, until it breaks.
    ///
    /// A cancelled token stops the work between two reads of at most a page or 64 KiB. If `take` breaks,
    /// this cancels the token.
    ///
    /// # Errors
    /// Returns one line if a pattern matches no file, a file can't be read, or the token is cancelled.
    pub fn for_each_row(
        &self,
        files: &dyn FileSystem,
        threads: NonZero<usize>,
        token: &CancellationToken,
        take: &mut dyn FnMut(TableRow) -> ControlFlow<()>,
    ) -> Result<(), String> {
        let names = self.files(files, token)?;
        self.for_each_row_of(&names, files, threads, token, take)
    }

    /// The names of the files that the call reads, each of which gives rows of its own.
    ///
    /// # Errors
    /// Returns one line if a pattern matches no file, a folder can't be listed, or the token is cancelled.
    pub fn files(
        &self,
        files: &dyn FileSystem,
        token: &CancellationToken,
    ) -> Result<Vec<String>, String> {
        let path = &self.texts[0];
        match self.table.paths() {
            1 => files.expand(path, token).map_err(|error| format!("{}: {error}", self.name)),
            // One file is compared with one, not a pattern with a pattern.
            _ => Ok(vec![path.clone()]),
        }
    }

    /// As [`for_each_row`](Self::for_each_row) does, with some of the names that [`files`](Self::files) returned, for callers that spread
    /// files over machines.
    ///
    /// # Errors
    /// Returns one line if a file can't be read, or the token is cancelled.
    pub fn for_each_row_of(
        &self,
        names: &[String],
        files: &dyn FileSystem,
        threads: NonZero<usize>,
        token: &CancellationToken,
        take: &mut dyn FnMut(TableRow) -> ControlFlow<()>,
    ) -> Result<(), String> {
        let mut run = CallRun { call: self, files, threads, token, take };
        run.files(names).map_err(|error| format!("{}: {error}", self.name))
    }
}

/// A call while it runs.
pub(crate) struct CallRun<'a> {
    pub call: &'a FileCall,
    pub files: &'a dyn FileSystem,
    pub threads: NonZero<usize>,
    pub token: &'a CancellationToken,
    pub take: &'a mut dyn FnMut(TableRow) -> ControlFlow<()>,
}

impl CallRun<'_> {
    /// Reads file after file.
    pub(crate) fn files(&mut self, names: &[String]) -> Result<(), FileError> {
        for name in names {
            self.token.check(name)?;
            if self.file(name)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn open(&self, name: &str) -> Result<Arc<dyn Source>, FileError> {
        let source = self.files.open(name)?;
        Ok(Arc::new(CancellableSource::new(source, self.token.clone())))
    }

    /// Gives the rows of a file.
    fn file(&mut self, name: &str) -> Result<ControlFlow<()>, FileError> {
        let source = self.open(name)?;
        match self.call.table {
            FileTableFunction::ParquetVerify => self.findings(source.as_ref()),
            FileTableFunction::ParquetFingerprint => self.fingerprints(&source),
            FileTableFunction::ParquetDiff => {
                let second = self.open(&self.call.texts[1])?;
                let options = FingerprintOptions { ordered: false, threads: self.threads };
                let rows = difference_rows(&diff(&source, &second, &options)?);
                Ok(self.give(rows.into_iter().map(Vec::from)))
            }
            FileTableFunction::FileDigests => self.digests(source.as_ref()),
            FileTableFunction::Imohash => {
                let hash = imohash::imohash(source.as_ref())?;
                let [size, sampled] = [hash.size, hash.sampled_bytes].map(Cell::Integer);
                Ok(self.give([vec![file(source.as_ref()), size, sampled, Cell::Text(hash.hex())]]))
            }
        }
    }

    /// Gives rows until they are no longer wanted; then the threads that work on more stop as well.
    fn give(&mut self, rows: impl IntoIterator<Item = TableRow>) -> ControlFlow<()> {
        let given = rows.into_iter().try_for_each(&mut *self.take);
        if given.is_break() {
            self.token.cancel();
        }
        given
    }

    fn findings(&mut self, source: &dyn Source) -> Result<ControlFlow<()>, FileError> {
        let options = VerifyOptions {
            deep: self.call.switch,
            threads: self.threads,
            ..VerifyOptions::default()
        };
        let mut given = ControlFlow::Continue(());
        let verified = verify(source, &options, &mut |finding| {
            given = self.give([vec![
                file(source),
                finding.row_group.into(),
                finding.column.into(),
                finding.page.into(),
                finding.byte_offset.into(),
                Cell::Text(finding.check.name().to_owned()),
                finding.outcome.ok().into(),
                Cell::Text(finding.detail),
            ]]);
            given
        });
        // If the rows were no longer wanted, work that the threads left unfinished is not an error.
        if given.is_continue() {
            verified?;
        }
        Ok(given)
    }

    fn fingerprints(&mut self, source: &Arc<dyn Source>) -> Result<ControlFlow<()>, FileError> {
        let options = FingerprintOptions { ordered: self.call.switch, threads: self.threads };
        let row = |column: ColumnFingerprint| {
            let (rows, fingerprint) = (Cell::Integer(column.rows), Cell::Text(column.fingerprint));
            vec![file(source.as_ref()), column.column.into(), rows, fingerprint]
        };
        Ok(self.give(fingerprint(source, &options)?.into_iter().map(row)))
    }

    fn digests(&mut self, source: &dyn Source) -> Result<ControlFlow<()>, FileError> {
        let algorithms = algorithms(&self.call.texts[1])
            .map_err(|error| FileError::new(source.name(), error))?;
        let digests = DigestPass::on(self.threads.get()).digests(source, &algorithms)?;
        let row = |digest: &FileDigest| {
            let name = Cell::Text(digest.algorithm.name.to_owned());
            let (hex, base64) = (Cell::Text(digest.hex()), Cell::Text(digest.base64()));
            vec![file(source), Cell::Integer(source.size()), name, hex, base64]
        };
        Ok(self.give(digests.iter().map(row)))
    }
}

fn file(source: &dyn Source) -> Cell {
    Cell::Text(without_secrets(source.name()).into_owned())
}
