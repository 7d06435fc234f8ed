//! AquaHash: 128 bits. Reference: J. Andrew Rogers, <https://github.com/jandrewrogers/AquaHash>,
//! the version of 2018.

use super::aes::{AesBlock, block_at, encrypt, words, xor};
use super::per_row::per_row;
use crate::blocks::HashKernel;

/// AquaHash of each row, in the order of the reference's bytes. Both halves of the initializer are
/// the seed.
pub const AQUAHASH: HashKernel<u64, [u8; 16]> = per_row!(|row, seed| {
    let start = words(seed, seed);
    if row.len() < 64 { short(row, start) } else { long(row, start) }
});

const LANES: [AesBlock; 4] = [
    words(0xa112_02c9_b468_bea1, 0xd751_57a0_1452_495b),
    words(0xb129_3b33_0541_8592, 0xd210_d232_c642_9b69),
    words(0xbd3d_c2b7_b87c_4715, 0x6a6c_9527_ac2e_0e4e),
    words(0xcc96_ed16_74ea_aa03, 0x1e86_3f24_b2a8_316a),
];

const LAST: [AesBlock; 3] = [
    words(0x8e51_ef21_fabb_4522, 0xe43d_7a06_5695_4b6c),
    words(0x5608_2007_c71a_b18f, 0x7643_5569_a03a_f7fa),
    words(0xd260_0de7_157a_bc68, 0x6339_e901_c303_1efb),
];

fn short(row: &[u8], mut hash: AesBlock) -> AesBlock {
    let (blocks, tail) = row.as_chunks();
    if !blocks.is_empty() {
        let mut other = LANES[0];
        for block in blocks {
            hash = encrypt(hash, *block);
            other = encrypt(other, *block);
        }
        hash = encrypt(hash, other);
    }
    for part in parts(tail).into_iter().flatten() {
        hash = xor(hash, part);
    }
    LAST.into_iter().fold(hash, encrypt)
}

fn long(row: &[u8], start: AesBlock) -> AesBlock {
    let mut lanes = LANES.map(|lane| xor(lane, start));
    let (groups, mut rest) = row.as_chunks::<64>();
    for group in groups {
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = encrypt(*lane, block_at(group, 16 * i));
        }
    }
    if row.len() & 32 != 0 {
        lanes[0] = encrypt(lanes[0], block_at(rest, 0));
        lanes[1] = encrypt(lanes[1], block_at(rest, 16));
        rest = &rest[32..];
    }
    if row.len() & 16 != 0 {
        lanes[2] = encrypt(lanes[2], block_at(rest, 0));
        rest = &rest[16..];
    }
    for (part, lane) in parts(rest).into_iter().zip([3, 0, 1, 2]) {
        if let Some(part) = part {
            lanes[lane] = encrypt(lanes[lane], part);
        }
    }
    let mix = xor(xor(lanes[0], lanes[1]), xor(lanes[2], lanes[3]));
    let lanes = lanes.map(|lane| encrypt(lane, mix));
    let hash = encrypt(encrypt(lanes[0], lanes[1]), encrypt(lanes[2], lanes[3]));
    encrypt(hash, LAST[0])
}

/// Returns the last 8, 4, 2 and 1 bytes of fewer than 16 bytes, each in a block of constants of its
/// own.
#[inline(always)]
fn parts(mut tail: &[u8]) -> [Option<AesBlock>; 4] {
    [8, 4, 2, 1].map(|len| {
        if tail.len() & len == 0 {
            return None;
        }
        let (part, rest) = tail.split_at(len);
        tail = rest;
        let mut block = match len {
            8 => LANES[0],
            4 => LANES[1],
            2 => LANES[2],
            _ => LANES[3],
        };
        // The part replaces as many of the constant's bytes, which replace those before them.
        block.copy_within(len..2 * len, 0);
        block[len..2 * len].copy_from_slice(part);
        Some(block)
    })
}
