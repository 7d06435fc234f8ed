//! Fingerprint64 of FarmHash, which is its `farmhashna::Hash64`.

use std::num::Wrapping;

use super::short::{ends, up_to_32};
use super::{CityState, CityWord, K0, K1, K2, NINE, ONE, fetch, length, pair, rotr, shift_mix};

pub(super) fn farmhash64(row: &[u8]) -> u64 {
    match row.len() {
        0..=32 => up_to_32(row).0,
        33..=64 => up_to_64(row).0,
        _ => longer(row),
    }
}

fn up_to_64(row: &[u8]) -> CityWord {
    let (len, mul) = (row.len(), K2 + length(row) + length(row));
    let [y, second] = ends(row, K2, mul);
    let z = pair(y, second, mul);
    let (e, f) = (fetch(row, 16) * mul, fetch(row, 24));
    let g = (y + fetch(row, len - 32)) * mul;
    let h = (z + fetch(row, len - 24)) * mul;
    pair(rotr(e + f, 43) + rotr(g, 30) + h, e + rotr(f + fetch(row, 0) * K2, 18) + g, mul)
}

fn longer(row: &[u8]) -> u64 {
    const SEED: CityWord = Wrapping(81);
    let len = row.len();
    let y = SEED * K1 + Wrapping(113);
    let mut state = CityState {
        x: SEED * K2 + fetch(row, 0),
        y,
        z: shift_mix(y * K2 + Wrapping(113)) * K2,
        v: Default::default(),
        w: Default::default(),
    };
    for at in (0..(len - 1) & !63).step_by(64) {
        state.round(row, at, K1, ONE);
    }
    // The last round covers the last 64 bytes. Earlier rounds may have read some of them.
    let mul = K1 + ((state.z & Wrapping(0xff)) << 1);
    state.w.0 += Wrapping((len as u64 - 1) & 63);
    state.v.0 += state.w.0;
    state.w.0 += state.v.0;
    state.round(row, len - 64, mul, NINE);
    state.end(K0, mul)
}
