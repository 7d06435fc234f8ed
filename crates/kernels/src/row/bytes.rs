//! Texts and bytes: a length, then what they are.

use super::column::{Class, Column, NULL};
use super::integer::{Short, varint};
use super::write::{Ids, Writer};
use crate::rows::{Rows, with_layout};

/// What stands before the bytes takes at most so many.
const HEADER: usize = 1 + 10;

/// Adds what each row takes at most.
pub(super) fn bound(column: &Column<'_>, rows: &Rows<'_>, ids: impl Ids, bounds: &mut [usize]) {
    with_layout!(rows, layout => {
        for (at, bound) in bounds.iter_mut().enumerate() {
            let id = ids.id(at);
            let len = if column.is_valid(id) { crate::rows::Layout::row(layout, id).len() } else { 0 };
            *bound += HEADER + len;
        }
    });
}

/// Writes each row.
pub(super) fn write(
    column: &Column<'_>,
    class: Class,
    rows: &Rows<'_>,
    ids: impl Ids,
    to: &mut Writer<'_>,
) {
    with_layout!(rows, layout => {
        for at in 0..to.cursors.len() {
            let id = ids.id(at);
            if column.is_valid(id) {
                let row = crate::rows::Layout::row(layout, id);
                to.short(at, varint(row.len() as u64).after(class as u8));
                to.bytes(at, row);
            } else {
                to.short(at, Short { bytes: NULL.into(), len: 1 });
            }
        }
    });
}
