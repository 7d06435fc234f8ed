//! Digests, checks and the fingerprint of a file, from one read of its bytes.
//!
//! A short file is read into memory as a whole, a longer one row group by row group: the bytes of a row group are digested,
//! its pages verified, and its rows hashed, before the next one is read. A row group that the memory doesn't hold is read
//! for each of the three.
//!
//! | module | holds |
//! |---|---|
//! | `one_pass` | a file whose bytes are read once, for several readers |

mod one_pass;

use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use hashlane_files::digest::{FileAlgorithm, FileDigest};
use hashlane_files::{FileError, Source};
use xxhash_rust::xxh3::xxh3_64;

use self::one_pass::OnePass;
use crate::fingerprint::file::ParquetFile;
use crate::fingerprint::scan::ColumnScan;
use crate::fingerprint::sums::{MultisetSums, RowOrder};
use crate::fingerprint::text;
use crate::verify::budget::{MemoryBudget, MemoryShare};
use crate::verify::{self, CheckOutcome, Finding, VerifyOptions, VerifyVisitor};

/// A file of at most this length is read as a whole.
const WHOLE: u64 = 8 << 20;

/// How files are inspected. Files that are inspected at the same time share the memory.
pub struct InspectOptions {
    /// The digests to compute.
    pub algorithms: Vec<&'static FileAlgorithm>,
    /// How pages are verified.
    pub verify: VerifyOptions,
    /// Whether to compute fingerprints, for which all values are decoded.
    pub fingerprint: bool,
    memory: MemoryBudget,
}

/// What the bytes of a Parquet file hold.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The digests of the file.
    pub digests: Vec<FileDigest>,
    /// The first thing that is wrong, and how many are. `None` if nothing is.
    pub wrong: Option<(Finding, u64)>,
    /// What the file holds; an error if it is damaged, or has a column that has no fingerprint.
    pub content: Result<FileContent, String>,
}

/// The rows of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileContent {
    /// The number of rows.
    pub rows: u64,
    /// The fingerprint of the whole rows, as [`fingerprint`](crate::fingerprint()) returns it, if it was wanted.
    pub fingerprint: Option<String>,
    /// XXH3 of the names and types of the columns.
    pub columns: u64,
}

impl InspectOptions {
    /// Inspects with these algorithms, and computes fingerprints. `memory` bytes hold row groups.
    pub fn new(
        algorithms: Vec<&'static FileAlgorithm>,
        verify: VerifyOptions,
        memory: u64,
    ) -> Self {
        InspectOptions { algorithms, verify, fingerprint: true, memory: MemoryBudget::new(memory) }
    }

    /// Reads a Parquet file once. If its values can't be decoded, its pages are verified deeply, which finds damage without
    /// page checksums.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or changes while it is read. Problems with its content are part of the
    /// result.
    pub fn file(&self, source: &Arc<dyn Source>) -> Result<Inspection, FileError> {
        let result = self.read(source);
        // If the file changes, that explains any other error.
        source.unchanged()?;
        result
    }

    fn read(&self, source: &Arc<dyn Source>) -> Result<Inspection, FileError> {
        let pass = Arc::new(OnePass::new(source.clone(), &self.algorithms));
        let failed = |error| FileError::io(source.name(), error);
        let whole = source.size() <= WHOLE;
        let _share = whole.then(|| self.memory.take(source.size()));
        if whole {
            pass.load(0..source.size()).map_err(failed)?;
        }
        let shared: Arc<dyn Source> = pass.clone();
        let file = ParquetFile::open(&shared).map_err(|error| error.to_string());
        let rows = file.as_ref().ok().filter(|_| self.fingerprint);
        let rows = rows.map(|file| RowSums::new(file, self.verify.threads));
        let mut visitor = RowGroupReading { inspect: self, pass: &pass, whole, share: None, rows };
        let mut wrong = FirstWrong::default();
        verify::verify_parts(pass.as_ref(), &self.verify, &mut visitor, &mut |f| wrong.add(f))?;
        let rows = visitor.rows.take();
        drop(visitor);
        let undecoded = self.fingerprint && rows.as_ref().is_none_or(|rows| rows.sums.is_err());
        if undecoded && wrong.0.is_none() && !self.verify.deep {
            // The rows may be damaged, or of a kind that has no fingerprint: decoding the pages tells.
            let deep = VerifyOptions { deep: true, ..self.verify.clone() };
            verify::verify(pass.as_ref(), &deep, &mut |finding| match finding.is_undecodable() {
                true => wrong.add(finding),
                false => ControlFlow::Continue(()),
            })?;
        }
        pass.check()?;
        let digests = pass.digests().map_err(failed)?;
        let content = match (&file, rows) {
            (Ok(file), Some(rows)) => rows.content(file),
            (Err(error), _) => Err(error.clone()),
            (Ok(file), None) => Ok(FileContent::new(file, None)),
        };
        Ok(Inspection { digests, wrong: wrong.0, content })
    }
}

/// The first thing that is wrong, and how many are.
#[derive(Default)]
struct FirstWrong(Option<(Finding, u64)>);

impl FirstWrong {
    fn add(&mut self, finding: Finding) -> ControlFlow<()> {
        match &mut self.0 {
            _ if finding.outcome != CheckOutcome::Failed => {}
            Some((_, count)) => *count += 1,
            None => self.0 = Some((finding, 1)),
        }
        ControlFlow::Continue(())
    }
}

/// Reads row groups one after the other.
struct RowGroupReading<'a> {
    inspect: &'a InspectOptions,
    pass: &'a OnePass,
    /// Whether the whole file is in memory.
    whole: bool,
    share: Option<MemoryShare<'a>>,
    rows: Option<RowSums<'a>>,
}

impl VerifyVisitor for RowGroupReading<'_> {
    fn wants_row_groups(&self) -> bool {
        true
    }

    fn before(&mut self, range: Range<u64>) -> Result<(), FileError> {
        if self.whole || !self.inspect.memory.can_hold(range.end - range.start) {
            return Ok(());
        }
        self.share = Some(self.inspect.memory.take(range.end - range.start));
        self.pass.load(range).map_err(|error| FileError::io(self.pass.name(), error))
    }

    fn after(&mut self, row_group: usize) -> Result<(), FileError> {
        if let Some(rows) = &mut self.rows {
            rows.add(row_group);
        }
        if self.share.take().is_some() {
            self.pass.unload();
        }
        Ok(())
    }
}

/// The sums of the row groups so far.
struct RowSums<'a> {
    file: &'a ParquetFile,
    columns: Vec<usize>,
    threads: NonZero<usize>,
    /// The row groups whose rows are in the sums.
    read: usize,
    sums: Result<MultisetSums, String>,
}

impl<'a> RowSums<'a> {
    fn new(file: &'a ParquetFile, threads: NonZero<usize>) -> Self {
        let columns: Vec<usize> = (0..file.content.fields().len()).collect();
        let sums = Ok(MultisetSums::new(columns.len()));
        RowSums { file, columns, threads, read: 0, sums }
    }

    fn add(&mut self, row_group: usize) {
        let Ok(total) = &mut self.sums else { return };
        let scan = ColumnScan {
            file: self.file,
            columns: &self.columns,
            cuts: &[],
            order: RowOrder::RowsAlone,
            row_groups: row_group..row_group + 1,
        };
        match scan.sums(self.threads) {
            Ok(sums) => total.merge(&sums[0]),
            Err(error) => self.sums = Err(error.to_string()),
        }
        self.read += 1;
    }

    fn content(self, file: &ParquetFile) -> Result<FileContent, String> {
        let sums = self.sums?;
        if self.read < file.metadata.num_row_groups() && sums.row.rows() < file.rows() {
            return Err("has row groups that can't be read".to_owned());
        }
        Ok(FileContent::new(file, Some(text(RowOrder::RowsAlone, &sums.row))))
    }
}

impl FileContent {
    fn new(file: &ParquetFile, fingerprint: Option<String>) -> Self {
        let names = file.content.fields().iter();
        let names = names.map(|field| format!("{}\0{}\n", field.name(), field.data_type()));
        let columns = xxh3_64(names.collect::<String>().as_bytes());
        FileContent { rows: file.rows(), fingerprint, columns }
    }
}
