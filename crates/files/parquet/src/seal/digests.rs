//! BLAKE3 of a file and XXH128 of its ranges, in one pass over it.
//!
//! In a round, each thread reads one segment. While the threads read the segments of the next round and hash them with
//! BLAKE3, the calling thread hashes those of the last round with XXH128. XXH128 is so much faster that it waits for
//! them.

use std::thread;

use blake3::hazmat::ChainingValue;
use hashlane_files::{FileError, Source};
use hashlane_kernels::hash::xxh3::Xxh3;
use hashlane_kernels::isa::Isa;

use super::tree::{Tree, segment};
use crate::change::reason;

/// The number of bytes in a segment, a power of two of BLAKE3's chunks. A segment takes about a millisecond, far more
/// than starting a thread.
const SEGMENT: usize = 4 << 20;

/// More threads would wait for memory, and take 8 MiB each.
pub(super) const MAX_THREADS: usize = 16;

/// The results of one pass over a file.
#[derive(Debug)]
pub(super) struct Digests {
    /// BLAKE3 of the file in hex.
    pub blake3: String,
    /// XXH128 of the ranges that lie within the file.
    pub ranges: Vec<u128>,
}

/// Computes the digests of a file and of its ranges. The first range starts at 0, and each ends where the
/// next one starts.
///
/// # Errors
/// Returns an error if the file can't be read, or changes while it is read.
pub(super) fn digests(
    source: &dyn Source,
    ends: impl Iterator<Item = u64>,
    threads: usize,
) -> Result<Digests, FileError> {
    pass(source, Ranges::new(ends), threads, SEGMENT).map_err(|error| reason(source, error))
}

fn pass<E: Iterator<Item = u64>>(
    source: &dyn Source,
    mut ranges: Ranges<E>,
    threads: usize,
    size: usize,
) -> Result<Digests, FileError> {
    if source.size() <= size as u64 {
        let mut whole = Segment::default();
        whole.read(source, 0, size)?;
        ranges.update(&whole.bytes);
        source.unchanged()?;
        let blake3 = blake3::hash(&whole.bytes).to_hex().to_string();
        return Ok(Digests { blake3, ranges: ranges.digests });
    }
    let round =
        || (0..threads.clamp(1, MAX_THREADS)).map(|_| Segment::default()).collect::<Vec<_>>();
    let (mut last, mut next) = (round(), round());
    let mut tree = Tree::default();
    let mut at = 0;
    while at < source.size() || last.iter().any(|segment| !segment.bytes.is_empty()) {
        thread::scope(|scope| -> Result<(), FileError> {
            let mut running = Vec::new();
            for segment in &mut next {
                let offset = at;
                at = source.size().min(at + size as u64);
                running.push(scope.spawn(move || segment.read(source, offset, size)));
            }
            last.iter().for_each(|segment| ranges.update(&segment.bytes));
            for thread in running {
                let panicked = |_| Err(FileError::new(source.name(), "reading it has panicked"));
                thread.join().unwrap_or_else(panicked)?;
            }
            Ok(())
        })?;
        next.iter().filter(|segment| !segment.bytes.is_empty()).for_each(|it| tree.push(it.value));
        std::mem::swap(&mut last, &mut next);
    }
    source.unchanged()?;
    let blake3 = tree.root().map_or_else(String::new, |hash| hash.to_hex().to_string());
    Ok(Digests { blake3, ranges: ranges.digests })
}

/// A piece of the file, and its subtree of BLAKE3.
#[derive(Debug, Default)]
struct Segment {
    bytes: Vec<u8>,
    value: ChainingValue,
}

impl Segment {
    /// Reads `size` bytes from `offset` on, or up to the end of the file.
    fn read(&mut self, source: &dyn Source, offset: u64, size: usize) -> Result<(), FileError> {
        let len = (size as u64).min(source.size() - offset) as usize;
        self.bytes.resize(len, 0);
        if len == 0 {
            return Ok(());
        }
        let read = source.read_exact_at(offset, &mut self.bytes);
        read.map_err(|error| FileError::io(source.name(), error))?;
        self.value = segment(&self.bytes, offset);
        Ok(())
    }
}

/// XXH128 of the ranges so far.
struct Ranges<E> {
    ends: E,
    /// The end of the current range; `None` after the last one.
    end: Option<u64>,
    at: u64,
    hasher: Xxh3,
    digests: Vec<u128>,
}

impl<E: Iterator<Item = u64>> Ranges<E> {
    fn new(mut ends: E) -> Self {
        let end = ends.next();
        Ranges { ends, end, at: 0, hasher: hasher(), digests: Vec::new() }
    }

    /// Hashes the next bytes of the file.
    fn update(&mut self, mut bytes: &[u8]) {
        while let Some(end) = self.end
            && !bytes.is_empty()
        {
            let (now, later) = bytes.split_at((end - self.at).min(bytes.len() as u64) as usize);
            self.hasher.update(now);
            self.at += now.len() as u64;
            if self.at == end {
                self.digests.push(self.hasher.digest128());
                self.hasher = hasher();
                self.end = self.ends.next();
            }
            bytes = later;
        }
    }
}

fn hasher() -> Xxh3 {
    Xxh3::new(Isa::current(), 0)
}

#[cfg(test)]
mod tests {
    use std::io;

    use xxhash_rust::xxh3::xxh3_128;

    use super::*;

    /// Bytes with a period of 251, so that swapped chunks show.
    struct Painted(u64);

    impl Painted {
        fn bytes(&self) -> Vec<u8> {
            (0..self.0).map(|at| (at % 251) as u8).collect()
        }
    }

    impl Source for Painted {
        fn name(&self) -> &str {
            "painted"
        }

        fn size(&self) -> u64 {
            self.0
        }

        fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
            (offset..).zip(buffer).for_each(|(at, byte)| *byte = (at % 251) as u8);
            Ok(())
        }

        fn unchanged(&self) -> Result<(), FileError> {
            Ok(())
        }
    }

    #[test]
    fn threads_and_segments_make_no_difference() {
        for segment in [1024, 4096] {
            let multiples = (0..20).map(|count| count * segment as u64);
            for len in multiples.flat_map(|len| [len, len + 1, len + 1023]) {
                let source = Painted(len);
                let bytes = source.bytes();
                // Parts of one byte, of whole segments and of what is left of them.
                let mut ends = vec![1, len / 3, len / 3 * 2, segment as u64, len];
                ends.retain(|end| (1..=len).contains(end));
                ends.sort_unstable();
                ends.dedup();
                let starts = [0].iter().chain(&ends);
                let parts = starts.zip(&ends).map(|(from, to)| *from as usize..*to as usize);
                let parts: Vec<u128> = parts.map(|part| xxh3_128(&bytes[part])).collect();
                for threads in 1..5 {
                    let ranges = Ranges::new(ends.iter().copied());
                    let digests = pass(&source, ranges, threads, segment).unwrap();
                    assert_eq!(digests.blake3, blake3::hash(&bytes).to_string(), "{len} {threads}");
                    assert_eq!(digests.ranges, parts, "{len} {threads}");
                }
            }
        }
    }
}
