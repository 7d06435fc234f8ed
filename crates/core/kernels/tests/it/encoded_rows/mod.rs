//! Rows of typed values: their bytes and their hashes must equal the model's.
//!
//! | module | holds |
//! |---|---|
//! | `model` | the encoding, one value at a time |
//! | `made` | columns with their values |
//! | `generator` | random columns of this kind |
//! | `random` | columns of every kind, in batches of all lengths |
//! | `vectors` | bytes given by polars-hash |
//! | `sizes` | long, wide and deep rows, and the memory they take |

mod generator;
mod made;
mod model;
mod random;
mod sizes;
mod vectors;

use hashlane_kernels::blocks::{BLOCK_ROWS, Block, Seeds};
use hashlane_kernels::encoding::{Column, Encoder};
use hashlane_kernels::hash::xxh3;
use hashlane_kernels::isa::Isa;

use crate::support::sets::sets;
use made::Made;

/// The start of a row, which may be long.
fn hex(row: &[u8]) -> String {
    let start: String = row.iter().take(400).map(|byte| format!("{byte:02x}")).collect();
    format!("{} bytes, {start}", row.len())
}

/// Compares the encoder's bytes of these columns' rows, and their hashes, with the model's. Returns
/// the number of blocks.
fn check(what: &str, encoder: &mut Encoder, columns: &[Made], len: usize) -> usize {
    let row = |i: usize| model::row(columns.iter().map(|column| &column.values[i]));
    let expected: Vec<Vec<u8>> = (0..len).map(row).collect();
    let columns: Vec<Column> = columns.iter().map(Made::column).collect();
    check_gathered(what, encoder, &columns, &expected);
    check_rows(what, encoder, &columns, &expected)
}

/// Compares rows in another order, some of them twice, and consecutive rows.
fn check_gathered(what: &str, encoder: &mut Encoder, columns: &[Column<'_>], expected: &[Vec<u8>]) {
    let len = expected.len();
    let (backwards, run) = ((0..len).rev().chain(0..len / 2), len / 3..len);
    let orders: [Vec<usize>; 2] = [backwards.collect(), run.collect()];
    for (ids, isa) in orders.iter().flat_map(|ids| sets().iter().map(move |isa| (ids, *isa))) {
        let mut next = 0;
        let encoded = encoder.gathered(isa, columns, ids, |at, block| {
            assert_eq!(at, next, "{what}: a block");
            for (row, id) in block.rows().zip(&ids[at..]) {
                assert!(row == expected[*id], "{what}, row {id}: {}", hex(row));
            }
            next += block.len();
        });
        encoded.unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(next, ids.len(), "{what}");
    }
}

/// Like [`check`], given the rows' bytes.
fn check_rows(
    what: &str,
    encoder: &mut Encoder,
    columns: &[Column<'_>],
    expected: &[Vec<u8>],
) -> usize {
    let blocks = sets().iter().map(|isa| check_on(*isa, what, encoder, columns, expected));
    let blocks: Vec<usize> = blocks.collect();
    assert!(blocks.iter().all(|count| *count == blocks[0]), "{what}: {blocks:?} blocks");
    blocks[0]
}

fn check_on(
    isa: Isa,
    what: &str,
    encoder: &mut Encoder,
    columns: &[Column<'_>],
    expected: &[Vec<u8>],
) -> usize {
    let (mut next, mut blocks) = (0, 0);
    let encoded = encoder.blocks(isa, columns, expected.len(), |first, block| {
        assert_eq!(first, next, "{what}: a block");
        assert!((1..=BLOCK_ROWS).contains(&block.len()), "{what}: {} rows", block.len());
        let expected = &expected[first..first + block.len()];
        for (i, (row, expected)) in block.rows().zip(expected).enumerate() {
            assert!(
                row == expected,
                "{what}, {}, row {}:\n{}\nis not\n{}",
                isa.name(),
                first + i,
                hex(row),
                hex(expected)
            );
        }
        check_hashes(isa, what, block, expected);
        next += block.len();
        blocks += 1;
    });
    assert_eq!((encoded, next), (Ok(()), expected.len()), "{what}");
    blocks
}

/// Kernels read beyond the rows of a block, and before them: the hashes must not depend on those
/// bytes.
fn check_hashes(isa: Isa, what: &str, block: &Block<'_>, expected: &[Vec<u8>]) {
    let expected: Vec<u64> = expected.iter().map(|row| xxhash_rust::xxh3::xxh3_64(row)).collect();
    let mut hashes = vec![0; block.len()];
    xxh3::XXH3_64.hash_block(isa, block, Seeds::Constant(0), &mut hashes);
    assert_eq!(hashes, expected, "{what}, {}", isa.name());
}
