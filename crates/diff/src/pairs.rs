//! The rows that both sides have, paired while they are read.
//!
//! Rows at the same place of two batches are compared first. The others wait for an equal row of the other side, which
//! may come some batches later. What has waited for long has no equal row, or one far away.

use std::collections::VecDeque;
use std::sync::Arc;

use datafusion::common::exec_datafusion_err;
use datafusion::error::{DataFusionError, Result};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::fingerprints::Fingerprints;
use crate::hashed::Hashed;
use crate::room::{Allowance, Room};

/// In how many batches of a side rows wait: half a million rows.
const WINDOW: usize = 64;

/// The rows of one thread.
#[derive(Debug)]
pub struct Pairs {
    left: Waiting,
    right: Waiting,
    room: Room,
}

/// The rows that were not paired.
#[derive(Debug)]
pub struct Unpaired {
    /// Those of the left side, and those of the right side.
    pub sides: [Vec<Hashed>; 2],
    /// The memory that they take.
    pub room: Room,
}

impl Pairs {
    /// No rows yet.
    pub fn new(allowance: &Arc<Allowance>) -> Self {
        Pairs { left: Waiting::default(), right: Waiting::default(), room: Room::new(allowance) }
    }

    /// Pairs the next batches of both sides; `None` if a side has ended. `false` if there is no room for the rows that
    /// were not paired.
    ///
    /// # Errors
    /// Returns an error if the allocator has no memory for them.
    pub fn add(&mut self, both: [Option<&Hashed>; 2]) -> Result<bool> {
        let mut open = both.map(|batch| vec![true; batch.map_or(0, Hashed::len)]);
        if let [Some(left), Some(right)] = both {
            same_place(left.rows(), right.rows(), &mut open);
        }
        let [left, right] = open;
        let mut fits = true;
        if let Some(batch) = both[0] {
            fits &= self.left.add(batch, left, &mut self.right, &mut self.room)?;
        }
        if let Some(batch) = both[1] {
            fits &= self.right.add(batch, right, &mut self.left, &mut self.room)?;
        }
        Ok(fits)
    }

    /// Hands over the rows that were not paired.
    ///
    /// # Errors
    /// Returns the errors of arrow.
    pub fn finish(&mut self) -> Result<Unpaired> {
        let sides = [self.left.finish(&mut self.room)?, self.right.finish(&mut self.room)?];
        Ok(Unpaired { sides, room: self.room.hand_over() })
    }
}

impl Unpaired {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sides.iter().all(Vec::is_empty)
    }

    /// The fingerprints of the rows that were not paired. Those that were would add the same to both sides.
    ///
    /// # Errors
    /// Returns an error if there is no memory for them.
    pub fn fingerprints(&self) -> Result<[Fingerprints; 2]> {
        let of = |side: &[Hashed]| {
            let mut fingerprints = Fingerprints::new()?;
            side.iter().for_each(|rows| fingerprints.add(rows));
            Ok::<_, DataFusionError>(fingerprints)
        };
        Ok([of(&self.sides[0])?, of(&self.sides[1])?])
    }
}

/// Marks the rows that are equal at the same place.
fn same_place(left: &[[u8; 16]], right: &[[u8; 16]], open: &mut [Vec<bool>; 2]) {
    let [left_open, right_open] = open;
    let rows = left.iter().zip(right).zip(left_open.iter_mut().zip(right_open));
    for ((left, right), (left_open, right_open)) in rows {
        let differs = left != right;
        (*left_open, *right_open) = (differs, differs);
    }
}

/// The rows of one side that have no equal row yet.
#[derive(Debug, Default)]
struct Waiting {
    batches: VecDeque<Batch>,
    /// How many batches have left the window.
    passed: u64,
    /// The rows of the window, by their hash.
    last: HashTable<Last>,
    /// The rows that have left the window.
    unpaired: Vec<Hashed>,
}

#[derive(Debug)]
struct Batch {
    rows: Hashed,
    /// Which rows still wait, and how many.
    open: Vec<bool>,
    waiting: usize,
    /// For each row, the place of the equal row that began to wait before it.
    earlier: Vec<Option<Place>>,
}

/// A batch by its number, and a row of it.
type Place = (u64, usize);

/// The last of the waiting rows that are equal, so that any number of them takes one slot.
#[derive(Debug)]
struct Last {
    hash: [u8; 16],
    place: Place,
}

/// What a waiting row takes beside its values. The table has up to twice as many slots as rows.
const PLACE_BYTES: usize = 2 * size_of::<Last>() + size_of::<Option<Place>>();

fn table_hash(row: &[u8; 16]) -> u64 {
    u128::from_ne_bytes(*row) as u64
}

impl Waiting {
    /// Pairs the open rows of a batch with rows of the other side, and has the rest wait.
    fn add(
        &mut self,
        batch: &Hashed,
        mut open: Vec<bool>,
        other: &mut Waiting,
        room: &mut Room,
    ) -> Result<bool> {
        let rows = open.iter_mut().zip(batch.rows());
        rows.filter(|(open, _)| **open).for_each(|(open, hash)| *open = !other.pair(hash));
        if !open.contains(&true) {
            return Ok(true);
        }
        let rows = batch.copy(&open)?;
        let fits = room.take(rows.bytes() + rows.len() * PLACE_BYTES);
        self.push(rows)?;
        Ok(fits && (self.batches.len() <= WINDOW || self.pass(room)?))
    }

    /// Whether a row waits that is equal to one of the other side. It waits no longer.
    fn pair(&mut self, hash: &[u8; 16]) -> bool {
        let found = self.last.find_entry(table_hash(hash), |last| last.hash == *hash);
        let Ok(mut entry) = found else { return false };
        let (number, row) = entry.get().place;
        let batch = &mut self.batches[(number - self.passed) as usize];
        batch.open[row] = false;
        batch.waiting -= 1;
        match batch.earlier[row].filter(|&(number, _)| number >= self.passed) {
            Some(earlier) => entry.get_mut().place = earlier,
            None => drop(entry.remove()),
        }
        true
    }

    fn push(&mut self, rows: Hashed) -> Result<()> {
        let number = self.passed + self.batches.len() as u64;
        let hasher = |last: &Last| table_hash(&last.hash);
        let reserved = self.last.try_reserve(rows.len(), hasher);
        reserved.map_err(|_| exec_datafusion_err!("there is no memory for {} rows", rows.len()))?;
        let mut earlier = vec![None; rows.len()];
        for (row, &hash) in rows.rows().iter().enumerate() {
            let place = (number, row);
            match self.last.entry(table_hash(&hash), |last| last.hash == hash, hasher) {
                Entry::Occupied(mut last) => {
                    earlier[row] = Some(std::mem::replace(&mut last.get_mut().place, place));
                }
                Entry::Vacant(slot) => drop(slot.insert(Last { hash, place })),
            }
        }
        let (open, waiting) = (vec![true; rows.len()], rows.len());
        self.batches.push_back(Batch { rows, open, waiting, earlier });
        Ok(())
    }

    /// Takes the oldest batch out of the window, with the rows that still wait.
    fn pass(&mut self, room: &mut Room) -> Result<bool> {
        let Some(batch) = self.batches.pop_front() else { return Ok(true) };
        let number = self.passed;
        self.passed += 1;
        let mut fits = true;
        if batch.waiting > 0 {
            let rows = batch.rows.rows().iter().zip(&batch.open);
            for (hash, _) in rows.filter(|(_, open)| **open) {
                let ends_here = |last: &Last| last.hash == *hash && last.place.0 == number;
                if let Ok(entry) = self.last.find_entry(table_hash(hash), ends_here) {
                    entry.remove();
                }
            }
            let rows = batch.rows.copy(&batch.open)?;
            fits = room.take(rows.bytes());
            self.unpaired.push(rows);
        }
        room.give_back(batch.rows.bytes() + batch.rows.len() * PLACE_BYTES);
        Ok(fits)
    }

    fn finish(&mut self, room: &mut Room) -> Result<Vec<Hashed>> {
        while !self.batches.is_empty() {
            self.pass(room)?;
        }
        Ok(std::mem::take(&mut self.unpaired))
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
    fn batch(rows: &[u64]) -> Hashed {
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
        Hashed::new(batch).expect("hashes of 8 and 16 bytes")
    }

    fn allowance(bytes: usize) -> Arc<Allowance> {
        Arc::new(Allowance::new(bytes, &TaskContext::default()))
    }

    /// The rows that are left on each side, after both have been read in batches of these sizes.
    fn unpaired(left: &[u64], right: &[u64], sizes: [usize; 2]) -> [Vec<u64>; 2] {
        let mut pairs = Pairs::new(&allowance(usize::MAX));
        let [mut left, mut right] = [left.chunks(sizes[0]), right.chunks(sizes[1])];
        loop {
            let both = [left.next().map(batch), right.next().map(batch)];
            if both.iter().all(Option::is_none) {
                break;
            }
            assert!(pairs.add(both.each_ref().map(Option::as_ref)).expect("there is memory"));
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
        assert_eq!(unpaired(&[], &[], [64, 64]), [vec![], vec![]]);
    }

    #[test]
    fn rows_far_apart_are_left() {
        let left: Vec<u64> = (0..1000).collect();
        let right: Vec<u64> = (500..1000).chain(0..500).collect();
        // 500 batches lie between equal rows, so the first ones have left the window.
        assert_eq!(unpaired(&left, &right, [1, 1]), [left.clone(), left.clone()]);
        assert_eq!(unpaired(&left, &right, [8, 8]), [vec![], vec![]]);
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
        let [mut one, mut other] = [Pairs::new(&allowance), Pairs::new(&allowance)];
        let (few, many) = (batch(&[1, 2, 3]), batch(&(0..100_000).collect::<Vec<_>>()));
        assert!(other.add([Some(&few), None]).expect("there is memory"));
        assert!(!one.add([Some(&many), None]).expect("there is memory"));
        assert!(!other.add([Some(&few), None]).expect("there is memory"));
        // They are still there, for the fingerprints.
        let unpaired = other.finish().expect("there is memory");
        assert_eq!(unpaired.sides[0].iter().map(Hashed::len).sum::<usize>(), 6);
    }
}
