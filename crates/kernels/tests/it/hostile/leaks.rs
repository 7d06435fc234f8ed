//! Matches that reach back before their frame: into the rows that share the output buffer.

use hashlane_kernels::codec::Workspace;

use crate::support::codec::{Codec, LZ4_BLOCK, LZ4_FRAME};
use crate::support::hash::Hash;
use crate::support::inputs::Numbers;

/// A block of one literal, a match of 4 bytes from `offset` back, and five literals.
fn block(offset: u16) -> Vec<u8> {
    let [low, high] = offset.to_le_bytes();
    [&[0x10, b'A', low, high, 0x50][..], b"BCDEF"].concat()
}

/// A frame of linked blocks without checksums, the first of them, if there is one, stored.
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

/// A linked block reaches into the blocks before it, but not into the frame before.
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

/// The window of linked blocks is 64 KiB, all of which an offset can reach.
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

/// Independent blocks may not reach into each other.
#[test]
fn an_independent_block_reaches_no_further_than_its_start() {
    let mut frame = linked_frame(&[block(1), block(2)]);
    frame[4] |= 0b0010_0000;
    frame[6] = Hash::named("xxh32").one(&frame[4..6], 0)[2];
    assert_eq!(decode_behind_a_secret(LZ4_FRAME, &frame), None);
}
