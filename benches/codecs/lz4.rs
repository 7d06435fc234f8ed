//! LZ4 blocks after a length, beside lz4_flex and liblz4.

use std::rc::Rc;

use hashlane_codecs::{Workspace, lz4};

use crate::candidate::{Candidate, OURS};
use crate::contest::{Bar, Contest, holds_row, is_row};
use crate::data::{Column, DATA_SETS, DataSet};

/// The bytes of the length before a block.
const LENGTH: usize = 4;

/// Longer than any row.
const MAX_BYTES: usize = 1 << 20;

/// liblz4's own call, into allocated memory.
const C: &str = "liblz4";

/// The call that allocates a table and a vector for each row.
const NAIVE: &str = "lz4_flex per row";

/// All contests of LZ4 blocks.
pub fn contests() -> Vec<Contest> {
    DATA_SETS
        .iter()
        .flat_map(|set| {
            let column = set.column();
            let blocks = Column::new(column.rows().map(lz4_flex::block::compress_prepend_size));
            [compress(set, &column), decompress(set, &column, &blocks)]
        })
        .collect()
}

fn compress(set: &DataSet, column: &Rc<Column>) -> Contest {
    let mut workspace = Workspace::default();
    let candidates = vec![
        Candidate::per_row(OURS, column, move |row, out| {
            lz4::block::compress(&mut workspace, 0, row, out).expect("a row");
        }),
        Candidate::allocating(NAIVE, column, lz4_flex::block::compress_prepend_size),
    ];
    // liblz4 writes our blocks, so lz4_flex checks them independently.
    let is_answer =
        holds_row(column, |block| lz4_flex::block::decompress_size_prepended(block).ok());
    Contest::new("lz4_block_compress", "", set, column, candidates, is_answer)
}

fn decompress(set: &DataSet, column: &Rc<Column>, blocks: &Rc<Column>) -> Contest {
    let mut workspace = Workspace::default();
    let candidates = vec![
        Candidate::per_row(OURS, blocks, move |block, out| {
            lz4::block::decompress(&mut workspace, MAX_BYTES, block, out).expect("a block");
        }),
        Candidate::per_row(C, blocks, |row, out| {
            let (len, block) = row.split_first_chunk::<LENGTH>().expect("a length");
            let start = out.len();
            out.resize(start + u32::from_le_bytes(*len) as usize, 0);
            lzzzz::lz4::decompress(block, &mut out[start..]).expect("a block");
        }),
        Candidate::allocating(NAIVE, blocks, |block| {
            lz4_flex::block::decompress_size_prepended(block).expect("a block")
        }),
    ];
    let contest = Contest::new("lz4_block_decompress", "", set, column, candidates, is_row(column));
    contest.with_bar(Some(Bar::Within(C, 1.3)))
}
