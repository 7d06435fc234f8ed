//! Counts and hashes the bytes of a stream.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlane_kernels::hash::stream::DigestStream;

use crate::digest::{FileAlgorithm, FileDigest};

/// Counts and hashes the bytes of an [`Observed`] reader or writer. Clones share one state.
#[derive(Clone)]
pub struct Observer(Arc<Mutex<ObserverState>>);

struct ObserverState {
    bytes: u64,
    streams: Vec<(&'static FileAlgorithm, Box<dyn DigestStream>)>,
}

impl Observer {
    /// An observer that has seen no bytes.
    pub fn new(algorithms: &[&'static FileAlgorithm]) -> Self {
        let streams = algorithms.iter().map(|algorithm| (*algorithm, algorithm.state())).collect();
        Observer(Arc::new(Mutex::new(ObserverState { bytes: 0, streams })))
    }

    /// The number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.state().bytes
    }

    /// The digests of the bytes so far, in the order of the algorithms.
    pub fn digests(&self) -> Vec<FileDigest> {
        let state = self.state();
        let digest = |(algorithm, stream): &(&'static FileAlgorithm, Box<dyn DigestStream>)| {
            FileDigest { algorithm, bytes: stream.digest() }
        };
        state.streams.iter().map(digest).collect()
    }

    fn saw(&self, bytes: &[u8]) {
        let mut state = self.state();
        state.bytes += bytes.len() as u64;
        for (_, stream) in &mut state.streams {
            stream.update(bytes);
        }
    }

    fn state(&self) -> MutexGuard<'_, ObserverState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader or a writer with an [`Observer`].
pub struct Observed<S, F> {
    stream: S,
    observer: Observer,
    report: F,
}

impl<S, F: FnMut(u64)> Observed<S, F> {
    /// Wraps `stream`. Every read and write is passed to `observer`, and `report` gets the number of bytes.
    pub fn new(stream: S, observer: &Observer, report: F) -> Self {
        Observed { stream, observer: observer.clone(), report }
    }

    /// Returns the reader or writer.
    pub fn into_inner(self) -> S {
        self.stream
    }

    fn saw(&mut self, bytes: &[u8]) {
        self.observer.saw(bytes);
        (self.report)(bytes.len() as u64);
    }
}

impl<S: Read, F: FnMut(u64)> Read for Observed<S, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.stream.read(buffer)?;
        self.saw(&buffer[..len]);
        Ok(len)
    }
}

impl<S: Write, F: FnMut(u64)> Write for Observed<S, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.stream.write(bytes)?;
        self.saw(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
