//! Snappy and gzip, beside the call of the crate per row.

use std::io::{Read, Write};
use std::rc::Rc;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use hashlane_codecs::deflate::gzip;
use hashlane_codecs::{Workspace, snappy};

use crate::candidate::{Candidate, OURS};
use crate::contest::{Contest, holds_row, is_row};
use crate::data::{Column, DATA_SETS, DataSet};

/// Longer than any row.
const MAX_BYTES: usize = 1 << 20;

/// The bytes of a gzip member without a name around its deflate stream: before it, and after it.
const GZIP_HEADER: usize = 10;
const GZIP_TRAILER: usize = 8;

const NAIVE_SNAPPY: &str = "snap per row";
const NAIVE_GZIP: &str = "flate2 per row";

/// All contests of these formats.
pub fn contests() -> Vec<Contest> {
    DATA_SETS
        .iter()
        .flat_map(|set| {
            let column = set.column();
            let [snappy, zipped] = [snap_row, gzip_row].map(|f| Column::new(column.rows().map(f)));
            [
                snappy_compress(set, &column),
                snappy_decompress(set, &column, &snappy),
                gzip_compress(set, &column),
                gzip_decompress(set, &column, &zipped),
            ]
        })
        .collect()
}

fn snap_row(row: &[u8]) -> Vec<u8> {
    snap::raw::Encoder::new().compress_vec(row).expect("a row")
}

fn gzip_row(row: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(row).expect("memory");
    encoder.finish().expect("memory")
}

fn gunzip_row(row: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    MultiGzDecoder::new(row).read_to_end(&mut content).expect("a gzip file");
    content
}

/// Uses miniz_oxide, since ours and flate2 inflate with zlib-rs.
fn inflate(row: &[u8]) -> Option<Vec<u8>> {
    let deflated = row.get(GZIP_HEADER..row.len().checked_sub(GZIP_TRAILER)?)?;
    miniz_oxide::inflate::decompress_to_vec(deflated).ok()
}

fn snappy_compress(set: &DataSet, column: &Rc<Column>) -> Contest {
    let mut workspace = Workspace::default();
    let candidates = vec![
        Candidate::per_row(OURS, column, move |row, out| {
            snappy::compress(&mut workspace, 0, row, out).expect("a row");
        }),
        Candidate::allocating(NAIVE_SNAPPY, column, snap_row),
    ];
    let read = |row: &[u8]| snap::raw::Decoder::new().decompress_vec(row).ok();
    Contest::new("snappy_compress", "", set, column, candidates, holds_row(column, read))
}

fn snappy_decompress(set: &DataSet, column: &Rc<Column>, rows: &Rc<Column>) -> Contest {
    let mut workspace = Workspace::default();
    let candidates = vec![
        Candidate::per_row(OURS, rows, move |row, out| {
            snappy::decompress(&mut workspace, MAX_BYTES, row, out).expect("a row");
        }),
        Candidate::allocating(NAIVE_SNAPPY, rows, |row| {
            snap::raw::Decoder::new().decompress_vec(row).expect("a row")
        }),
    ];
    Contest::new("snappy_decompress", "", set, column, candidates, is_row(column))
}

fn gzip_compress(set: &DataSet, column: &Rc<Column>) -> Contest {
    let mut workspace = Workspace::default();
    let candidates = vec![
        Candidate::per_row(OURS, column, move |row, out| {
            gzip::compress(&mut workspace, 6, row, out).expect("a row");
        }),
        Candidate::allocating(NAIVE_GZIP, column, gzip_row),
    ];
    Contest::new("gzip_compress", "6", set, column, candidates, holds_row(column, inflate))
}

fn gzip_decompress(set: &DataSet, column: &Rc<Column>, rows: &Rc<Column>) -> Contest {
    let mut workspace = Workspace::default();
    let candidates = vec![
        Candidate::per_row(OURS, rows, move |row, out| {
            gzip::decompress(&mut workspace, MAX_BYTES, row, out).expect("a gzip file");
        }),
        Candidate::allocating(NAIVE_GZIP, rows, gunzip_row),
    ];
    Contest::new("gzip_decompress", "6", set, column, candidates, is_row(column))
}
