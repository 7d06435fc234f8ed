//! Rows that repeat, found without reading a string.
//!
//! DuckDB's `string_t` and Arrow's views have 16 bytes a row. All rows that come from one value of
//! a dictionary have the same 16 bytes: the same content, or the same place. So rows with equal
//! entries are equal. Equal strings at two places count as different.

use super::views::Views;
use super::{Rows, StringT, Strings};

/// The most different entries, so that a place has 16 bits and the table stays in the cache.
const MOST: usize = 8192;

/// The entries that a search may compare. A column that needs more is built to collide.
const MOST_PROBES: usize = 64;

/// The fewest rows that are searched.
const FEWEST: usize = 64;

/// How many pairs of neighbors a sample has: one for so many rows, within limits.
const ROWS_PER_PAIR: usize = 64;
const PAIRS: [usize; 2] = [16, 128];

/// The different rows of a column, and the place of each row among them.
#[derive(Debug)]
pub struct Repeats<'a> {
    different: DistinctRows<'a>,
    places: Vec<u16>,
}

/// Rows that differ, in the layout of their column.
#[derive(Debug)]
enum DistinctRows<'a> {
    Strings(Vec<StringT>, Strings<'a>),
    Views(Vec<u128>, Views<'a>),
}

impl Repeats<'_> {
    /// The different rows, in the order in which they first appear.
    pub fn rows(&self) -> Rows<'_> {
        // SAFETY: `Rows::repeats` has the entries from this column.
        unsafe {
            match &self.different {
                DistinctRows::Strings(strings, column) => {
                    Rows::Strings(column.with_strings(strings))
                }
                DistinctRows::Views(views, column) => Rows::Views(column.with_views(views)),
            }
        }
    }

    /// The index in [`Repeats::rows`] of each row, which is never above the row's own. It is
    /// arbitrary for rows that are not valid.
    pub fn places(&self) -> &[u16] {
        &self.places
    }

    /// [`Repeats::places`], owned.
    pub fn into_places(self) -> Vec<u16> {
        self.places
    }
}

impl<'a> Rows<'a> {
    /// Whether all rows have the same 16 bytes, as those of a constant do that an engine has
    /// written to every row. `false` if the layout has no such entries, or if DuckDB marks some row
    /// as NULL.
    pub fn have_one_entry(&self) -> bool {
        let entries = match self {
            Rows::Strings(strings) => strings.entries_without_nulls(),
            Rows::Views(views) => Some(views.entries()),
            _ => None,
        };
        let Some((first, rest)) = entries.and_then(<[_]>::split_first) else { return false };
        // Has no early exit, so that the compiler vectorizes it.
        let differ = |entry: &[u64; 2]| (entry[0] ^ first[0]) | (entry[1] ^ first[1]);
        rest.iter().fold(0, |any, entry| any | differ(entry)) == 0
    }

    /// The different rows, if a sample makes it likely that there are at most `most` and if that
    /// proves true. `None` if most rows differ, if there are few rows, or if the layout has no
    /// entries of 16 bytes. `valid` has a bit for each row: the others aren't read.
    ///
    /// ```
    /// use hashlane_kernels::blocks::{Rows, Views};
    ///
    /// let (yes, no) = (u128::from_le_bytes(*b"\x03\0\0\0yes\0\0\0\0\0\0\0\0\0"), 0);
    /// let views: Vec<u128> = (0..100).map(|i| if i % 3 == 0 { yes } else { no }).collect();
    /// let rows = Rows::Views(Views::new(&views, &[])?);
    /// let repeats = rows.repeats(None, 10).unwrap();
    /// assert_eq!(repeats.rows().len(), 2);
    /// assert_eq!(repeats.places()[..4], [0, 1, 1, 0]);
    /// # Ok::<(), hashlane_kernels::blocks::LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if `valid` has fewer bits than there are rows.
    pub fn repeats(&self, valid: Option<&[u64]>, most: usize) -> Option<Repeats<'a>> {
        let (len, most) = (self.len(), most.min(MOST));
        match self {
            Rows::Strings(strings) => {
                let found = DistinctEntries::search(len, valid, most, |row| strings.entry(row))?;
                let mut entries = room(found.entries.len())?;
                entries.extend(found.entries.iter().copied().map(StringT::from_words));
                Some(Repeats {
                    different: DistinctRows::Strings(entries, *strings),
                    places: found.places,
                })
            }
            Rows::Views(views) => {
                let found = DistinctEntries::search(len, valid, most, |row| views.entries()[row])?;
                let view = |[low, high]: [u64; 2]| u128::from(low) | u128::from(high) << 64;
                let mut entries = room(found.entries.len())?;
                entries.extend(found.entries.iter().copied().map(view));
                Some(Repeats {
                    different: DistinctRows::Views(entries, *views),
                    places: found.places,
                })
            }
            _ => None,
        }
    }
}

/// Different entries, and the place of each row's among them.
struct DistinctEntries {
    entries: Vec<[u64; 2]>,
    places: Vec<u16>,
}

impl DistinctEntries {
    /// Searches all rows if a sample of them repeats enough.
    fn search(
        len: usize,
        valid: Option<&[u64]>,
        most: usize,
        entry: impl Fn(usize) -> [u64; 2],
    ) -> Option<DistinctEntries> {
        let is_valid = |row: usize| valid.is_none_or(|bits| bits[row / 64] >> (row % 64) & 1 == 1);
        if len < FEWEST || !is_likely(len, most, |row| is_valid(row).then(|| entry(row))) {
            return None;
        }
        // Without memory for a search, every row is computed.
        let mut table = EntryTable::new(most)?;
        let mut places = room(len)?;
        for row in 0..len {
            places.push(if is_valid(row) { table.place(entry(row))? } else { 0 });
        }
        Some(DistinctEntries { entries: table.entries, places })
    }
}

/// Whether a sample makes it likely that at most `most` rows differ: it has no more different rows
/// than a sample of `most` values that are equally frequent. Neighbors show whether a sorted column
/// repeats.
fn is_likely(len: usize, most: usize, entry: impl Fn(usize) -> Option<[u64; 2]>) -> bool {
    let [fewest_pairs, most_pairs] = PAIRS;
    let pairs = (len / ROWS_PER_PAIR).clamp(fewest_pairs, most_pairs);
    let Some(mut table) = EntryTable::new(2 * pairs) else { return false };
    let mut seen = 0;
    let step = len / pairs;
    for pair in 0..pairs {
        // Sampling takes 9 ns a row: 2 % of a digest of short rows, unless it stops here.
        if 2 * pair == pairs && table.entries.len() == seen {
            return false;
        }
        for entry in [pair * step, pair * step + 1].into_iter().filter_map(&entry) {
            seen += 1;
            if table.place(entry).is_none() {
                return false;
            }
        }
    }
    let (most, different) = (most as f64, table.entries.len());
    different < seen && different as f64 <= most * (1.0 - (-(seen as f64) / most).exp())
}

/// An empty vector with room for `len` items; `None` if the allocation fails.
fn room<T>(len: usize) -> Option<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(len).ok()?;
    Some(items)
}

/// A hash table with open addressing that is at most half full.
struct EntryTable {
    /// One more than the index of an entry; 0 if the slot is free.
    slots: Vec<u16>,
    shift: u32,
    entries: Vec<[u64; 2]>,
    most: usize,
}

impl EntryTable {
    /// A table for `most` entries, which are at most [`MOST`]. `None` if the allocation fails.
    fn new(most: usize) -> Option<Self> {
        let len = (2 * most).next_power_of_two().max(2);
        let mut slots = room(len)?;
        slots.resize(len, 0);
        Some(EntryTable { slots, shift: 64 - len.trailing_zeros(), entries: room(most)?, most })
    }

    /// The index of an entry, which is added if it is new. `None` if there are too many entries, or
    /// if its slots are taken.
    #[inline(always)]
    fn place(&mut self, entry: [u64; 2]) -> Option<u16> {
        let mixed = entry[0].wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(entry[1]);
        let mut at = (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize;
        for _ in 0..MOST_PROBES {
            match self.slots[at] {
                0 if self.entries.len() == self.most => return None,
                0 => {
                    self.entries.push(entry);
                    self.slots[at] = self.entries.len() as u16;
                    return Some(self.slots[at] - 1);
                }
                place if self.entries[usize::from(place) - 1] == entry => return Some(place - 1),
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers as texts. Every third text is short.
    fn texts(numbers: impl Iterator<Item = usize>) -> Vec<Vec<u8>> {
        numbers.map(|n| format!("{n}{}", "-".repeat(n % 3 * 10)).into_bytes()).collect()
    }

    /// The `string_t` of row `i` has the text `numbers[i]`.
    fn strings(texts: &[Vec<u8>], numbers: &[usize]) -> Vec<StringT> {
        numbers.iter().map(|n| StringT::new(&texts[*n])).collect()
    }

    fn numbers(len: usize, different: usize) -> Vec<usize> {
        (0..len).map(|i| i * i.wrapping_mul(0x9e37_79b9) % 1_000_003 % different).collect()
    }

    #[test]
    fn each_row_is_the_one_at_its_place() {
        for (len, different) in [(64, 1), (64, 9), (300, 30), (2048, 1), (2048, 100), (8192, 1000)]
        {
            let (texts, numbers) = (texts(0..different), numbers(len, different));
            let mut strings = strings(&texts, &numbers);
            let nulls: Vec<u64> = (0..len.div_ceil(64) as u64).map(|i| i * 0x0101_0101).collect();
            let outside = StringT::from_words([1 << 20, 1]);
            for (valid, own) in [(None, None), (None, Some(&nulls)), (Some(&nulls), Some(&nulls))] {
                if own.is_some() {
                    for row in (0..len).filter(|row| nulls[row / 64] >> (row % 64) & 1 == 0) {
                        strings[row] = outside;
                    }
                }
                // SAFETY: the texts of all rows that aren't NULL outlive it.
                let column = unsafe { Strings::new(&strings, own.map(Vec::as_slice)) };
                let rows = Rows::Strings(column);
                let Some(repeats) = rows.repeats(valid.map(Vec::as_slice), 2 * different + 1)
                else {
                    assert!(valid.is_some() && len <= 300, "{len} rows, {different} different");
                    continue;
                };
                assert!(repeats.rows().len() <= different + 1);
                for (row, place) in repeats.places().iter().enumerate() {
                    assert!(usize::from(*place) <= row);
                    if valid.is_none_or(|valid| valid[row / 64] >> (row % 64) & 1 == 1) {
                        assert_eq!(repeats.rows().row((*place).into()), rows.row(row));
                    }
                }
            }
        }
    }

    /// Views of the same text in two buffers differ, and are both right.
    #[test]
    fn views_keep_their_buffers() {
        let buffers: [&[u8]; 2] = [b"thirteen bytes are enough", b"...thirteen bytes are enough"];
        let view = |i: u128| if i.is_multiple_of(2) { 25 } else { 25 | 1 << 64 | 3 << 96 };
        let views: Vec<u128> = (0..100).map(view).collect();
        let rows = Rows::Views(Views::new(&views, &buffers).unwrap());
        let repeats = rows.repeats(None, 10).unwrap();
        assert_eq!(repeats.rows().len(), 2);
        assert_eq!(repeats.rows().row(0), repeats.rows().row(1));
        assert_eq!(repeats.rows().row(1), buffers[0]);
    }

    #[test]
    fn columns_that_do_not_repeat_have_no_repeats() {
        let texts = texts(0..8192);
        let ascending: Vec<usize> = (0..8192).collect();
        let twice: Vec<usize> = (0..8192).map(|i| i / 2).collect();
        let few = numbers(8192, 3000);
        for (numbers, most) in [(&ascending, MOST), (&few, 1500), (&twice, 1600)] {
            let strings = strings(&texts, numbers);
            // SAFETY: the texts outlive it.
            let rows = Rows::Strings(unsafe { Strings::new(&strings, None) });
            assert!(rows.repeats(None, most).is_none());
        }
        let strings = strings(&texts, &twice);
        // SAFETY: the texts outlive it.
        let rows = Rows::Strings(unsafe { Strings::new(&strings, None) });
        assert_eq!(rows.repeats(None, MOST).unwrap().rows().len(), 4096);
        assert!(Rows::Slices(&[&b"a"[..]; 100]).repeats(None, 10).is_none());
    }

    /// Entries that all start at one slot, as an attacker could choose them.
    #[test]
    fn entries_that_collide_end_the_search() {
        let mut table = EntryTable::new(MOST).unwrap();
        let collide =
            (0..).filter(|i: &u64| i.wrapping_mul(0xd6e8_feb8_6659_fd93) >> table.shift == 0);
        let entries: Vec<[u64; 2]> = collide.take(MOST_PROBES + 1).map(|i| [0, i]).collect();
        let (last, first) = entries.split_last().unwrap();
        assert!(first.iter().all(|entry| table.place(*entry).is_some()));
        assert_eq!(table.place(*last), None);
        assert_eq!(table.place(first[9]), Some(9));
    }
}
