//! Hashes of input in pieces, on every instruction set, compared with the crates' hashes of a
//! slice.

use hashlane_kernels::hash::{xxh3::Xxh3, xxh64::Xxh64};
use hashlane_kernels::isa::Isa;
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};
use xxhash_rust::xxh64::xxh64;

use crate::support::inputs::{Numbers, cycle};
use crate::support::sets::sets;

/// XXH64, XXH3-64 and XXH3-128 of one input.
pub type Hashes = (u64, u64, u128);

/// The three states.
#[derive(Clone)]
pub struct States(Xxh64, Xxh3);

impl States {
    pub fn new(isa: Isa, seed: u64) -> Self {
        States(Xxh64::new(isa, seed), Xxh3::new(isa, seed))
    }

    pub fn update(&mut self, input: &[u8]) {
        self.0.update(input);
        self.1.update(input);
    }

    pub fn digests(&self) -> Hashes {
        (self.0.digest(), self.1.digest(), self.1.digest128())
    }
}

fn of_slice(input: &[u8], seed: u64) -> Hashes {
    (xxh64(input, seed), xxh3_64_with_seed(input, seed), xxh3_128_with_seed(input, seed))
}

/// Three blocks of XXH3, each of 1024 bytes, and a stripe, with digests taken along the way.
#[test]
fn every_length_in_pieces_of_every_kind() {
    let input = cycle(3 * 1024 + 64);
    for seed in [0, 0x9e37_79b9_7f4a_7c15] {
        let expected: Vec<Hashes> =
            (0..=input.len()).map(|n| of_slice(&input[..n], seed)).collect();
        for isa in sets() {
            for step in [1, 7, 31, 32, 33, 63, 64, 65, 240, 241, 255, 256, 257, 1023, 1024, 1025] {
                let mut states = States::new(*isa, seed);
                let mut length = 0;
                for piece in input.chunks(step) {
                    assert_eq!(states.digests(), expected[length], "{length} by {step}, {isa}");
                    states.update(piece);
                    length += piece.len();
                }
                assert_eq!(states.digests(), expected[length], "{length} by {step}, {isa}");
            }
        }
    }
}

#[test]
fn every_length_at_once_and_split_in_two() {
    let input = cycle(2048);
    for isa in sets() {
        for length in 0..=input.len() {
            let (input, expected) = (&input[..length], of_slice(&input[..length], 3));
            for split in [0, 1, 64, 240, 241, 256, 1024, length / 2, length.saturating_sub(1)] {
                let (first, second) = input.split_at(split.min(length));
                let mut states = States::new(*isa, 3);
                states.update(first);
                states.update(second);
                assert_eq!(states.digests(), expected, "{length} split at {split}, {isa}");
            }
        }
    }
}

#[test]
fn random_lengths_split_anywhere() {
    let mut numbers = Numbers(41);
    let bytes = numbers.bytes(1 << 16);
    for round in 0..2_000 {
        let start = numbers.below(bytes.len());
        let input = &bytes[start..start + numbers.below(bytes.len() - start)];
        let (seed, longest) = (numbers.next(), 1 + numbers.below(1 << (1 + round % 15)));
        let expected = of_slice(input, seed);
        for isa in sets() {
            let (mut states, mut rest) = (States::new(*isa, seed), input);
            while !rest.is_empty() {
                let piece;
                (piece, rest) = rest.split_at(rest.len().min(numbers.below(longest + 1)));
                states.update(piece);
                // A copy continues from there, and leaves the original unchanged.
                let kept = states.clone();
                states = kept.clone();
                states.update(&[]);
                assert_eq!(states.digests(), kept.digests());
            }
            assert_eq!(
                states.digests(),
                expected,
                "{} bytes, {longest} at most, {isa}",
                input.len()
            );
        }
    }
}
