//! The ranges that a sequential reader will request next.
//!
//! A store answers after tens of milliseconds and then sends one stream at tens of MB/s. A sequential
//! reader therefore has several ranges in flight at a time. A reader that jumps gets only the range it
//! requests.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use super::fetch::PinnedObject;

/// The longest range of one request.
pub(super) const RANGE_BYTES: u64 = 8 << 20;

/// The first range that is fetched ahead. Each is twice the one before, up to [`RANGE_BYTES`], so
/// that reading two adjacent pages doesn't fetch 32 MiB.
const FIRST_RANGE_BYTES: u64 = 1 << 20;

/// The most ranges of one object that are in flight or wait to be read. With [`RANGE_BYTES`], this limits the memory
/// for reading ahead to 32 MiB per object.
pub(super) const RANGES: usize = 4;

/// The parts of a reader that don't depend on its position.
#[derive(Debug)]
pub(super) struct RangeReader {
    pub(super) object: Arc<PinnedObject>,
    pub(super) handle: Handle,
    pub(super) permits: Arc<Semaphore>,
}

/// The position of a sequential reader in an object.
#[derive(Debug)]
pub(super) struct ReadSequence {
    /// The offset of the next byte for the reader.
    at: u64,
    /// The end of the last range.
    fetched_to: u64,
    /// The length of the next range.
    step: u64,
    ranges: VecDeque<PendingRange>,
}

impl ReadSequence {
    /// A reader that has jumped to `at`.
    pub(super) fn new(at: u64) -> Self {
        ReadSequence { at, fetched_to: at, step: RANGE_BYTES, ranges: VecDeque::new() }
    }

    /// The offset at which the next read of this reader starts if it is sequential.
    pub(super) fn next_offset(&self) -> u64 {
        self.at
    }

    /// Records that the reader continued instead of jumping.
    pub(super) fn goes_on(&mut self) {
        if self.ranges.is_empty() {
            self.step = FIRST_RANGE_BYTES;
        }
    }

    /// Fills `buffer` from the reader's position, and fetches ahead up to `horizon`, which must be at least the end of
    /// the buffer.
    pub(super) fn read(
        &mut self,
        reader: &RangeReader,
        horizon: u64,
        mut buffer: &mut [u8],
    ) -> io::Result<()> {
        while !buffer.is_empty() {
            self.fetch_ahead(reader, horizon);
            let Some(front) = self.ranges.front_mut() else {
                return Err(io::ErrorKind::UnexpectedEof.into());
            };
            let skip = (self.at - front.range.start) as usize;
            let bytes = &front.wait(&reader.handle)?[skip..];
            let taken = bytes.len().min(buffer.len());
            buffer[..taken].copy_from_slice(&bytes[..taken]);
            buffer = &mut buffer[taken..];
            self.at += taken as u64;
            if self.at == front.range.end {
                self.ranges.pop_front();
            }
        }
        Ok(())
    }

    /// Requests ranges while there are permits. The first one needs no permit, because the caller waits for it.
    fn fetch_ahead(&mut self, reader: &RangeReader, horizon: u64) {
        while self.fetched_to < horizon {
            let permit = Arc::clone(&reader.permits).try_acquire_owned().ok();
            if permit.is_none() && !self.ranges.is_empty() {
                return;
            }
            let end = horizon.min(self.fetched_to + self.step);
            self.ranges.push_back(PendingRange::start(reader, self.fetched_to..end, permit));
            self.fetched_to = end;
            self.step = RANGE_BYTES.min(self.step * 2);
        }
    }
}

/// A range that is in flight or has arrived.
#[derive(Debug)]
pub(super) struct PendingRange {
    range: Range<u64>,
    state: RangeState,
    _permit: Option<OwnedSemaphorePermit>,
}

#[derive(Debug)]
enum RangeState {
    UnderWay(JoinHandle<io::Result<Vec<u8>>>),
    Here(Vec<u8>),
}

impl PendingRange {
    /// Requests a range.
    pub(super) fn start(
        reader: &RangeReader,
        range: Range<u64>,
        permit: Option<OwnedSemaphorePermit>,
    ) -> Self {
        let object = Arc::clone(&reader.object);
        let wanted = range.clone();
        let task = reader.handle.spawn(async move { object.range(wanted).await });
        PendingRange { range, state: RangeState::UnderWay(task), _permit: permit }
    }

    /// Waits for the range. Don't call it again after an error.
    pub(super) fn wait(&mut self, handle: &Handle) -> io::Result<&[u8]> {
        if let RangeState::UnderWay(task) = &mut self.state {
            let bytes = handle.block_on(task).map_err(io::Error::other)??;
            self.state = RangeState::Here(bytes);
        }
        match &self.state {
            RangeState::Here(bytes) => Ok(bytes),
            RangeState::UnderWay(_) => Err(io::Error::other("a range is still under way")),
        }
    }
}

impl Drop for PendingRange {
    fn drop(&mut self) {
        if let RangeState::UnderWay(task) = &self.state {
            task.abort();
        }
    }
}
