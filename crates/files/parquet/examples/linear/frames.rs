//! Frames of zstd and of LZ4, their blocks, and skippable frames.

use std::hint::black_box;

use hashlane_codecs::lz4::format::{self, flag, header_checksum};
use hashlane_codecs::{Workspace, detect, lz4, zstd};

use super::codecs::decoded;
use super::{Case, Work, many};

pub const CASES: &[Case] = &[
    many("zstd: empty frames", |n| decoded(zstd::decompress, zstd_of(b"").repeat(n), 0)),
    many("zstd: frames", |n| decoded(zstd::decompress, zstd_of(&[b'x'; 100]).repeat(n), 100 * n)),
    many("zstd: frames without a size", |n| {
        decoded(zstd::decompress, zstd_blocks(1, b'x').repeat(n), n)
    }),
    many("zstd: empty blocks", |n| decoded(zstd::decompress, zstd_empty_blocks(n), 0)),
    many("zstd: blocks", |n| decoded(zstd::decompress, zstd_blocks(n, b'x'), n)),
    many("zstd: skippable frames", |n| {
        decoded(zstd::decompress, [skippable(n), zstd_of(b"x")].concat(), 1)
    }),
    many("zstd: skippable frames before a dictionary's id", |n| {
        let input = [skippable(n), zstd_of(b"x")].concat();
        Work::new(input.len(), move || {
            assert_eq!(zstd::dict_id(&input), Ok(None));
            0
        })
    }),
    many("zstd: frames whose sizes are added up", |n| {
        let input = zstd_of(b"x").repeat(n);
        Work::new(input.len(), move || {
            assert_eq!(zstd::uncompressed_size(&input), Ok(Some(n as u64)));
            0
        })
    }),
    many("lz4: empty frames", |n| decoded(lz4::frame::decompress, lz4_of(0, true).repeat(n), 0)),
    many("lz4: frames", |n| decoded(lz4::frame::decompress, lz4_of(1, true).repeat(n), n)),
    many("lz4: blocks", |n| decoded(lz4::frame::decompress, lz4_of(n, true), n)),
    many("lz4: linked blocks", |n| decoded(lz4::frame::decompress, lz4_of(n, false), n)),
    many("lz4: skippable frames", |n| {
        decoded(lz4::frame::decompress, [skippable(n), lz4_of(1, true)].concat(), 1)
    }),
    many("lz4: blocks that are skipped for their sizes", |n| {
        let input = lz4_of(n, true);
        Work::new(input.len(), move || {
            assert_eq!(lz4::frame::uncompressed_size(&input), Ok(None));
            0
        })
    }),
    many("detect: skippable frames", |n| {
        let input = [skippable(n), lz4_of(1, true)].concat();
        Work::new(input.len(), move || {
            assert_eq!(black_box(detect(&input)).map(|codec| codec.name), Some("lz4"));
            0
        })
    }),
];

/// Skippable frames without content.
pub fn skippable(n: usize) -> Vec<u8> {
    [format::SKIPPABLE_MAGIC.to_le_bytes(), [0; 4]].concat().repeat(n)
}

pub fn zstd_of(content: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    zstd::compress(&mut Workspace::default(), 3, content, &mut frame).expect("it compresses");
    frame
}

/// A header that says neither the size of the content nor has it a checksum, with a window of 128 KiB.
const ZSTD_HEADER: [u8; 6] = [0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3];

/// A frame of blocks that hold one byte each.
pub fn zstd_blocks(n: usize, byte: u8) -> Vec<u8> {
    let block = |last: u8| [1 << 3 | last, 0, 0, byte];
    [&ZSTD_HEADER[..], &block(0).repeat(n - 1), &block(1)].concat()
}

/// A frame of blocks that hold nothing.
pub fn zstd_empty_blocks(n: usize) -> Vec<u8> {
    [&ZSTD_HEADER[..], &[0; 3].repeat(n), &[1, 0, 0]].concat()
}

/// A frame of LZ4 of blocks of up to 4 MiB that hold one byte each, compressed.
pub fn lz4_of(blocks: usize, independent: bool) -> Vec<u8> {
    let flags = flag::VERSION | if independent { flag::INDEPENDENT } else { 0 };
    let header = [flags, 7 << 4];
    let mut frame = format::MAGIC.to_le_bytes().to_vec();
    frame.extend(header);
    frame.push(header_checksum(&header));
    // The block's length, a token for one literal, the literal.
    frame.extend([2, 0, 0, 0, 0x10, b'x'].repeat(blocks));
    frame.extend([0; 4]);
    frame
}
