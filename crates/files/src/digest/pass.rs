//! One pass over one file, on several threads.

use std::io::{self, Read};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::board::{Board, CHUNK, Fill};
use super::buffer::Buffer;
use super::{Algorithm, Digest, tree};
use crate::{FileError, Source};

/// How files are read: the number of threads and the progress callback.
///
/// A file is read once for any number of algorithms, in chunks of 64 KiB. At most `2 * threads + 2` chunks
/// are in memory. If BLAKE3 is the only algorithm, each thread reads and hashes spans of its own.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    threads: usize,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl Default for Pass<'_> {
    /// As many threads as the machine can run at once.
    fn default() -> Self {
        Pass::on(thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl<'a> Pass<'a> {
    /// Uses `threads` threads, this one included; 0 counts as 1.
    pub fn on(threads: usize) -> Self {
        Pass { threads: threads.max(1), progress: &|_| {} }
    }

    /// Adds a function that any of the threads calls with the number of bytes of each chunk.
    pub fn reporting(self, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Pass { progress, ..self }
    }

    /// Changes the number of threads.
    pub fn with_threads(self, threads: usize) -> Self {
        Pass { threads: threads.max(1), ..self }
    }

    /// Returns the digests of a file, in the order of the algorithms.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or has changed since it was opened.
    pub fn digests(
        &self,
        source: &dyn Source,
        algorithms: &[&'static Algorithm],
    ) -> Result<Vec<Digest>, FileError> {
        let digests = match algorithms {
            [tree] if tree.is_tree() && source.is_local() => {
                self.run_tree(source, tree).map(|digest| vec![digest])
            }
            _ => self.run(&Positional(source), algorithms).map(|(_, digests)| digests),
        };
        // If the file changes, that explains any other error.
        source.unchanged()?;
        digests.map_err(|error| read_error(source.name(), error))
    }

    /// BLAKE3 alone doesn't need the board: each thread hashes what it has read.
    fn run_tree(&self, source: &dyn Source, tree: &'static Algorithm) -> io::Result<Digest> {
        let root = tree::root(source, self.threads, self.progress)?;
        Ok(Digest { algorithm: tree, bytes: root.to_vec() })
    }

    /// Returns the number of bytes of a stream, such as a pipe, and their digests. `name` is for messages.
    ///
    /// # Errors
    /// Returns an error if the stream can't be read.
    pub fn digests_of_stream(
        &self,
        name: &str,
        reader: &mut (dyn Read + Send),
        algorithms: &[&'static Algorithm],
    ) -> Result<(u64, Vec<Digest>), FileError> {
        self.run(&Sequential(Mutex::new(reader)), algorithms)
            .map_err(|error| FileError::io(name, error))
    }

    fn run(
        &self,
        fill: &dyn Fill,
        algorithms: &[&'static Algorithm],
    ) -> io::Result<(u64, Vec<Digest>)> {
        let has_tree = algorithms.iter().any(|algorithm| algorithm.is_tree());
        let in_order = algorithms.iter().filter(|algorithm| !algorithm.is_tree());
        let lanes: Vec<_> = in_order.map(|algorithm| algorithm.state()).collect();
        let threads = self.useful_threads(lanes.len(), has_tree, fill.chunks());
        let board = Board::new(fill, self.progress, lanes, has_tree, threads);
        thread::scope(|scope| {
            for _ in 1..threads {
                // If no thread can be started, this one does all the work.
                let _ = thread::Builder::new().spawn_scoped(scope, || board.work());
            }
            board.work();
        });
        let finished = board.finish()?;
        let root = if has_tree { finished.tree.root().to_vec() } else { Vec::new() };
        let mut lanes = finished.lanes.into_iter();
        let digests = algorithms.iter().map(|algorithm| {
            let in_order = if algorithm.is_tree() { None } else { lanes.next() };
            let bytes = in_order.map_or_else(|| root.clone(), |state| state.digest());
            Digest { algorithm, bytes }
        });
        Ok((finished.bytes, digests.collect()))
    }

    /// One thread for each algorithm and one that reads; all threads if subtrees can be hashed; one for a single chunk.
    fn useful_threads(&self, lanes: usize, has_tree: bool, chunks: Option<u64>) -> usize {
        let jobs = if has_tree { usize::MAX } else { lanes + 1 };
        let chunks =
            chunks.map_or(usize::MAX, |chunks| usize::try_from(chunks).unwrap_or(usize::MAX));
        let most = if chunks <= 1 { 1 } else { jobs.min(chunks.saturating_mul(lanes + 1)) };
        self.threads.min(most)
    }
}

/// Converts the error of a read. If a file ends before its length, it has changed, even if nothing else shows it.
fn read_error(name: &str, error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            FileError::new(name, "is shorter than it was when it was opened: try again")
        }
        _ => FileError::io(name, error),
    }
}

struct Positional<'a>(&'a dyn Source);

impl Fill for Positional<'_> {
    fn chunks(&self) -> Option<u64> {
        Some(self.0.size().div_ceil(CHUNK as u64))
    }

    fn fill(&self, number: u64, buffer: &mut Buffer) -> io::Result<()> {
        let offset = number * CHUNK as u64;
        let len = (self.0.size() - offset).min(CHUNK as u64) as usize;
        self.0.read_exact_at(offset, buffer.resize(len)?)
    }
}

struct Sequential<'a>(Mutex<&'a mut (dyn Read + Send)>);

impl Fill for Sequential<'_> {
    fn chunks(&self) -> Option<u64> {
        None
    }

    fn fill(&self, _: u64, buffer: &mut Buffer) -> io::Result<()> {
        let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = buffer.resize(CHUNK)?;
        let mut filled = 0;
        while filled < CHUNK {
            match reader.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        buffer.truncate(filled);
        Ok(())
    }
}
