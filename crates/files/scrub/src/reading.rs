//! Reads a file once.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::Arc;

use hashlane_files::digest::{FileBatch, FileDigest};
use hashlane_files::{
    CountedSource, FileError, FileVersion, LocalFiles, Source, file_system, is_url, microseconds,
};
use hashlane_parquet::inspect::{FileContent, InspectOptions, Inspection};
use hashlane_parquet::is_parquet;

use crate::Lake;
use crate::meter::ReadMeter;

/// How often a file is read that is written meanwhile.
const ATTEMPTS: usize = 3;

/// What a read of a file gave.
#[derive(Clone, Debug)]
pub(crate) struct FileReading {
    /// The version that was read.
    pub version: FileVersion,
    /// When the read began, in microseconds since 1970.
    pub began: i64,
    pub xxh128: u128,
    /// BLAKE3 in hexadecimal.
    pub blake3: Option<Box<str>>,
    /// The rows of a Parquet file.
    pub content: Option<FileContent>,
    /// What is wrong with a Parquet file.
    pub wrong: Option<String>,
    /// Why a Parquet file has no fingerprint.
    pub note: Option<Box<str>>,
    /// The file that was read, if the path is a link.
    pub target: Option<Box<str>>,
}

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum UnreadReason {
    /// It is not there.
    Gone(FileError),
    /// It was written while it was read, each time.
    Written,
    /// Anything else.
    Unreadable(FileError),
}

/// How files are read.
pub(crate) struct FileReader<'a> {
    pub inspect: &'a InspectOptions,
    pub batch: &'a FileBatch,
    pub meter: &'a Arc<ReadMeter>,
}

impl FileReader<'_> {
    /// Reads a file, again if it is written meanwhile.
    pub(crate) fn read(&self, address: &OsStr, lake: &Lake) -> Result<FileReading, UnreadReason> {
        for _ in 0..ATTEMPTS {
            let target = lake.target(address);
            let (source, began) = (open(address)?, now());
            let version = source.version();
            let result = self.digest(address, &source, began);
            if let Ok(reading) = result {
                if lake.target(address) == target {
                    return Ok(FileReading { target, ..reading });
                }
                continue;
            }
            drop(source);
            // An error of a file that was replaced says nothing.
            if open(address)?.version() == version {
                return result.map_err(UnreadReason::Unreadable);
            }
        }
        Err(UnreadReason::Written)
    }

    fn digest(
        &self,
        address: &OsStr,
        source: &Arc<dyn Source>,
        began: i64,
    ) -> Result<FileReading, FileError> {
        let version = source.version();
        let source: Arc<dyn Source> =
            Arc::new(CountedSource::new(source.clone(), 1, self.meter.clone()));
        let algorithms = &self.inspect.algorithms;
        if is_parquet(&address.to_string_lossy()) {
            let _thread = self.batch.share(Some(0), algorithms);
            let Inspection { digests, wrong, content } = self.inspect.file(&source)?;
            let wrong = wrong.map(|(finding, count)| match count {
                1 => finding.to_string(),
                _ => format!("{finding} (and {} more)", count - 1),
            });
            let note = content.as_ref().err().filter(|_| wrong.is_none());
            let note = note.map(|note| format!("no fingerprint: {note}").into());
            let content = content.ok().filter(|_| wrong.is_none());
            return Ok(FileReading { wrong, content, note, ..reading(version, began, &digests) });
        }
        let share = self.batch.share(Some(version.size), algorithms);
        let digests = share.pass().digests(source.as_ref(), algorithms)?;
        Ok(reading(version, began, &digests))
    }
}

fn reading(version: FileVersion, began: i64, digests: &[FileDigest]) -> FileReading {
    let xxh128 = digests[0].bytes.as_slice().try_into().map(u128::from_be_bytes);
    FileReading {
        version,
        began,
        xxh128: xxh128.expect("the first algorithm is XXH3-128"),
        blake3: digests.get(1).map(|digest| digest.hex().into()),
        content: None,
        wrong: None,
        note: None,
        target: None,
    }
}

fn open(address: &OsStr) -> Result<Arc<dyn Source>, UnreadReason> {
    let opened = match address.to_str().filter(|address| is_url(address)) {
        Some(url) => file_system(url).and_then(|files| files.open(url)),
        None => LocalFiles.open_path(Path::new(address)),
    };
    opened.map(Arc::from).map_err(|error| match error.is_not_found() {
        true => UnreadReason::Gone(error),
        false => UnreadReason::Unreadable(error),
    })
}

/// Reads all bytes of a short file.
pub(crate) fn read_all(source: &dyn Source) -> Result<Vec<u8>, FileError> {
    let failed = |error| FileError::io(source.name(), error);
    let size = usize::try_from(source.size());
    let size = size.map_err(|_| failed(io::ErrorKind::OutOfMemory.into()))?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|error| failed(error.into()))?;
    bytes.resize(size, 0);
    source.read_exact_at(0, &mut bytes).map_err(failed)?;
    source.unchanged()?;
    Ok(bytes)
}

/// The time, in microseconds since 1970.
pub(crate) fn now() -> i64 {
    microseconds(std::time::SystemTime::now()).unwrap_or_default()
}
