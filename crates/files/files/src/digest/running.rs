//! Digests of bytes that the caller reads.

use super::pass::PassState;
use super::{FileAlgorithm, FileDigest};

/// Digests of a file whose bytes the caller passes, in order.
///
/// ```
/// use hashlane_files::digest::{FileAlgorithm, RunningDigest};
///
/// let mut running = RunningDigest::new(&[FileAlgorithm::find("sha1").expect("it is known")]);
/// running.update(b"a");
/// running.update(b"bc");
/// assert_eq!(running.digests()[0].hex(), "a9993e364706816aba3e25717850c26c9cd0d89d");
/// ```
pub struct RunningDigest {
    algorithms: Vec<&'static FileAlgorithm>,
    states: Vec<PassState>,
}

impl RunningDigest {
    /// The digests of no bytes.
    pub fn new(algorithms: &[&'static FileAlgorithm]) -> Self {
        let states = algorithms.iter().map(|algorithm| PassState::new(algorithm)).collect();
        RunningDigest { algorithms: algorithms.to_vec(), states }
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.states.iter_mut().for_each(|state| state.update(bytes));
    }

    /// The digests of the bytes so far, in the order of the algorithms.
    pub fn digests(&self) -> Vec<FileDigest> {
        let digest = |(algorithm, state): (&&'static FileAlgorithm, &PassState)| FileDigest {
            algorithm,
            bytes: state.digest(),
        };
        self.algorithms.iter().zip(&self.states).map(digest).collect()
    }
}
