//! Matches that reach back before their frame: into the rows that share the output buffer.

use hashlane_kernels::codec::Workspace;

use crate::support::codec::{LZ4_BLOCK, LZ4_FRAME};
use crate::support::hash::Hash;

/// A block of one literal, a match of 4 bytes from `offset` back, and five literals.
fn block(offset: u16) -> Vec<u8> {
    let [low, high] = offset.to_le_bytes();
    [&[0x10, b'A', low, high, 0x50][..], b"BCDEF"].concat()
}

/// A frame of linked blocks without checksums.
fn linked_frame(blocks: &[Vec<u8>]) -> Vec<u8> {
    let descriptor = [0b0100_0000, 4 << 4];
    let checksum = Hash::named("xxh32").one(&descriptor, 0)[2];
    let mut frame = [&0x184D_2204u32.to_le_bytes()[..], &descriptor, &[checksum]].concat();
    for block in blocks {
        frame.extend_from_slice(&(block.len() as u32).to_le_bytes());
        frame.extend_from_slice(block);
    }
    frame.extend_from_slice(&[0; 4]);
    frame
}

fn decode_behind_a_secret(codec: crate::support::codec::Codec, frame: &[u8]) -> Option<Vec<u8>> {
    let mut out = b"secret of another row".to_vec();
    let start = out.len();
    (codec.decompress)(&mut Workspace::default(), 1000, frame, &mut out).ok()?;
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
        let two = [linked_frame(&[first.clone()]), linked_frame(&[block(offset)])].concat();
        assert_eq!(decode_behind_a_secret(LZ4_FRAME, &two), None, "two frames, offset {offset}");
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
