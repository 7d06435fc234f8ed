//! A column of typed values, borrowed from an engine.

use std::borrow::Cow;

use super::encoded::EncodedValues;
use super::ids::RowIds;
use super::integer::Integer;
use crate::blocks::{Rows, prefetch};
use crate::limits::LINE;

/// The class of a value, which determines its tag. Classes whose payload is a whole number or bytes
/// have a number here; the others have a variant of [`Values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ValueClass {
    /// A whole number.
    Integer = 0x03,
    /// Text in UTF-8.
    String = 0x05,
    /// Bytes.
    Binary = 0x06,
    /// Days from 1970-01-01.
    Date = 0x07,
    /// Nanoseconds from midnight.
    Time = 0x08,
    /// Nanoseconds from 1970-01-01 UTC.
    Timestamp = 0x09,
    /// Nanoseconds.
    Duration = 0x0a,
}

pub(super) const NULL: u8 = 0x00;
pub(super) const FALSE: u8 = 0x01;
pub(super) const TRUE: u8 = 0x02;
pub(super) const FLOAT: u8 = 0x04;
pub(super) const DECIMAL: u8 = 0x0b;
pub(super) const LIST: u8 = 0x0c;
pub(super) const STRUCT: u8 = 0x0d;

/// The most levels that a column may be nested: lists, maps (two levels each, as lists of structs)
/// and structs. The code recurses into a column, so an adapter must reject a deeper type before it
/// makes columns of it. Recursing into 100 levels takes a fraction of a stack of 512 KiB.
pub const MAX_DEPTH: usize = 100;

/// Values, and which rows are NULL.
#[derive(Clone, Debug)]
pub struct Column<'a> {
    pub(crate) len: usize,
    pub(crate) valid: Option<Cow<'a, [u64]>>,
    pub(crate) values: Values<'a>,
    depth: usize,
}

/// The values of a column. Those of NULL rows are never read.
#[derive(Clone, Debug)]
pub enum Values<'a> {
    /// Only NULLs.
    Null,
    /// One bit per row, as in Arrow.
    Bits(Cow<'a, [u64]>),
    /// One byte per row, 0 for false, as in DuckDB.
    Bools(&'a [u8]),
    /// Whole numbers of a class, and the factor of each: the nanoseconds in a unit of time.
    Integers(ValueClass, Integers<'a>, u64),
    /// Floating-point numbers.
    Floats(Floats<'a>),
    /// Decimals.
    Decimals {
        /// Their digits, without the point.
        unscaled: Integers<'a>,
        /// The most digits that the type allows. The encoding does not read it.
        precision: u8,
        /// The number of digits after the point.
        scale: u8,
    },
    /// Texts or bytes.
    Bytes(ValueClass, Rows<'a>),
    /// UUIDs. The encoding has their 36 characters.
    Uuids(Cow<'a, [u128]>),
    /// Lists of the values of another column.
    List(Lists<'a>, Box<Column<'a>>),
    /// Maps: lists of their entries, each a struct of a key and a value.
    Map(Lists<'a>, Box<Column<'a>>),
    /// Structs: a column for each field.
    Struct(Vec<Column<'a>>),
    /// The values of another column, by index: a dictionary, an ENUM, runs.
    Indexed(Cow<'a, [usize]>, Box<Column<'a>>),
    /// Values that were encoded before, by index. Only [`Encoder`](super::Encoder) reads them; it
    /// panics if the key of a row that is not NULL has no value.
    Encoded(&'a [i32], &'a EncodedValues),
}

/// Whole numbers of one width.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Integers<'a> {
    I8(&'a [i8]),
    I16(&'a [i16]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    I128(&'a [i128]),
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
    U64(&'a [u64]),
    /// The low and the high half of an `i128`, as in DuckDB.
    I128Halves(&'a [[u64; 2]]),
    /// The low and the high half of a `u128`.
    U128Halves(&'a [[u64; 2]]),
}

/// Floating-point numbers of one width.
#[derive(Clone, Debug)]
pub enum Floats<'a> {
    /// Single precision. The adapter converts half precision to single.
    F32(Cow<'a, [f32]>),
    /// Double precision.
    F64(&'a [f64]),
}

/// The locations of the elements of lists.
#[derive(Clone, Copy, Debug)]
pub enum Lists<'a> {
    /// From one offset to the next; the second number is subtracted from every offset.
    Offsets32(&'a [i32], i32),
    /// From one offset to the next; the second number is subtracted from every offset.
    Offsets64(&'a [i64], i64),
    /// First element and length, as in DuckDB.
    Entries(&'a [[u64; 2]]),
    /// The same number of elements in each list.
    Fixed(usize),
}

impl Lists<'_> {
    /// The first element of list `i` and its number of elements.
    #[inline]
    pub fn span(&self, i: usize) -> (usize, usize) {
        match self {
            Lists::Offsets32(offsets, base) => {
                ((offsets[i] - base) as usize, (offsets[i + 1] - offsets[i]) as usize)
            }
            Lists::Offsets64(offsets, base) => {
                ((offsets[i] - base) as usize, (offsets[i + 1] - offsets[i]) as usize)
            }
            Lists::Entries(entries) => (entries[i][0] as usize, entries[i][1] as usize),
            Lists::Fixed(width) => (i * width, *width),
        }
    }
}

impl<'a> Column<'a> {
    /// A column of `len` rows. `valid` has a bit for each row, from the lowest bit of the first
    /// word on, set if the row is not NULL. Without `valid`, no row is NULL.
    ///
    /// # Panics
    /// Panics if `values`, `valid` or a field of a struct has fewer rows, or if the column would be
    /// nested more than [`MAX_DEPTH`] levels deep.
    pub fn new(len: usize, valid: Option<Cow<'a, [u64]>>, values: Values<'a>) -> Self {
        assert!(valid.as_ref().is_none_or(|bits| bits.len() * 64 >= len));
        assert!(values.len().is_none_or(|rows| rows >= len));
        if let Values::Integers(_, integers, 2..) = &values {
            assert!(!integers.are_wide(), "units of time are at most 64 bits wide");
        }
        let depth = values.depth();
        assert!(depth <= MAX_DEPTH, "a column is nested more than {MAX_DEPTH} levels deep");
        Column { len, valid, values, depth }
    }

    /// A column that repeats the first row `len` times. Panics if the column is empty.
    pub fn repeated(self, len: usize) -> Self {
        assert!(self.len > 0);
        Column::new(len, None, Values::Indexed(vec![0; len].into(), Box::new(self)))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values. Those of rows that are not valid are arbitrary.
    pub fn values(&self) -> &Values<'a> {
        &self.values
    }

    /// Whether row `i` is not NULL. The row of an indexed column can still be NULL in the other
    /// column.
    #[inline(always)]
    pub fn is_valid(&self, i: usize) -> bool {
        match &self.valid {
            None => true,
            Some(bits) => bits[i / 64] >> (i % 64) & 1 == 1,
        }
    }

    /// Calls `each` with the index of each of `len` rows that is NULL.
    #[inline(always)]
    pub(super) fn each_null(&self, ids: impl RowIds, len: usize, mut each: impl FnMut(usize)) {
        let Some(bits) = &self.valid else { return };
        // 64 rows at a time: a branch for each row would be mispredicted.
        for first in (0..len).step_by(64) {
            let rows = 64.min(len - first);
            let mut nulls = !valid_bits(bits, ids.after(first), rows) & u64::MAX >> (64 - rows);
            while nulls != 0 {
                each(first + nulls.trailing_zeros() as usize);
                nulls &= nulls - 1;
            }
        }
    }
}

/// The validity bits of the next `len` rows, at most 64. Higher bits are arbitrary.
#[inline(always)]
fn valid_bits(bits: &[u64], ids: impl RowIds, len: usize) -> u64 {
    let Some(first) = ids.run_start() else {
        let bit = |id: usize| bits[id / 64] >> (id % 64) & 1;
        return (0..len).fold(0, |valid, at| valid | bit(ids.id(at)) << at);
    };
    let (word, shift) = (first / 64, first % 64);
    let next = bits.get(word + 1).copied().unwrap_or(0);
    // In two steps, as a shift by 64 bits would overflow.
    bits[word] >> shift | next << 1 << (63 - shift)
}

impl Values<'_> {
    /// The number of nested levels in these values.
    fn depth(&self) -> usize {
        match self {
            Values::List(_, child) | Values::Map(_, child) => 1 + child.depth,
            Values::Struct(fields) => 1 + fields.iter().map(|field| field.depth).max().unwrap_or(0),
            // An index adds a level only to other indices, so that a column of any depth can be
            // repeated.
            Values::Indexed(_, values) => {
                values.depth + usize::from(matches!(values.values, Values::Indexed(..)))
            }
            _ => 0,
        }
    }

    /// The least number of rows; `None` if the values don't tell.
    fn len(&self) -> Option<usize> {
        Some(match self {
            Values::Null => return None,
            Values::Bits(bits) => bits.len() * 64,
            Values::Bools(values) => values.len(),
            Values::Integers(_, values, _) | Values::Decimals { unscaled: values, .. } => {
                values.len()
            }
            Values::Floats(Floats::F32(values)) => values.len(),
            Values::Floats(Floats::F64(values)) => values.len(),
            Values::Bytes(_, rows) => rows.len(),
            Values::Uuids(values) => values.len(),
            Values::List(lists, child) | Values::Map(lists, child) => match lists {
                Lists::Offsets32(offsets, _) => offsets.len().saturating_sub(1),
                Lists::Offsets64(offsets, _) => offsets.len().saturating_sub(1),
                Lists::Entries(entries) => entries.len(),
                Lists::Fixed(0) => return None,
                Lists::Fixed(width) => child.len() / width,
            },
            Values::Struct(fields) => return fields.iter().map(Column::len).min(),
            Values::Indexed(keys, _) => keys.len(),
            Values::Encoded(keys, _) => keys.len(),
        })
    }
}

/// Runs an expression with `$value` bound to a function from a row to its number.
macro_rules! with_integers {
    ($integers:expr, $value:ident => $body:expr) => {
        with_integers!(@arms $integers, $value, $body,
            I8, I16, I32, I64, I128, U8, U16, U32, U64;
            I128Halves => SignedHalves, U128Halves => UnsignedHalves)
    };
    (@arms $integers:expr, $value:ident, $body:expr, $($plain:ident),*; $($halves:ident => $of:ident),*) => {
        match $integers {
            $(Integers::$plain(values) => {
                let $value = |i: usize| values[i];
                $body
            })*
            $(Integers::$halves(values) => {
                let $value = |i: usize| $crate::encoding::integer::$of(values[i]);
                $body
            })*
        }
    };
}
pub(crate) use with_integers;

/// Runs an expression with `$values` bound to the slice of numbers.
macro_rules! with_slices {
    ($integers:expr, $values:ident => $body:expr) => {
        with_slices!($integers, $values, $body,
            I8, I16, I32, I64, I128, U8, U16, U32, U64, I128Halves, U128Halves)
    };
    ($integers:expr, $values:ident, $body:expr, $($variant:ident),*) => {
        match $integers {
            $(Integers::$variant($values) => $body,)*
        }
    };
}

impl Integers<'_> {
    /// The number of row `row`; `None` if it is beyond the range of an `i128`. Panics past the last
    /// row.
    pub fn number(&self, row: usize) -> Option<i128> {
        let (is_negative, magnitude) = with_integers!(self, value => value(row).split());
        match is_negative {
            true => 0_i128.checked_sub_unsigned(magnitude),
            false => 0_i128.checked_add_unsigned(magnitude),
        }
    }

    /// Whether all rows have the number of row `row`, other than those that are not `valid`. Panics
    /// past the last row.
    pub fn are_all(&self, row: usize, valid: Option<&[u64]>) -> bool {
        with_slices!(self, values => {
            // Without an early exit, so that the compiler vectorizes it.
            let differs = |i: usize| values[i] != values[row];
            match valid {
                None => values.iter().fold(true, |same, value| same & (*value == values[row])),
                Some(bits) => {
                    !(0..values.len()).any(|i| bits[i / 64] >> (i % 64) & 1 == 1 && differs(i))
                }
            }
        })
    }

    /// Prefetches `len` numbers from `first` on, if there are as many.
    pub(super) fn prefetch(&self, first: usize, len: usize) {
        fn prefetch_lines<T>(values: &[T], first: usize, len: usize) {
            let start = values.as_ptr().wrapping_add(first).cast::<u8>();
            let lines = (0..len * size_of::<T>()).step_by(LINE);
            lines.for_each(|at| prefetch(start.wrapping_add(at)));
        }
        with_slices!(self, values => prefetch_lines(values, first, len));
    }

    /// Whether the numbers take more than 64 bits.
    pub(super) fn are_wide(&self) -> bool {
        matches!(self, Integers::I128(_) | Integers::I128Halves(_) | Integers::U128Halves(_))
    }

    /// The number of values.
    fn len(&self) -> usize {
        with_slices!(self, values => values.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number 7 in `depth` nested lists.
    fn lists(depth: usize) -> Column<'static> {
        let number = Values::Integers(ValueClass::Integer, Integers::I32(&[7]), 1);
        (0..depth).fold(Column::new(1, None, number), |child, _| {
            Column::new(1, None, Values::List(Lists::Fixed(1), Box::new(child)))
        })
    }

    #[test]
    fn a_column_of_any_depth_can_be_repeated() {
        assert_eq!(lists(MAX_DEPTH).repeated(3).len(), 3);
    }

    #[test]
    #[should_panic = "nested more than 100 levels deep"]
    fn a_deeper_column_is_refused() {
        lists(MAX_DEPTH + 1);
    }

    #[test]
    #[should_panic = "nested more than 100 levels deep"]
    fn keys_of_keys_are_levels() {
        let keys = |child| Column::new(1, None, Values::Indexed(vec![0].into(), Box::new(child)));
        (0..MAX_DEPTH + 2).fold(lists(0), |child, _| keys(child));
    }
}
