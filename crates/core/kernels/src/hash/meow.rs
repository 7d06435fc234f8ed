//! MeowHash: 128 bits, version 0.5, which its authors call calico. Reference: Casey Muratori and
//! Jacob Christian Munch-Andersen, <https://github.com/cmuratori/meow_hash>.
//!
//! The crate `meowhash` has an older version.

use super::aes::{AesBlock, add_words, block_at, decrypt, words, xor};
use super::per_row::per_row;
use crate::blocks::HashKernel;

/// MeowHash of each row under the reference's default seed of 128 bytes, in the order of its bytes
/// in memory.
///
/// The row's seed replaces 64 bits after the length that are zero in the reference: with seed 0,
/// the hash equals the reference's.
pub const MEOWHASH: HashKernel<u64, [u8; 16]> = per_row!(hash);

/// The default seed: digits of pi in the reference's order in memory.
const SEED: [AesBlock; 8] = [
    words(0x3407_37e0_a298_3131, 0x8d30_5a88_a8f6_4332),
    words(0xc8e6_c48e_a9ef_8200, 0x1df3_9922_8293_404a),
    words(0xc690_4ef3_6c46_e57b, 0x3701_8d63_1e82_5294),
    words(0x9170_545b_5b4d_f8d3, 0x0dc5_977c_9bc2_0acc),
    words(0x5afb_8d69_ba10_13bd, 0xb19f_9798_5d6d_2179),
    words(0xe967_a2d6_fe1a_8e7b, 0xfbad_01bd_2dd7_ffc2),
    words(0xcf16_397b_9419_4a92, 0xf9c7_125f_04c9_a76b),
    words(0xe674_1587_0d92_3666, 0xc1ef_5828_2e1f_8070),
];

/// The bytes of one mix, and of one mix of all lanes.
const PIECE: usize = 32;
const STRIPE: usize = 8 * PIECE;

/// The lanes of the hash.
struct MeowLanes([AesBlock; 8]);

fn hash(row: &[u8], seed: u64) -> AesBlock {
    let mut lanes = MeowLanes(SEED);
    let (stripes, rest) = row.as_chunks::<STRIPE>();
    for stripe in stripes {
        for (i, piece) in stripe.as_chunks().0.iter().enumerate() {
            lanes.mix(i, piece);
        }
    }
    let (pieces, tail) = rest.as_chunks::<PIECE>();
    lanes.mix_end(0, &residual(tail));
    let mut end = [0; PIECE];
    end[..16].copy_from_slice(&words(seed, row.len() as u64));
    lanes.mix_end(1, &end);
    for (i, piece) in pieces.iter().enumerate() {
        lanes.mix(2 + i, piece);
    }
    lanes.fold()
}

/// Fewer than 32 bytes: an incomplete block of 16 comes before the complete one.
#[inline(always)]
fn residual(tail: &[u8]) -> [u8; PIECE] {
    let mut piece = [0; PIECE];
    let (blocks, part) = tail.as_chunks::<16>();
    match blocks {
        [block, ..] => {
            piece[..part.len()].copy_from_slice(part);
            piece[16..].copy_from_slice(block);
        }
        [] => piece[16..16 + part.len()].copy_from_slice(part),
    }
    piece
}

impl MeowLanes {
    /// Mixes 32 bytes of the row into the lanes from `first` on.
    #[inline(always)]
    fn mix(&mut self, first: usize, piece: &[u8; PIECE]) {
        self.mix_blocks(first, [15, 0, 1, 16].map(|at| block_at(piece, at)));
    }

    /// Mixes 32 bytes from the end of the row, whose halves come in the other order.
    #[inline(always)]
    fn mix_end(&mut self, first: usize, piece: &[u8; PIECE]) {
        self.mix_blocks(first, [15, 16, 1, 0].map(|at| block_at(piece, at)));
    }

    #[inline(always)]
    fn mix_blocks(&mut self, first: usize, blocks: [AesBlock; 4]) {
        let [a, b, c, d, e] = [0, 4, 6, 1, 2].map(|lane| (first + lane) % 8);
        let lanes = &mut self.0;
        lanes[a] = decrypt(lanes[a], lanes[b]);
        lanes[c] = add_words(lanes[c], blocks[0]);
        lanes[b] = decrypt(xor(lanes[b], blocks[1]), lanes[d]);
        lanes[e] = add_words(lanes[e], blocks[2]);
        lanes[d] = xor(lanes[d], blocks[3]);
    }

    #[inline(always)]
    fn shuffle(&mut self, first: usize) {
        let [a, b, c, d, e, f] = [0, 1, 2, 4, 5, 6].map(|lane| (first + lane) % 8);
        let lanes = &mut self.0;
        lanes[a] = decrypt(lanes[a], lanes[d]);
        lanes[b] = add_words(lanes[b], lanes[e]);
        lanes[d] = decrypt(xor(lanes[d], lanes[f]), lanes[b]);
        lanes[e] = add_words(lanes[e], lanes[f]);
        lanes[b] = xor(lanes[b], lanes[c]);
    }

    fn fold(mut self) -> AesBlock {
        (0..12).for_each(|first| self.shuffle(first));
        let lanes = self.0;
        let half = |first: usize| {
            let [a, b] = [first, first + 1].map(|lane| add_words(lanes[lane], lanes[lane + 2]));
            xor(a, b)
        };
        add_words(half(0), half(4))
    }
}
