//! Streams, blocks and padding of .xz files.

use crc_fast::{CrcAlgorithm, checksum};
use hashlane_codecs::{Workspace, xz};

use super::codecs::{decoded, varint};
use super::{Case, Work, many};

pub const CASES: &[Case] = &[
    many("xz: empty streams", |n| decoded(xz::decompress, stream(&[]).repeat(n), 0)),
    many("xz: streams", |n| decoded(xz::decompress, stream(&[b'x'; 100]).repeat(n), 100 * n)),
    many("xz: blocks", |n| decoded(xz::decompress, blocks(&stream(&[b'x'; 100]), n), 100 * n)),
    many("xz: streams with dictionaries of 8 MiB", |n| {
        decoded(xz::decompress, with_large_dictionary(stream(&[b'x'; 100])).repeat(n), 100 * n)
    }),
    many("xz: blocks with dictionaries of 8 MiB", |n| {
        decoded(xz::decompress, blocks(&with_large_dictionary(stream(&[b'x'; 100])), n), 100 * n)
    }),
    many("xz: padding", |n| decoded(xz::decompress, [stream(b"x"), vec![0; 4 * n]].concat(), 1)),
    many("xz: streams whose sizes are added up", |n| {
        let input = stream(b"x").repeat(n);
        Work::new(input.len(), move || {
            assert_eq!(xz::uncompressed_size(&input), Ok(Some(n as u64)));
            0
        })
    }),
];

fn stream(content: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    xz::compress(&mut Workspace::default(), 0, content, &mut stream).expect("it compresses");
    stream
}

fn crc32(bytes: &[u8]) -> [u8; 4] {
    (checksum(CrcAlgorithm::Crc32IsoHdlc, bytes) as u32).to_le_bytes()
}

/// The lengths of a stream's header and of its footer.
const ENDS: usize = 12;

/// What the `xz` tool writes, whose dictionaries have no regard for the length of the content: a stream whose first
/// block names one of 8 MiB.
fn with_large_dictionary(mut stream: Vec<u8>) -> Vec<u8> {
    // The length, no flags, LZMA2, one byte of properties, the dictionary, padding, a checksum.
    let header = &mut stream[ENDS..2 * ENDS];
    assert_eq!(header[..4], [2, 0, 0x21, 1]);
    header[4] = 22;
    let crc = crc32(&header[..8]);
    header[8..].copy_from_slice(&crc);
    stream
}

/// A stream of the block of `one` `n` times.
fn blocks(one: &[u8], n: usize) -> Vec<u8> {
    let footer = &one[one.len() - ENDS..];
    let index_len =
        (u32::from_le_bytes([footer[4], footer[5], footer[6], footer[7]]) as usize + 1) * 4;
    let (block, index) = one[ENDS..one.len() - ENDS].split_at(one.len() - 2 * ENDS - index_len);
    // A zero, one record, padding, a checksum. The record's two numbers have a byte each.
    let record = &index[2..4];
    let mut index = [&[0][..], &varint(n as u64), &record.repeat(n)].concat();
    index.resize(index.len().next_multiple_of(4), 0);
    index.extend(crc32(&index));
    let mut footer_body = ((index.len() / 4 - 1) as u32).to_le_bytes().to_vec();
    footer_body.extend(&footer[8..10]);
    let footer = [&crc32(&footer_body)[..], &footer_body, b"YZ"].concat();
    [&one[..ENDS], &block.repeat(n), &index, &footer].concat()
}
