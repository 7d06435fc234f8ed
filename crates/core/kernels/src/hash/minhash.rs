//! MinHash as the Python package datasketch 2.0 computes it by default: the scheme `affine32` under
//! the seed 1. Reference: <https://github.com/ekzhu/datasketch>, `datasketch/minhash.py`

use rand_mt::Mt;
use sha1::{Digest, Sha1};

/// The seed with which datasketch generates the permutations.
const SEED: u32 = 1;

/// Permutations of 32-bit numbers: `h` becomes `a * h + b` modulo 2^32, with an odd `a`.
#[derive(Debug)]
pub struct Permutations {
    a: Vec<u32>,
    b: Vec<u32>,
}

impl Permutations {
    /// The permutations of a signature of `len` numbers; `None` if memory for them can't be
    /// allocated.
    pub fn try_new(len: usize) -> Option<Self> {
        let mut numbers = Mt::new(SEED);
        let (mut a, mut b) = (Vec::new(), Vec::new());
        a.try_reserve_exact(len).ok()?;
        b.try_reserve_exact(len).ok()?;
        // The results of NumPy's RandomState.randint(0, 2^31) * 2 + 1 and randint(0, 2^32): all `a`
        // come first.
        a.extend((0..len).map(|_| numbers.next_u32() << 1 | 1));
        b.extend((0..len).map(|_| numbers.next_u32()));
        Some(Permutations { a, b })
    }

    /// The number of permutations.
    pub fn len(&self) -> usize {
        self.a.len()
    }

    /// Whether it has no permutations.
    pub fn is_empty(&self) -> bool {
        self.a.is_empty()
    }

    /// Lowers each number of a signature to the element's hash under its permutation.
    pub fn lower(&self, signature: &mut [u32], hash: u32) {
        for ((lowest, a), b) in signature.iter_mut().zip(&self.a).zip(&self.b) {
            *lowest = (*lowest).min(a.wrapping_mul(hash).wrapping_add(*b));
        }
    }
}

/// The hash of an element for the permutations: the first four bytes of its SHA-1, mixed by
/// MurmurHash3's finalizer.
pub fn element_hash(element: &[u8]) -> u32 {
    let digest = Sha1::digest(element);
    let mut hash = u32::from_le_bytes([digest[0], digest[1], digest[2], digest[3]]);
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}
