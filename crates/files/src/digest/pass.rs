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
    /// On as many threads as the machine runs at once.
    fn default() -> Self {
        Pass::on(thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl<'a> Pass<'a> {
    /// On so many threads, this one included; 0 is taken for 1.
    pub fn on(threads: usize) -> Self {
        Pass { threads: threads.max(1), progress: &|_| {} }
    }

    /// The same, with a function that is told of each chunk how many bytes it has. Any of the
    /// threads calls it.
    pub fn reporting(self, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Pass { progress, ..self }
    }

    /// The same on another number of threads.
    pub fn with_threads(self, threads: usize) -> Self {
        Pass { threads: threads.max(1), ..self }
    }

    /// The digests of a file, in the order of the algorithms.
    ///
    /// # Errors
    /// If it can't be read, or has changed since it was opened.
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
        // Whatever else is wrong with a file that changes, that is why.
        source.unchanged()?;
        digests.map_err(|error| read_error(source.name(), error))
    }

    /// BLAKE3 alone has no need of the board: each thread hashes what it has read.
    fn run_tree(&self, source: &dyn Source, tree: &'static Algorithm) -> io::Result<Digest> {
        let root = tree::root(source, self.threads, self.progress)?;
        Ok(Digest { algorithm: tree, bytes: root.to_vec() })
    }

    /// The digests of what can only be read from its beginning to its end, such as a pipe, and how
    /// many bytes that are. `name` is for messages.
    ///
    /// # Errors
    /// If it can't be read.
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
                // Without another thread this one does it all.
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

    /// One thread for each algorithm and one that reads; as many as there are if subtrees can be
    /// hashed; and one for what is a single chunk.
    fn useful_threads(&self, lanes: usize, has_tree: bool, chunks: Option<u64>) -> usize {
        let jobs = if has_tree { usize::MAX } else { lanes + 1 };
        let chunks =
            chunks.map_or(usize::MAX, |chunks| usize::try_from(chunks).unwrap_or(usize::MAX));
        let most = if chunks <= 1 { 1 } else { jobs.min(chunks.saturating_mul(lanes + 1)) };
        self.threads.min(most)
    }
}

/// The error of a read. A file that ends before its length has changed, though nothing else shows it.
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
