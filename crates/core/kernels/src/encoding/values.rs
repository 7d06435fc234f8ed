//! Values of any type: the room that they need, and their encoding.
//!
//! Lists, structs and values behind keys hold other columns, so the functions of this file call
//! each other. The fields of a struct follow one another, so each field is written to all rows
//! before the next. The elements of a list follow one another within a row, so they are encoded as
//! rows of their own first, then joined.

use super::column::{Column, LIST, Lists, NULL, STRUCT, Values};
use super::ids::{RowIds, StartingAt};
use super::integer::{ShortBytes, varint};
use super::numbers::NumberType;
use super::out_of_memory::{OutOfMemory, room};
use super::scratch::RowScratch;
use super::{RowWriter, SLACK};
use super::{bytes, encoded, numbers, scalar};
use crate::isa::Isa;

/// The most bytes of a tag and a count.
const HEADER: usize = 1 + 10;

const NULL_VALUE: ShortBytes = ShortBytes { bytes: NULL as u128, len: 1 };

/// The header before `count` fields or elements.
#[inline(always)]
pub(super) fn header(tag: u8, count: usize) -> ShortBytes {
    varint(count as u64).after(tag)
}

/// The most bytes that a value can take; `None` if that depends on the value.
pub(super) fn widest(values: &Values<'_>) -> Option<usize> {
    Some(match values {
        Values::Null | Values::Bits(_) | Values::Bools(_) => 1,
        Values::Integers(_, integers, 1) | Values::Decimals { unscaled: integers, .. }
            if !integers.are_wide() =>
        {
            scalar::WIDEST_64
        }
        Values::Integers(..) | Values::Decimals { .. } => scalar::WIDEST,
        Values::Floats(_) => 9,
        Values::Uuids(_) => scalar::UUID,
        Values::Indexed(_, values) => return widest(&values.values),
        Values::Encoded(_, values) => values.widest(),
        Values::Struct(fields) => {
            let mut fields = fields.iter().map(|field| widest(&field.values));
            return fields.try_fold(HEADER, |sum, field| Some(sum + field?));
        }
        Values::Bytes(..) | Values::List(..) | Values::Map(..) => return None,
    })
}

/// Adds the most bytes that each row can take.
pub(super) fn add_bounds(
    isa: Isa,
    column: &Column<'_>,
    ids: impl RowIds,
    bounds: &mut [usize],
) -> Result<(), OutOfMemory> {
    match &column.values {
        Values::Bytes(_, rows) => bytes::bound(isa, column, rows, ids, bounds),
        Values::List(lists, child) | Values::Map(lists, child) => {
            return bound_list(isa, column, lists, child, ids, bounds);
        }
        Values::Struct(fields) => return bound_struct(isa, column, fields, ids, bounds),
        Values::Indexed(keys, values) => {
            return bound_indexed(isa, column, keys, values, ids, bounds);
        }
        values => {
            let widest = widest(values).expect("the others were matched");
            bounds.iter_mut().for_each(|bound| *bound += widest);
        }
    }
    Ok(())
}

/// Writes a value to each row.
pub(super) fn write_column(
    isa: Isa,
    column: &Column<'_>,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
    scratch: &mut RowScratch,
) -> Result<(), OutOfMemory> {
    match &column.values {
        Values::List(lists, child) | Values::Map(lists, child) => {
            write_list(isa, column, lists, child, ids, to, scratch)
        }
        Values::Struct(fields) => write_struct(isa, column, fields, ids, to, scratch),
        Values::Indexed(keys, values) => write_indexed(isa, column, keys, values, ids, to, scratch),
        _ => write_flat(isa, column, ids, to, scratch),
    }
}

/// Writes values without nested values. A function of its own: otherwise every level of nesting
/// would take the stack that numbers and strings need, and types with a thousand levels must not
/// overflow it.
#[inline(never)]
fn write_flat(
    isa: Isa,
    column: &Column<'_>,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
    scratch: &mut RowScratch,
) -> Result<(), OutOfMemory> {
    match &column.values {
        Values::Null => scalar::nulls(to),
        Values::Bits(bits) => {
            scalar::bools(column, ids, to, |id| bits[id / 64] >> (id % 64) & 1 == 1);
        }
        Values::Bools(bools) => scalar::bools(column, ids, to, |id| bools[id] != 0),
        Values::Integers(class, integers, unit) => {
            let of = NumberType::Integer(*class, *unit);
            numbers::write(isa, column, of, integers, ids, to, scratch.numbers()?);
        }
        Values::Floats(values) => scalar::floats(column, values, ids, to),
        Values::Decimals { unscaled, scale, .. } => {
            let of = NumberType::Decimal(*scale);
            numbers::write(isa, column, of, unscaled, ids, to, scratch.numbers()?);
        }
        Values::Bytes(class, rows) => {
            bytes::write(isa, column, *class, rows, ids, to, scratch.spans()?);
        }
        Values::Uuids(values) => scalar::uuids(column, values, ids, to),
        Values::Encoded(keys, values) => {
            encoded::write(column.valid.as_deref(), keys, values, ids, to);
        }
        Values::List(..) | Values::Map(..) | Values::Struct(_) | Values::Indexed(..) => {
            unreachable!("they have values inside")
        }
    }
    Ok(())
}

/// The rows that are not NULL: the index of each among all rows, and the result of `of`.
fn valid(
    column: &Column<'_>,
    ids: impl RowIds,
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

/// Adds the most bytes that `columns` can take to the rows at `places`, which are the columns' rows
/// `ids`.
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
    to: &mut RowWriter<'_>,
    scratch: &mut RowScratch,
) -> Result<(), OutOfMemory> {
    let mut cursors = room(places.len())?;
    cursors.extend(places.iter().map(|place| to.cursors[*place]));
    let mut at_places = RowWriter { buffer: to.buffer, cursors: &mut cursors };
    for column in columns {
        write_column(isa, column, ids, &mut at_places, scratch)?;
    }
    for (place, cursor) in places.iter().zip(cursors) {
        to.cursors[*place] = cursor;
    }
    Ok(())
}

/// Adds the most bytes that each struct can take.
fn bound_struct(
    isa: Isa,
    column: &Column<'_>,
    fields: &[Column<'_>],
    ids: impl RowIds,
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
fn write_struct(
    isa: Isa,
    column: &Column<'_>,
    fields: &[Column<'_>],
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
    scratch: &mut RowScratch,
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

/// The keys of the rows, if these are consecutive and not NULL. The keys are then the rows of the
/// values.
fn all_keys<'k>(
    column: &Column<'_>,
    keys: &'k [usize],
    ids: impl RowIds,
    len: usize,
) -> Option<&'k [usize]> {
    let first = ids.run_start().filter(|_| column.valid.is_none())?;
    Some(&keys[first..first + len])
}

/// Adds the most bytes that the value of each key can take.
fn bound_indexed(
    isa: Isa,
    column: &Column<'_>,
    keys: &[usize],
    values: &Column<'_>,
    ids: impl RowIds,
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
fn write_indexed(
    isa: Isa,
    column: &Column<'_>,
    keys: &[usize],
    values: &Column<'_>,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
    scratch: &mut RowScratch,
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
    ids: impl RowIds,
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
fn bound_list(
    isa: Isa,
    column: &Column<'_>,
    lists: &Lists<'_>,
    child: &Column<'_>,
    ids: impl RowIds,
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

/// Returns the most bytes that `count` elements can take. The elements are processed in parts,
/// since rows can share the elements of one long list: all of them together may take more memory
/// than there is, even if each row doesn't.
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
        add_bounds(isa, child, StartingAt(first + start), bounds)?;
        total += bounds.iter().sum::<usize>();
    }
    Ok(total.min(TOO_MUCH))
}

/// Encodes rows of one column.
fn encode(
    scratch: &mut RowScratch,
    isa: Isa,
    column: &Column<'_>,
    ids: &[usize],
) -> Result<(), OutOfMemory> {
    let mut bounds = room(ids.len())?;
    bounds.resize(ids.len(), SLACK);
    add_bounds(isa, column, ids, &mut bounds)?;
    scratch.place(&bounds, usize::MAX)?;
    scratch.write(|to, child| write_column(isa, column, ids, to, child))
}

/// Writes lists.
fn write_list(
    isa: Isa,
    column: &Column<'_>,
    lists: &Lists<'_>,
    child: &Column<'_>,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
    scratch: &mut RowScratch,
) -> Result<(), OutOfMemory> {
    let elements = elements(column, lists, ids, to.cursors.len())?;
    let encoded = scratch;
    encode(encoded, isa, child, &elements)?;
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
