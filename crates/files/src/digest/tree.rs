//! BLAKE3's tree over chunks that are hashed in any order. Spec: section 2.1 of the BLAKE3 paper.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use blake3::Hasher;
use blake3::hazmat::{
    ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root,
};

use super::buffer::Buffer;
use crate::Source;

/// The subtree over one chunk of the input.
pub(super) struct Subtree {
    value: ChainingValue,
    /// The digest if this is the only chunk.
    alone: [u8; 32],
}

impl Subtree {
    /// Hashes `bytes`, at least one, which start at `offset`. `offset` must be a multiple of a power of two that is at
    /// least their length.
    pub(super) fn new(offset: u64, bytes: &[u8]) -> Self {
        let mut hasher = Hasher::new();
        hasher.set_input_offset(offset).update(bytes);
        let value = hasher.finalize_non_root();
        // Only a subtree at offset 0 can be the root; the hasher rejects others.
        let alone = if offset == 0 { *hasher.finalize().as_bytes() } else { [0; 32] };
        Subtree { value, alone }
    }
}

/// The tree over the chunks so far.
///
/// A parent is made only once the chunk after it is known: before that it might be the root, which is hashed under
/// another flag.
#[derive(Default)]
pub(super) struct Tree {
    /// Complete subtrees from left to right, each larger than the next.
    stack: Vec<ChainingValue>,
    /// The number of chunks in the stack.
    chunks: u64,
    /// Chunks that wait for an earlier one.
    waiting: BTreeMap<u64, ChainingValue>,
    first: Option<[u8; 32]>,
}

impl Tree {
    /// Adds chunk `number`, counted from 0.
    pub(super) fn add(&mut self, number: u64, subtree: Subtree) {
        if number == 0 {
            self.first = Some(subtree.alone);
        }
        self.waiting.insert(number, subtree.value);
        while let Some(value) = self.waiting.remove(&self.chunks) {
            self.push(value);
        }
    }

    fn push(&mut self, value: ChainingValue) {
        // There are as many subtrees as the number of chunks has one bits.
        while self.stack.len() > self.chunks.count_ones() as usize {
            self.merge();
        }
        self.stack.push(value);
        self.chunks += 1;
    }

    fn merge(&mut self) {
        if let (Some(right), Some(left)) = (self.stack.pop(), self.stack.pop()) {
            self.stack.push(merge_subtrees_non_root(&left, &right, Mode::Hash));
        }
    }

    /// Returns the digest of all chunks.
    pub(super) fn root(mut self) -> [u8; 32] {
        while self.stack.len() > 2 {
            self.merge();
        }
        match (self.stack.as_slice(), self.first) {
            ([left, right], _) => *merge_subtrees_root(left, right, Mode::Hash).as_bytes(),
            (_, Some(alone)) => alone,
            (_, None) => *blake3::hash(b"").as_bytes(),
        }
    }
}

/// The most bytes that a thread reads and hashes at once.
const MAX_SPAN: usize = 1 << 18;

/// Returns the digest of a file. Each of `threads` threads reads and hashes spans of its own. `progress` is called with
/// the number of bytes that are done.
///
/// Mapped memory could be hashed without a copy. But a file that shrinks while it is mapped kills the process, unless
/// the process handles a signal.
pub(super) fn root(
    source: &dyn Source,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> io::Result<[u8; 32]> {
    let size = source.size();
    // Several spans per thread, so that no thread waits long for the others.
    let share = usize::try_from(size / (4 * threads as u64)).unwrap_or(MAX_SPAN).min(MAX_SPAN);
    let span = share.next_power_of_two().clamp(1 << 16, MAX_SPAN);
    let spans = size.div_ceil(span as u64);
    let (next, tree, failed) = (AtomicU64::new(0), Mutex::new(Tree::default()), OnceLock::new());
    let work = || {
        let mut buffer = Buffer::default();
        while failed.get().is_none() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= spans {
                break;
            }
            let offset = number * span as u64;
            let len = (size - offset).min(span as u64) as usize;
            match buffer.resize(len).and_then(|bytes| source.read_exact_at(offset, bytes)) {
                Ok(()) => {}
                Err(error) => {
                    let _ = failed.set(error);
                    break;
                }
            }
            let subtree = Subtree::new(offset, &buffer);
            tree.lock().unwrap_or_else(PoisonError::into_inner).add(number, subtree);
            progress(len as u64);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(usize::try_from(spans).unwrap_or(threads)) {
            // If no thread can be started, this one does all the work.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    match failed.into_inner() {
        Some(error) => Err(error),
        None => Ok(tree.into_inner().unwrap_or_else(PoisonError::into_inner).root()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_order_and_number_of_chunks() {
        const CHUNK: usize = 4096;
        let bytes: Vec<u8> = (0..20 * CHUNK).map(|i| (i % 251) as u8).collect();
        for len in (0..=20 * CHUNK).step_by(CHUNK / 2) {
            let input = &bytes[..len];
            let chunks: Vec<(usize, &[u8])> = input.chunks(CHUNK).enumerate().collect();
            for turn in 0..chunks.len().max(1) {
                let mut tree = Tree::default();
                let (late, early) = chunks.split_at(turn);
                for (number, chunk) in early.iter().chain(late) {
                    let subtree = Subtree::new((number * CHUNK) as u64, chunk);
                    tree.add(*number as u64, subtree);
                }
                assert_eq!(tree.root(), *blake3::hash(input).as_bytes(), "{len} from {turn}");
            }
        }
    }
}
