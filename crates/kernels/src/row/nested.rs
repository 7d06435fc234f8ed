//! Lists, structs, and values behind keys.
//!
//! The fields of a struct follow one another, so each field is written to all rows before the next. The
//! elements of a list follow one another within a row, so they are encoded as rows of their own first, then
//! joined.

use super::column::{Column, LIST, Lists, NULL, STRUCT};
use super::encoder::{OutOfMemory, Scratch, add_bounds, widest, write_column};
use super::integer::{Short, varint};
use super::write::{From, Ids, Writer};
use crate::isa::Isa;

/// The most bytes of a tag and a count.
pub(super) const HEADER: usize = 1 + 10;

const NULL_VALUE: Short = Short { bytes: NULL as u128, len: 1 };

/// The header before `count` fields or elements.
#[inline(always)]
pub(super) fn header(tag: u8, count: usize) -> Short {
    varint(count as u64).after(tag)
}

/// An empty vector with room for `len` values. The number of elements in lists comes from the data, so
/// memory may not suffice.
pub(super) fn room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut values = Vec::new();
    OutOfMemory::unless_reserved(&mut values, len)?;
    Ok(values)
}

/// The rows that are not NULL: the index of each among all rows, and the result of `of`.
fn valid(
    column: &Column<'_>,
    ids: impl Ids,
    len: usize,
    of: impl Fn(usize) -> usize,
) -> Result<(Vec<usize>, Vec<usize>), OutOfMemory> {
    let (mut places, mut valid) = (room(len)?, room(len)?);
    for (at, id) in (0..len).map(|at| (at, ids.id(at))) {
        if column.is_valid(id) {
            places.push(at);
            valid.push(of(id));
        }
    }
    Ok((places, valid))
}

/// Adds the most bytes that `columns` can take to the rows at `places`, which are the columns' rows `ids`.
fn bound_at(
    isa: Isa,
    columns: &[Column<'_>],
    places: &[usize],
    ids: &[usize],
    bounds: &mut [usize],
) -> Result<(), OutOfMemory> {
    let mut of_places = room(ids.len())?;
    of_places.resize(ids.len(), 0);
    columns.iter().try_for_each(|column| add_bounds(isa, column, ids, &mut of_places))?;
    for (place, bound) in places.iter().zip(of_places) {
        bounds[*place] += bound;
    }
    Ok(())
}

/// Writes the rows `ids` of `columns` at `places`.
fn write_at(
    isa: Isa,
    columns: &[Column<'_>],
    places: &[usize],
    ids: &[usize],
    to: &mut Writer<'_>,
    scratch: &mut Scratch,
) -> Result<(), OutOfMemory> {
    let mut cursors = room(places.len())?;
    cursors.extend(places.iter().map(|place| to.cursors[*place]));
    let mut at_places = Writer { buffer: to.buffer, cursors: &mut cursors };
    for column in columns {
        write_column(isa, column, ids, &mut at_places, scratch)?;
    }
    for (place, cursor) in places.iter().zip(cursors) {
        to.cursors[*place] = cursor;
    }
    Ok(())
}

/// Adds the most bytes that each struct can take.
pub(super) fn bound_struct(
    isa: Isa,
    column: &Column<'_>,
    fields: &[Column<'_>],
    ids: impl Ids,
    bounds: &mut [usize],
) -> Result<(), OutOfMemory> {
    bounds.iter_mut().for_each(|bound| *bound += HEADER);
    if column.valid.is_none() {
        return fields.iter().try_for_each(|field| add_bounds(isa, field, ids, bounds));
    }
    let (places, ids) = valid(column, ids, bounds.len(), |id| id)?;
    bound_at(isa, fields, &places, &ids, bounds)
}

/// Writes structs. The fields of a NULL struct are not read.
pub(super) fn write_struct(
    isa: Isa,
    column: &Column<'_>,
    fields: &[Column<'_>],
    ids: impl Ids,
    to: &mut Writer<'_>,
    scratch: &mut Scratch,
) -> Result<(), OutOfMemory> {
    let header = header(STRUCT, fields.len());
    if column.valid.is_none() {
        for at in 0..to.cursors.len() {
            to.short(at, header);
        }
        return fields.iter().try_for_each(|field| write_column(isa, field, ids, to, scratch));
    }
    for at in 0..to.cursors.len() {
        to.short(at, if column.is_valid(ids.id(at)) { header } else { NULL_VALUE });
    }
    let (places, ids) = valid(column, ids, to.cursors.len(), |id| id)?;
    write_at(isa, fields, &places, &ids, to, scratch)
}

/// The keys of the rows, if these are consecutive and not NULL. The keys are then the rows of the values.
fn all_keys<'k>(
    column: &Column<'_>,
    keys: &'k [usize],
    ids: impl Ids,
    len: usize,
) -> Option<&'k [usize]> {
    let first = ids.run().filter(|_| column.valid.is_none())?;
    Some(&keys[first..first + len])
}

/// Adds the most bytes that the value of each key can take.
pub(super) fn bound_indexed(
    isa: Isa,
    column: &Column<'_>,
    keys: &[usize],
    values: &Column<'_>,
    ids: impl Ids,
    bounds: &mut [usize],
) -> Result<(), OutOfMemory> {
    if let Some(ids) = all_keys(column, keys, ids, bounds.len()) {
        return add_bounds(isa, values, ids, bounds);
    }
    bounds.iter_mut().for_each(|bound| *bound += NULL_VALUE.len);
    let (places, ids) = valid(column, ids, bounds.len(), |id| keys[id])?;
    bound_at(isa, std::slice::from_ref(values), &places, &ids, bounds)
}

/// Writes the value of each key.
pub(super) fn write_indexed(
    isa: Isa,
    column: &Column<'_>,
    keys: &[usize],
    values: &Column<'_>,
    ids: impl Ids,
    to: &mut Writer<'_>,
    scratch: &mut Scratch,
) -> Result<(), OutOfMemory> {
    if let Some(ids) = all_keys(column, keys, ids, to.cursors.len()) {
        return write_column(isa, values, ids, to, scratch);
    }
    let (places, values_of) = valid(column, ids, to.cursors.len(), |id| keys[id])?;
    if places.len() < to.cursors.len() {
        for at in 0..to.cursors.len() {
            if !column.is_valid(ids.id(at)) {
                to.short(at, NULL_VALUE);
            }
        }
    }
    write_at(isa, std::slice::from_ref(values), &places, &values_of, to, scratch)
}

/// The elements of the lists that are not NULL, in order.
fn elements(
    column: &Column<'_>,
    lists: &Lists<'_>,
    ids: impl Ids,
    len: usize,
) -> Result<Vec<usize>, OutOfMemory> {
    let spans = || {
        let valid = (0..len).map(|at| ids.id(at)).filter(|id| column.is_valid(*id));
        valid.map(|id| lists.span(id))
    };
    let mut elements = room(spans().map(|(_, count)| count).sum())?;
    spans().for_each(|(first, count)| elements.extend(first..first + count));
    Ok(elements)
}

/// Adds the most bytes that each list can take.
pub(super) fn bound_list(
    isa: Isa,
    column: &Column<'_>,
    lists: &Lists<'_>,
    child: &Column<'_>,
    ids: impl Ids,
    bounds: &mut [usize],
) -> Result<(), OutOfMemory> {
    for (at, bound) in bounds.iter_mut().enumerate() {
        let id = ids.id(at);
        *bound += HEADER;
        if column.is_valid(id) {
            let (first, count) = lists.span(id);
            *bound += bound_elements(isa, child, first, count)?;
        }
    }
    Ok(())
}

/// The most bytes that `count` elements can take. They are visited some at a time, since rows can share the
/// elements of one long list: all of them together may take more than there is memory for, though each
/// row doesn't.
fn bound_elements(
    isa: Isa,
    child: &Column<'_>,
    first: usize,
    count: usize,
) -> Result<usize, OutOfMemory> {
    /// More than any machine has. With this limit a row's bound can't overflow.
    const TOO_MUCH: usize = 1 << 48;
    const AT_ONCE: usize = 64;
    if let Some(widest) = widest(&child.values) {
        return Ok(count.saturating_mul(widest).min(TOO_MUCH));
    }
    let (mut bounds, mut total) = ([0; AT_ONCE], 0);
    for start in (0..count).step_by(AT_ONCE) {
        let bounds = &mut bounds[..AT_ONCE.min(count - start)];
        bounds.fill(0);
        add_bounds(isa, child, From(first + start), bounds)?;
        total += bounds.iter().sum::<usize>();
    }
    Ok(total.min(TOO_MUCH))
}

/// Writes lists.
pub(super) fn write_list(
    isa: Isa,
    column: &Column<'_>,
    lists: &Lists<'_>,
    child: &Column<'_>,
    ids: impl Ids,
    to: &mut Writer<'_>,
    scratch: &mut Scratch,
) -> Result<(), OutOfMemory> {
    let elements = elements(column, lists, ids, to.cursors.len())?;
    let encoded = scratch;
    encoded.encode(isa, child, &elements)?;
    let mut next = 0;
    for at in 0..to.cursors.len() {
        let id = ids.id(at);
        if !column.is_valid(id) {
            to.short(at, NULL_VALUE);
            continue;
        }
        let count = lists.span(id).1;
        to.short(at, header(LIST, count));
        for element in next..next + count {
            to.bytes(at, encoded.row(element));
        }
        next += count;
    }
    Ok(())
}
