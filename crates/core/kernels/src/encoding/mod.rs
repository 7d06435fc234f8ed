//! The canonical encoding of rows of typed values, and blocks of encoded rows for hash kernels.
//!
//! A row is a struct value: its columns in order. A value is one tag byte and a payload that has a
//! fixed width or starts with its own length, so two rows have the same bytes only if they are the
//! same row. The encoding depends on the value, not on how it is stored: `1` in one byte and in
//! eight, seconds and nanoseconds, a dictionary and its strings are the same. The bytes are those
//! of polars-hash's `hash_rows(version=1)`. `docs/row-encoding.md` describes the format.
//!
//! ```
//! use hashlane_kernels::isa::Isa;
//! use hashlane_kernels::encoding::{ValueClass, Column, Encoder, Integers, Values};
//! use hashlane_kernels::blocks::Rows;
//!
//! let numbers = Values::Integers(ValueClass::Integer, Integers::I32(&[7]), 1);
//! let texts = Values::Bytes(ValueClass::String, Rows::Slices(&[b"ok"]));
//! let row = [Column::new(1, None, numbers), Column::new(1, None, texts)];
//! Encoder::default().blocks(Isa::current(), &row, 1, |_, block| {
//!     assert_eq!(block.row(0), b"\x0d\x02\x03\x01\x07\x05\x02ok");
//! })?;
//! # Ok::<(), hashlane_kernels::encoding::OutOfMemory>(())
//! ```

mod alone;
mod bytes;
pub(crate) mod column;
mod encode_values;
mod encoded;
mod encoder;
mod ids;
pub(crate) mod integer;
mod numbers;
pub(crate) mod out_of_memory;
mod scalar;
mod scratch;
mod values;

pub use alone::BlockPart;
pub use column::{Column, Floats, Integers, Lists, MAX_DEPTH, ValueClass, Values};
pub use encoded::EncodedValues;
pub use encoder::Encoder;
pub use out_of_memory::OutOfMemory;
pub use scalar::uuid_text;

use integer::ShortBytes;

/// The number of bytes that may be written past the end of a value. The next value overwrites them.
const SLACK: usize = 16;

/// A buffer in which rows are written side by side, each at its cursor.
struct RowWriter<'a> {
    buffer: &'a mut [u8],
    /// The position of the next byte of each row.
    cursors: &'a mut [usize],
}

impl RowWriter<'_> {
    /// Writes a short value to row `at`.
    #[inline(always)]
    fn short(&mut self, at: usize, value: ShortBytes) {
        let cursor = &mut self.cursors[at];
        let bytes = value.bytes.to_le_bytes();
        self.buffer[*cursor..*cursor + SLACK].copy_from_slice(&bytes);
        *cursor += value.len;
    }

    /// Writes bytes to row `at`.
    #[inline(always)]
    fn bytes(&mut self, at: usize, bytes: &[u8]) {
        let cursor = &mut self.cursors[at];
        self.buffer[*cursor..*cursor + bytes.len()].copy_from_slice(bytes);
        *cursor += bytes.len();
    }
}
