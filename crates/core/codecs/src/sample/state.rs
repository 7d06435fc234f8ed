//! A sample as bytes, to send from one partition of a query to another.
//!
//! All numbers are little-endian. The layout is not a file format: both ends are one version.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `HLsampl1` |
//! | 8, 8 | the limits: values, bytes |
//! | 1 | whether there is a ceiling |
//! | 8, 4, … | the ceiling, if there is one: its hash, its length, its bytes |
//! | 8 | how many values follow |
//! | 8, 8, 4, … | each value, in order: its hash, its count, its length, its bytes |

use hashbrown::HashTable;

use super::{Sample, SampleEntry, SampleLimits};
use crate::{Appended, CodecError, append, copied};

const MAGIC: [u8; 8] = *b"HLsampl1";

/// The fewest bytes of a value: its hash, count and length.
const VALUE_HEAD: usize = 8 + 8 + 4;

fn corrupt(reason: &'static str) -> CodecError {
    CodecError::corrupt("state of a sample", reason)
}

impl Sample {
    /// The sample as bytes that [`from_bytes`](Self::from_bytes) reads: the same for the same
    /// values, in whatever order they came.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CodecError> {
        let (entries, beyond) = self.split()?;
        let ceiling = beyond.or(self.ceiling.as_ref().map(|(hash, bytes)| (*hash, &bytes[..])));
        let mut out = copied(&MAGIC)?;
        append(&mut out, &(self.limits.max_values as u64).to_le_bytes())?;
        append(&mut out, &(self.limits.max_bytes as u64).to_le_bytes())?;
        append(&mut out, &[u8::from(ceiling.is_some())])?;
        if let Some((hash, bytes)) = ceiling {
            append(&mut out, &hash.to_le_bytes())?;
            append_sized(&mut out, bytes)?;
        }
        append(&mut out, &(entries.len() as u64).to_le_bytes())?;
        for entry in entries {
            append(&mut out, &entry.hash.to_le_bytes())?;
            append(&mut out, &entry.count.to_le_bytes())?;
            append_sized(&mut out, &entry.bytes)?;
        }
        Ok(out)
    }

    /// The sample that [`to_bytes`](Self::to_bytes) was called on. An error where `bytes` can't
    /// come from there: values out of order, past the limits or under a hash not theirs.
    pub fn from_bytes(bytes: &[u8]) -> Result<Sample, CodecError> {
        let mut input = SampleInput(bytes);
        if input.array()? != MAGIC {
            return Err(corrupt("it does not start with the magic number of this version"));
        }
        let [max_values, max_bytes] = [input.size()?, input.size()?];
        let limits = SampleLimits::new(max_values, max_bytes)
            .map_err(|_| corrupt("its limits are out of range"))?;
        let ceiling = match input.array()? {
            [0] => None,
            [1] => Some((input.u64()?, copied(input.sized()?)?)),
            _ => return Err(corrupt("its flag for a ceiling is neither 0 nor 1")),
        };
        let mut sample = Sample { limits, entries: HashTable::new(), bytes: 0, ceiling };
        sample.read_entries(&mut input)?;
        match input.0 {
            [] => Ok(sample),
            _ => Err(corrupt("bytes follow its last value")),
        }
    }

    fn read_entries(&mut self, input: &mut SampleInput<'_>) -> Result<(), CodecError> {
        let count = input.size()?;
        if count > self.limits.max_values || count > input.0.len() / VALUE_HEAD {
            return Err(corrupt("it claims more values than it can have"));
        }
        let mut last = None;
        for _ in 0..count {
            let [hash, count] = [input.u64()?, input.u64()?];
            let bytes = input.sized()?;
            if last.is_some_and(|last| last >= (hash, bytes))
                || !self.is_below_ceiling((hash, bytes))
            {
                return Err(corrupt("its values are out of order"));
            }
            // What is cut off of longer values is part of their hash.
            if bytes.len() < Self::LONGEST_VALUE && hash != Self::hash(bytes) {
                return Err(corrupt("a hash does not match its value"));
            }
            if count == 0 {
                return Err(corrupt("a value occurs in no row"));
            }
            self.insert(SampleEntry { hash, bytes: copied(bytes)?, count })?;
            last = Some((hash, bytes));
        }
        match self.bytes > self.limits.max_bytes {
            true => Err(corrupt("it has more bytes than its limit")),
            false => Ok(()),
        }
    }
}

/// Appends the length of `bytes` in four bytes, and `bytes`.
fn append_sized(out: &mut Vec<u8>, bytes: &[u8]) -> Appended {
    append(out, &(bytes.len() as u32).to_le_bytes())?;
    append(out, bytes)
}

/// What is left of the state.
struct SampleInput<'a>(&'a [u8]);

impl<'a> SampleInput<'a> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], CodecError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or_else(|| corrupt("it is cut off"))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u64(&mut self) -> Result<u64, CodecError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// A number that is in memory a size.
    fn size(&mut self) -> Result<usize, CodecError> {
        usize::try_from(self.u64()?).map_err(|_| corrupt("a number is out of range"))
    }

    /// The bytes of a value, after their length.
    fn sized(&mut self) -> Result<&'a [u8], CodecError> {
        let len = u32::from_le_bytes(self.array()?) as usize;
        if len > Sample::LONGEST_VALUE {
            return Err(corrupt("a value is too long"));
        }
        let (taken, rest) = self.0.split_at_checked(len).ok_or_else(|| corrupt("it is cut off"))?;
        self.0 = rest;
        Ok(taken)
    }
}
