//! CityHash64 of CityHash 1.0.2, which differs from 1.1 at every length but 0.

use std::num::Wrapping;

use super::short::up_to_3;
use super::{
    CityState, CityWord, K0, K1, K2, MUL, fetch, fetch32, length, pair, rotr, shift_mix, weak,
};

const K3: CityWord = Wrapping(0xc949_d7c7_509e_6557);

pub(super) fn cityhash64(row: &[u8]) -> u64 {
    match row.len() {
        0..=16 => up_to_16(row).0,
        17..=32 => up_to_32(row).0,
        33..=64 => up_to_64(row).0,
        _ => longer(row),
    }
}

fn up_to_16(row: &[u8]) -> CityWord {
    let len = row.len();
    match len {
        0 => K2,
        1..=3 => up_to_3(row, K3),
        4..=8 => pair(length(row) + (fetch32(row, 0) << 3), fetch32(row, len - 4), MUL),
        _ => {
            let b = fetch(row, len - 8);
            pair(fetch(row, 0), rotr(b + length(row), len as u32), MUL) ^ b
        }
    }
}

fn up_to_32(row: &[u8]) -> CityWord {
    let len = row.len();
    let (a, b) = (fetch(row, 0) * K1, fetch(row, 8));
    let (c, d) = (fetch(row, len - 8) * K2, fetch(row, len - 16) * K0);
    pair(rotr(a - b, 43) + rotr(c, 30) + d, a + rotr(b ^ K3, 20) - c + length(row), MUL)
}

fn up_to_64(row: &[u8]) -> CityWord {
    let len = row.len();
    /// Two of four words.
    fn half(row: &[u8], a: CityWord, at: [usize; 3]) -> [CityWord; 2] {
        let [b, c, z] = at.map(|at| fetch(row, at));
        let [two, three] = [a + b, a + b + c];
        [three + z, rotr(a + z, 52) + rotr(three, 31) + rotr(a, 37) + rotr(two, 7)]
    }
    let v = half(row, fetch(row, 0) + (length(row) + fetch(row, len - 16)) * K0, [8, 16, 24]);
    let w = half(row, fetch(row, 16) + fetch(row, len - 32), [len - 24, len - 16, len - 8]);
    let r = shift_mix((v[0] + w[1]) * K2 + (w[0] + v[1]) * K0);
    shift_mix(r * K0 + v[1]) * K2
}

fn longer(row: &[u8]) -> u64 {
    let len = row.len();
    let (y, z) = (fetch(row, len - 16) ^ K1, fetch(row, len - 56) ^ K0);
    let v = weak(row, len - 64, length(row), y);
    let w = weak(row, len - 32, length(row) * K1, K0);
    let z = z + shift_mix(v.1) * K1;
    let mut state = CityState { x: rotr(z + fetch(row, 0), 39) * K1, y: rotr(y, 33) * K1, z, v, w };
    for at in (0..(len - 1) & !63).step_by(64) {
        round(&mut state, row, at);
    }
    state.end(K1, MUL)
}

/// [`CityState::round`] as it was before version 1.1.
fn round(state: &mut CityState, row: &[u8], at: usize) {
    let CityState { x, y, z, v, w } = state;
    *x = rotr(*x + *y + v.0 + fetch(row, at + 16), 37) * K1;
    *y = rotr(*y + v.1 + fetch(row, at + 48), 42) * K1;
    *x ^= w.1;
    *y ^= v.0;
    *z = rotr(*z ^ w.0, 33);
    *v = weak(row, at, v.1 * K1, *x + w.0);
    *w = weak(row, at + 32, *z + w.1, *y);
    std::mem::swap(z, x);
}
