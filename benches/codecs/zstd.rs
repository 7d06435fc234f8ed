//! zstd at level 3, with a dictionary and without.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use hashlane_codecs::zstd::{
    self as ours, DEFAULT_DICTIONARY_LEN, DEFAULT_SAMPLES, Dictionary, limits_for, train,
};
use hashlane_codecs::{Sample, Workspace};
use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::zstd_safe::{self, CCtx, DCtx};

use crate::candidate::{Candidate, OURS};
use crate::contest::{Bar, Contest, holds_row, is_row};
use crate::data::{Column, DATA_SETS, DataSet};

const LEVEL: i32 = 3;

/// Makes a context and a dictionary for each row, as a UDF that keeps nothing would.
const NAIVE_DICTIONARY: &str = "zstd per row";

/// The same with the calls of C that take a raw dictionary and fit it to the one row: the best option for a
/// UDF that keeps nothing.
const NAIVE_USING: &str = "ZSTD_usingDict per row";

/// zstd's own convenience functions, which make a stream for each row.
const NAIVE_ENCODE: &str = "zstd::encode_all per row";
const NAIVE_DECODE: &str = "zstd::decode_all per row";

/// Keeps a context and a prepared dictionary: the fastest way to call C without our work.
const KEPT: &str = "zstd kept";

/// Longer than any row, and the most that any candidate is asked for.
const MAX_BYTES: usize = 1 << 20;

/// All contests of zstd.
pub fn contests() -> Vec<Contest> {
    DATA_SETS.iter().flat_map(of_set).collect()
}

/// The least speedups over the naive call: to compress and to decompress with a dictionary, and without one.
fn bars(set: &DataSet) -> [Option<f64>; 4] {
    match set.name {
        "urls" => [Some(40.0), Some(100.0), Some(20.0), Some(80.0)],
        _ => [Some(15.0), Some(20.0), None, None],
    }
}

fn of_set(set: &'static DataSet) -> [Contest; 4] {
    let [compress, decompress, encode, decode] = bars(set);
    let column = set.column();
    let dictionary = &*Box::leak(dictionary(&set.other_half()).into_boxed_slice());
    eprintln!("{}: a dictionary of {} bytes", set.name, dictionary.len());
    let bar = |who, times: Option<f64>| times.map(|times| Bar::Faster(who, times));
    [
        compress_with(set, &column, dictionary).with_bar(bar(NAIVE_DICTIONARY, compress)),
        decompress_with(set, &column, dictionary).with_bar(bar(NAIVE_DICTIONARY, decompress)),
        plain_compress(set, &column).with_bar(bar(NAIVE_ENCODE, encode)),
        plain_decompress(set, &column).with_bar(bar(NAIVE_DECODE, decode)),
    ]
}

/// The dictionary that `zstd_train_dict` builds.
fn dictionary(rows: &Column) -> Vec<u8> {
    let limits = limits_for(DEFAULT_DICTIONARY_LEN, DEFAULT_SAMPLES).expect("the defaults");
    let mut sample = Sample::new(limits);
    rows.rows().for_each(|row| sample.add(row).expect("memory"));
    train(&sample, DEFAULT_DICTIONARY_LEN).expect("enough samples")
}

fn prepared(dictionary: &[u8]) -> Arc<Dictionary> {
    Dictionary::prepared(dictionary).expect("a dictionary")
}

/// Our compressor with its workspace kept.
fn compressor(dictionary: Option<&[u8]>) -> impl FnMut(&[u8], &mut Vec<u8>) + 'static {
    let mut workspace = Workspace::default();
    let dictionary = dictionary.map(prepared);
    move |row, out| {
        match &dictionary {
            None => ours::compress(&mut workspace, LEVEL, row, out),
            Some(dictionary) => ours::compress_with(&mut workspace, LEVEL, dictionary, row, out),
        }
        .expect("a row");
    }
}

/// Our frames of a column, which all candidates read: with content sizes and checksums.
fn frames(column: &Column, dictionary: Option<&[u8]>) -> Rc<Column> {
    let mut compress = compressor(dictionary);
    Column::new(column.rows().map(|row| {
        let mut frame = Vec::new();
        compress(row, &mut frame);
        frame
    }))
}

/// Reads frames with the crate and a dictionary, which may be empty.
fn read(dictionary: &[u8]) -> impl Fn(&[u8]) -> Option<Vec<u8>> + 'static {
    let decompressor = Decompressor::with_dictionary(dictionary).expect("a dictionary");
    let decompressor = RefCell::new(decompressor);
    move |frame| decompressor.borrow_mut().decompress(frame, MAX_BYTES).ok()
}

fn compress_with(set: &DataSet, column: &Rc<Column>, dictionary: &'static [u8]) -> Contest {
    let encoder = Box::leak(Box::new(EncoderDictionary::copy(dictionary, LEVEL)));
    let mut kept = Compressor::with_prepared_dictionary(encoder).expect("memory");
    let candidates = vec![
        Candidate::per_row(OURS, column, compressor(Some(dictionary))),
        Candidate::allocating(NAIVE_DICTIONARY, column, |row| {
            let mut compressor = Compressor::with_dictionary(LEVEL, dictionary).expect("memory");
            compressor.compress(row).expect("a row")
        }),
        Candidate::allocating(NAIVE_USING, column, |row| {
            let mut frame = Vec::with_capacity(zstd_safe::compress_bound(row.len()));
            let mut context = CCtx::create();
            context.compress_using_dict(&mut frame, row, dictionary, LEVEL).expect("a row");
            frame
        }),
        Candidate::allocating(KEPT, column, move |row| kept.compress(row).expect("a row")),
    ];
    let is_answer = holds_row(column, read(dictionary));
    Contest::new("zstd_compress", "dictionary", set, column, candidates, is_answer)
}

fn decompress_with(set: &DataSet, column: &Rc<Column>, dictionary: &'static [u8]) -> Contest {
    let frames = frames(column, Some(dictionary));
    let decoder = Box::leak(Box::new(DecoderDictionary::copy(dictionary)));
    let mut kept = Decompressor::with_prepared_dictionary(decoder).expect("memory");
    let (mut workspace, shared) = (Workspace::default(), prepared(dictionary));
    let candidates = vec![
        Candidate::per_row(OURS, &frames, move |frame, out| {
            ours::decompress_with(&mut workspace, MAX_BYTES, &shared, frame, out).expect("a frame");
        }),
        Candidate::allocating(NAIVE_DICTIONARY, &frames, |frame| {
            let mut decompressor = Decompressor::with_dictionary(dictionary).expect("memory");
            decompressor.decompress(frame, content_size(frame)).expect("a frame")
        }),
        Candidate::allocating(NAIVE_USING, &frames, |frame| {
            let mut content = Vec::with_capacity(content_size(frame));
            let mut context = DCtx::create();
            context.decompress_using_dict(&mut content, frame, dictionary).expect("a frame");
            content
        }),
        Candidate::allocating(KEPT, &frames, move |frame| {
            kept.decompress(frame, content_size(frame)).expect("a frame")
        }),
    ];
    Contest::new("zstd_decompress", "dictionary", set, column, candidates, is_row(column))
}

fn plain_compress(set: &DataSet, column: &Rc<Column>) -> Contest {
    let mut kept = Compressor::new(LEVEL).expect("memory");
    let candidates = vec![
        Candidate::per_row(OURS, column, compressor(None)),
        Candidate::allocating(NAIVE_ENCODE, column, |row| {
            zstd::encode_all(row, LEVEL).expect("a row")
        }),
        Candidate::allocating(KEPT, column, move |row| kept.compress(row).expect("a row")),
    ];
    let is_answer = holds_row(column, read(&[]));
    Contest::new("zstd_compress", "plain", set, column, candidates, is_answer)
}

fn plain_decompress(set: &DataSet, column: &Rc<Column>) -> Contest {
    let frames = frames(column, None);
    let (mut workspace, mut kept) = (Workspace::default(), Decompressor::new().expect("memory"));
    let candidates = vec![
        Candidate::per_row(OURS, &frames, move |frame, out| {
            ours::decompress(&mut workspace, MAX_BYTES, frame, out).expect("a frame");
        }),
        Candidate::allocating(NAIVE_DECODE, &frames, |frame| {
            zstd::decode_all(frame).expect("a frame")
        }),
        Candidate::allocating(KEPT, &frames, move |frame| {
            kept.decompress(frame, content_size(frame)).expect("a frame")
        }),
    ];
    Contest::new("zstd_decompress", "plain", set, column, candidates, is_row(column))
}

/// The size of a frame's content, as its header says.
fn content_size(frame: &[u8]) -> usize {
    let size = zstd_safe::get_frame_content_size(frame);
    size.ok().flatten().expect("a frame with its content size") as usize
}
