//! The 64-bit hashes of Google's CityHash and of its successor FarmHash, in the three versions
//! whose values are stored in other systems. They share their parts and differ in how they combine
//! them.
//!
//! | function | is |
//! |---|---|
//! | [`CITYHASH64`] | CityHash64 of CityHash 1.1 |
//! | [`FARMHASH64`] | FarmHash's Fingerprint64, used by BigQuery |
//! | [`CITYHASH64_V102`] | CityHash64 of CityHash 1.0.2, used by ClickHouse |
//!
//! References: <https://github.com/google/cityhash>, <https://github.com/google/farmhash>. The
//! crates are abandoned or wrong for some lengths, so we have our own implementation, one row at a
//! time.

mod farm;
mod short;
mod v102;
mod v11;

use std::num::Wrapping;

use super::per_row::{per_row, u32_at, u64_at};
use crate::blocks::HashKernel;

/// CityHash64 of CityHash 1.1, of each row; the seeds are not read.
pub const CITYHASH64: HashKernel<u64, u64> = per_row!(|row, _| v11::cityhash64(row));

/// FarmHash's Fingerprint64 of each row; the seeds are not read.
pub const FARMHASH64: HashKernel<u64, u64> = per_row!(|row, _| farm::farmhash64(row));

/// [`FARMHASH64`] as signed numbers.
pub const FARMHASH64_SIGNED: HashKernel<u64, i64> =
    per_row!(|row, _| farm::farmhash64(row).cast_signed());

/// CityHash64 of CityHash 1.0.2, of each row; the seeds are not read.
pub const CITYHASH64_V102: HashKernel<u64, u64> = per_row!(|row, _| v102::cityhash64(row));

/// CityHash64 of CityHash 1.0.2, of one row.
pub(crate) fn cityhash64_v102(row: &[u8]) -> u64 {
    v102::cityhash64(row)
}

/// `Hash128to64` of two words, which is the same in all versions.
#[inline(always)]
pub(crate) fn hash_128_to_64(low: u64, high: u64) -> u64 {
    pair(Wrapping(low), Wrapping(high), MUL).0
}

type CityWord = Wrapping<u64>;

const K0: CityWord = Wrapping(0xc3a5_c85c_97cb_3127);
const K1: CityWord = Wrapping(0xb492_b66f_be98_f273);
const K2: CityWord = Wrapping(0x9ae1_6a3b_2f90_404f);

const ONE: CityWord = Wrapping(1);
const NINE: CityWord = Wrapping(9);

/// The default multiplier of [`pair`].
const MUL: CityWord = Wrapping(0x9ddf_ea08_eb38_2d69);

#[inline(always)]
fn fetch(row: &[u8], at: usize) -> CityWord {
    Wrapping(u64_at(row, at))
}

#[inline(always)]
fn fetch32(row: &[u8], at: usize) -> CityWord {
    Wrapping(u32_at(row, at).into())
}

#[inline(always)]
fn rotr(word: CityWord, bits: u32) -> CityWord {
    Wrapping(word.0.rotate_right(bits))
}

/// The word with its bytes reversed.
#[inline(always)]
fn swap(word: CityWord) -> CityWord {
    Wrapping(word.0.swap_bytes())
}

#[inline(always)]
fn length(row: &[u8]) -> CityWord {
    Wrapping(row.len() as u64)
}

#[inline(always)]
fn shift_mix(word: CityWord) -> CityWord {
    word ^ word >> 47
}

/// HashLen16: combines two words into one.
#[inline(always)]
fn pair(u: CityWord, v: CityWord, mul: CityWord) -> CityWord {
    let a = shift_mix((u ^ v) * mul);
    shift_mix((v ^ a) * mul) * mul
}

/// WeakHashLen32WithSeeds of the 32 bytes from `at` on.
#[inline(always)]
fn weak(row: &[u8], at: usize, a: CityWord, b: CityWord) -> (CityWord, CityWord) {
    let [w, x, y, z] = [0, 8, 16, 24].map(|offset| fetch(row, at + offset));
    let start = a + w;
    let sum = start + x + y;
    let b = rotr(b + start + z, 21) + rotr(sum, 44);
    (sum + z, b + start)
}

/// The state of rows of more than 64 bytes.
struct CityState {
    x: CityWord,
    y: CityWord,
    z: CityWord,
    v: (CityWord, CityWord),
    w: (CityWord, CityWord),
}

impl CityState {
    /// A round over 64 bytes, as in CityHash 1.1 and FarmHash. FarmHash's last round has another
    /// multiplier and uses two words of the state nine times; otherwise `times` is 1.
    #[inline(always)]
    fn round(&mut self, row: &[u8], at: usize, mul: CityWord, times: CityWord) {
        let CityState { x, y, z, v, w } = self;
        *x = rotr(*x + *y + v.0 + fetch(row, at + 8), 37) * mul;
        *y = rotr(*y + v.1 + fetch(row, at + 48), 42) * mul;
        *x ^= w.1 * times;
        *y += v.0 * times + fetch(row, at + 40);
        *z = rotr(*z + w.0, 33) * mul;
        *v = weak(row, at, v.1 * mul, *x + w.0);
        *w = weak(row, at + 32, *z + w.1, *y + fetch(row, at + 16));
        std::mem::swap(z, x);
    }

    /// The hash.
    #[inline(always)]
    fn end(&self, last: CityWord, mul: CityWord) -> u64 {
        let CityState { x, y, z, v, w } = self;
        let first = pair(v.0, w.0, mul) + shift_mix(*y) * last + *z;
        pair(first, pair(v.1, w.1, mul) + *x, mul).0
    }
}
