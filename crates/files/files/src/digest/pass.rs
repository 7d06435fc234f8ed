//! One pass over one file, on several threads.
//!
//! One thread reads a piece while others hash the piece before it, each algorithm on its own thread and BLAKE3 on as many
//! as are free. Pieces are hashed in order, so every algorithm is a plain stream.

use std::io::{self, Read};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use blake3::Hasher;
use hashlane_kernels::hash::stream::DigestStream;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::buffer::AlignedBuffer;
use super::{FileAlgorithm, FileDigest};
use crate::{FileError, Source};

/// The number of bytes in a piece without BLAKE3. Both pieces of a pass have to fit in a core's L2.
const PIECE: usize = 1 << 17;

/// The number of bytes for each thread in a piece with BLAKE3, and the most that a thread reads at once.
const SPAN: usize = 1 << 18;

/// A smaller file is read before another thread has started.
const WORTH_THREADS: u64 = 1 << 20;

/// How files are read: the number of threads and the progress callback.
///
/// A file is read once for any number of algorithms. Two pieces are in memory: of 128 KiB, or with BLAKE3 of 256 KiB for
/// each thread.
#[derive(Clone, Copy)]
pub struct DigestPass<'a> {
    threads: usize,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl Default for DigestPass<'_> {
    /// As many threads as the machine can run at once.
    fn default() -> Self {
        DigestPass::on(thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl<'a> DigestPass<'a> {
    /// Uses `threads` threads; 0 counts as 1.
    pub fn on(threads: usize) -> Self {
        DigestPass { threads: threads.max(1), progress: &|_| {} }
    }

    /// Adds a function that any of the threads calls with the number of bytes of each piece.
    pub fn reporting(self, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        DigestPass { progress, ..self }
    }

    /// Returns the digests of a file, in the order of the algorithms.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or has changed since it was opened.
    pub fn digests(
        &self,
        source: &dyn Source,
        algorithms: &[&'static FileAlgorithm],
    ) -> Result<Vec<FileDigest>, FileError> {
        let digests = self.size_and_digests(&PositionalInput(source), algorithms);
        // If the file changes, that explains any other error.
        source.unchanged()?;
        digests.map(|(_, digests)| digests).map_err(|error| read_error(source.name(), error))
    }

    /// Returns the number of bytes of a stream, such as a pipe, and their digests. `name` is for messages.
    ///
    /// # Errors
    /// Returns an error if the stream can't be read.
    pub fn digests_of_stream(
        &self,
        name: &str,
        reader: &mut (dyn Read + Send),
        algorithms: &[&'static FileAlgorithm],
    ) -> Result<(u64, Vec<FileDigest>), FileError> {
        self.size_and_digests(&SequentialInput(Mutex::new(reader)), algorithms)
            .map_err(|error| FileError::io(name, error))
    }

    fn size_and_digests(
        &self,
        input: &dyn PassInput,
        algorithms: &[&'static FileAlgorithm],
    ) -> io::Result<(u64, Vec<FileDigest>)> {
        let mut states: Vec<PassState> =
            algorithms.iter().map(|algorithm| PassState::new(algorithm)).collect();
        let bytes = match self.pool(input.size(), algorithms) {
            Some(pool) => pool.install(|| self.on_threads(input, &mut states))?,
            None => self.on_this_thread(input, &mut states)?,
        };
        let digest = |(algorithm, state): (&&'static FileAlgorithm, PassState)| FileDigest {
            algorithm,
            bytes: state.digest(),
        };
        Ok((bytes, algorithms.iter().zip(states).map(digest).collect()))
    }

    /// Returns the threads of a pass, or `None` if one is enough or the system has no more.
    fn pool(&self, size: Option<u64>, algorithms: &[&'static FileAlgorithm]) -> Option<ThreadPool> {
        let most = useful_threads(algorithms).unwrap_or(self.threads);
        let threads = self.threads.min(most);
        if threads == 1 || size.is_some_and(|size| size < WORTH_THREADS) {
            return None;
        }
        ThreadPoolBuilder::new().num_threads(threads).build().ok()
    }

    fn on_this_thread(&self, input: &dyn PassInput, states: &mut [PassState]) -> io::Result<u64> {
        let (mut piece, mut bytes) = (AlignedBuffer::default(), 0);
        loop {
            input.fill(bytes, PIECE, &mut piece)?;
            (self.progress)(piece.len() as u64);
            states.iter_mut().for_each(|state| state.update(&piece));
            bytes += piece.len() as u64;
            if piece.len() < PIECE {
                return Ok(bytes);
            }
        }
    }

    /// The same on the threads of the pool that this thread belongs to.
    fn on_threads(&self, input: &dyn PassInput, states: &mut [PassState]) -> io::Result<u64> {
        let has_tree = states.iter().any(|state| matches!(state, PassState::Tree(_)));
        let len = if has_tree { SPAN * rayon::current_num_threads() } else { PIECE };
        let (mut piece, mut next, mut bytes) =
            (AlignedBuffer::default(), AlignedBuffer::default(), 0);
        loop {
            let hash = || states.par_iter_mut().for_each(|state| state.update_on_threads(&piece));
            let (filled, ()) = rayon::join(|| input.fill(bytes, len, &mut next), hash);
            filled?;
            (self.progress)(next.len() as u64);
            bytes += next.len() as u64;
            std::mem::swap(&mut piece, &mut next);
            if piece.len() < len {
                states.par_iter_mut().for_each(|state| state.update_on_threads(&piece));
                return Ok(bytes);
            }
        }
    }
}

/// The number of threads that can work on one file: one for each algorithm and one that reads. `None` if any number can,
/// since BLAKE3 hashes a tree.
pub(super) fn useful_threads(algorithms: &[&'static FileAlgorithm]) -> Option<usize> {
    let has_tree = algorithms.iter().any(|algorithm| algorithm.is_tree());
    (!has_tree).then_some(algorithms.len() + 1)
}

/// The state of an algorithm.
pub(super) enum PassState {
    Tree(Box<Hasher>),
    InOrder(Box<dyn DigestStream>),
}

impl PassState {
    pub(super) fn new(algorithm: &FileAlgorithm) -> Self {
        match algorithm.is_tree() {
            true => PassState::Tree(Box::default()),
            false => PassState::InOrder(algorithm.state()),
        }
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        match self {
            PassState::Tree(hasher) => {
                hasher.update(bytes);
            }
            PassState::InOrder(stream) => stream.update(bytes),
        }
    }

    fn update_on_threads(&mut self, bytes: &[u8]) {
        match self {
            PassState::Tree(hasher) => {
                hasher.update_rayon(bytes);
            }
            PassState::InOrder(stream) => stream.update(bytes),
        }
    }

    pub(super) fn digest(&self) -> Vec<u8> {
        match self {
            PassState::Tree(hasher) => hasher.finalize().as_bytes().to_vec(),
            PassState::InOrder(stream) => stream.digest(),
        }
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

/// A file or a stream.
trait PassInput: Sync {
    /// The number of bytes, if known.
    fn size(&self) -> Option<u64>;

    /// Replaces the content of `piece` by the `len` bytes from `offset` on. A shorter piece is the last one.
    fn fill(&self, offset: u64, len: usize, piece: &mut AlignedBuffer) -> io::Result<()>;
}

struct PositionalInput<'a>(&'a dyn Source);

impl PassInput for PositionalInput<'_> {
    fn size(&self) -> Option<u64> {
        Some(self.0.size())
    }

    fn fill(&self, offset: u64, len: usize, piece: &mut AlignedBuffer) -> io::Result<()> {
        let len = (self.0.size() - offset).min(len as u64) as usize;
        let bytes = piece.resize(len)?;
        if len <= SPAN || !self.0.is_local() {
            return self.0.read_exact_at(offset, bytes);
        }
        // One thread copies from the page cache more slowly than several hash.
        bytes.par_chunks_mut(SPAN).enumerate().try_for_each(|(number, span)| {
            self.0.read_exact_at(offset + (number * SPAN) as u64, span)
        })
    }
}

struct SequentialInput<'a>(Mutex<&'a mut (dyn Read + Send)>);

impl PassInput for SequentialInput<'_> {
    fn size(&self) -> Option<u64> {
        None
    }

    fn fill(&self, _: u64, len: usize, piece: &mut AlignedBuffer) -> io::Result<()> {
        let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = piece.resize(len)?;
        let mut filled = 0;
        while filled < len {
            match reader.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        piece.truncate(filled);
        Ok(())
    }
}
