//! Every hash on every instruction set against the reference crates: kernels with one row in
//! each lane must return what one call per row returns.
//!
//! None of these tests reads a file or starts a process, so they also run in an emulator:
//! `it instruction_sets::`. `HASHLANE_ISA` limits them to one set, and `HASHLANE_TEST_ROWS` sets
//! the number of rows that `random` hashes.
//!
//! | module | covers errors in |
//! |---|---|
//! | `lengths` | a class of lengths, the last partial block of a row |
//! | `alignments` | loads that require an aligned address |
//! | `batches` | lanes without a row, the edges of blocks, slices, NULLs |
//! | `pages` | reads and writes outside the rows and the output |
//! | `schedules` | the order in which rows share vectors |
//! | `random` | all other cases |
//! | `fingerprints` | another architecture |

mod alignments;
mod batches;
mod fingerprints;
mod lengths;
mod pages;
mod random;
mod schedules;

use hashlane_kernels::blocks::{Rows, Seeds};

use crate::support::columns::each_layout;
use crate::support::hash::{self, Hash};
use crate::support::inputs::Numbers;
use crate::support::reference;
use crate::support::sets::sets;

/// Strings with their seeds and the hashes of the references.
struct Expected<'a> {
    texts: &'a [&'a [u8]],
    seeds: Seeds<'a, u64>,
    hashes: Vec<(Hash, Vec<u8>)>,
}

impl<'a> Expected<'a> {
    /// For every hash.
    fn of(texts: &'a [&'a [u8]], seeds: Seeds<'a, u64>) -> Self {
        Expected::of_these(hash::all(), texts, seeds)
    }

    /// For every hash that takes a seed.
    fn of_seeded(texts: &'a [&'a [u8]], seeds: Seeds<'a, u64>) -> Self {
        let hashes = hash::all().into_iter().filter(Hash::takes_seed).collect();
        Expected::of_these(hashes, texts, seeds)
    }

    fn of_these(hashes: Vec<Hash>, texts: &'a [&'a [u8]], seeds: Seeds<'a, u64>) -> Self {
        let with_values = |hash: Hash| {
            let values = reference::hashes(&hash, texts, seeds);
            (hash, values)
        };
        Expected { texts, seeds, hashes: hashes.into_iter().map(with_values).collect() }
    }

    /// Compares the hashes with those of the kernels over `rows`, which are the strings in some
    /// layout.
    fn check(&self, what: &str, rows: &Rows<'_>) {
        for (hash, expected) in &self.hashes {
            for &isa in sets() {
                let hashes = hash.on(isa, rows, self.seeds);
                if hashes != *expected {
                    self.fail(
                        &format!("{} on {isa}, {what}", hash.name()),
                        hash,
                        &hashes,
                        expected,
                    );
                }
            }
        }
    }

    /// [`Expected::check`] in every layout.
    fn check_layouts(&self, what: &str) {
        each_layout(self.texts, |layout, rows| self.check(&format!("{what}, {layout}"), rows));
    }

    fn fail(&self, what: &str, hash: &Hash, hashes: &[u8], expected: &[u8]) -> ! {
        let count = self.texts.len();
        assert_eq!(hashes.len(), expected.len(), "{what}: bytes of {count} hashes");
        let width = hash.width();
        let differs = |i: &usize| hashes[i * width..][..width] != expected[i * width..][..width];
        let wrong: Vec<usize> = (0..count).filter(differs).collect();
        let lengths: Vec<usize> = wrong.iter().map(|i| self.texts[*i].len()).collect();
        panic!(
            "{what}: {} of {count} hashes are wrong, under {}: rows {:?}, lengths {:?}",
            wrong.len(),
            match self.seeds {
                Seeds::Constant(seed) => format!("the seed {seed}"),
                Seeds::Column(_) => "a column of seeds".to_string(),
            },
            &wrong[..wrong.len().min(20)],
            &lengths[..lengths.len().min(20)],
        );
    }
}

/// A seed for each of `count` rows, the first of them 0.
fn seeds(count: usize) -> Vec<u64> {
    let mut numbers = Numbers(5);
    (0..count).map(|i| if i == 0 { 0 } else { numbers.next() }).collect()
}

/// Lengths at which some hash takes another path: the classes of XXH3, the blocks of 32, 64 and 128
/// bytes with their padding, the chunks of BLAKE3.
fn edges() -> impl Iterator<Item = usize> {
    let around = |edge: usize| edge - 2..=edge + 3;
    (0..=20).chain(
        [32, 48, 55, 64, 96, 111, 128, 192, 240, 256, 512, 1024, 2048].into_iter().flat_map(around),
    )
}

/// Items in another order, the same in every run.
fn shuffle<T>(seed: u64, items: &mut [T]) {
    let mut numbers = Numbers(seed);
    for i in (1..items.len()).rev() {
        items.swap(i, numbers.below(i + 1));
    }
}
