//! MurmurHash3, the variants x86_32, x64_128 and x86_128.
//! Reference: <https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp>
//!
//! The crates read from an `io::Read`, so we have our own implementation, one row at a time.

use super::per_row::{low_bytes, per_row, u32_at, u64_at};
use crate::blocks::HashKernel;

/// MurmurHash3_x86_32 of each row under its seed.
pub const MURMUR3_X86_32: HashKernel<u32, u32> = per_row!(x86_32);

/// MurmurHash3_x64_128 of each row: h1 and then h2, each big-endian.
///
/// The reference's seeds have 32 bits, so the high half of a seed is not read.
pub const MURMUR3_X64_128: HashKernel<u64, [u8; 16]> = per_row!(|row, seed| {
    let [h1, h2] = x64_128(row, seed as u32);
    (u128::from(h1) << 64 | u128::from(h2)).to_be_bytes()
});

/// MurmurHash3_x86_128 of each row: h1 to h4, each big-endian.
///
/// The reference's seeds have 32 bits, so the high half of a seed is not read.
pub const MURMUR3_X86_128: HashKernel<u64, [u8; 16]> = per_row!(|row, seed| {
    let hash = x86_128(row, seed as u32);
    hash.iter().fold(0, |all, word| all << 32 | u128::from(*word)).to_be_bytes()
});

/// MurmurHash3_x86_32 of one row.
#[inline(always)]
pub(crate) fn x86_32(row: &[u8], seed: u32) -> u32 {
    let scramble =
        |word: u32| word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    let (words, tail) = row.as_chunks();
    let mut hash = seed;
    for word in words {
        hash = (hash ^ scramble(u32::from_le_bytes(*word))).rotate_left(13);
        hash = hash.wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    // No bytes scramble to zero, so that a row without a tail needs no branch.
    hash ^= scramble(low_bytes(tail) as u32);
    // The reference counts in 32 bits.
    avalanche32(hash ^ row.len() as u32)
}

/// The constants that mix each of the four words of x86_128.
struct MixConstants {
    /// Multiplies a word of the row before its rotation. After it, the factor of the next entry
    /// does.
    factor: u32,
    /// Bits by which a word of the row is rotated.
    rotate_word: u32,
    /// Bits by which the state is rotated.
    rotate_state: u32,
    /// Added to the state last.
    addend: u32,
}

const MIX32: [MixConstants; 4] = [
    MixConstants { factor: 0x239b_961b, rotate_word: 15, rotate_state: 19, addend: 0x561c_cd1b },
    MixConstants { factor: 0xab0e_9789, rotate_word: 16, rotate_state: 17, addend: 0x0bca_a747 },
    MixConstants { factor: 0x38b3_4ae5, rotate_word: 17, rotate_state: 15, addend: 0x96cd_1c35 },
    MixConstants { factor: 0xa1e3_8b93, rotate_word: 18, rotate_state: 13, addend: 0x32ac_3b17 },
];

/// MurmurHash3_x86_128 of one row: h1 to h4.
fn x86_128(row: &[u8], seed: u32) -> [u32; 4] {
    let (chunks, tail) = row.as_chunks::<16>();
    let mut state = [seed; 4];
    for chunk in chunks {
        for i in 0..4 {
            let MixConstants { rotate_state, addend, .. } = MIX32[i];
            let mixed = (state[i] ^ scramble32(i, u32_at(chunk, 4 * i))).rotate_left(rotate_state);
            let mixed = mixed.wrapping_add(state[(i + 1) % 4]);
            state[i] = mixed.wrapping_mul(5).wrapping_add(addend);
        }
    }
    // No bytes scramble to zero, so a tail of any length needs no branch.
    for (i, word) in tail.chunks(4).enumerate() {
        state[i] ^= scramble32(i, low_bytes(word) as u32);
    }
    let summed = sum_into_each(state.map(|word| word ^ row.len() as u32));
    sum_into_each(summed.map(avalanche32))
}

/// Replaces the first word by the sum of all, and adds that sum to the others.
fn sum_into_each([h1, h2, h3, h4]: [u32; 4]) -> [u32; 4] {
    let sum = h1.wrapping_add(h2).wrapping_add(h3).wrapping_add(h4);
    [sum, h2.wrapping_add(sum), h3.wrapping_add(sum), h4.wrapping_add(sum)]
}

/// Scrambles word `i` of a chunk.
#[inline(always)]
fn scramble32(i: usize, word: u32) -> u32 {
    let (this, next) = (&MIX32[i], &MIX32[(i + 1) % 4]);
    word.wrapping_mul(this.factor).rotate_left(this.rotate_word).wrapping_mul(next.factor)
}

#[inline(always)]
fn avalanche32(mut word: u32) -> u32 {
    word = (word ^ word >> 16).wrapping_mul(0x85eb_ca6b);
    word = (word ^ word >> 13).wrapping_mul(0xc2b2_ae35);
    word ^ word >> 16
}

fn x64_128(row: &[u8], seed: u32) -> [u64; 2] {
    let (chunks, tail) = row.as_chunks::<16>();
    let [mut h1, mut h2] = [u64::from(seed); 2];
    for chunk in chunks {
        h1 = (h1 ^ scramble1(u64_at(chunk, 0))).rotate_left(27).wrapping_add(h2);
        h1 = h1.wrapping_mul(5).wrapping_add(0x52dc_e729);
        h2 = (h2 ^ scramble2(u64_at(chunk, 8))).rotate_left(31).wrapping_add(h1);
        h2 = h2.wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }
    let (low, high) = tail.split_at(tail.len().min(8));
    h1 ^= scramble1(low_bytes(low));
    h2 ^= scramble2(low_bytes(high));
    h1 ^= row.len() as u64;
    h2 ^= row.len() as u64;
    h1 = h1.wrapping_add(h2);
    h2 = h2.wrapping_add(h1);
    h1 = avalanche(h1);
    h2 = avalanche(h2);
    h1 = h1.wrapping_add(h2);
    [h1, h2.wrapping_add(h1)]
}

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

#[inline(always)]
fn scramble1(word: u64) -> u64 {
    word.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

#[inline(always)]
fn scramble2(word: u64) -> u64 {
    word.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

#[inline(always)]
fn avalanche(mut word: u64) -> u64 {
    word = (word ^ word >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    word = (word ^ word >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ word >> 33
}
