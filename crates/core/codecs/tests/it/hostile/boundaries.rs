//! `max_bytes` is exact: that many bytes pass, and one more is an error, never a truncation.

use hashlane_codecs::{CodecError, Workspace};

use crate::support::codec::{self, Codec, ZSTD};
use crate::support::foreign;
use crate::support::inputs::{Numbers, cycle};

fn check(name: &str, codec: Codec, frame: &[u8], length: usize) {
    let mut workspace = Workspace::default();
    // Rows that were decoded before don't count.
    for before in [0, 7] {
        let mut out = vec![1; before];
        let exact = (codec.decompress)(&mut workspace, length, frame, &mut out);
        assert_eq!((exact, out.len()), (Ok(()), before + length), "{name} at its length");
        let Some(max_bytes) = length.checked_sub(1) else { continue };
        out.truncate(before);
        let over = (codec.decompress)(&mut workspace, max_bytes, frame, &mut out);
        assert_eq!(over, Err(CodecError::OverLimit { max_bytes }), "{name} at its length - 1");
        assert!(out.len() <= before + max_bytes, "{name}: {} bytes came out", out.len());
    }
}

#[test]
fn of_foreign_frames() {
    for foreign in foreign::frames() {
        check(&foreign.to_string(), foreign.codec, &foreign.bytes, foreign.length);
    }
}

#[test]
fn of_our_frames() {
    let mut numbers = Numbers(10);
    for codec in codec::ALL {
        for length in [0, 1, 2, 12, 13, 255, 256, 1000, 1024, 1025, 65_536, 65_537, 131_073] {
            for content in [vec![0; length], cycle(length), numbers.bytes(length)] {
                for level in codec.levels {
                    if codec.is_slow(*level) && length > 4096 {
                        continue;
                    }
                    let frame = codec.encode(*level, &content);
                    check(&format!("{} {level} of {length}", codec.name), codec, &frame, length);
                }
            }
        }
    }
}

/// Frames share the cap: after a frame that has used it up, an empty frame still fits, and so does a
/// skippable frame.
#[test]
fn of_concatenations() {
    for codec in codec::ALL.into_iter().filter(|codec| codec.concatenates) {
        let level = codec.levels[0];
        let [content, empty] = [codec.encode(level, &cycle(500)), codec.encode(level, b"")];
        let skippable = match codec.skippable {
            true => b"\x50\x2A\x4D\x18\x03\0\0\0abc".to_vec(),
            false => vec![],
        };
        let frames = [&skippable, &content, &empty, &skippable, &content, &empty, &skippable];
        check(codec.name, codec, &frames.map(Vec::as_slice).concat(), 1000);
    }
}

/// The same with an empty frame whose header records no size.
#[test]
fn of_an_empty_zstd_frame_without_a_size() {
    let empty = b"\x28\xB5\x2F\xFD\x00\x58\x01\x00\x00";
    assert_eq!(ZSTD.decode(0, empty), Ok(vec![]));
    let frames = [&ZSTD.encode(3, &cycle(500)), &empty[..]].concat();
    check("zstd with an empty frame behind", ZSTD, &frames, 500);
}

/// The largest cap limits nothing.
#[test]
fn the_largest_cap() {
    for codec in codec::ALL {
        let frame = codec.encode(codec.levels[0], &cycle(500));
        assert_eq!(codec.decode(usize::MAX, &frame), Ok(cycle(500)), "{}", codec.name);
    }
}
