//! A file whose bytes are read once, for several readers.

use std::fs::Metadata;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use hashlane_files::digest::{FileAlgorithm, FileDigest, RunningDigest};
use hashlane_files::{FileError, FileVersion, Source};

/// The bytes that are read and digested at once.
const PIECE: usize = 1 << 20;

/// A file with a part of it in memory, from which reads are served. Digests are computed as parts are loaded.
pub(super) struct OnePass {
    source: Arc<dyn Source>,
    loaded: RwLock<LoadedRange>,
    digests: Mutex<DigestProgress>,
    /// The first error of a read, which explains any later one.
    failed: Mutex<Option<io::Error>>,
}

/// A range of the file in memory.
#[derive(Default)]
struct LoadedRange {
    start: u64,
    bytes: Vec<u8>,
}

/// The digests of the bytes before `done`.
struct DigestProgress {
    running: RunningDigest,
    done: u64,
}

impl OnePass {
    pub(super) fn new(source: Arc<dyn Source>, algorithms: &[&'static FileAlgorithm]) -> Self {
        OnePass {
            source,
            loaded: RwLock::default(),
            digests: Mutex::new(DigestProgress {
                running: RunningDigest::new(algorithms),
                done: 0,
            }),
            failed: Mutex::default(),
        }
    }

    /// Keeps a range in memory, instead of the one before. The bytes between what has been digested and the end of the range
    /// are digested.
    pub(super) fn load(&self, range: Range<u64>) -> io::Result<()> {
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        let len = usize::try_from(range.end - range.start).map_err(io::Error::other)?;
        let more = len.saturating_sub(loaded.bytes.len());
        loaded.bytes.try_reserve_exact(more)?;
        loaded.bytes.resize(len, 0);
        loaded.start = range.start;
        let result = self.fill(&mut loaded);
        if result.is_err() {
            loaded.bytes.clear();
        }
        result
    }

    /// Frees the memory.
    pub(super) fn unload(&self) {
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = LoadedRange::default();
    }

    fn fill(&self, loaded: &mut LoadedRange) -> io::Result<()> {
        let mut progress = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        progress.read_to(self.source.as_ref(), loaded.start)?;
        let mut at = loaded.start;
        for piece in loaded.bytes.chunks_mut(PIECE) {
            self.source.read_exact_at(at, piece)?;
            progress.add(at, piece);
            at += piece.len() as u64;
        }
        Ok(())
    }

    /// Reads the rest of the file, and returns the digests of the whole file.
    pub(super) fn digests(&self) -> io::Result<Vec<FileDigest>> {
        let mut progress = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        progress.read_to(self.source.as_ref(), self.source.size())?;
        Ok(progress.running.digests())
    }

    /// Returns an error if a read has failed.
    pub(super) fn check(&self) -> Result<(), FileError> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
        failed.map_or(Ok(()), |error| Err(FileError::io(self.source.name(), error)))
    }
}

impl DigestProgress {
    /// Reads and digests the bytes before `end`.
    fn read_to(&mut self, source: &dyn Source, end: u64) -> io::Result<()> {
        let mut piece = Vec::new();
        while self.done < end {
            let len = (end - self.done).min(PIECE as u64) as usize;
            piece.resize(len, 0);
            source.read_exact_at(self.done, &mut piece)?;
            self.running.update(&piece);
            self.done += len as u64;
        }
        Ok(())
    }

    /// Digests the bytes at `at` from where the digests stopped, if they reach that far.
    fn add(&mut self, at: u64, bytes: &[u8]) {
        let end = at + bytes.len() as u64;
        if at <= self.done && self.done < end {
            self.running.update(&bytes[(self.done - at) as usize..]);
            self.done = end;
        }
    }
}

impl Source for OnePass {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn size(&self) -> u64 {
        self.source.size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        {
            let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
            let skipped = offset.checked_sub(loaded.start).and_then(|at| usize::try_from(at).ok());
            let held = skipped.and_then(|at| loaded.bytes.get(at..)?.get(..buffer.len()));
            if let Some(held) = held {
                buffer.copy_from_slice(held);
                return Ok(());
            }
        }
        self.source.read_exact_at(offset, buffer).inspect_err(|error| {
            let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            let text = io::Error::new(error.kind(), error.to_string());
            failed.get_or_insert(text);
        })
    }

    /// Reads are short, since most are served from memory.
    fn is_local(&self) -> bool {
        true
    }

    /// The file is checked once, when all of it has been read.
    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        self.source.is_cancelled()
    }

    fn version(&self) -> FileVersion {
        self.source.version()
    }

    fn metadata(&self) -> Option<Metadata> {
        self.source.metadata()
    }
}
