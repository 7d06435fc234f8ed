//! BLAKE3 in lanes against BLAKE3 row by row, on every instruction set of this machine.

use blake3::Hasher;
use hashlane_kernels::blocks::{BLOCK_ROWS, Rows};
use hashlane_kernels::hash::Digester;
use hashlane_kernels::hash::blake3::Blake3Mode;
use hashlane_kernels::isa::Isa;

use crate::support::inputs::{Numbers, cycle, cycle_from};

const CONTEXT: &str = "hashlane 2026 tests of lanes";
const KEY: [u8; 32] = *b"whats the Elvish word for friend";

/// Each mode with the crate's hasher.
fn modes() -> [(Blake3Mode, Hasher); 3] {
    [
        (Blake3Mode::Hash, Hasher::new()),
        (Blake3Mode::Keyed(KEY), Hasher::new_keyed(&KEY)),
        (Blake3Mode::derive_key(CONTEXT), Hasher::new_derive_key(CONTEXT)),
    ]
}

#[track_caller]
fn check(texts: &[&[u8]], width: usize) {
    for (mode, hasher) in modes() {
        let mut expected = vec![0; width * texts.len()];
        for (out, text) in expected.chunks_exact_mut(width).zip(texts) {
            hasher.clone().update(text).finalize_xof().fill(out);
        }
        for isa in Isa::available() {
            let mut digests = vec![0; expected.len()];
            let digester = Digester::Blake3 { mode, width };
            digester.digest(isa, &Rows::Slices(texts), &mut digests);
            let mut pairs = digests.chunks(width).zip(expected.chunks(width));
            if let Some(i) = pairs.position(|(digest, expected)| digest != expected) {
                let lens: Vec<usize> = texts.iter().map(|text| text.len()).collect();
                panic!("{isa}, {mode:?} to {width}: row {i} of rows of {lens:?} bytes");
            }
        }
    }
}

#[test]
fn every_length_among_its_neighbours() {
    let text = cycle(4_500);
    let texts: Vec<&[u8]> = (0..=4_160).map(|len| &text[len % 97..][..len]).collect();
    for width in [1, 32, 131] {
        check(&texts, width);
    }
}

#[test]
fn every_length_of_a_block_alone() {
    let text = cycle(1_400);
    for len in 0..=1_100 {
        let texts: Vec<&[u8]> = (0..20).map(|i| &text[i..][..len]).collect();
        check(&texts, 32);
    }
}

#[test]
fn every_size_of_a_block() {
    let mut numbers = Numbers(3);
    for count in 1..=3 * 16 + 1 {
        for longest in [0, 1, 16, 17, 32, 64, 65, 200, 1_024, 1_025, 5_000] {
            let texts: Vec<Vec<u8>> =
                (0..count).map(|i| cycle_from(i, numbers.below(longest + 1))).collect();
            let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
            check(&texts, 32);
            check(&texts, 7);
        }
    }
}

#[test]
fn long_rows_around_the_ends_of_chunks() {
    let text = cycle(18 * 1_024);
    let lens = (1..=17).flat_map(|chunks| (0..3).map(move |i| chunks * 1_024 - 1 + i));
    let texts: Vec<&[u8]> = lens.map(|len| &text[len % 89..][..len]).collect();
    check(&texts, 32);
    for some in texts.chunks(5) {
        check(some, 32);
    }
}

/// More chunks than are hashed at a time, with everything else between them.
#[test]
fn rows_of_all_kinds() {
    let mut numbers = Numbers(4);
    for kinds in [&[20_000, 70, 10][..], &[16_384], &[5_000, 1_000, 3], &[40_000, 2]] {
        let texts: Vec<Vec<u8>> = (0..BLOCK_ROWS + 100)
            .map(|i| {
                let longest = kinds[numbers.below(kinds.len())];
                cycle_from(i, numbers.below(longest + 1))
            })
            .collect();
        let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        check(&texts, 32);
    }
}
