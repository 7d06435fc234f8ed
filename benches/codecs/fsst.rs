//! FSST, beside the crate's call per row. The symbol table is prepared, since it is never built per row.

use std::rc::Rc;
use std::sync::Arc;

use ::fsst::{Compressor, Symbol};
use hashlane_codecs::Sample;
use hashlane_codecs::fsst::{SymbolTable, limits};

use crate::candidate::{Candidate, OURS};
use crate::contest::{Contest, holds_row, is_row};
use crate::data::{Column, DATA_SETS, DataSet};

/// Longer than any row.
const MAX_BYTES: usize = 1 << 20;

const NAIVE: &str = "fsst-rs per row";

/// All contests of FSST.
pub fn contests() -> Vec<Contest> {
    DATA_SETS
        .iter()
        .flat_map(|set| {
            let (column, table) = (set.column(), trained(&set.other_half()));
            let peer = Rc::new(peer(table.to_bytes()));
            let codes = Column::new(column.rows().map(|row| peer.compress(row)));
            [compress(set, &column, &table, &peer), decompress(set, &column, &codes, &table, &peer)]
        })
        .collect()
}

/// The symbol table that `fsst_train` builds.
fn trained(rows: &Column) -> Arc<SymbolTable> {
    let mut sample = Sample::new(limits().expect("the defaults"));
    rows.rows().for_each(|row| sample.add(row).expect("memory"));
    Arc::new(SymbolTable::train(&sample).expect("a sample with bytes"))
}

/// The crate's compressor with the symbols of a table, read as docs/fsst-format.md describes.
fn peer(table: &[u8]) -> Compressor {
    const COUNT: usize = 5;
    let (lengths, mut rest) = table[COUNT + 1..].split_at(table[COUNT].into());
    let mut symbol = |len: &u8| {
        let (bytes, after) = rest.split_at((*len).into());
        rest = after;
        let mut padded = [0; 8];
        padded[..bytes.len()].copy_from_slice(bytes);
        Symbol::from_slice(&padded)
    };
    let symbols: Vec<Symbol> = lengths.iter().map(&mut symbol).collect();
    Compressor::rebuild_from(symbols, lengths)
}

fn compress(
    set: &DataSet,
    column: &Rc<Column>,
    table: &Arc<SymbolTable>,
    peer: &Rc<Compressor>,
) -> Contest {
    let (table, peer, reader) = (Arc::clone(table), Rc::clone(peer), Rc::clone(peer));
    let candidates = vec![
        Candidate::per_row(OURS, column, move |row, out| table.compress(row, out).expect("memory")),
        Candidate::allocating(NAIVE, column, move |row| peer.compress(row)),
    ];
    let read = move |codes: &[u8]| Some(reader.decompressor().decompress(codes));
    Contest::new("fsst_compress", "", set, column, candidates, holds_row(column, read))
}

fn decompress(
    set: &DataSet,
    column: &Rc<Column>,
    codes: &Rc<Column>,
    table: &Arc<SymbolTable>,
    peer: &Rc<Compressor>,
) -> Contest {
    let (table, peer) = (Arc::clone(table), Rc::clone(peer));
    let candidates = vec![
        Candidate::per_row(OURS, codes, move |row, out| {
            table.decompress(MAX_BYTES, row, out).expect("codes");
        }),
        Candidate::allocating(NAIVE, codes, move |row| peer.decompressor().decompress(row)),
    ];
    Contest::new("fsst_decompress", "", set, column, candidates, is_row(column))
}
