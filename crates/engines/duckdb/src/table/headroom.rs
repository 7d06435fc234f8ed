//! Files that are read only while enough memory is free.
//!
//! Allocations whose size comes from a file are bounded and may fail. But the readers also allocate a few bytes at a
//! time in crates that end the process if memory runs out. The free memory is therefore checked before a file is
//! opened, and repeatedly while it is read.

use std::hint::black_box;
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hashlane_files::{CancellationToken, FileError, FileSystem, Source, SourceLayer};
use memmap2::MmapMut;

/// The bytes that must be free. The C library returns requests of this size to the system at once. After shorter ones
/// it would change its thresholds.
const HEADROOM: usize = 32 << 20;

/// The check is repeated after this many bytes.
const INTERVAL: u64 = 1 << 20;

/// The address space that a thread takes: an arena of the C library, and a stack.
const THREAD: usize = (64 + 4) << 20;

/// Further address space that a thread needs when it starts: to align an arena, the C library maps its size once more.
/// A thread without an arena gets a page for each request, and ends the process if it gets none for its thread-local
/// data.
const START: usize = HEADROOM + (64 << 20);

/// Returns how many of `wanted` threads the free address space allows, not counting the one that starts them.
///
/// # Errors
/// Returns an error if there is not enough for one.
pub fn threads(wanted: NonZero<usize>) -> io::Result<NonZero<usize>> {
    let mut threads = wanted;
    loop {
        let room = threads.saturating_add(1).get().saturating_mul(THREAD).saturating_add(START);
        // Not from the allocator, which may have memory left even if the process can't get more.
        match (MmapMut::map_anon(room), NonZero::new(threads.get() / 2)) {
            (Ok(_), _) => return Ok(threads),
            (Err(_), Some(fewer)) => threads = fewer,
            (Err(_), None) => return Err(short_of(room)),
        }
    }
}

/// A file system whose files are read only while enough memory is free.
pub struct Headroom(pub Arc<dyn FileSystem>);

impl FileSystem for Headroom {
    fn expand(&self, pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError> {
        self.0.expand(pattern, token)
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        ask().map_err(|error| FileError::io(path, error))?;
        Ok(Box::new(RoomyFile { source: self.0.open(path)?, read: AtomicU64::new(0) }))
    }
}

/// Checks that enough memory is free.
///
/// # Errors
/// Returns an error with the required size if not.
fn ask() -> io::Result<()> {
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(HEADROOM).map_err(|_| short_of(HEADROOM))?;
    // The compiler may remove an allocation that nothing reads.
    drop(black_box(room));
    Ok(())
}

fn short_of(room: usize) -> io::Error {
    let message = format!("not enough memory to read files: they take {} MiB", room >> 20);
    io::Error::new(io::ErrorKind::OutOfMemory, message)
}

struct RoomyFile {
    source: Box<dyn Source>,
    /// The bytes that have been read.
    read: AtomicU64,
}

impl SourceLayer for RoomyFile {
    fn inner(&self) -> &dyn Source {
        &*self.source
    }

    fn before_read(&self, bytes: u64) -> io::Result<()> {
        let before = self.read.fetch_add(bytes, Ordering::Relaxed);
        match before / INTERVAL != before.wrapping_add(bytes) / INTERVAL {
            true => ask(),
            false => Ok(()),
        }
    }
}
