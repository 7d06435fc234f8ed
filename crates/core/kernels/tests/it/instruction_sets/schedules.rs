//! Columns that are hard to divide among lanes.

use hashlane_kernels::blocks::{BLOCK_ROWS, Rows, Seeds};

use super::{Expected, seeds, shuffle};
use crate::support::inputs::{Numbers, cycle_from, slices};

/// Lengths that kernels may treat as one class, as ranges.
const CLASSES: [(usize, usize); 12] = [
    (0, 0),
    (1, 3),
    (4, 8),
    (9, 16),
    (17, 32),
    (33, 64),
    (65, 96),
    (97, 128),
    (129, 240),
    (241, 512),
    (513, 1024),
    (1025, 1200),
];

fn check(what: &str, texts: &[Vec<u8>]) {
    let texts = slices(texts);
    let seeds = seeds(texts.len());
    for expected in [
        Expected::of(&texts, Seeds::Constant(0)),
        Expected::of_seeded(&texts, Seeds::Column(&seeds)),
    ] {
        expected.check(what, &Rows::Slices(&texts));
    }
}

/// `count` texts of up to 24 bytes.
fn dwarfs(count: usize) -> Vec<Vec<u8>> {
    let mut numbers = Numbers(count as u64);
    (0..count).map(|i| cycle_from(i, numbers.below(25))).collect()
}

#[test]
fn one_giant_among_dwarfs() {
    let count = BLOCK_ROWS + 20;
    for position in [0, 1, 7, 8, 15, 16, 100, BLOCK_ROWS - 1, BLOCK_ROWS, count - 1] {
        let mut texts = dwarfs(count);
        texts[position] = cycle_from(position, 64 << 10);
        check(&format!("64 KiB in row {position}"), &texts);
    }
    for position in [5, BLOCK_ROWS] {
        let mut texts = dwarfs(count);
        texts[position] = cycle_from(position, 1 << 20);
        check(&format!("1 MiB in row {position}"), &texts);
    }
}

/// Giants of different lengths: some vectors have several of them, and one of them ends last.
#[test]
fn several_giants_among_dwarfs() {
    for apart in [1, 2, 5, 16, 50] {
        let mut texts = dwarfs(BLOCK_ROWS);
        for (i, text) in texts.iter_mut().step_by(apart).take(19).enumerate() {
            *text = cycle_from(i, 5_000 + 1_111 * (i * 7 % 19));
        }
        check(&format!("giants {apart} rows apart"), &texts);
    }
}

#[test]
fn equal_rows() {
    for (low, high) in CLASSES {
        for length in [low, high] {
            check("equal rows", &vec![cycle_from(1, length); BLOCK_ROWS + 9]);
        }
    }
}

/// Rows that are too long to be worth sorting, or to stay in the L1 cache.
#[test]
fn long_rows() {
    for (low, high) in [(100, 180), (300, 700), (700, 1_100), (2_000, 6_000)] {
        let mut numbers = Numbers(low as u64);
        let texts: Vec<Vec<u8>> = (0..BLOCK_ROWS + 19)
            .map(|i| cycle_from(i, low + numbers.below(high - low + 1)))
            .collect();
        check(&format!("rows of {low} to {high} bytes"), &texts);
    }
}

/// Neighbours of one length, in runs that don't fill the rows that a kernel hashes side by side.
#[test]
fn runs_of_one_length() {
    for longest in [40, 64, 160, 200] {
        let mut numbers = Numbers(longest as u64);
        let mut texts = Vec::new();
        while texts.len() < BLOCK_ROWS + 9 {
            let length = 33 + numbers.below(longest - 32);
            texts.extend((0..=numbers.below(9)).map(|i| cycle_from(i, length)));
        }
        check(&format!("runs of rows of 33 to {longest} bytes"), &texts);
    }
}

/// Rows of every length up to 16 bytes, which lanes take without lists, in every layout.
#[test]
fn rows_of_up_to_16_bytes() {
    let mut numbers = Numbers(16);
    let texts: Vec<Vec<u8>> =
        (0..2 * BLOCK_ROWS + 3).map(|i| cycle_from(i, numbers.below(17))).collect();
    let (texts, column) = (slices(&texts), seeds(texts.len()));
    for seeds in [Seeds::Constant(0), Seeds::Constant(u64::MAX / 7), Seeds::Column(&column)] {
        Expected::of_seeded(&texts, seeds).check_layouts("rows of up to 16 bytes");
    }
}

/// Few texts, each many times, alternating and in runs.
#[test]
fn repeated_rows() {
    let texts = dwarfs(5).into_iter().chain([cycle_from(1, 100), cycle_from(2, 300)]);
    let texts: Vec<Vec<u8>> = texts.collect();
    let count = 2 * BLOCK_ROWS + 3;
    for run in [1, 3, 16, 17] {
        let rows: Vec<Vec<u8>> = (0..count).map(|i| texts[i / run % texts.len()].clone()).collect();
        check(&format!("texts repeated {run} times"), &rows);
    }
}

#[test]
fn sorted_by_length() {
    for longest in [40, 300, 1_300] {
        let mut texts: Vec<Vec<u8>> =
            (0..2 * BLOCK_ROWS).map(|i| cycle_from(i, i * longest / (2 * BLOCK_ROWS))).collect();
        check("ascending lengths", &texts);
        texts.reverse();
        check("descending lengths", &texts);
    }
}

/// Blocks with this many rows of each class, in the order of the classes and mixed.
#[test]
fn so_many_rows_of_each_class() {
    for count in [1, 3, 4, 5, 7, 8, 9, 15, 16, 17] {
        let mut texts: Vec<Vec<u8>> =
            CLASSES.iter().flat_map(|class| texts_of(*class, count)).collect();
        assert!(texts.len() <= BLOCK_ROWS);
        check(&format!("{count} rows of each class, in order"), &texts);
        shuffle(count as u64, &mut texts);
        check(&format!("{count} rows of each class"), &texts);
    }
}

/// Blocks with this many rows of one class and 3 of every other.
#[test]
fn so_many_rows_of_one_class() {
    for one in CLASSES {
        for count in [0, 1, 7, 8, 9, 15, 16, 17] {
            let of = |class| if class == one { count } else { 3 };
            let mut texts: Vec<Vec<u8>> =
                CLASSES.iter().flat_map(|class| texts_of(*class, of(*class))).collect();
            shuffle(count as u64, &mut texts);
            check(&format!("{count} rows of {one:?} bytes"), &texts);
        }
    }
}

/// Blocks of one class with an occasional row of another, which sampling every 16th row misses.
#[test]
fn one_class_with_exceptions() {
    let others: Vec<Vec<u8>> = CLASSES.iter().flat_map(|class| texts_of(*class, 2)).collect();
    for class in CLASSES {
        let mut texts: Vec<Vec<u8>> = texts_of(class, BLOCK_ROWS + 9).collect();
        let places = (0..BLOCK_ROWS).filter(|at| [5, 11].contains(&(at % 16)));
        for (at, other) in places.zip(&others) {
            texts[at].clone_from(other);
        }
        let texts = slices(&texts);
        let constant = Expected::of_seeded(&texts, Seeds::Constant(0x9E37_79B9_7F4A_7C15));
        constant.check(&format!("exceptions among {class:?} bytes"), &Rows::Slices(&texts));
        let seeds = seeds(texts.len());
        for expected in [
            Expected::of(&texts, Seeds::Constant(0)),
            Expected::of_seeded(&texts, Seeds::Column(&seeds)),
        ] {
            expected.check_layouts(&format!("exceptions among {class:?} bytes"));
        }
    }
}

/// Texts of the shortest, the longest and other lengths of a class.
fn texts_of((low, high): (usize, usize), count: usize) -> impl Iterator<Item = Vec<u8>> {
    let lengths = [low, high].into_iter().chain((low..=high).step_by(5)).cycle();
    lengths.take(count).enumerate().map(|(i, length)| cycle_from(3 * i, length))
}
