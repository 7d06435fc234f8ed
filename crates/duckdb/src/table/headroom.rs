//! Files that are read only while enough memory is free.
//!
//! What sizes in a file ask for is bounded and may be refused. But the readers' other memory, a few bytes at a time,
//! comes from crates that end the process where there is none. So whether some is left is asked before a file is
//! opened, and again and again while it is read.

use std::fs::Metadata;
use std::hint::black_box;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hashlane_files::{CancellationToken, FileError, FileSystem, Source};

/// What must be free, in bytes. The C library gives requests of this size back to the system at once, and doesn't
/// change its thresholds after them, as it would after shorter ones.
const HEADROOM: usize = 32 << 20;

/// It is asked for again after so many bytes.
const INTERVAL: u64 = 1 << 20;

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
pub fn ask() -> io::Result<()> {
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(HEADROOM).map_err(|_| {
        let message = format!("not enough memory to read files: they take {} MiB", HEADROOM >> 20);
        io::Error::new(io::ErrorKind::OutOfMemory, message)
    })?;
    // The compiler may leave out an allocation that nothing looks at.
    drop(black_box(room));
    Ok(())
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
