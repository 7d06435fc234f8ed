//! Reads that are counted, and that keep to a rate.

use std::fs::Metadata;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hashlane_files::{FileError, Source, Version};

use crate::Watch;

/// Counts the bytes that all files together have read, and slows reads down to a rate.
pub(crate) struct Meter {
    /// Bytes per second.
    rate: Option<u64>,
    /// When the next read may begin.
    next: Mutex<Instant>,
    watch: Arc<dyn Watch>,
}

impl Meter {
    pub(crate) fn new(rate: Option<u64>, watch: Arc<dyn Watch>) -> Arc<Self> {
        Arc::new(Meter { rate, next: Mutex::new(Instant::now()), watch })
    }

    /// Waits until a read of so many bytes may begin.
    fn wait(&self, bytes: u64) {
        let Some(rate) = self.rate else { return };
        let now = Instant::now();
        let turn = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let turn = (*next).max(now);
            *next = turn + Duration::from_secs_f64(bytes as f64 / rate as f64);
            turn
        };
        thread::sleep(turn.saturating_duration_since(now));
    }
}

/// A file whose reads a meter counts. The footer of a Parquet file is read several times, and counts once.
pub(crate) struct Metered {
    source: Arc<dyn Source>,
    meter: Arc<Meter>,
    left: AtomicU64,
}

impl Metered {
    pub(crate) fn new(source: Arc<dyn Source>, meter: &Arc<Meter>) -> Self {
        let left = source.size().into();
        Metered { source, meter: meter.clone(), left }
    }

    fn count(&self, bytes: u64) {
        let less = |left: u64| Some(left.saturating_sub(bytes));
        let before = self.left.fetch_update(Relaxed, Relaxed, less).unwrap_or_default();
        self.meter.watch.read(before.min(bytes));
    }
}

impl Source for Metered {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn size(&self) -> u64 {
        self.source.size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.meter.wait(buffer.len() as u64);
        self.source.read_exact_at(offset, buffer)?;
        self.count(buffer.len() as u64);
        Ok(())
    }

    fn is_local(&self) -> bool {
        self.source.is_local()
    }

    fn unchanged(&self) -> Result<(), FileError> {
        self.source.unchanged()
    }

    fn version(&self) -> Version {
        self.source.version()
    }

    fn metadata(&self) -> Option<Metadata> {
        self.source.metadata()
    }
}

impl Drop for Metered {
    fn drop(&mut self) {
        self.count(u64::MAX);
    }
}
