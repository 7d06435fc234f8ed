//! A cell of a sketch, and the place of a row among the cells.

use super::{SUBTABLES, SketchError};

/// The sums of the rows of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SketchCell {
    /// How many there are.
    pub rows: i64,
    /// The sum of their hashes, as numbers with a sign.
    pub hash: i128,
    /// The sum of their hashes' checks, called `k` in `docs/sketch-format.md`.
    pub check: i128,
    /// The sum of their keys, as numbers with a sign.
    pub key: i128,
}

impl SketchCell {
    /// The same rows, removed instead of added.
    pub(crate) fn negated(&self) -> Self {
        let SketchCell { rows, hash, check, key } = *self;
        SketchCell {
            rows: rows.wrapping_neg(),
            hash: hash.wrapping_neg(),
            check: check.wrapping_neg(),
            key: key.wrapping_neg(),
        }
    }
}

/// The number that proves that a cell's sum of hashes is that of one row. Databases compute it from
/// the hash with signed numbers of 64 bits: both products are below 2^63.
pub(crate) fn check_of(hash: i64) -> i64 {
    let bits = hash.cast_unsigned();
    let (low, high) = (bits & 0xffff_ffff, bits >> 32);
    ((low * 2_146_121_005) ^ (high * 1_540_483_477)).cast_signed()
}

/// A row as it is added to cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct SketchRow {
    pub key: i64,
    pub hash: i64,
    check: i64,
}

impl SketchRow {
    #[inline]
    pub(crate) fn new(key: i64, hash: i64) -> Self {
        SketchRow { key, hash, check: check_of(hash) }
    }

    /// Its cells among those of all subtables. The low bits of the check depend on few bits of the
    /// hash: cells from them fail to decode 300 times as often.
    #[inline]
    pub(crate) fn cells(&self, p: u32) -> [usize; SUBTABLES] {
        let (hash, check) = (self.hash.cast_unsigned(), self.check.cast_unsigned());
        let bits = [hash, hash >> 32, check >> 16, check >> 36];
        let mask = (1 << p) - 1;
        std::array::from_fn(|table| (table << p) + (bits[table] & mask) as usize)
    }

    /// The sums of this row, `rows` times.
    #[inline]
    pub(crate) fn cell(&self, rows: i64) -> SketchCell {
        let times = i128::from(rows);
        let [hash, check, key] = [self.hash, self.check, self.key].map(i128::from);
        SketchCell { rows, hash: times * hash, check: times * check, key: times * key }
    }
}

/// A cell in 40 bytes: the number of rows in 32 bits, then three sums in 96 bits each. 2^31 - 1
/// rows of 64 bits fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedCell([u32; PackedCell::WORDS]);

impl PackedCell {
    /// The words of a cell.
    pub(crate) const WORDS: usize = 10;

    /// A cell from its words.
    pub(crate) fn from_words(words: [u32; PackedCell::WORDS]) -> Self {
        PackedCell(words)
    }

    /// Its words.
    pub(crate) fn words(&self) -> &[u32; PackedCell::WORDS] {
        &self.0
    }

    #[inline]
    pub(crate) fn cell(&self) -> SketchCell {
        let [rows, sums @ ..] = self.0;
        let [hash, check, key] = std::array::from_fn(|i| wide(&sums[3 * i..3 * i + 3]));
        SketchCell { rows: rows.cast_signed().into(), hash, check, key }
    }

    /// Adds the sums of other rows.
    #[inline]
    pub(crate) fn add(&mut self, other: &SketchCell) -> Result<(), SketchError> {
        let own = self.cell();
        let rows = own.rows.checked_add(other.rows).and_then(|rows| i32::try_from(rows).ok());
        let mut words = [rows.ok_or(SketchError::TooManyRows)?.cast_unsigned(); PackedCell::WORDS];
        let sums = [(own.hash, other.hash), (own.check, other.check), (own.key, other.key)];
        for (words, (own, other)) in words[1..].as_chunks_mut().0.iter_mut().zip(sums) {
            *words = own.checked_add(other).and_then(narrow).ok_or(SketchError::TooManyRows)?;
        }
        self.0 = words;
        Ok(())
    }
}

/// A number of 96 bits with a sign, from its words.
#[inline]
fn wide(words: &[u32]) -> i128 {
    let [low, middle, high] = [0, 1, 2].map(|i| words[i]);
    i128::from(high.cast_signed()) << 64 | i128::from(middle) << 32 | i128::from(low)
}

/// The words of a number; `None` if it takes more than 96 bits.
#[inline]
fn narrow(number: i128) -> Option<[u32; 3]> {
    i32::try_from(number >> 64).ok()?;
    Some([number as u32, (number >> 32) as u32, (number >> 64) as u32])
}
