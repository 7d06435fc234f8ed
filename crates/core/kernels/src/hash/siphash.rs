//! SipHash. Spec: <https://www.aumasson.jp/siphash/siphash.pdf>
//!
//! A key is a number whose 16 bytes are the key, the lowest first.

use siphasher::{sip, sip128};

use super::per_row::{self, low_bytes};
use crate::blocks::{Block, HashKernel, Seeds};

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

/// SipHash-2-4 with an output of 128 bits, of each row under its key: the 16 bytes in the
/// reference's order.
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

/// ClickHouse's variant of SipHash-2-4 with an output of 128 bits, under the key 0. Its rounds are
/// those of the form of 64 bits, which returns the XOR of the four words of the state. Here each
/// half of the output is the XOR of two words.
pub(crate) fn clickhouse_128(row: &[u8]) -> [u8; 16] {
    let mut state = [
        0x736f_6d65_7073_6575,
        0x646f_7261_6e64_6f6d,
        0x6c79_6765_6e65_7261,
        0x7465_6462_7974_6573,
    ];
    let (words, tail) = row.as_chunks();
    for word in words {
        mix(&mut state, u64::from_le_bytes(*word));
    }
    mix(&mut state, low_bytes(tail) | (row.len() as u64) << 56);
    state[2] ^= 0xff;
    (0..4).for_each(|_| sip_round(&mut state));
    let [v0, v1, v2, v3] = state;
    (u128::from(v2 ^ v3) << 64 | u128::from(v0 ^ v1)).to_le_bytes()
}

#[inline(always)]
fn mix(state: &mut [u64; 4], word: u64) {
    state[3] ^= word;
    (0..2).for_each(|_| sip_round(state));
    state[0] ^= word;
}

#[inline(always)]
fn sip_round([v0, v1, v2, v3]: &mut [u64; 4]) {
    *v0 = v0.wrapping_add(*v1);
    *v1 = v1.rotate_left(13) ^ *v0;
    *v0 = v0.rotate_left(32);
    *v2 = v2.wrapping_add(*v3);
    *v3 = v3.rotate_left(16) ^ *v2;
    *v0 = v0.wrapping_add(*v3);
    *v3 = v3.rotate_left(21) ^ *v0;
    *v2 = v2.wrapping_add(*v1);
    *v1 = v1.rotate_left(17) ^ *v2;
    *v2 = v2.rotate_left(32);
}
