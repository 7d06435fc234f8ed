//! Digests against the crates that hash one row at a time, on every instruction set.

use hashlane_kernels::blocks::{BLOCK_ROWS, Rows};
use hashlane_kernels::hash::{Algorithm, Digester};
use hashlane_kernels::isa::Isa;
use sha2::Digest;

use crate::support::inputs::{Numbers, cycle_from, ragged, slices};

/// One of our digest algorithms and the crate's implementation of it.
type Pair = (&'static str, fn(&[u8]) -> Vec<u8>);

const PAIRS: [Pair; 4] = [
    ("md5", |row| md5::Md5::digest(row).to_vec()),
    ("sha1", |row| sha1::Sha1::digest(row).to_vec()),
    ("sha224", |row| sha2::Sha224::digest(row).to_vec()),
    ("sha256", |row| sha2::Sha256::digest(row).to_vec()),
];

/// The digests of each crate for all rows, in the order in which [`check`] gets the rows.
struct Expected(Vec<Vec<Vec<u8>>>);

impl Expected {
    fn of(texts: &[&[u8]]) -> Expected {
        Expected(
            PAIRS.iter().map(|(_, one)| texts.iter().map(|text| one(text)).collect()).collect(),
        )
    }

    /// Compares a column of the rows that `ids` names.
    fn check(&self, texts: &[&[u8]], ids: &[usize]) {
        let column: Vec<&[u8]> = ids.iter().map(|id| texts[*id]).collect();
        for ((name, _), expected) in PAIRS.iter().zip(&self.0) {
            let digester = Digester::Algorithm(Algorithm::find(name).unwrap());
            for isa in Isa::available() {
                let mut out = vec![0; column.len() * digester.width()];
                digester.digest(isa, &Rows::Slices(&column), &mut out);
                for ((digest, id), i) in out.chunks_exact(digester.width()).zip(ids).zip(0..) {
                    let (count, length) = (ids.len(), texts[*id].len());
                    assert_eq!(
                        digest, expected[*id],
                        "{name}, {isa}: row {i} of {count}, of {length} bytes",
                    );
                }
            }
        }
    }
}

fn check(texts: &[&[u8]]) {
    let ids: Vec<usize> = (0..texts.len()).collect();
    Expected::of(texts).check(texts, &ids);
}

#[test]
fn every_length() {
    let texts: Vec<Vec<u8>> = (0..=1100).map(|length| cycle_from(length, length)).collect();
    let texts = slices(&texts);
    let expected = Expected::of(&texts);
    let mut ids: Vec<usize> = (0..texts.len()).collect();
    expected.check(&texts, &ids);
    ids.reverse();
    expected.check(&texts, &ids);
    let mut numbers = Numbers(21);
    for _ in 0..20 {
        ids.sort_by_cached_key(|_| numbers.next());
        expected.check(&texts, &ids);
    }
}

/// Full and partial groups of lanes.
#[test]
fn every_number_of_rows() {
    let (short, mixed) = (ragged(22, BLOCK_ROWS, 55), ragged(23, BLOCK_ROWS, 300));
    for texts in [slices(&short), slices(&mixed)] {
        let expected = Expected::of(&texts);
        for count in (1..=3 * 16 + 1).chain(BLOCK_ROWS - 17..=BLOCK_ROWS) {
            for first in [0, 1, 7].into_iter().filter(|first| first + count <= BLOCK_ROWS) {
                let ids: Vec<usize> = (first..first + count).collect();
                expected.check(&texts, &ids);
            }
        }
    }
}

/// Lengths around those at which the padding takes one more block.
#[test]
fn rows_of_one_length() {
    for length in [0, 1, 8, 16, 17, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 127, 128, 129, 1000]
    {
        let texts: Vec<Vec<u8>> = (0..67).map(|i| cycle_from(i, length)).collect();
        check(&slices(&texts));
    }
}

/// One long row, or some, at each place among short ones.
#[test]
fn giants_among_dwarfs() {
    let texts: Vec<Vec<u8>> = ragged(24, 64, 70)
        .into_iter()
        .chain((0..8).map(|i| cycle_from(i, 4000 + 700 * i)))
        .collect();
    let texts = slices(&texts);
    let expected = Expected::of(&texts);
    for giants in [1, 2, 4, 8] {
        for place in (0..64).step_by(5) {
            let mut ids: Vec<usize> = (0..64).collect();
            ids.splice(place..place, 64..64 + giants);
            expected.check(&texts, &ids);
        }
    }
    // Only giants, all of different lengths.
    check(&slices(&(0..40).map(|i| cycle_from(i, 4000 + 100 * i)).collect::<Vec<_>>()));
}
