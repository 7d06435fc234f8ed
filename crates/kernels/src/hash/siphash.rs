//! SipHash. Spec: <https://www.aumasson.jp/siphash/siphash.pdf>
//!
//! A key is a number: its 16 bytes, the first of them the lowest.

use siphasher::{sip, sip128};

use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// SipHash-1-3 of each row under its key.
pub fn siphash13(_: Isa, block: &Block<'_>, keys: Seeds<'_, u128>, out: &mut [u64]) {
    keyed(block, keys, out, sip::SipHasher13::new_with_key, |hasher, row| hasher.hash(row));
}

/// SipHash-2-4 of each row under its key.
pub fn siphash24(_: Isa, block: &Block<'_>, keys: Seeds<'_, u128>, out: &mut [u64]) {
    keyed(block, keys, out, sip::SipHasher24::new_with_key, |hasher, row| hasher.hash(row));
}

/// SipHash-2-4 with an output of 128 bits, of each row under its key: the 16 bytes in the order in
/// which the reference writes them.
pub fn siphash24_128(_: Isa, block: &Block<'_>, keys: Seeds<'_, u128>, out: &mut [[u8; 16]]) {
    keyed(block, keys, out, sip128::SipHasher24::new_with_key, |hasher, row| {
        hasher.hash(row).as_bytes()
    });
}

/// `out[i] = hash(row i)` by the hasher of key `i`, which is prepared once where the key is constant.
#[inline(always)]
fn keyed<H, T>(
    block: &Block<'_>,
    keys: Seeds<'_, u128>,
    out: &mut [T],
    hasher: impl Fn(&[u8; 16]) -> H,
    hash: impl Fn(&H, &[u8]) -> T,
) {
    match keys {
        Seeds::Constant(key) => {
            let hasher = hasher(&key.to_le_bytes());
            per_row::unseeded(block, out, |row| hash(&hasher, row));
        }
        Seeds::Column(_) => {
            per_row::seeded(block, keys, out, |row, key| hash(&hasher(&key.to_le_bytes()), row));
        }
    }
}
