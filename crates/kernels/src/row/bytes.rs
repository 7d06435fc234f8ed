//! Strings and bytes: a length, then the content.

use super::column::{Class, Column, NULL};
use super::integer::{Short, varint};
use super::write::{Ids, SLACK, Writer};
use crate::groups::Extent;
use crate::isa::Isa;
use crate::lanes::{Kernel, Simd};
use crate::rows::{BLOCK_ROWS, Block, Entries, Layout, MAX_LANES, Rows, with_layout};

/// The most bytes before the content.
const HEADER: usize = 1 + 10;

const NULL_VALUE: Short = Short { bytes: NULL as u128, len: 1 };

/// The starts and lengths of a block's rows.
pub(super) type Spans = Entries<{ BLOCK_ROWS + MAX_LANES }>;

/// Adds the most bytes that each row can take.
pub(super) fn bound(
    isa: Isa,
    column: &Column<'_>,
    rows: &Rows<'_>,
    ids: impl Ids,
    bounds: &mut [usize],
) {
    // NULL strings of DuckDB have length 0 here. In other layouts the length of a NULL can be anything.
    let have_lens = column.valid.is_none() || matches!(rows, Rows::Strings(_));
    if let (Some(first), true) = (ids.run(), have_lens) {
        return with_layout!(rows, layout => isa.run(Lens { layout, first, bounds }));
    }
    with_layout!(rows, layout => {
        for (at, bound) in bounds.iter_mut().enumerate() {
            let id = ids.id(at);
            *bound += HEADER + if column.is_valid(id) { layout.row_len(id) } else { 0 };
        }
    });
}

/// Adds the size of consecutive rows.
struct Lens<'b, L> {
    layout: &'b L,
    first: usize,
    bounds: &'b mut [usize],
}

impl<'a, L: Layout<'a>> Kernel for Lens<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        self.bounds.iter_mut().for_each(|bound| *bound += HEADER);
        self.layout.add_lens(simd, self.first, self.bounds);
    }
}

/// Writes each row.
pub(super) fn write(
    isa: Isa,
    column: &Column<'_>,
    class: Class,
    rows: &Rows<'_>,
    ids: impl Ids,
    to: &mut Writer<'_>,
    spans: &mut Spans,
) {
    for (i, cursors) in to.cursors.chunks_mut(BLOCK_ROWS).enumerate() {
        let first = i * BLOCK_ROWS;
        let block = match ids.run() {
            Some(run) => spans.rows(isa, rows, run + first, cursors.len()),
            None => spans.picked(isa, rows, cursors.len(), |at| ids.id(first + at)),
        };
        let id = |at: usize| ids.id(first + at);
        let mut to = Writer { buffer: to.buffer, cursors };
        let is_long = Extent::of(isa, &block).longest > 32;
        match (column.valid.is_some(), is_long) {
            (false, false) => write_block::<false, false>(column, class, id, &block, &mut to),
            (false, true) => write_block::<false, true>(column, class, id, &block, &mut to),
            (true, false) => write_block::<true, false>(column, class, id, &block, &mut to),
            (true, true) => write_block::<true, true>(column, class, id, &block, &mut to),
        }
    }
}

/// Writes the rows of a block, which are the rows `id` of the column.
fn write_block<const NULLS: bool, const LONG: bool>(
    column: &Column<'_>,
    class: Class,
    id: impl Fn(usize) -> usize,
    block: &Block<'_>,
    to: &mut Writer<'_>,
) {
    for (at, len) in block.lens().iter().enumerate() {
        if NULLS && !column.is_valid(id(at)) {
            to.short(at, NULL_VALUE);
            continue;
        }
        let cursor = &mut to.cursors[at];
        let slot = &mut to.buffer[*cursor..*cursor + HEADER + len + SLACK];
        let header = if *len < 0x80 {
            slot[..2].copy_from_slice(&[class as u8, *len as u8]);
            2
        } else {
            let header = varint(*len as u64).after(class as u8);
            slot[..SLACK].copy_from_slice(&header.bytes.to_le_bytes());
            header.len
        };
        block.copy::<LONG>(at, &mut slot[header..]);
        *cursor += header + len;
    }
}
