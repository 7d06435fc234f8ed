//! Encodes the values of a column once, to be written by key.

use super::column::{Column, NULL};
use super::encoded::EncodedValues;
use super::encoder::Encoder;
use super::out_of_memory::{OutOfMemory, room};
use crate::isa::Isa;

/// The length of the header before the value of a row of one column.
const HEADER: usize = 2;

impl EncodedValues {
    /// Encodes the values of `column`. Returns `None` if one takes more than 64 bytes: copying it
    /// takes longer than encoding it again.
    ///
    /// # Errors
    /// Returns an error if memory for them can't be allocated.
    pub fn new(isa: Isa, column: &Column<'_>) -> Result<Option<Self>, OutOfMemory> {
        let (mut bytes, mut lens) = (Vec::new(), room(column.len + 1)?);
        let (mut longest, mut failed) = (0, None);
        Encoder::default().blocks(isa, std::slice::from_ref(column), column.len, |_, block| {
            for row in block.rows() {
                let value = &row[HEADER..];
                longest = longest.max(value.len());
                if longest > 64 || failed.is_some() {
                    return;
                }
                failed = OutOfMemory::unless_reserved(&mut bytes, value.len()).err();
                if failed.is_none() {
                    bytes.extend_from_slice(value);
                    lens.push(value.len() as u8);
                }
            }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        // There is room for one more length than there are values.
        OutOfMemory::unless_reserved(&mut bytes, 1)?;
        bytes.push(NULL);
        lens.push(1);
        EncodedValues::from_values(longest, &bytes, lens)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Integers, ValueClass, Values};
    use super::*;
    use crate::blocks::{Block, Rows};

    fn rows(row: &[Column<'_>], len: usize) -> Vec<Vec<u8>> {
        let mut rows = Vec::new();
        let each = |_, block: &Block<'_>| rows.extend(block.rows().map(<[u8]>::to_vec));
        Encoder::default().blocks(Isa::current(), row, len, each).unwrap();
        rows
    }

    /// Values by key give the same rows whether they were encoded before or not.
    fn assert_same_by_key(values: Column<'_>, is_kept: bool) {
        let len = 700;
        let encoded = EncodedValues::new(Isa::current(), &values).unwrap();
        assert_eq!(encoded.is_some(), is_kept);
        let Some(encoded) = encoded else { return };
        let keys: Vec<usize> = (0..len).map(|i| i * i % values.len()).collect();
        let short: Vec<i32> = keys.iter().map(|key| *key as i32).collect();
        let numbers: Vec<i64> = (0..len as i64).collect();
        let number = Column::new(
            len,
            None,
            Values::Integers(ValueClass::Integer, Integers::I64(&numbers), 1),
        );
        for valid in [None, Some(vec![0x5a5a_1234_5678_0ff0; len.div_ceil(64)])] {
            let column = |values| Column::new(len, valid.clone().map(Into::into), values);
            let expected = column(Values::Indexed((&keys).into(), Box::new(values.clone())));
            let column = column(Values::Encoded(&short, &encoded));
            let [expected, column] = [expected, column]
                .map(|column| rows(&[number.clone(), column, number.clone()], len));
            assert_eq!(expected, column);
        }
    }

    #[test]
    fn encoded_values_are_the_values() {
        let numbers = [0, 1, -1, 127, 128, i64::MAX, i64::MIN];
        let of_numbers = |valid: Option<Vec<u64>>| {
            let values = Values::Integers(ValueClass::Date, Integers::I64(&numbers), 1);
            Column::new(numbers.len(), valid.map(Into::into), values)
        };
        assert_same_by_key(of_numbers(None), true);
        assert_same_by_key(of_numbers(Some(vec![0b101_1010])), true);
        for (longest, is_kept) in
            [(0, true), (14, true), (15, true), (30, true), (31, true), (62, true), (63, false)]
        {
            let texts: Vec<String> = (0..=longest).map(|len| "x".repeat(len)).collect();
            let texts: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
            let values = Values::Bytes(ValueClass::String, Rows::Slices(&texts));
            assert_same_by_key(Column::new(texts.len(), None, values), is_kept);
        }
    }

    #[test]
    #[should_panic]
    fn a_key_below_zero_has_no_value() {
        let values = Column::new(1, None, Values::Null);
        let encoded = EncodedValues::new(Isa::current(), &values).unwrap().unwrap();
        rows(&[Column::new(1, None, Values::Encoded(&[-1], &encoded))], 1);
    }
}
