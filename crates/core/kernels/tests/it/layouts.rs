//! A row has one hash: that of its bytes, whatever the layout of its column, its place in the
//! column, its address and its neighbors.

use hashlane_kernels::blocks::{BLOCK_ROWS, Fixed, Offsets, Rows, Seeds, ViewDamage, Views};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::columns::{each_layout, view, with_null_strings};
use crate::support::hash::{self, Hash};
use crate::support::inputs::{Numbers, cycle, cycle_from, ragged, slices};

/// Checks `hash` over every layout of `texts` under one seed.
fn check_layouts(hash: &Hash, texts: &[&[u8]], seed: u64) {
    let expected: Vec<Vec<u8>> = texts.iter().map(|text| hash.one(text, seed)).collect();
    each_layout(texts, |layout, rows| {
        let hashes = hash.column(rows, Seeds::Constant(seed));
        check_rows(&hashes, &expected, texts, || format!("{} of {layout}", hash.name()));
    });
}

fn check_rows(
    hashes: &[Vec<u8>],
    expected: &[Vec<u8>],
    texts: &[&[u8]],
    what: impl Fn() -> String,
) {
    assert_eq!(hashes.len(), expected.len(), "{}", what());
    for (i, (hash, expected)) in hashes.iter().zip(expected).enumerate() {
        assert_eq!(hash, expected, "{}: row {i} of {} bytes", what(), texts[i].len());
    }
}

#[test]
fn every_length_in_every_layout() {
    let texts: Vec<Vec<u8>> = (0..=1100).map(|length| cycle_from(length, length)).collect();
    for hash in hash::all() {
        for seed in [0, 0x9e37_79b9_7f4a_7c15] {
            check_layouts(&hash, &slices(&texts), seed);
        }
    }
}

/// Widths around the edges of inline strings and of the hashes' blocks.
#[test]
fn columns_of_one_width() {
    for width in [0, 1, 4, 11, 12, 13, 16, 17, 32, 64, 128, 129, 240, 241, 1023, 1024, 1025] {
        let texts: Vec<Vec<u8>> = (0..70).map(|i| cycle_from(i, width)).collect();
        for hash in hash::all() {
            check_layouts(&hash, &slices(&texts), 1);
        }
    }
}

/// Short strings whose bytes would be the index and offset of a buffer if they were read as such.
#[test]
fn short_texts_that_look_like_pointers() {
    for byte in [0, 1, 2, 0xFF] {
        let mut texts: Vec<Vec<u8>> = (0..20).map(|length| vec![byte; length]).collect();
        texts.insert(0, cycle(100));
        texts.insert(1, cycle(100));
        for hash in &hash::short() {
            check_layouts(hash, &slices(&texts), 0);
        }
    }
}

/// Batches around the edges of blocks, under one seed and under a seed for each row.
#[test]
fn ragged_batches() {
    for count in [0, 1, 2, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, 3 * BLOCK_ROWS + 7] {
        let texts = ragged(count as u64, count, 600);
        let texts = slices(&texts);
        let mut numbers = Numbers(1);
        let seeds: Vec<u64> = (0..count).map(|_| numbers.next()).collect();
        for hash in hash::all() {
            check_layouts(&hash, &texts, 3);
            let expected: Vec<Vec<u8>> =
                texts.iter().zip(&seeds).map(|(text, seed)| hash.one(text, *seed)).collect();
            each_layout(&texts, |layout, rows| {
                let hashes = hash.column(rows, Seeds::Column(&seeds));
                check_rows(&hashes, &expected, &texts, || {
                    format!("{} of {layout} under {count} seeds", hash.name())
                });
            });
        }
    }
}

/// A column of seeds that are all 0 must agree with the constant 0, for which there is special
/// code.
#[test]
fn a_column_of_one_seed_is_that_seed() {
    let texts = ragged(9, BLOCK_ROWS + 50, 500);
    let texts = slices(&texts);
    for hash in hash::all() {
        for seed in [0, 1, u64::MAX] {
            let seeds = vec![seed; texts.len()];
            let rows = Rows::Slices(&texts);
            assert_eq!(
                hash.column(&rows, Seeds::Column(&seeds)),
                hash.column(&rows, Seeds::Constant(seed)),
                "{} under {seed}",
                hash.name()
            );
        }
    }
}

/// A view that points outside its buffers is an error, and hashes as an empty row meanwhile,
/// whatever lies around it.
#[test]
fn views_are_checked_when_they_are_read() {
    let texts: Vec<Vec<u8>> = (0..BLOCK_ROWS + 40).map(|i| cycle_from(i, 5 + i % 60)).collect();
    let all: Vec<u8> = texts.concat();
    let mut start = 0;
    let views: Vec<u128> = texts
        .iter()
        .map(|text| {
            start += text.len();
            view(text, 0, (start - text.len()) as u32)
        })
        .collect();
    let past_the_end = 13 | (all.len() as u128 - 12) << 96;
    let no_such_buffer = 13 | 1 << 64;
    for hash in &hash::short() {
        for damaged in [0, 9, BLOCK_ROWS - 1, BLOCK_ROWS + 39] {
            for bad in [past_the_end, no_such_buffer, u128::MAX] {
                let mut views = views.clone();
                views[damaged] = bad;
                let (buffers, damage) = ([&all[..]], ViewDamage::default());
                let rows = Rows::Views(Views::checked_when_read(&views, &buffers, &damage));
                let mut texts = slices(&texts);
                texts[damaged] = b"";
                let expected: Vec<_> = texts.iter().map(|text| hash.one(text, 0)).collect();
                let hashes = hash.column(&rows, Seeds::Constant(0));
                check_rows(&hashes, &expected, &texts, || format!("{} of views", hash.name()));
                assert!(damage.ensure_none().is_err(), "{}", hash.name());
            }
        }
        let (buffers, damage) = ([&all[..]], ViewDamage::default());
        let rows = Rows::Views(Views::checked_when_read(&views, &buffers, &damage));
        hash.column(&rows, Seeds::Constant(0));
        assert!(damage.ensure_none().is_ok(), "{}", hash.name());
    }
}

/// Columns that XXH3 may hash row by row: of one class, of classes up to 96 bytes, and of all
/// classes, though few rows lie inside their views or have stripes.
#[test]
fn rows_of_medium_length() {
    for lengths in [36..37, 19..79, 10..246] {
        let mut numbers = Numbers(3);
        let mut length = || lengths.start + numbers.below(lengths.len());
        let texts: Vec<Vec<u8>> = (0..3_000).map(|i| cycle_from(i, length())).collect();
        let (texts, seeds) = (slices(&texts), (0..3_000).collect::<Vec<u64>>());
        for hash in [Hash::named("xxh3"), Hash::named("xxh128")] {
            check_layouts(&hash, &texts, 0);
            check_layouts(&hash, &texts, 7);
            let expected: Vec<_> =
                texts.iter().zip(&seeds).map(|(text, seed)| hash.one(text, *seed)).collect();
            each_layout(&texts, |layout, rows| {
                let hashes = hash.column(rows, Seeds::Column(&seeds));
                check_rows(&hashes, &expected, &texts, || format!("{} of {layout}", hash.name()));
            });
        }
    }
}

/// Seeds change the hashes that take one, and no others.
#[test]
fn seeds_matter_where_they_are_taken() {
    for hash in hash::all() {
        let differ = hash.one(b"text", 0) != hash.one(b"text", 1);
        assert_eq!(differ, hash.takes_seed(), "{}", hash.name());
    }
}

/// NULL rows hash as empty rows, and their pointers are never followed.
#[test]
fn null_strings_are_empty() {
    let texts = ragged(4, 2 * BLOCK_ROWS + 3, 300);
    let mut numbers = Numbers(2);
    for nulls_of_8 in [0, 1, 4, 7, 8] {
        let texts: Vec<Option<&[u8]>> = texts
            .iter()
            .map(|text| (numbers.below(8) >= nulls_of_8).then_some(&text[..]))
            .collect();
        with_null_strings(&texts, |rows| {
            for hash in hash::all() {
                let hashes = hash.column(rows, Seeds::Constant(1));
                for (i, text) in texts.iter().enumerate() {
                    let expected = hash.one(text.unwrap_or_default(), 1);
                    assert_eq!(hashes[i], expected, "{}: row {i}: {text:?}", hash.name());
                }
            }
        });
    }
}

/// Writes no files: a failing case is printed, for a new test.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(count) }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn any_texts(texts in vec(vec(any::<u8>(), 0..100), 0..40), seed: u64) {
        for hash in hash::all() {
            check_layouts(&hash, &slices(&texts), seed);
        }
    }

    /// The hash of a row is that of the row at its place, whatever repeats and whatever is NULL.
    #[test]
    fn any_repeats(
        texts in vec(vec(any::<u8>(), 0..60), 1..20),
        picks in vec(proptest::option::of(any::<Index>()), 0..400),
    ) {
        let texts: Vec<Option<&[u8]>> =
            picks.iter().map(|pick| pick.map(|pick| &pick.get(&texts)[..])).collect();
        with_null_strings(&texts, |rows| {
            let Some(repeats) = rows.repeats(None, rows.len()) else { return };
            for hash in hash::all() {
                let different = hash.column(&repeats.rows(), Seeds::Constant(3));
                let hashes = hash.column(rows, Seeds::Constant(3));
                for (hash, place) in hashes.iter().zip(repeats.places()) {
                    assert_eq!(hash, &different[usize::from(*place)]);
                }
            }
        });
    }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn any_nulls(texts in vec(proptest::option::of(vec(any::<u8>(), 0..40)), 0..200)) {
        let texts: Vec<Option<&[u8]>> = texts.iter().map(Option::as_deref).collect();
        with_null_strings(&texts, |rows| {
            for (i, text) in texts.iter().enumerate() {
                assert_eq!(rows.row(i), text.unwrap_or_default());
            }
        });
    }

    /// Valid or not, offsets give rows of the values or an error.
    #[test]
    fn any_offsets(offsets in vec(-2i64..20, 0..6), values in vec(any::<u8>(), 0..20)) {
        let good = offsets.is_sorted()
            && offsets.first().is_some_and(|first| *first >= 0)
            && offsets.last().is_some_and(|last| *last <= values.len() as i64);
        let offsets32: Vec<i32> = offsets.iter().map(|offset| *offset as i32).collect();
        let narrow = Offsets::new(&offsets32, &values).map(Rows::Offsets32);
        let wide = Offsets::new(&offsets, &values).map(Rows::Offsets64);
        for rows in [narrow, wide] {
            prop_assert_eq!(rows.is_ok(), good);
            let Ok(rows) = rows else { continue };
            for (i, pair) in offsets.windows(2).enumerate() {
                prop_assert_eq!(rows.row(i), &values[pair[0] as usize..pair[1] as usize]);
            }
        }
    }

    /// Valid or not, views give rows inside their buffers or an error.
    #[test]
    fn any_views(
        views in vec((0u32..30, 0u32..3, 0u32..30), 0..4),
        buffers in vec(vec(any::<u8>(), 0..40), 0..3),
    ) {
        let buffers: Vec<&[u8]> = buffers.iter().map(Vec::as_slice).collect();
        let inside = |&(length, buffer, offset): &(u32, u32, u32)| {
            let end = offset as usize + length as usize;
            length <= 12 || buffers.get(buffer as usize).is_some_and(|b| end <= b.len())
        };
        let good = views.iter().all(inside);
        let words: Vec<u128> = views
            .iter()
            .map(|&(length, buffer, offset)| {
                u128::from(length) | u128::from(buffer) << 64 | u128::from(offset) << 96
            })
            .collect();
        let damage = ViewDamage::default();
        let late = Rows::Views(Views::checked_when_read(&words, &buffers, &damage));
        for (i, view) in views.iter().enumerate() {
            let length = if inside(view) { view.0 } else { 0 };
            prop_assert_eq!(late.row(i).len(), length as usize);
        }
        prop_assert_eq!(damage.ensure_none().is_ok(), good);
        let rows = Views::new(&words, &buffers);
        prop_assert_eq!(rows.is_ok(), good);
        let Ok(rows) = rows else { return Ok(()) };
        for (i, &(length, buffer, offset)) in views.iter().enumerate() {
            let row = Rows::Views(rows).row(i);
            prop_assert_eq!(row.len(), length as usize);
            if length > 12 {
                prop_assert_eq!(row, &buffers[buffer as usize][offset as usize..][..row.len()]);
            }
        }
    }

    #[test]
    fn any_widths(width in 0usize..9, count in 0usize..9, values in vec(any::<u8>(), 0..80)) {
        let rows = Fixed::new(width, count, &values);
        prop_assert_eq!(rows.is_ok(), width * count == values.len());
    }
}
