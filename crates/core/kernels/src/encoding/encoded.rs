//! Values that are encoded once and written by key, such as those of a dictionary with many rows.
//!
//! Each value has a slot of 16, 32 or 64 bytes. A write copies the whole slot, and the next value
//! overwrites what follows this one.

use super::RowWriter;
use super::ids::RowIds;
use super::out_of_memory::{OutOfMemory, room};

/// The encoded values of a column, for [`Values::Encoded`](super::Values::Encoded).
#[derive(Clone, Debug)]
pub struct EncodedValues {
    slots: ValueSlots,
    /// The length of the value in each slot.
    lens: Vec<u8>,
}

/// A slot for each value, then one for NULL.
#[derive(Clone, Debug)]
enum ValueSlots {
    Of16(Vec<[u8; 16]>),
    Of32(Vec<[u8; 32]>),
    Of64(Vec<[u8; 64]>),
}

impl EncodedValues {
    /// Creates slots for values of up to `longest` bytes, stored one after the other in `bytes`,
    /// and for NULL. Returns `None` if `longest` is more than 64.
    pub(super) fn from_values(
        longest: usize,
        bytes: &[u8],
        lens: Vec<u8>,
    ) -> Result<Option<Self>, OutOfMemory> {
        let slots = match longest {
            0..=16 => ValueSlots::Of16(slots(bytes, &lens)?),
            17..=32 => ValueSlots::Of32(slots(bytes, &lens)?),
            33..=64 => ValueSlots::Of64(slots(bytes, &lens)?),
            _ => return Ok(None),
        };
        Ok(Some(EncodedValues { slots, lens }))
    }

    /// The most bytes that a value takes in a row, including the bytes that are written after it.
    pub(super) fn widest(&self) -> usize {
        match self.slots {
            ValueSlots::Of16(_) => 16,
            ValueSlots::Of32(_) => 32,
            ValueSlots::Of64(_) => 64,
        }
    }
}

/// Creates a slot for each of the values, stored one after the other in `bytes`.
fn slots<const N: usize>(bytes: &[u8], lens: &[u8]) -> Result<Vec<[u8; N]>, OutOfMemory> {
    let (mut slots, mut rest) = (room(lens.len())?, bytes);
    for len in lens {
        let (value, after) = rest.split_at(usize::from(*len));
        let mut slot = [0; N];
        slot[..value.len()].copy_from_slice(value);
        slots.push(slot);
        rest = after;
    }
    Ok(slots)
}

/// Writes the value of each key. `valid` has a bit for each row, set if it is not NULL; without it
/// no row is NULL.
pub(super) fn write(
    valid: Option<&[u64]>,
    keys: &[i32],
    values: &EncodedValues,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
) {
    match (&values.slots, valid) {
        (ValueSlots::Of16(slots), None) => each(|_| false, keys, slots, &values.lens, ids, to),
        (ValueSlots::Of16(slots), Some(valid)) => {
            each(is_null(valid), keys, slots, &values.lens, ids, to);
        }
        (ValueSlots::Of32(slots), None) => each(|_| false, keys, slots, &values.lens, ids, to),
        (ValueSlots::Of32(slots), Some(valid)) => {
            each(is_null(valid), keys, slots, &values.lens, ids, to);
        }
        (ValueSlots::Of64(slots), None) => each(|_| false, keys, slots, &values.lens, ids, to),
        (ValueSlots::Of64(slots), Some(valid)) => {
            each(is_null(valid), keys, slots, &values.lens, ids, to);
        }
    }
}

/// Whether the bit of a row is not set.
fn is_null(valid: &[u64]) -> impl Fn(usize) -> bool {
    |i| valid[i / 64] >> (i % 64) & 1 == 0
}

fn each<const N: usize>(
    is_null: impl Fn(usize) -> bool,
    keys: &[i32],
    slots: &[[u8; N]],
    lens: &[u8],
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
) {
    let null = slots.len() - 1;
    for (at, cursor) in to.cursors.iter_mut().enumerate() {
        let id = ids.id(at);
        // A negative key has no slot either.
        let slot = if is_null(id) { null } else { keys[id] as usize };
        to.buffer[*cursor..*cursor + N].copy_from_slice(&slots[slot]);
        *cursor += usize::from(lens[slot]);
    }
}
