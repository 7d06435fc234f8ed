//! A bounded sample of values that depends only on the set of rows.
//!
//! A sample holds the distinct values with the lowest hashes and the number of rows of each, up to a limit of values
//! and of bytes: *bottom-k*. The order of rows and their distribution over partitions and threads don't matter, so
//! training on a sample is reproducible. A reservoir would depend on all three.
//!
//! # Why it does not depend on the order
//!
//! Values are ordered by hash, then by bytes. The sample of a set of values is the longest run from the lowest value
//! on that is within the limits. If a value is beyond that run, the values up to it exceed a limit. More values only
//! add to those, so it stays beyond the run. Dropping it, and every value above it, is therefore final. It follows
//! that
//!
//! - of the dropped values, only the lowest needs to be remembered, the [`ceiling`](Sample::ceiling);
//! - a value of the final sample was never dropped, so all of its rows were counted;
//! - two samples merge to the sample of all their rows: the ceiling is the lower one, and below it both have all their
//!   values and counts.

mod state;

use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{CodecError, copied, push, with_room};

/// How much a [`Sample`] may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleLimits {
    max_values: usize,
    max_bytes: usize,
}

impl SampleLimits {
    /// The least limit of bytes: eight of the longest values.
    pub const FEWEST_BYTES: usize = 8 * Sample::LONGEST_VALUE;

    /// The greatest limit of values and bytes.
    const MOST: usize = u32::MAX as usize >> 1;

    /// Up to `max_values` distinct values, 1 to 2,147,483,647, with up to `max_bytes` in all,
    /// 1,048,576 to 2,147,483,647.
    pub fn new(max_values: usize, max_bytes: usize) -> Result<SampleLimits, CodecError> {
        let (least, most) = (Self::FEWEST_BYTES, Self::MOST);
        if !(1..=most).contains(&max_values) {
            return Err(CodecError::argument(format!(
                "max_samples {max_values} is out of range (1 to {most})"
            )));
        }
        if !(least..=most).contains(&max_bytes) {
            return Err(CodecError::argument(format!(
                "the limit of a sample, {max_bytes} bytes, is out of range ({least} to {most})"
            )));
        }
        Ok(SampleLimits { max_values, max_bytes })
    }

    /// The most distinct values.
    pub fn max_values(&self) -> usize {
        self.max_values
    }

    /// The most bytes of all values together.
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }
}

/// A value of a sample.
#[derive(Debug)]
struct SampleEntry {
    hash: u64,
    bytes: Vec<u8>,
    /// The number of rows with the value.
    count: u64,
}

impl SampleEntry {
    fn key(&self) -> SampleKey<'_> {
        (self.hash, &self.bytes)
    }
}

/// What an allocator takes for a value beside its bytes.
const ALLOCATION: usize = 16;

/// The order of values.
type SampleKey<'a> = (u64, &'a [u8]);

/// A sample of the values that were added.
///
/// It holds at most twice its limits. When it reaches that, it drops what exceeds the limits.
#[derive(Debug)]
pub struct Sample {
    limits: SampleLimits,
    /// All values below the ceiling. Some may turn out to exceed the limits.
    entries: HashTable<SampleEntry>,
    /// The sum of the lengths of all entries.
    bytes: usize,
    /// The lowest value that was dropped. This and higher values are not kept.
    ceiling: Option<(u64, Vec<u8>)>,
}

/// Values with low hashes are kept, so the high bits of their hashes, which the table marks its slots with, are all
/// equal. Those of the product are not.
fn spread(hash: u64) -> u64 {
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Sample {
    /// Of a longer value, this many bytes are kept: zstd reads no more of it.
    pub const LONGEST_VALUE: usize = 128 << 10;

    /// The seed of [`hash`](Self::hash). It is not 0, so that a sample of rows that a query selected by their XXH3 is
    /// not biased.
    pub const SEED: u64 = 0x6861_7368_6c61_6e65;

    /// A sample of no values.
    pub fn new(limits: SampleLimits) -> Sample {
        Sample { limits, entries: HashTable::new(), bytes: 0, ceiling: None }
    }

    /// Its limits.
    pub fn limits(&self) -> SampleLimits {
        self.limits
    }

    /// The hash that [`add_hashed`](Self::add_hashed) takes: XXH3-64 of all of the value's bytes,
    /// with [`SEED`](Self::SEED).
    pub fn hash(value: &[u8]) -> u64 {
        xxh3_64_with_seed(value, Self::SEED)
    }

    /// Adds the value of a row.
    pub fn add(&mut self, value: &[u8]) -> Result<(), CodecError> {
        self.add_hashed(Self::hash(value), value)
    }

    /// Like [`add`](Self::add), for a caller that has the value's [`hash`](Self::hash): hashing a column of short
    /// values at once is several times faster. Once a column has more distinct values than the sample holds, most rows
    /// take only one comparison.
    #[inline]
    pub fn add_hashed(&mut self, hash: u64, value: &[u8]) -> Result<(), CodecError> {
        if self.ceiling.as_ref().is_some_and(|(ceiling, _)| hash > *ceiling) {
            return Ok(());
        }
        self.add_rows(hash, value, 1)
    }

    /// Adds `count` rows of a value whose hash is not above the ceiling's.
    fn add_rows(&mut self, hash: u64, value: &[u8], count: u64) -> Result<(), CodecError> {
        let value = &value[..value.len().min(Self::LONGEST_VALUE)];
        if !self.is_below_ceiling((hash, value)) {
            return Ok(());
        }
        let is_it = |entry: &SampleEntry| entry.key() == (hash, value);
        if let Some(entry) = self.entries.find_mut(spread(hash), is_it) {
            entry.count = entry.count.saturating_add(count);
            return Ok(());
        }
        self.insert(SampleEntry { hash, bytes: copied(value)?, count })?;
        if self.entries.len() > 2 * self.limits.max_values || self.bytes > 2 * self.limits.max_bytes
        {
            self.drop_excess()?;
        }
        Ok(())
    }

    fn is_below_ceiling(&self, key: SampleKey<'_>) -> bool {
        self.ceiling.as_ref().is_none_or(|(hash, bytes)| key < (*hash, bytes))
    }

    /// Inserts an entry that is not in the table.
    fn insert(&mut self, entry: SampleEntry) -> Result<(), CodecError> {
        let rehash = |entry: &SampleEntry| spread(entry.hash);
        let out_of_memory = |_| CodecError::OutOfMemory { bytes: size_of::<SampleEntry>() };
        self.entries.try_reserve(1, rehash).map_err(out_of_memory)?;
        self.bytes += entry.bytes.len();
        self.entries.insert_unique(spread(entry.hash), entry, rehash);
        Ok(())
    }

    /// Lowers the ceiling to the lowest value beyond the limits, and drops the values from there on.
    fn drop_excess(&mut self) -> Result<(), CodecError> {
        if let (_, Some((hash, bytes))) = self.split()? {
            self.ceiling = Some((hash, copied(bytes)?));
        }
        self.drop_from_ceiling();
        Ok(())
    }

    fn drop_from_ceiling(&mut self) {
        let Some((hash, bytes)) = &self.ceiling else { return };
        let mut dropped = 0;
        self.entries.retain(|entry| {
            let below = entry.key() < (*hash, bytes);
            dropped += if below { 0 } else { entry.bytes.len() };
            below
        });
        self.bytes -= dropped;
    }

    /// The entries within the limits, lowest first, and the lowest one beyond them.
    fn split(&self) -> Result<(Vec<&SampleEntry>, Option<SampleKey<'_>>), CodecError> {
        let mut entries = with_room(self.entries.len())?;
        entries.extend(self.entries.iter());
        entries.sort_unstable_by_key(|entry| entry.key());
        let mut bytes = 0;
        let fitting = entries.iter().take(self.limits.max_values).take_while(|entry| {
            bytes += entry.bytes.len();
            bytes <= self.limits.max_bytes
        });
        let fitting = fitting.count();
        let beyond = entries.get(fitting).map(|entry| entry.key());
        entries.truncate(fitting);
        Ok((entries, beyond))
    }

    /// Whether no value has been added.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.ceiling.is_none()
    }

    /// The approximate number of bytes that it holds.
    pub fn memory(&self) -> usize {
        let ceiling = self.ceiling.as_ref().map_or(0, |(_, bytes)| bytes.len());
        let values = self.bytes + self.entries.len() * ALLOCATION;
        values + ceiling + self.entries.allocation_size()
    }

    /// The sampled values, lowest hash first, and the number of rows of each.
    pub fn values(&self) -> Result<Vec<(&[u8], u64)>, CodecError> {
        let (entries, _) = self.split()?;
        let mut values = with_room(entries.len())?;
        values.extend(entries.into_iter().map(|entry| (&entry.bytes[..], entry.count)));
        Ok(values)
    }

    /// Adds all rows of a sample with the same limits.
    pub fn merge(&mut self, other: &Sample) -> Result<(), CodecError> {
        if self.limits != other.limits {
            return Err(CodecError::argument(
                "samples of different limits can't be merged; use the same max_bytes and \
                 max_samples in all rows",
            ));
        }
        if let Some((hash, bytes)) = &other.ceiling
            && self.is_below_ceiling((*hash, bytes))
        {
            self.ceiling = Some((*hash, copied(bytes)?));
            self.drop_from_ceiling();
        }
        for entry in &other.entries {
            self.add_rows(entry.hash, &entry.bytes, entry.count)?;
        }
        Ok(())
    }

    /// The sampled values of at least `shortest` bytes, each repeated as often as it occurred, within the limits: all
    /// values once, then all that occurred at least twice again, and so on.
    pub(super) fn repeated(&self, shortest: usize) -> Result<Vec<&[u8]>, CodecError> {
        let (mut round, _) = self.split()?;
        round.retain(|entry| entry.bytes.len() >= shortest);
        let (mut values, mut bytes, mut times) = (Vec::new(), 0, 1);
        while !round.is_empty() {
            for entry in &round {
                bytes += entry.bytes.len();
                if values.len() == self.limits.max_values || bytes > self.limits.max_bytes {
                    return Ok(values);
                }
                push(&mut values, &entry.bytes[..])?;
            }
            times += 1;
            round.retain(|entry| entry.count >= times);
        }
        Ok(values)
    }
}
