//! SimHash as the Python package simhash 2.1 computes it for a list of texts: 64 bits, each element
//! with weight 1. Reference: <https://github.com/1e0ng/simhash>

use md5::{Digest, Md5};

/// The hash of the elements so far.
#[derive(Clone, Debug)]
pub struct SimHash {
    /// The number of elements that have each bit set, the highest bit first.
    set: [u64; 64],
    count: u64,
}

impl Default for SimHash {
    fn default() -> Self {
        SimHash { set: [0; 64], count: 0 }
    }
}

impl SimHash {
    /// Adds an element, by the last eight bytes of its MD5.
    pub fn add(&mut self, element: &[u8]) {
        let digest = Md5::digest(element);
        let low = digest.last_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
        for (bit, set) in self.set.iter_mut().enumerate() {
            *set += low << bit >> 63;
        }
        self.count += 1;
    }

    /// The bits that more than half of the elements have; `None` without elements.
    pub fn finish(&self) -> Option<u64> {
        let bit = |set: &u64| u64::from(2 * set > self.count);
        (self.count > 0).then(|| self.set.iter().fold(0, |bits, set| bits << 1 | bit(set)))
    }
}
