//! Sketches of random rows, and of rows that were forged.

use super::*;

/// A random number generator: xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> i64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d).cast_signed()
    }
}

fn sketch(p: u32, rows: &[(i64, i64)]) -> Sketch {
    let mut sketch = Sketch::new(p, Keys::Integer).unwrap();
    rows.iter().for_each(|(key, hash)| sketch.add(*key, *hash).unwrap());
    sketch
}

fn difference(p: u32, left: &[(i64, i64)], right: &[(i64, i64)]) -> Sketch {
    let mut sketch = sketch(p, left);
    sketch.subtract(&self::sketch(p, right)).unwrap();
    sketch
}

fn found(rows: &[(i64, i64)], side: TableSide, times: u64) -> impl Iterator<Item = RowDifference> {
    rows.iter().map(move |&(key, hash)| RowDifference { key, side, hash, rows: times })
}

#[test]
fn exactly_the_rows_that_differ_are_found_up_to_the_capacity() {
    for seed in 1..200_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let p = 8 + (seed % 3) as u32;
        let rows = |random: &mut Random, count: usize| -> Vec<(i64, i64)> {
            (0..count).map(|_| (random.next(), random.next())).collect()
        };
        let differing =
            random.next().cast_unsigned() as usize % (Sketch::capacity(p) as usize * 4 / 5);
        let (both, left) = (rows(&mut random, 3_000), rows(&mut random, differing));
        let (few, many) = left.split_at(differing / 3);
        let sketch = difference(p, &[&both, few].concat(), &[many, &both].concat());
        let mut expected: Vec<_> =
            found(few, TableSide::Left, 1).chain(found(many, TableSide::Right, 1)).collect();
        expected.sort_unstable();
        assert_eq!(sketch.decode(), Ok(expected), "seed {seed}");
        assert_eq!(sketch.rows(), few.len() as i64 - many.len() as i64);
        assert_eq!(Sketch::from_bytes(&sketch.to_bytes().unwrap()), Ok(sketch));
    }
}

#[test]
fn the_extremes_and_duplicates_are_found_with_their_number() {
    let extremes = [(i64::MIN, i64::MIN), (i64::MAX, i64::MAX), (0, 0), (-1, -1), (1, 2)];
    let (two, one) = ([(7, 99), (7, 99)], [(8, -5)]);
    let left = [&extremes[..], &two, &two, &one].concat();
    let right = [&one[..], &one, &one].concat();
    let mut expected: Vec<_> = found(&extremes, TableSide::Left, 1)
        .chain(found(&two[..1], TableSide::Left, 4))
        .chain(found(&one, TableSide::Right, 2))
        .collect();
    expected.sort_unstable();
    assert_eq!(difference(8, &left, &right).decode(), Ok(expected));
    assert!(difference(8, &left, &left).is_zero());
}

#[test]
fn parts_add_up_and_sizes_and_keys_must_match() {
    let mut random = Random(1);
    let rows: Vec<_> = (0..5_000).map(|_| (random.next(), random.next())).collect();
    let mut parts = sketch(9, &rows[..2_000]);
    parts.merge(&sketch(9, &rows[2_000..])).unwrap();
    assert_eq!(parts, sketch(9, &rows));
    assert_eq!(parts.merge(&sketch(10, &[])), Err(SketchError::OtherP { first: 9, second: 10 }));
    let hashed = Sketch::new(9, Keys::Hashed).unwrap();
    assert!(matches!(parts.subtract(&hashed), Err(SketchError::OtherKeys { .. })));
    for given in [0, 7, 21, u32::MAX] {
        assert_eq!(Sketch::new(given, Keys::Integer), Err(SketchError::P { given }));
    }
}

/// The bounds are those of random trials with a program of its own.
#[test]
fn too_many_rows_are_estimated() {
    let mut random = Random(3);
    for (p, count) in [(10, 5_000), (10, 100_000), (14, 60_000)] {
        let rows: Vec<_> = (0..count).map(|_| (random.next(), random.next())).collect();
        let (left, right) = rows.split_at(count / 3);
        let sketch = difference(p, left, right);
        let Err(SketchError::Undecoded { estimate, p: of, needed }) = sketch.decode() else {
            panic!("{count} rows can't be decoded");
        };
        assert!((estimate as f64 / count as f64 - 1.0).abs() < 0.08, "{estimate} of {count}");
        assert_eq!((of, needed), (p, Sketch::p_for(estimate)));
    }
    assert_eq!(Sketch::p_for(2_457), Some(10));
    assert_eq!(Sketch::p_for(2_458), Some(11));
    assert_eq!(Sketch::p_for(u64::MAX), None);
}

#[test]
fn cells_of_a_database_are_those_of_its_rows_and_have_limits() {
    let rows = [(1, 10), (2, -20), (3, 1 << 60)];
    let whole = sketch(8, &rows);
    let mut copy = Sketch::new(8, Keys::Integer).unwrap();
    for (index, cell) in whole.cells().enumerate() {
        copy.add_cell(index, &cell).unwrap();
    }
    assert_eq!(copy, whole);
    let no_cell = copy.add_cell(1_024, &SketchCell::default());
    assert_eq!(no_cell, Err(SketchError::NoCell { index: 1_024, cells: 1_024 }));
    for cell in [
        SketchCell { rows: 1 << 31, ..SketchCell::default() },
        SketchCell { rows: i64::MIN, ..SketchCell::default() },
        SketchCell { hash: 1 << 95, ..SketchCell::default() },
        SketchCell { check: i128::MAX, ..SketchCell::default() },
        SketchCell { key: -(1 << 95) - 1, ..SketchCell::default() },
    ] {
        assert_eq!(copy.add_cell(7, &cell), Err(SketchError::TooManyRows));
    }
    assert_eq!(copy, whole);
}

#[test]
fn damaged_bytes_are_refused_and_forged_ones_end() {
    let good = sketch(8, &[(1, 10), (2, 20)]).to_bytes().unwrap();
    assert_eq!(good.len(), Sketch::encoded_len(8));
    for at in [0, 4, 5, 6, 7, 8, 1_000, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        assert!(matches!(Sketch::from_bytes(&bad), Err(SketchError::Damaged { .. })), "{at}");
    }
    for len in [0, 7, 8, 16, good.len() - 1] {
        assert!(matches!(Sketch::from_bytes(&good[..len]), Err(SketchError::Damaged { .. })));
    }
    // Cells that claim one row each but contradict one another.
    let mut forged = Sketch::new(8, Keys::Integer).unwrap();
    let mut random = Random(5);
    for index in 0..1_024 {
        let row = SketchRow::new(random.next(), random.next());
        let place = row.cells(8).into_iter().find(|place| place / 256 == index / 256).unwrap();
        forged.add_cell(place, &row.cell(1 + (index as i64 & 3))).unwrap();
    }
    assert!(matches!(forged.decode(), Err(SketchError::Undecoded { .. })));
}
