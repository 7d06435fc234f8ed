//! CityHash64 of CityHash 1.1.

use super::short::up_to_32;
use super::{CityState, CityWord, K1, K2, MUL, fetch, length, pair, rotr, shift_mix, swap, weak};

pub(super) fn cityhash64(row: &[u8]) -> u64 {
    match row.len() {
        0..=32 => up_to_32(row).0,
        33..=64 => up_to_64(row).0,
        _ => longer(row),
    }
}

fn up_to_64(row: &[u8]) -> CityWord {
    let (len, mul, nine) = (row.len(), K2 + length(row) + length(row), super::NINE);
    let (a, b) = (fetch(row, 0) * K2, fetch(row, 8));
    let (c, d) = (fetch(row, len - 24), fetch(row, len - 32));
    let (e, f) = (fetch(row, 16) * K2, fetch(row, 24) * nine);
    let (g, h) = (fetch(row, len - 8), fetch(row, len - 16) * mul);
    let u = rotr(a + g, 43) + (rotr(b, 30) + c) * nine;
    let v = ((a + g) ^ d) + f + super::ONE;
    let w = swap((u + v) * mul) + h;
    let x = rotr(e + f, 42) + c;
    let y = (swap((v + w) * mul) + g) * mul;
    let z = e + f + c;
    let a = swap((x + z) * mul + y) + b;
    shift_mix((z + a) * mul + d + h) * mul + x
}

/// Hashes the end first, which overlaps with the last round unless the row is a whole number of
/// rounds.
fn longer(row: &[u8]) -> u64 {
    let len = row.len();
    let x = fetch(row, len - 40);
    let y = fetch(row, len - 16) + fetch(row, len - 56);
    let z = pair(fetch(row, len - 48) + length(row), fetch(row, len - 24), MUL);
    let mut state = CityState {
        x: x * K1 + fetch(row, 0),
        y,
        z,
        v: weak(row, len - 64, length(row), z),
        w: weak(row, len - 32, y + K1, x),
    };
    for at in (0..(len - 1) & !63).step_by(64) {
        state.round(row, at, K1, super::ONE);
    }
    state.end(K1, MUL)
}
