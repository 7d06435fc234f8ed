//! Lists, structs, and values behind keys.
//!
//! The fields of a struct follow one another, so each is written to all rows before the next. The elements
//! of a list follow one another within a row, so they are encoded beside as rows of their own, and
//! joined.

use super::column::{Column, LIST, Lists, NULL, STRUCT};
use super::encoder::{OutOfMemory, Scratch, add_bounds, write_column};
use super::integer::{Short, varint};
use super::write::{Ids, Writer};
use crate::isa::Isa;

/// The most bytes of a tag and a count.
const HEADER: usize = 1 + 10;

const NULL_VALUE: Short = Short { bytes: NULL as u128, len: 1 };

/// What stands before so many fields or elements.
#[inline(always)]
pub(super) fn header(tag: u8, count: usize) -> Short {
    varint(count as u64).after(tag)
}

/// The rows that are not NULL: their places among all, and what `of` makes of them.
fn valid(
    column: &Column<'_>,
    ids: impl Ids,
    len: usize,
    of: impl Fn(usize) -> usize,
) -> (Vec<usize>, Vec<usize>) {
    let rows = (0..len).map(|at| (at, ids.id(at)));
    rows.filter(|(_, id)| column.is_valid(*id)).map(|(at, id)| (at, of(id))).unzip()
}

/// Adds what `columns` take at most to the rows at `places`, which are their rows `ids`.
fn bound_at(columns: &[Column<'_>], places: &[usize], ids: &[usize], bounds: &mut [usize]) {
    let mut of_places = vec![0; ids.len()];
    columns.iter().for_each(|column| add_bounds(column, ids, &mut of_places));
    for (place, bound) in places.iter().zip(of_places) {
        bounds[*place] += bound;
    }
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
    let mut cursors: Vec<usize> = places.iter().map(|place| to.cursors[*place]).collect();
    let mut at_places = Writer { buffer: to.buffer, cursors: &mut cursors };
    for column in columns {
        write_column(isa, column, ids, &mut at_places, scratch)?;
    }
    for (place, cursor) in places.iter().zip(cursors) {
        to.cursors[*place] = cursor;
    }
    Ok(())
}

/// Adds what each struct takes at most.
pub(super) fn bound_struct(
    column: &Column<'_>,
    fields: &[Column<'_>],
    ids: impl Ids,
    bounds: &mut [usize],
) {
    bounds.iter_mut().for_each(|bound| *bound += HEADER);
    if column.valid.is_none() {
        return fields.iter().for_each(|field| add_bounds(field, ids, bounds));
    }
    let (places, ids) = valid(column, ids, bounds.len(), |id| id);
    bound_at(fields, &places, &ids, bounds);
}

/// Writes structs. The fields of one that is NULL are not looked at.
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
    let (places, ids) = valid(column, ids, to.cursors.len(), |id| id);
    write_at(isa, fields, &places, &ids, to, scratch)
}

/// Adds what the value behind each key takes at most.
pub(super) fn bound_indexed(
    column: &Column<'_>,
    keys: &[usize],
    values: &Column<'_>,
    ids: impl Ids,
    bounds: &mut [usize],
) {
    bounds.iter_mut().for_each(|bound| *bound += NULL_VALUE.len);
    let (places, ids) = valid(column, ids, bounds.len(), |id| keys[id]);
    bound_at(std::slice::from_ref(values), &places, &ids, bounds);
}

/// Writes the value behind each key.
pub(super) fn write_indexed(
    isa: Isa,
    column: &Column<'_>,
    keys: &[usize],
    values: &Column<'_>,
    ids: impl Ids,
    to: &mut Writer<'_>,
    scratch: &mut Scratch,
) -> Result<(), OutOfMemory> {
    let (places, values_of) = valid(column, ids, to.cursors.len(), |id| keys[id]);
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
fn elements(column: &Column<'_>, lists: &Lists<'_>, ids: impl Ids, len: usize) -> Vec<usize> {
    let valid = (0..len).map(|at| ids.id(at)).filter(|id| column.is_valid(*id));
    valid
        .flat_map(|id| {
            let (first, len) = lists.span(id);
            first..first + len
        })
        .collect()
}

/// Adds what each list takes at most.
pub(super) fn bound_list(
    column: &Column<'_>,
    lists: &Lists<'_>,
    child: &Column<'_>,
    ids: impl Ids,
    bounds: &mut [usize],
) {
    let elements = elements(column, lists, ids, bounds.len());
    let mut of_elements = vec![0; elements.len()];
    add_bounds(child, &elements[..], &mut of_elements);
    let mut of_elements = of_elements.into_iter();
    for (at, bound) in bounds.iter_mut().enumerate() {
        let id = ids.id(at);
        let count = if column.is_valid(id) { lists.span(id).1 } else { 0 };
        *bound += HEADER + of_elements.by_ref().take(count).sum::<usize>();
    }
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
    let elements = elements(column, lists, ids, to.cursors.len());
    let encoded = scratch;
    encoded.encode(isa, child, &elements[..], elements.len())?;
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
