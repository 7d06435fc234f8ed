//! HighwayHash: hashes under a secret key of 32 bytes. Reference:
//! <https://github.com/google/highwayhash>.

use ::highway::{HighwayHash, HighwayHasher, Key};

use super::per_row::per_row;
use crate::blocks::HashKernel;

/// The four words of a key, each read with its lowest byte first.
pub type HighwayKey = [u64; 4];

/// 64-bit HighwayHash of each row.
pub const HIGHWAYHASH64: HashKernel<HighwayKey, u64> =
    per_row!(|row, key: HighwayKey| HighwayHasher::new(Key(key)).hash64(row));

/// 128-bit HighwayHash of each row: both words with their lowest bytes first, as the reference has
/// them in memory.
pub const HIGHWAYHASH128: HashKernel<HighwayKey, [u8; 16]> =
    per_row!(|row, key: HighwayKey| bytes(HighwayHasher::new(Key(key)).hash128(row)));

/// 256-bit HighwayHash of each row: all words with their lowest bytes first.
pub const HIGHWAYHASH256: HashKernel<HighwayKey, [u8; 32]> =
    per_row!(|row, key: HighwayKey| bytes(HighwayHasher::new(Key(key)).hash256(row)));

fn bytes<const WORDS: usize, const BYTES: usize>(words: [u64; WORDS]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (out, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *out = word.to_le_bytes();
    }
    bytes
}
