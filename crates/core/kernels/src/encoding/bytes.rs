//! Strings and bytes: a length, then the content.

use super::column::{Column, NULL, ValueClass};
use super::ids::RowIds;
use super::integer::varint;
use super::{RowWriter, SLACK};
use crate::blocks::{BLOCK_ROWS, Block, BlockEntries, Layout, MAX_LANES, Rows, with_layout};
use crate::groups::LengthExtent;
use crate::isa::Isa;
use crate::lanes::{Kernel, Simd};

/// The most bytes before the content.
const HEADER: usize = 1 + 10;

/// The starts and lengths of a block's rows.
pub(super) type RowSpans = BlockEntries<{ BLOCK_ROWS + MAX_LANES }>;

/// Adds the most bytes that each row can take.
pub(super) fn bound(
    isa: Isa,
    column: &Column<'_>,
    rows: &Rows<'_>,
    ids: impl RowIds,
    bounds: &mut [usize],
) {
    if let Some(first) = ids.run_start() {
        with_layout!(rows, layout => isa.vectorize(SpanLens { layout, first, bounds }));
    } else {
        with_layout!(rows, layout => {
            for (at, bound) in bounds.iter_mut().enumerate() {
                *bound += HEADER + layout.row_len(ids.id(at));
            }
        });
    }
    // The length of a NULL can be anything.
    with_layout!(rows, layout => {
        column.each_null(ids, bounds.len(), |at| bounds[at] -= layout.row_len(ids.id(at)));
    });
}

/// Adds the size of consecutive rows.
struct SpanLens<'b, L> {
    layout: &'b L,
    first: usize,
    bounds: &'b mut [usize],
}

impl<'a, L: Layout<'a>> Kernel for SpanLens<'_, L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.bounds.iter_mut().for_each(|bound| *bound += HEADER);
        self.layout.add_lens(simd, self.first, self.bounds);
    }
}

/// Writes each row.
pub(super) fn write(
    isa: Isa,
    column: &Column<'_>,
    class: ValueClass,
    rows: &Rows<'_>,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
    spans: &mut RowSpans,
) {
    for (i, cursors) in to.cursors.chunks_mut(BLOCK_ROWS).enumerate() {
        let first = i * BLOCK_ROWS;
        let block = match ids.run_start() {
            Some(run) => spans.rows(isa, rows, run + first, cursors.len()),
            None => spans.picked(isa, rows, cursors.len(), |at| ids.id(first + at)),
        };
        let mut to = RowWriter { buffer: to.buffer, cursors };
        let mut lens = [0; BLOCK_ROWS];
        let lens = &mut lens[..block.len()];
        lens.copy_from_slice(block.lens());
        column.each_null(ids.after(first), lens.len(), |at| lens[at] = 0);
        match LengthExtent::of_block(isa, &block).longest > 32 {
            false => write_block::<false>(class, &block, lens, &mut to),
            true => write_block::<true>(class, &block, lens, &mut to),
        }
        // NULL takes one byte, and the header of an empty string, which was written, two.
        column.each_null(ids.after(first), lens.len(), |at| {
            let cursor = &mut to.cursors[at];
            *cursor -= 1;
            to.buffer[*cursor - 1] = NULL;
        });
    }
}

/// Writes the first `lens[i]` bytes of each row `i` of a block.
fn write_block<const LONG: bool>(
    class: ValueClass,
    block: &Block<'_>,
    lens: &[usize],
    to: &mut RowWriter<'_>,
) {
    let distance = block.distance();
    for ((at, len), cursor) in lens.iter().enumerate().zip(&mut *to.cursors) {
        let slot = &mut to.buffer[*cursor..*cursor + HEADER + len + SLACK];
        let header = if *len < 0x80 {
            let header = u16::from(class as u8) | (*len as u16) << 8;
            slot[..2].copy_from_slice(&header.to_le_bytes());
            2
        } else {
            let header = varint(*len as u64).after(class as u8);
            slot[..SLACK].copy_from_slice(&header.bytes.to_le_bytes());
            header.len
        };
        block.copy::<LONG>(at, *len, &mut slot[header..]);
        block.prefetch_behind(at, distance);
        *cursor += header + len;
    }
}
