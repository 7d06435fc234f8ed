//! Formats without frames or with one kind of unit: deflate, Snappy, Brotli, LZ4 blocks, FSST.

use hashlane_codecs::deflate::{self, gzip, zlib};
use hashlane_codecs::fsst::{self, SymbolTable};
use hashlane_codecs::zstd::{self, Dictionary};
use hashlane_codecs::{Compress, Decompress, Sample, SampleLimits, Workspace};
use hashlane_codecs::{brotli, bzip2, hadoop, lz4, lzma, snappy};
use xxhash_rust::xxh32::xxh32;

use super::{Case, Work, few, many};

pub const CASES: &[Case] = &[
    many("gzip: empty members", |n| decoded(gzip::decompress, gzip_of(b"").repeat(n), 0)),
    many("gzip: members", |n| decoded(gzip::decompress, gzip_of(&[b'x'; 100]).repeat(n), 100 * n)),
    many("zlib: empty blocks", zlib_blocks),
    many("snappy: literals", snappy_literals),
    many("brotli: empty metablocks", brotli_metadata),
    many("brotli: metablocks", brotli_stored),
    many("lz4_block: sequences", lz4_sequences),
    many("deflate: empty blocks", |n| {
        decoded(
            deflate::raw::decompress,
            [&[0, 0, 0, 0xFF, 0xFF].repeat(n)[..], &[3, 0]].concat(),
            0,
        )
    }),
    many("bzip2: empty streams", |n| {
        decoded(bzip2::decompress, of(bzip2::compress, b"").repeat(n), 0)
    }),
    few("bzip2: streams", |n| decoded(bzip2::decompress, of(bzip2::compress, b"x").repeat(n), n)),
    many("lzma: literals", |n| {
        let content: Vec<u8> = (0..n).map(|i| (i * i % 251) as u8).collect();
        decoded(lzma::decompress, of(lzma::compress, &content), n)
    }),
    many("snappy_frame: streams", |n| {
        decoded(snappy::frame::decompress, of(snappy::frame::compress, b"x").repeat(n), n)
    }),
    many("snappy_frame: skippable chunks", |n| {
        let start = of(snappy::frame::compress, b"x");
        decoded(snappy::frame::decompress, [start, [0xFE, 0, 0, 0].repeat(n)].concat(), 1)
    }),
    many("snappy_java: streams", |n| {
        decoded(snappy::java::decompress, of(snappy::java::compress, b"x").repeat(n), n)
    }),
    many("hadoop_snappy: records", |n| {
        decoded(hadoop::decompress_snappy, of(hadoop::compress_snappy, b"x").repeat(n), n)
    }),
    many("hadoop_lz4: records", |n| {
        decoded(hadoop::decompress_lz4, of(hadoop::compress_lz4, b"x").repeat(n), n)
    }),
    many("hadoop_lz4: empty records", |n| decoded(hadoop::decompress_lz4, vec![0; 4 * n], 0)),
    many("lz4_java: streams", |n| {
        decoded(lz4::java::decompress, of(lz4::java::compress, b"x").repeat(n), n)
    }),
    many("lz4_java: empty streams", |n| {
        decoded(lz4::java::decompress, of(lz4::java::compress, b"").repeat(n), 0)
    }),
    many("lz4_legacy: frames", |n| {
        decoded(lz4::legacy::decompress, of(lz4::legacy::compress, b"x").repeat(n), n)
    }),
    many("lz4_raw: sequences", |n| {
        let row = [&[0x10, b'x', 1, 0].repeat(n)[..], b"\x50xxxxx"].concat();
        decoded(lz4::raw::decompress, row, 5 * n + 5)
    }),
    many("brotli_large: metablocks", |n| {
        decoded(brotli::large::decompress, [&[0x0C][..], &[6].repeat(n), &[3]].concat(), 0)
    }),
    many("fsst: codes", fsst_codes),
    few("fsst: tables", fsst_tables),
    few("zstd: dictionaries", zstd_dictionaries),
    few("zstd: samples to train on", zstd_training),
    many("sample: values", sample_values),
    few("sample: merged states", merged_samples),
];

/// Decompresses `input` to `content` bytes.
pub fn decoded(decompress: Decompress, input: Vec<u8>, content: usize) -> Work {
    Work::new(input.len(), move || {
        let mut out = Vec::new();
        decompress(&mut Workspace::default(), usize::MAX, &input, &mut out).expect("it is valid");
        assert_eq!(out.len(), content);
        out.len()
    })
}

fn of(compress: Compress, content: &[u8]) -> Vec<u8> {
    let mut row = Vec::new();
    compress(&mut Workspace::default(), 1, content, &mut row).expect("it compresses");
    row
}

fn gzip_of(content: &[u8]) -> Vec<u8> {
    let mut member = Vec::new();
    gzip::compress(&mut Workspace::default(), 6, content, &mut member).expect("it compresses");
    member
}

/// Stored blocks of no bytes.
fn zlib_blocks(n: usize) -> Work {
    let mut stream = vec![0x78, 0x01];
    stream.extend([0, 0, 0, 0xFF, 0xFF].repeat(n));
    stream.extend([1, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1]);
    decoded(zlib::decompress, stream, 0)
}

/// A number in groups of seven bits, the lowest first.
pub fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

fn snappy_literals(n: usize) -> Work {
    decoded(snappy::decompress, [varint(n as u64), [0, b'x'].repeat(n)].concat(), n)
}

/// Blocks of metadata of no bytes. RFC 7932, 9.2.
fn brotli_metadata(n: usize) -> Work {
    decoded(brotli::decompress, [&[0x0C][..], &[6].repeat(n), &[3]].concat(), 0)
}

/// Blocks of one byte that is stored.
fn brotli_stored(n: usize) -> Work {
    decoded(brotli::decompress, [&[0x0C][..], &[0, 0, 8, b'x'].repeat(n), &[3]].concat(), n)
}

/// One literal and a match of four bytes each.
fn lz4_sequences(n: usize) -> Work {
    let content = 5 * n + 5;
    let mut row = (content as u32).to_le_bytes().to_vec();
    row.extend([0x10, b'x', 1, 0].repeat(n));
    row.extend(b"\x50xxxxx");
    decoded(lz4::block::decompress, row, content)
}

fn values(n: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..n).map(|i| format!("https://example.com/{}/item/{i}", i % 7).into_bytes())
}

fn sample(n: usize) -> Sample {
    let mut sample = Sample::new(fsst::limits().expect("they are limits"));
    values(n).for_each(|value| sample.add(&value).expect("there is memory"));
    sample
}

fn fsst_codes(n: usize) -> Work {
    let table = SymbolTable::train(&sample(500)).expect("it trains");
    let (content, mut codes) = (values(n).collect::<Vec<_>>().concat(), Vec::new());
    table.compress(&content, &mut codes).expect("there is memory");
    Work::new(codes.len(), move || {
        let mut out = Vec::new();
        table.decompress(usize::MAX, &codes, &mut out).expect("it is valid");
        assert_eq!(out, content);
        out.len()
    })
}

/// A table for each row, of one symbol of eight bytes.
fn fsst_tables(n: usize) -> Work {
    let table = |i: usize| {
        let mut table = [b"FSST\x01\x01\x08", &(i as u64 | 1 << 63).to_le_bytes()[..]].concat();
        table.extend(xxh32(&table, 0).to_le_bytes());
        table
    };
    let tables: Vec<_> = (0..n).map(table).collect();
    Work::new(tables.concat().len(), move || {
        let mut out = Vec::new();
        for table in &tables {
            let table = SymbolTable::prepared(table).expect("it is a table");
            table.decompress(usize::MAX, &[0], &mut out).expect("it is valid");
        }
        assert_eq!(out.len(), 8 * tables.len());
        out.len()
    })
}

/// A dictionary for each row.
fn zstd_dictionaries(n: usize) -> Work {
    let mut trained = zstd::train(&sample(500), 1024).expect("it trains");
    let mut rows = Vec::new();
    for i in 0..n as u32 {
        trained[4..8].copy_from_slice(&(i + 1).to_le_bytes());
        let dictionary = Dictionary::prepared(&trained).expect("it is a dictionary");
        let mut frame = Vec::new();
        let compressed =
            zstd::compress_with(&mut Workspace::default(), 1, &dictionary, b"https://", &mut frame);
        compressed.expect("it compresses");
        rows.push((trained.clone(), frame));
    }
    // The values made here are not in the cache.
    (0..300u32).for_each(|i| {
        trained[4..8].copy_from_slice(&(i + 1_000_000).to_le_bytes());
        Dictionary::prepared(&trained).expect("it is a dictionary");
    });
    let input = rows.iter().map(|(dictionary, frame)| dictionary.len() + frame.len()).sum();
    Work::new(input, move || {
        let (mut workspace, mut out) = (Workspace::default(), Vec::new());
        for (bytes, frame) in &rows {
            let dictionary = Dictionary::prepared(bytes).expect("it is a dictionary");
            zstd::decompress_with(&mut workspace, usize::MAX, &dictionary, frame, &mut out)
                .expect("it is valid");
        }
        assert_eq!(out.len(), 8 * rows.len());
        out.len()
    })
}

fn zstd_training(n: usize) -> Work {
    let sample = sample(20 * n);
    Work::new(sample.memory(), move || zstd::train(&sample, 1024).expect("it trains").len())
}

fn sample_values(n: usize) -> Work {
    let values: Vec<_> = values(n).collect();
    Work::new(values.concat().len(), move || {
        let mut sample = Sample::new(
            SampleLimits::new(100, SampleLimits::FEWEST_BYTES).expect("they are limits"),
        );
        values.iter().for_each(|value| sample.add(value).expect("there is memory"));
        sample.to_bytes().expect("there is memory").len()
    })
}

fn merged_samples(n: usize) -> Work {
    let limits = SampleLimits::new(100, SampleLimits::FEWEST_BYTES).expect("they are limits");
    let state = |i: usize| {
        let mut sample = Sample::new(limits);
        (0..300).for_each(|j| sample.add(format!("{i} {j}").as_bytes()).expect("there is memory"));
        sample.to_bytes().expect("there is memory")
    };
    let states: Vec<_> = (0..n).map(state).collect();
    Work::new(states.concat().len(), move || {
        let mut sample = Sample::new(limits);
        for state in &states {
            let state = Sample::from_bytes(state).expect("it is a state");
            sample.merge(&state).expect("there is memory");
        }
        sample.to_bytes().expect("there is memory").len()
    })
}
