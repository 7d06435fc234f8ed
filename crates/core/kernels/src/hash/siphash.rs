//! SipHash. Spec: <https://www.aumasson.jp/siphash/siphash.pdf>
//!
//! A key is a number whose 16 bytes are the key, the lowest first.

use siphasher::{sip, sip128};

use super::per_row;
use crate::rows::{Block, HashKernel, Seeds};

/// The kernel of a hasher built from a key's 16 bytes.
macro_rules! keyed {
    ($hasher:expr, $hash:expr) => {
        HashKernel::of_blocks(|_, block, keys, out| keyed(block, keys, out, $hasher, $hash)).or_few(
            |isa, rows, keys, out| {
                per_row::few(isa, rows, keys, out, |row, key| {
                    $hash(&$hasher(&key.to_le_bytes()), row)
                })
            },
        )
    };
}

/// SipHash-1-3 of each row under its key.
pub const SIPHASH13: HashKernel<u128, u64> =
    keyed!(sip::SipHasher13::new_with_key, sip::SipHasher13::hash);

/// SipHash-2-4 of each row under its key.
pub const SIPHASH24: HashKernel<u128, u64> =
    keyed!(sip::SipHasher24::new_with_key, sip::SipHasher24::hash);

/// SipHash-2-4 with an output of 128 bits, of each row under its key: the 16 bytes in the reference's
/// order.
pub const SIPHASH24_128: HashKernel<u128, [u8; 16]> =
    keyed!(sip128::SipHasher24::new_with_key, bytes128);

fn bytes128(hasher: &sip128::SipHasher24, row: &[u8]) -> [u8; 16] {
    hasher.hash(row).as_bytes()
}

/// `out[i] = hash(row i)` with the hasher of key `i`. A constant key is prepared once.
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
