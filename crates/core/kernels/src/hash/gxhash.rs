//! GxHash of 64 bits, version 3.
//!
//! Reference: <https://github.com/ogxd/gxhash>. The crate `gxhash` compiles only with the AES
//! instructions (`target-feature=+aes`), so this is our own implementation, with single rounds of
//! AES.

use super::aes::{AesBlock, add_bytes, block_at, encrypt, encrypt_last, words};
use super::per_row::per_row;
use crate::blocks::HashKernel;

/// 64-bit GxHash of each row. The seed's bits are those of the reference's `i64`.
pub const GXHASH64: HashKernel<u64, u64> = per_row!(|row, seed| {
    let hash = hash(row, words(seed, seed));
    u64::from_le_bytes(*hash.first_chunk().expect("sixteen bytes"))
});

const KEYS: [AesBlock; 3] = [
    words(0xfc3b_c28e_89c2_22e5, 0xb09d_3e21_f278_4542),
    words(0x3913_2bd9_b361_dc58, 0xcb6b_2e9b_03fc_e279),
    words(0xc78b_122b_5544_b1b7, 0x689d_2b7d_d001_2e32),
];

/// Blocks of a round over a long row.
const UNROLLED: usize = 8;

fn hash(row: &[u8], seed: AesBlock) -> AesBlock {
    let hash = encrypt(compressed(row), seed);
    let hash = encrypt(encrypt(hash, KEYS[0]), KEYS[1]);
    encrypt_last(hash, KEYS[2])
}

/// Up to 16 bytes, padded with zeros. The number of bytes is added to each byte.
#[inline(always)]
fn partial(bytes: &[u8]) -> AesBlock {
    let mut block = [0; 16];
    block[..bytes.len()].copy_from_slice(bytes);
    add_bytes(block, [bytes.len() as u8; 16])
}

#[inline(always)]
fn compressed(row: &[u8]) -> AesBlock {
    if row.is_empty() {
        return [0; 16];
    }
    if row.len() <= 16 {
        return partial(row);
    }
    // The incomplete block comes first.
    let (first, rest) = match row.len() % 16 {
        0 => (block_at(row, 0), &row[16..]),
        more => (partial(&row[..more]), &row[more..]),
    };
    let mut other = block_at(rest, 0);
    let mut hash = first;
    if row.len() > 32 {
        other = encrypt(other, block_at(rest, 16));
    }
    if row.len() > 48 {
        other = encrypt(other, block_at(rest, 32));
    }
    if row.len() > 64 {
        hash = long(&rest[48..], hash, row.len());
    }
    encrypt_last(hash, encrypt(encrypt(other, KEYS[0]), KEYS[1]))
}

/// Hashes the blocks after the first three: single ones, until groups of eight are left.
fn long(rest: &[u8], mut hash: AesBlock, len: usize) -> AesBlock {
    let (single, groups) = rest.split_at(rest.len() % (16 * UNROLLED));
    for block in single.as_chunks().0 {
        hash = encrypt(hash, *block);
    }
    let (mut lanes, mut counters) = ([hash; 2], [[0; 16]; 2]);
    for group in groups.as_chunks::<{ 16 * UNROLLED }>().0 {
        for (i, (lane, counter)) in lanes.iter_mut().zip(&mut counters).enumerate() {
            let block = |at: usize| block_at(group, 16 * (at + i));
            let mixed = encrypt(encrypt(encrypt(block(0), block(2)), block(4)), block(6));
            *counter = add_bytes(*counter, KEYS[i]);
            *lane = encrypt_last(encrypt(mixed, *counter), *lane);
        }
    }
    let len = u64::from(len as u32);
    let len = words(len << 32 | len, len << 32 | len);
    encrypt(add_bytes(lanes[0], len), add_bytes(lanes[1], len))
}
