//! Matches that refer back beyond the start of their frame, to rows that share the output buffer.

use hashlane_codecs::Workspace;

use crate::support::codec::{Codec, GZIP, LZ4_BLOCK, LZ4_FRAME, SNAPPY, ZLIB};
use crate::support::hash::Hash;
use crate::support::inputs::Numbers;

/// A block of one literal, a match of 4 bytes from `offset` back, and five literals.
fn block(offset: u16) -> Vec<u8> {
    let [low, high] = offset.to_le_bytes();
    [&[0x10, b'A', low, high, 0x50][..], b"BCDEF"].concat()
}

/// A frame of linked blocks without checksums. The first block is `stored`, unless that is empty.
fn linked_frame_after(stored: &[u8], blocks: &[Vec<u8>]) -> Vec<u8> {
    let descriptor = [0b0100_0000, 4 << 4];
    let checksum = Hash::named("xxh32").one(&descriptor, 0)[2];
    let mut frame = [&0x184D_2204u32.to_le_bytes()[..], &descriptor, &[checksum]].concat();
    if !stored.is_empty() {
        frame.extend_from_slice(&(stored.len() as u32 | 1 << 31).to_le_bytes());
        frame.extend_from_slice(stored);
    }
    for block in blocks {
        frame.extend_from_slice(&(block.len() as u32).to_le_bytes());
        frame.extend_from_slice(block);
    }
    frame.extend_from_slice(&[0; 4]);
    frame
}

fn linked_frame(blocks: &[Vec<u8>]) -> Vec<u8> {
    linked_frame_after(b"", blocks)
}

fn decode_behind_a_secret(codec: Codec, frame: &[u8]) -> Option<Vec<u8>> {
    let mut out = b"secret of another row".to_vec();
    let start = out.len();
    (codec.decompress)(&mut Workspace::default(), 100_000, frame, &mut out).ok()?;
    Some(out.split_off(start))
}

#[test]
fn a_block_reaches_no_further_than_its_start() {
    for offset in [0, 1, 2, 3, 8, 21, 22, 65_535] {
        let framed = [&10u32.to_le_bytes()[..], &block(offset)].concat();
        let expected = (offset == 1).then(|| b"AAAAABCDEF".to_vec());
        assert_eq!(decode_behind_a_secret(LZ4_BLOCK, &framed), expected, "block, offset {offset}");
        let frame = linked_frame(&[block(offset)]);
        assert_eq!(decode_behind_a_secret(LZ4_FRAME, &frame), expected, "frame, offset {offset}");
    }
}

/// A linked block may refer to the blocks before it, but not to the frame before.
#[test]
fn a_linked_block_reaches_no_further_than_its_frame() {
    let first = block(1);
    for (offset, copied) in [(2, Some(b"FAFA")), (11, Some(b"AAAA")), (12, None)] {
        let frame = linked_frame(&[first.clone(), block(offset)]);
        let expected = copied.map(|c| [&b"AAAAABCDEFA"[..], c, b"BCDEF"].concat());
        assert_eq!(decode_behind_a_secret(LZ4_FRAME, &frame), expected, "offset {offset}");
        let two =
            [linked_frame(std::slice::from_ref(&first)), linked_frame(&[block(offset)])].concat();
        assert_eq!(decode_behind_a_secret(LZ4_FRAME, &two), None, "two frames, offset {offset}");
    }
}

/// The window of linked blocks is 64 KiB, and an offset can reach all of it.
#[test]
fn a_linked_block_reaches_all_of_its_window() {
    let stored = Numbers(14).bytes(64 << 10);
    for offset in [5, 1000, 32_768, 61_441, 65_534, 65_535] {
        let frame = linked_frame_after(&stored, &[block(offset)]);
        let start = stored.len() + 1 - usize::from(offset);
        let expected = [&stored, &b"A"[..], &stored[start..start + 4], b"BCDEF"].concat();
        assert!(decode_behind_a_secret(LZ4_FRAME, &frame) == Some(expected), "offset {offset}");
    }
}

/// Independent blocks may not refer to each other.
#[test]
fn an_independent_block_reaches_no_further_than_its_start() {
    let mut frame = linked_frame(&[block(1), block(2)]);
    frame[4] |= 0b0010_0000;
    frame[6] = Hash::named("xxh32").one(&frame[4..6], 0)[2];
    assert_eq!(decode_behind_a_secret(LZ4_FRAME, &frame), None);
}

/// One literal and a copy of four bytes, in each of Snappy's three kinds of copy.
#[test]
fn a_snappy_copy_reaches_no_further_than_its_start() {
    for offset in [0u32, 1, 2, 3, 8, 21, 22, 2047, 65_535, 1 << 20, u32::MAX] {
        let bytes = offset.to_le_bytes();
        let mut copies = vec![[&[0x0F][..], &bytes].concat()];
        if offset < 1 << 16 {
            copies.push(vec![0x0E, bytes[0], bytes[1]]);
        }
        if offset < 1 << 11 {
            copies.push(vec![0x01 | bytes[1] << 5, bytes[0]]);
        }
        for copy in copies {
            let row = [&b"\x05\x00A"[..], &copy].concat();
            let expected = (offset == 1).then(|| b"AAAAA".to_vec());
            assert_eq!(decode_behind_a_secret(SNAPPY, &row), expected, "offset {offset}");
        }
    }
}

/// Deflate that was written with a preset dictionary refers to it; here, that is the previous row.
#[test]
fn deflate_reaches_no_further_than_its_start() {
    let content = b"a secret of another row, and no more";
    let mut deflated = Vec::with_capacity(100);
    let mut compressor = flate2::Compress::new(flate2::Compression::best(), false);
    compressor.set_dictionary(b"secret of another row").unwrap();
    compressor.compress_vec(content, &mut deflated, flate2::FlushCompress::Finish).unwrap();
    assert!(deflated.len() < 30, "it refers to the dictionary");
    let little_endian = |name: &'static str| {
        let mut checksum = Hash::named(name).one(content, 0);
        checksum.reverse();
        checksum
    };
    let length = (content.len() as u32).to_le_bytes();
    let gzip = [&b"\x1F\x8B\x08\0\0\0\0\0\0\xFF"[..], &deflated, &little_endian("crc32"), &length];
    assert_eq!(decode_behind_a_secret(GZIP, &gzip.concat()), None);
    let zlib = [&b"\x78\x9C"[..], &deflated, &Hash::named("adler32").one(content, 0)];
    assert_eq!(decode_behind_a_secret(ZLIB, &zlib.concat()), None);
}
