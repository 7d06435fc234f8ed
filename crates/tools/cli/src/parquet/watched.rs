//! A file whose reads advance a progress bar.

use std::fs::Metadata;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use hashlane_files::{FileError, Source};

use crate::output::Progress;

/// A file whose reads advance a progress bar by a known number of bytes in total.
///
/// Footers are read several times and gaps never. Bytes beyond the known number are not counted, and missing bytes are
/// counted when the file is dropped.
pub struct Watched {
    source: Box<dyn Source>,
    left: AtomicU64,
    progress: Progress,
}

impl Watched {
    /// Wraps a file that will be read `passes` times.
    pub fn new(source: Box<dyn Source>, passes: u64, progress: &Progress) -> Self {
        let left = source.size().saturating_mul(passes).into();
        Watched { source, left, progress: progress.clone() }
    }

    fn count(&self, bytes: u64) {
        let less = |left: u64| Some(left.saturating_sub(bytes));
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        self.progress.add(before.unwrap_or_default().min(bytes));
    }
}

impl Source for Watched {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn size(&self) -> u64 {
        self.source.size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.source.read_exact_at(offset, buffer)?;
        self.count(buffer.len() as u64);
        Ok(())
    }

    fn is_local(&self) -> bool {
        self.source.is_local()
    }

    fn metadata(&self) -> Option<Metadata> {
        self.source.metadata()
    }

    fn unchanged(&self) -> Result<(), FileError> {
        self.source.unchanged()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.count(u64::MAX);
    }
}
