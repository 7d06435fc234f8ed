//! The rows of one side that wait for an equal row of the other side.

use std::collections::VecDeque;
use std::sync::Arc;

use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::hashed::HashedBatch;
use crate::room::{RowAllowance, ThreadRoom};

/// The number of batches in which rows wait: about half a million rows.
const WINDOW: usize = 64;

/// The waiting rows of one side.
#[derive(Debug)]
pub(crate) struct WaitingRows {
    /// The last one is being read.
    batches: VecDeque<WaitingBatch>,
    /// The number of batches that have left the window.
    passed: u64,
    /// The waiting rows of the window, by their hash.
    places: HashTable<EqualRows>,
    /// Rows that have left the window.
    unpaired: Vec<HashedBatch>,
    room: ThreadRoom,
}

#[derive(Debug)]
struct WaitingBatch {
    rows: HashedBatch,
    /// The indices in the original batch of the rows in `rows`, if that is a copy.
    copied: Option<Vec<usize>>,
    /// Whether each row of the original batch waits.
    waits: Vec<bool>,
    waiting: usize,
    /// The bytes that were taken from the room.
    bytes: usize,
}

impl WaitingBatch {
    /// Replaces the batch, or an earlier copy, by a copy of the rows that wait.
    fn copy_waiting(&mut self) -> Result<()> {
        let rows = self.copied.take().unwrap_or_else(|| (0..self.waits.len()).collect());
        let waits: Vec<_> = rows.iter().map(|&row| self.waits[row]).collect();
        self.rows = self.rows.copy(&waits)?;
        let copied: Vec<_> = rows.into_iter().filter(|&row| self.waits[row]).collect();
        // The table has up to twice as many slots as rows.
        let of_row = size_of::<usize>() + 2 * size_of::<EqualRows>();
        self.bytes = self.rows.bytes() + self.waits.len() + copied.len() * of_row;
        self.copied = Some(copied);
        Ok(())
    }
}

/// A batch by its number, and a row of it.
type RowPlace = (u64, usize);

/// Equal rows. Any number of them takes one slot.
#[derive(Debug)]
struct EqualRows {
    hash: [u8; 16],
    /// The last of them.
    last: RowPlace,
    /// The rows before it, in order, including those that have left the window.
    earlier: Vec<RowPlace>,
}

fn table_hash(row: &[u8; 16]) -> u64 {
    u128::from_ne_bytes(*row) as u64
}

impl WaitingRows {
    /// No rows yet.
    pub(crate) fn new(allowance: &Arc<RowAllowance>) -> Self {
        WaitingRows {
            batches: VecDeque::new(),
            passed: 0,
            places: HashTable::new(),
            unpaired: Vec::new(),
            room: ThreadRoom::new(allowance),
        }
    }

    /// Starts a batch, whose rows don't wait yet. Returns false if the rows that leave the window don't fit in memory.
    ///
    /// # Errors
    /// Returns errors of arrow.
    pub(crate) fn begin(&mut self, rows: HashedBatch) -> Result<bool> {
        self.shrink()?;
        let fits = self.batches.len() < WINDOW || self.pass()?;
        let waits = vec![false; rows.len()];
        self.batches.push_back(WaitingBatch { rows, copied: None, waits, waiting: 0, bytes: 0 });
        Ok(fits)
    }

    /// Makes a row of the last batch wait.
    ///
    /// # Errors
    /// Returns an error if memory for its place can't be allocated.
    pub(crate) fn add(&mut self, row: usize) -> Result<()> {
        let number = self.passed + self.batches.len() as u64 - 1;
        let Some(batch) = self.batches.back_mut() else { return Ok(()) };
        let hash = batch.rows.rows()[row];
        (batch.waits[row], batch.waiting) = (true, batch.waiting + 1);
        let hasher = |places: &EqualRows| table_hash(&places.hash);
        let reserved = self.places.try_reserve(1, hasher);
        reserved.map_err(|_| exec_datafusion_err!("not enough memory for another row"))?;
        match self.places.entry(table_hash(&hash), |places| places.hash == hash, hasher) {
            Entry::Occupied(mut equal) => {
                let places = equal.get_mut();
                places.earlier.push(std::mem::replace(&mut places.last, (number, row)));
            }
            Entry::Vacant(slot) => {
                slot.insert(EqualRows { hash, last: (number, row), earlier: Vec::new() });
            }
        }
        Ok(())
    }

    /// Ends the last batch and keeps a copy of its rows that wait. Returns false if they don't fit in memory.
    ///
    /// # Errors
    /// Returns errors of arrow.
    pub(crate) fn end(&mut self) -> Result<bool> {
        let Some(batch) = self.batches.back_mut() else { return Ok(true) };
        if batch.waiting == 0 {
            self.batches.pop_back();
            return Ok(true);
        }
        batch.copy_waiting()?;
        Ok(self.room.take(batch.bytes))
    }

    /// Drops rows of the window that no longer wait, once they are most of their batch.
    fn shrink(&mut self) -> Result<()> {
        while let Some(batch) = self.batches.pop_front_if(|batch| batch.waiting == 0) {
            self.passed += 1;
            self.room.give_back(batch.bytes);
        }
        for batch in self.batches.iter_mut().filter(|batch| batch.waiting < batch.rows.len() / 4) {
            self.room.give_back(batch.bytes);
            batch.copy_waiting()?;
            // Less memory than before.
            self.room.take(batch.bytes);
        }
        Ok(())
    }

    /// Whether a row waits that equals a row of the other side. If so, it no longer waits.
    pub(crate) fn pair(&mut self, hash: &[u8; 16]) -> bool {
        let found = self.places.find_entry(table_hash(hash), |places| places.hash == *hash);
        let Ok(mut equal) = found else { return false };
        let (number, row) = equal.get().last;
        match equal.get_mut().earlier.pop().filter(|&(number, _)| number >= self.passed) {
            Some(earlier) => equal.get_mut().last = earlier,
            None => drop(equal.remove()),
        }
        let batch = &mut self.batches[(number - self.passed) as usize];
        (batch.waits[row], batch.waiting) = (false, batch.waiting - 1);
        true
    }

    /// Moves the oldest batch out of the window, with the rows that still wait.
    fn pass(&mut self) -> Result<bool> {
        let Some(mut batch) = self.batches.pop_front() else { return Ok(true) };
        let given_back = batch.bytes;
        let number = self.passed;
        self.passed += 1;
        batch.copy_waiting()?;
        for hash in batch.rows.rows() {
            // If an equal row came later, the table keeps the slot for it.
            let ends_here = |places: &EqualRows| places.hash == *hash && places.last.0 == number;
            if let Ok(places) = self.places.find_entry(table_hash(hash), ends_here) {
                places.remove();
            }
        }
        let mut fits = true;
        self.room.give_back(given_back);
        if batch.rows.len() > 0 {
            fits = self.room.take(batch.rows.bytes());
            self.unpaired.push(batch.rows);
        }
        Ok(fits)
    }

    /// Returns the waiting rows and those that have left the window, with their memory.
    ///
    /// # Errors
    /// Returns errors of arrow.
    pub(crate) fn finish(&mut self) -> Result<(Vec<HashedBatch>, ThreadRoom)> {
        while !self.batches.is_empty() {
            self.pass()?;
        }
        Ok((std::mem::take(&mut self.unpaired), self.room.hand_over()))
    }
}
