//! Pairs the rows that both sides have while they are read.
//!
//! The rows of two states of a table mostly have the same order. So both sides are read in step, like sorted ones in a
//! merge: where the next rows differ, rows of one side or of both are skipped until the next rows are equal again.
//! Skipped rows wait for an equal row of the other side.

use std::sync::Arc;

use datafusion::error::{DataFusionError, Result};

use crate::fingerprints::PartitionFingerprints;
use crate::hashed::HashedBatch;
use crate::room::{RowAllowance, ThreadRoom};
use crate::waiting::WaitingRows;

/// The number of rows on each side that are examined to find how many to skip.
const LOOKAHEAD: usize = 64;

/// The rows of one thread. The left side is the first of two.
#[derive(Debug)]
pub(crate) struct RowPairs {
    sides: [SideReading; 2],
}

/// The state of reading a side.
#[derive(Debug)]
struct SideReading {
    /// The last batch, and the number of its rows that have been paired or wait.
    batch: Option<HashedBatch>,
    row: usize,
    has_ended: bool,
    waiting: WaitingRows,
}

/// The rows that were not paired.
#[derive(Debug)]
pub(crate) struct UnpairedRows {
    /// The rows of the left side, and those of the right side.
    pub sides: [Vec<HashedBatch>; 2],
    /// The memory of the rows.
    pub rooms: [ThreadRoom; 2],
}

impl RowPairs {
    /// No rows yet.
    pub(crate) fn new(allowance: &Arc<RowAllowance>) -> Self {
        let reading = || SideReading {
            batch: None,
            row: 0,
            has_ended: false,
            waiting: WaitingRows::new(allowance),
        };
        RowPairs { sides: [reading(), reading()] }
    }

    /// Whether the next batch of each side is needed.
    pub(crate) fn wanted(&self) -> [bool; 2] {
        self.sides.each_ref().map(|side| !side.has_ended && side.batch.is_none())
    }

    /// Pairs the rows of the next batches of the sides that were wanted; `None` means that a side has ended. Returns
    /// false if the rows that were not paired don't fit in memory.
    ///
    /// # Errors
    /// Returns an error if the allocator has no memory for them.
    pub(crate) fn add(&mut self, both: [Option<HashedBatch>; 2]) -> Result<bool> {
        let wanted = self.wanted();
        let mut fits = true;
        for ((side, batch), wanted) in self.sides.iter_mut().zip(both).zip(wanted) {
            match batch {
                Some(batch) => fits &= side.begin(batch)?,
                None => side.has_ended |= wanted,
            }
        }
        while !self.wanted().contains(&true) && self.sides.iter().any(|side| side.batch.is_some()) {
            let [left_step, right_step] = self.step();
            let [left, right] = &mut self.sides;
            fits &= left.take(left_step, &mut right.waiting)?;
            fits &= right.take(right_step, &mut left.waiting)?;
        }
        Ok(fits)
    }

    /// Returns the next step of both sides.
    fn step(&mut self) -> [SideStep; 2] {
        let [left, right] = &mut self.sides;
        let (left_rows, right_rows) = (rest(&left.batch, left.row), rest(&right.batch, right.row));
        let equal =
            left_rows.iter().zip(right_rows).take_while(|(one, other)| one == other).count();
        let (left_rows, right_rows) = (&left_rows[equal..], &right_rows[equal..]);
        let step = |paired, passed| SideStep { paired, passed };
        match (left_rows, right_rows) {
            // A side that has ended has no more equal rows. The other one needs its next batch first.
            (rows, []) => {
                [step(equal, if right.has_ended { rows.len() } else { 0 }), step(equal, 0)]
            }
            ([], rows) => {
                [step(equal, 0), step(equal, if left.has_ended { rows.len() } else { 0 })]
            }
            // A side is behind if its next row equals a waiting row of the other side.
            ([next, ..], _) if right.waiting.pair(next) => [step(equal + 1, 0), step(equal, 0)],
            (_, [next, ..]) if left.waiting.pair(next) => [step(equal, 0), step(equal + 1, 0)],
            (left_rows, right_rows) => {
                let (left, right) = passed_over(left_rows, right_rows);
                [step(equal, left), step(equal, right)]
            }
        }
    }

    /// Returns the rows that were not paired.
    ///
    /// # Errors
    /// Returns errors of arrow.
    pub(crate) fn finish(&mut self) -> Result<UnpairedRows> {
        let [left, right] = &mut self.sides;
        left.end(&mut right.waiting)?;
        right.end(&mut left.waiting)?;
        let ((left, left_room), (right, right_room)) =
            (left.waiting.finish()?, right.waiting.finish()?);
        Ok(UnpairedRows { sides: [left, right], rooms: [left_room, right_room] })
    }
}

/// The hashes of the rows of a batch from `row` on.
fn rest(batch: &Option<HashedBatch>, row: usize) -> &[[u8; 16]] {
    batch.as_ref().map_or(&[], |batch| &batch.rows()[row..])
}

/// The step of one side: first rows that are paired, then rows that may have to wait.
struct SideStep {
    paired: usize,
    passed: usize,
}

/// Returns how many rows of both sides to skip until the next ones are equal again: as few as possible.
fn passed_over(left: &[[u8; 16]], right: &[[u8; 16]]) -> (usize, usize) {
    for rows in 1..LOOKAHEAD {
        let (one, other) = (left.get(rows), right.get(rows));
        if one.is_some() && one == other {
            return (rows, rows);
        }
        if one == Some(&right[0]) {
            return (rows, 0);
        }
        if other == Some(&left[0]) {
            return (0, rows);
        }
    }
    (left.len().min(LOOKAHEAD), right.len().min(LOOKAHEAD))
}

impl SideReading {
    fn begin(&mut self, batch: HashedBatch) -> Result<bool> {
        if batch.len() == 0 {
            return Ok(true);
        }
        self.row = 0;
        self.batch = Some(batch.clone());
        self.waiting.begin(batch)
    }

    /// Takes a step. Returns false if the rows that wait don't fit in memory.
    fn take(&mut self, step: SideStep, other: &mut WaitingRows) -> Result<bool> {
        let Some(batch) = &self.batch else { return Ok(true) };
        self.row += step.paired;
        for hash in &batch.rows()[self.row..][..step.passed] {
            if !other.pair(hash) {
                self.waiting.add(self.row)?;
            }
            self.row += 1;
        }
        if self.row < batch.len() {
            return Ok(true);
        }
        self.batch = None;
        self.waiting.end()
    }

    /// Makes all other rows of the last batch wait.
    fn end(&mut self, other: &mut WaitingRows) -> Result<bool> {
        let passed = rest(&self.batch, self.row).len();
        self.take(SideStep { paired: 0, passed }, other)
    }
}

impl UnpairedRows {
    /// Whether all rows were paired.
    pub(crate) fn is_empty(&self) -> bool {
        self.sides.iter().all(Vec::is_empty)
    }

    /// The fingerprints of the rows that were not paired. Paired rows would add the same to both sides.
    ///
    /// # Errors
    /// Returns an error if memory for them can't be allocated.
    pub(crate) fn fingerprints(&self) -> Result<[PartitionFingerprints; 2]> {
        let of = |side: &[HashedBatch]| {
            let mut fingerprints = PartitionFingerprints::new()?;
            side.iter().for_each(|rows| fingerprints.add(rows));
            Ok::<_, DataFusionError>(fingerprints)
        };
        Ok([of(&self.sides[0])?, of(&self.sides[1])?])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use datafusion::arrow::array::{
        ArrayRef, BinaryArray, RecordBatch, StringViewArray, UInt64Array,
    };
    use datafusion::execution::TaskContext;

    use super::*;

    /// A batch of rows that are told apart by a number.
    fn batch(rows: &[u64]) -> HashedBatch {
        let hashes: Vec<_> = rows.iter().map(|row| u128::from(*row).to_le_bytes()).collect();
        let columns: [(&str, ArrayRef); 3] = [
            ("key_hash", Arc::new(UInt64Array::from(rows.to_vec()))),
            ("row_hash", Arc::new(BinaryArray::from_iter_values(&hashes))),
            (
                "text",
                Arc::new(
                    rows.iter()
                        .map(|row| Some(format!("the text of row {row}")))
                        .collect::<StringViewArray>(),
                ),
            ),
        ];
        let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
        HashedBatch::new(batch).expect("hashes of 8 and 16 bytes")
    }

    fn allowance(bytes: usize) -> Arc<RowAllowance> {
        Arc::new(RowAllowance::new(bytes, &TaskContext::default()))
    }

    /// The rows that are left on each side, after both have been read in batches of these sizes.
    fn unpaired(left: &[u64], right: &[u64], sizes: [usize; 2]) -> [Vec<u64>; 2] {
        let mut pairs = RowPairs::new(&allowance(usize::MAX));
        let [mut left, mut right] = [left.chunks(sizes[0]), right.chunks(sizes[1])];
        while let [left_wanted, right_wanted] = pairs.wanted()
            && (left_wanted || right_wanted)
        {
            let left = left_wanted.then(|| left.next().map(batch)).flatten();
            let right = right_wanted.then(|| right.next().map(batch)).flatten();
            assert!(pairs.add([left, right]).expect("there is memory"));
        }
        let unpaired = pairs.finish().expect("there is memory");
        unpaired.sides.map(|side| {
            let mut rows: Vec<_> = side.iter().flat_map(|rows| rows.keys()).copied().collect();
            rows.sort_unstable();
            rows
        })
    }

    #[test]
    fn equal_rows_near_each_other_are_paired() {
        let left: Vec<u64> = (0..1000).collect();
        // Without row 10, with a row 7 more, and row 500 moved to the end.
        let mut right = left.clone();
        right.remove(500);
        right.remove(10);
        right.insert(300, 7);
        right.push(500);
        for sizes in [[1000, 1000], [64, 64], [50, 64], [64, 1000]] {
            assert_eq!(unpaired(&left, &right, sizes), [vec![10], vec![7]], "{sizes:?}");
        }
        assert_eq!(unpaired(&left, &[], [64, 64]), [left.clone(), vec![]]);
        assert!(unpaired(&[], &[], [64, 64]).iter().all(Vec::is_empty));
    }

    #[test]
    fn a_side_that_is_behind_catches_up() {
        let left: Vec<u64> = (0..20_000).collect();
        // 15,000 rows lie between the first equal rows.
        let right: Vec<u64> = (15_000..30_000).collect();
        let expected: [Vec<u64>; 2] = [(0..15_000).collect(), (20_000..30_000).collect()];
        assert_eq!(unpaired(&left, &right, [1000, 1000]), expected);
        assert_eq!(
            unpaired(&right, &left, [1000, 700]),
            [expected[1].clone(), expected[0].clone()]
        );
    }

    #[test]
    fn rows_far_apart_are_left() {
        let left: Vec<u64> = (0..1000).collect();
        let right: Vec<u64> = (0..1000).rev().collect();
        let [one, other] = unpaired(&left, &right, [1, 1]);
        // Half of the equal rows are fewer than 64 batches away from each other.
        assert_eq!(one, other);
        assert!((800..1000).contains(&one.len()), "{}", one.len());
    }

    /// Whatever is paired, the difference of the two multisets stays the same.
    #[test]
    fn equal_rows_are_counted() {
        let mut state = 1_u64;
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % bound
        };
        for _ in 0..200 {
            let kinds = 1 + random(20);
            let sides = [0, 1].map(|_| (0..random(300)).map(|_| random(kinds)).collect::<Vec<_>>());
            let sizes = [0, 1].map(|_| 1 + random(9) as usize);
            let left = unpaired(&sides[0], &sides[1], sizes);
            assert_eq!(difference(&left), difference(&sides), "{sides:?} {sizes:?}");
        }
    }

    fn difference(sides: &[Vec<u64>; 2]) -> BTreeMap<u64, i64> {
        let mut counts = BTreeMap::new();
        sides[0].iter().for_each(|&row| *counts.entry(row).or_default() += 1);
        sides[1].iter().for_each(|&row| *counts.entry(row).or_default() -= 1);
        counts.retain(|_, count| *count != 0);
        counts
    }

    #[test]
    fn too_many_rows_are_reported_to_every_thread() {
        let allowance = allowance(1 << 20);
        let [mut one, mut other] = [RowPairs::new(&allowance), RowPairs::new(&allowance)];
        let few = || Some(batch(&[1, 2, 3]));
        let many = Some(batch(&(0..100_000).collect::<Vec<_>>()));
        assert!(other.add([few(), None]).expect("there is memory"));
        assert!(!one.add([many, None]).expect("there is memory"));
        assert!(!other.add([few(), None]).expect("there is memory"));
        // They are still there, for the fingerprints.
        let unpaired = other.finish().expect("there is memory");
        assert_eq!(unpaired.sides[0].iter().map(HashedBatch::len).sum::<usize>(), 6);
    }
}
