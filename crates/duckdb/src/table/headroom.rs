//! Files that are read only while enough memory is free.
//!
//! Allocations whose size comes from a file are bounded and may fail. But the readers also allocate a few bytes at a
//! time in crates that end the process if memory runs out. The free memory is therefore checked before a file is
//! opened, and repeatedly while it is read.

use std::fs::Metadata;
use std::hint::black_box;
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hashlane_files::{CancellationToken, FileError, FileSystem, Source};
use memmap2::MmapMut;

/// What must be free, in bytes. The C library gives requests of this size back to the system at once, and doesn't
/// change its thresholds after them, as it would after shorter ones.
const HEADROOM: usize = 32 << 20;

/// It is asked for again after so many bytes.
const INTERVAL: u64 = 1 << 20;

/// What a thread takes of the address space: an arena of the C library, and a stack.
const THREAD: usize = (64 + 4) << 20;

/// What else must be there when a thread starts: to align an arena, the C library maps as much again. A thread without an
/// arena gets a page for whatever it asks for, and ends the process where it gets none for its thread-local data.
const START: usize = HEADROOM + (64 << 20);

/// Returns how many of `wanted` threads the free address space allows, not counting the one that starts them.
///
/// # Errors
/// Returns an error if there is not enough for one.
pub fn threads(wanted: NonZero<usize>) -> io::Result<NonZero<usize>> {
    let mut threads = wanted;
    loop {
        let room = threads.saturating_add(1).get().saturating_mul(THREAD).saturating_add(START);
        // The allocator's own memory would not do: it may have some where the process can't have more.
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
        Ok(Box::new(Roomy { source: self.0.open(path)?, read: AtomicU64::new(0) }))
    }
}

/// Fails if there is not enough memory.
///
/// # Errors
/// One that says how much it takes.
fn ask() -> io::Result<()> {
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(HEADROOM).map_err(|_| short_of(HEADROOM))?;
    // The compiler may leave out an allocation that nothing looks at.
    drop(black_box(room));
    Ok(())
}

fn short_of(room: usize) -> io::Error {
    let message = format!("not enough memory to read files: they take {} MiB", room >> 20);
    io::Error::new(io::ErrorKind::OutOfMemory, message)
}

struct Roomy {
    source: Box<dyn Source>,
    /// Bytes so far.
    read: AtomicU64,
}

impl Source for Roomy {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn size(&self) -> u64 {
        self.source.size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let len = buffer.len() as u64;
        let before = self.read.fetch_add(len, Ordering::Relaxed);
        if before / INTERVAL != before.wrapping_add(len) / INTERVAL {
            ask()?;
        }
        self.source.read_exact_at(offset, buffer)
    }

    fn is_local(&self) -> bool {
        self.source.is_local()
    }

    fn unchanged(&self) -> Result<(), FileError> {
        self.source.unchanged()
    }

    fn is_cancelled(&self) -> bool {
        self.source.is_cancelled()
    }

    fn metadata(&self) -> Option<Metadata> {
        self.source.metadata()
    }
}
