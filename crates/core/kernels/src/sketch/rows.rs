//! The hashes of rows of typed values, which other databases can compute from their text.

use super::Keys;
use super::batch::{HashedRow, RowBatch};
use super::canonical::push;
use super::error::Refusal;
use super::text::{append, check_type, number};
use crate::encoding::{Column, ValueClass, Values};

/// What the keys of these rows are in a sketch. The first column is the key: a whole number, any
/// other value, or a struct of several.
///
/// # Errors
/// Returns an error if values of a column's type have no text. Reads no rows.
pub fn keys_of(columns: &[Column<'_>]) -> Result<Keys, Refusal> {
    let Some((key, others)) = columns.split_first() else {
        return Err(Refusal::new("is missing".to_owned()));
    };
    for part in parts(key) {
        check_type(part)?;
    }
    for (at, column) in others.iter().enumerate() {
        check_type(column).map_err(|refusal| refusal.of(at + 1))?;
    }
    Ok(match integers(key) {
        true => Keys::Integer,
        false => Keys::Hashed,
    })
}

fn integers(column: &Column<'_>) -> bool {
    match column.values() {
        Values::Integers(ValueClass::Integer, ..) => true,
        Values::Indexed(_, values) => integers(values),
        _ => false,
    }
}

/// The columns of a key.
fn parts<'c, 'a>(key: &'c Column<'a>) -> &'c [Column<'a>] {
    match key.values() {
        Values::Struct(fields) => fields,
        _ => std::slice::from_ref(key),
    }
}

/// Calls `each` with the rows `ids` of columns in turn: the place of each in `ids`, its key and its
/// hash. The first column is the key.
///
/// # Errors
/// Returns the error of `each`, or what `refused` makes of the first row without a hash.
pub fn each_row<E>(
    columns: &[Column<'_>],
    ids: impl ExactSizeIterator<Item = usize>,
    refused: impl Fn(Refusal) -> E,
    mut each: impl FnMut(usize, i64, i64) -> Result<(), E>,
) -> Result<(), E> {
    let Some((key, others)) = columns.split_first() else { return Ok(()) };
    let keys = keys_of(columns).map_err(&refused)?;
    let mut batch = RowBatch::new(keys);
    let (count, mut first) = (ids.len(), 0);
    for (place, id) in ids.enumerate() {
        append_row(&mut batch, key, others, id, keys).map_err(&refused)?;
        if batch.is_full() || place + 1 == count {
            batch.hash(|i, HashedRow { key, hash, .. }| each(first + i, key, hash))?;
            first = place + 1;
        }
    }
    Ok(())
}

/// Appends the text of a row: those of its values with `|` in between.
fn append_row(
    batch: &mut RowBatch,
    key: &Column<'_>,
    others: &[Column<'_>],
    id: usize,
    keys: Keys,
) -> Result<(), Refusal> {
    let mut is_null = !key.is_valid(id);
    for (i, part) in parts(key).iter().enumerate() {
        if i > 0 {
            push(batch.text(), b"|")?;
        }
        is_null |= append(part, id, batch.text())?;
    }
    if is_null {
        return Err(Refusal::new("is NULL, and a key can't be NULL".to_owned()));
    }
    let number = if keys == Keys::Integer { integer(key, id)? } else { 0 };
    batch.end_key();
    for (i, column) in others.iter().enumerate() {
        push(batch.text(), b"|")?;
        append(column, id, batch.text()).map_err(|refusal| refusal.of(i + 1))?;
    }
    batch.end_row(number);
    Ok(())
}

/// A key that is a whole number.
fn integer(column: &Column<'_>, id: usize) -> Result<i64, Refusal> {
    let (is_negative, size) = match column.values() {
        Values::Indexed(keys, values) => return integer(values, keys[id]),
        Values::Integers(_, integers, _) => number(integers, id),
        _ => (false, 0),
    };
    let key = i128::try_from(size).ok().map(|size| if is_negative { -size } else { size });
    key.and_then(|key| i64::try_from(key).ok()).ok_or_else(|| {
        Refusal::new(format!(
            "is {}{size}, and a key that is a whole number must fit in BIGINT; CAST it AS VARCHAR",
            if is_negative { "-" } else { "" }
        ))
    })
}
