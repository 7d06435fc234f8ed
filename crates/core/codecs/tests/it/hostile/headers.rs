//! Headers with false claims: an error, and no memory for the claim.

use hashlane_codecs::CodecError;

use crate::support::alloc;
use crate::support::codec::{Codec, LZ4_BLOCK, LZ4_FRAME, ZSTD};
use crate::support::hash::Hash;

/// The most bytes that a false claim may cost.
const MOST: usize = 10 << 20;

/// Sizes that no small input has.
pub const HUGE: [u64; 7] =
    [1 << 31, 1 << 32, (1 << 32) + 5, 1 << 60, i64::MAX as u64, u64::MAX - 1, u64::MAX];

/// Sizes under any cap that are not that of `hello`.
pub const SMALL: [u64; 8] = [0, 1, 4, 6, 1000, 100_000, 1 << 20, 100 << 20];

/// The caps: the default, and none.
pub const CAPS: [usize; 2] = [256 << 20, usize::MAX];

pub fn check(name: &str, codec: Codec, frame: &[u8], max_bytes: usize) {
    let (result, peak) = alloc::peak(|| codec.decode(max_bytes, frame));
    let refused = matches!(result, Err(CodecError::Corrupt { .. } | CodecError::OverLimit { .. }));
    assert!(refused, "{name} under {max_bytes}: {result:?}");
    assert!(peak < MOST, "{name} under {max_bytes}: {peak} bytes were taken");
}

/// A zstd frame of one stored block, `hello`, that claims to hold `size` bytes.
fn zstd_hello(size: u64, single_segment: bool) -> Vec<u8> {
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD];
    frame.extend_from_slice(if single_segment { &[0b1110_0000] } else { &[0b1100_0000, 7 << 3] });
    frame.extend_from_slice(&size.to_le_bytes());
    frame.extend_from_slice(&[5 << 3 | 1, 0, 0]);
    frame.extend_from_slice(b"hello");
    frame
}

#[test]
fn zstd_content_size() {
    for single_segment in [false, true] {
        let honest = zstd_hello(5, single_segment);
        assert_eq!(ZSTD.decode(5, &honest), Ok(b"hello".to_vec()));
        for size in HUGE.into_iter().chain(SMALL) {
            let frame = zstd_hello(size, single_segment);
            for cap in CAPS {
                check(&format!("{size} bytes, single {single_segment}"), ZSTD, &frame, cap);
            }
        }
    }
}

/// A window of up to 3.75 TiB is a claim as well: decoding into one buffer needs no window.
#[test]
fn zstd_window() {
    for window in 0..=255 {
        let frame = [&[0x28, 0xB5, 0x2F, 0xFD, 0, window, 5 << 3 | 1, 0, 0][..], b"hello"].concat();
        let (result, peak) = alloc::peak(|| ZSTD.decode(100, &frame));
        assert!(peak < MOST, "window {window}: {peak} bytes were taken");
        // zstd rejects windows that the machine can't address; up to 1 GiB all machines can.
        let expected = Ok(b"hello".to_vec());
        assert!(result == expected || (window >> 3 > 20 && result.is_err()), "window {window}");
    }
}

/// A block that claims to be longer than the rest.
#[test]
fn zstd_block_size() {
    for size in [6u32, 1000, 128 << 10, (1 << 21) - 1] {
        for kind in 0..4 {
            let header = size << 3 | kind << 1 | 1;
            let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3];
            frame.extend_from_slice(&header.to_le_bytes()[..3]);
            frame.extend_from_slice(b"hello");
            check(&format!("block of {size}, kind {kind}"), ZSTD, &frame, CAPS[0]);
        }
    }
}

/// An LZ4 frame of one stored block, `hello`.
fn lz4_hello(size: Option<u64>, block_length: u32) -> Vec<u8> {
    let mut descriptor = vec![if size.is_some() { 0b0110_1000 } else { 0b0110_0000 }, 7 << 4];
    descriptor.extend(size.iter().flat_map(|size| size.to_le_bytes()));
    let mut frame = [&0x184D_2204u32.to_le_bytes()[..], &descriptor].concat();
    frame.push(Hash::named("xxh32").one(&descriptor, 0)[2]);
    frame.extend_from_slice(&block_length.to_le_bytes());
    frame.extend_from_slice(b"hello\0\0\0\0");
    frame
}

const STORED: u32 = 1 << 31;

#[test]
fn lz4_content_size() {
    for size in [None, Some(5)] {
        assert_eq!(LZ4_FRAME.decode(5, &lz4_hello(size, 5 | STORED)), Ok(b"hello".to_vec()));
    }
    for size in HUGE.into_iter().chain(SMALL) {
        for cap in CAPS {
            let frame = lz4_hello(Some(size), 5 | STORED);
            check(&format!("{size} bytes"), LZ4_FRAME, &frame, cap);
        }
    }
}

/// Only one value of the header's checksum is correct.
#[test]
fn lz4_header_checksum() {
    for size in [None, Some(5)] {
        let mut frame = lz4_hello(size, 5 | STORED);
        let place = if size.is_some() { 14 } else { 6 };
        for _ in 0..255 {
            frame[place] = frame[place].wrapping_add(1);
            check(&format!("header checksum {}", frame[place]), LZ4_FRAME, &frame, 100);
        }
        frame[place] = frame[place].wrapping_add(1);
        assert!(LZ4_FRAME.decode(100, &frame).is_ok());
    }
}

/// A block's checksum finds damage to the block, and to itself.
#[test]
fn lz4_block_checksum() {
    let mut frame = lz4_hello(None, 5 | STORED);
    frame[4] |= 0b0001_0000;
    frame[6] = Hash::named("xxh32").one(&frame[4..6], 0)[2];
    let mut checksum = Hash::named("xxh32").one(b"hello", 0);
    checksum.reverse(); // LZ4 has it little-endian
    frame.splice(16..16, checksum);
    assert_eq!(LZ4_FRAME.decode(5, &frame), Ok(b"hello".to_vec()));
    for bit in 11 * 8..20 * 8 {
        frame[bit / 8] ^= 1 << (bit % 8);
        check(&format!("bit {bit}"), LZ4_FRAME, &frame, 100);
        frame[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn lz4_block_size() {
    for length in [1, 4, 6, 9, 10, 4 << 20, (4 << 20) + 1, STORED - 1] {
        for stored in [0, STORED] {
            let frame = lz4_hello(None, length | stored);
            check(&format!("block of {length}, {stored:#x}"), LZ4_FRAME, &frame, CAPS[0]);
        }
    }
}

#[test]
fn lz4_block_length() {
    let block = b"\x50hello"; // five literals
    let honest = [&5u32.to_le_bytes()[..], block].concat();
    assert_eq!(LZ4_BLOCK.decode(5, &honest), Ok(b"hello".to_vec()));
    for length in [0, 1, 4, 6, 1000, 6 * 255, 6 * 255 + 1, 1 << 20, 1 << 31, u32::MAX] {
        for cap in CAPS {
            let frame = [&length.to_le_bytes()[..], block].concat();
            check(&format!("{length} bytes"), LZ4_BLOCK, &frame, cap);
        }
    }
}

/// A skippable frame that claims to be longer than the rest.
#[test]
fn skippable_length() {
    for codec in [ZSTD, LZ4_FRAME] {
        for length in [4u32, 1000, 1 << 31, u32::MAX - 8, u32::MAX] {
            let frame = [b"\x50\x2A\x4D\x18", &length.to_le_bytes()[..], b"abc"].concat();
            check(&format!("{}, {length} bytes", codec.name), codec, &frame, CAPS[1]);
        }
    }
}

/// Reserved values of the formats, and values that need a dictionary, which is missing.
#[test]
fn flags_that_are_not_ours_to_read() {
    let rewritten = |flags: u8, block: u8, dictionary: &[u8]| {
        let descriptor = [&[flags, block][..], dictionary].concat();
        let checksum = Hash::named("xxh32").one(&descriptor, 0)[2];
        let stored = (5 | STORED).to_le_bytes();
        let magic = 0x184D_2204u32.to_le_bytes();
        [&magic[..], &descriptor, &[checksum], &stored, b"hello\0\0\0\0"].concat()
    };
    assert!(LZ4_FRAME.decode(5, &rewritten(0b0110_0000, 0x40, b"")).is_ok());
    for (flags, block, what) in [
        (0b0010_0000, 0x40, "version 0"),
        (0b1010_0000, 0x40, "version 2"),
        (0b0110_0010, 0x40, "a reserved flag"),
        (0b0110_0000, 0x30, "block size 3"),
        (0b0110_0000, 0xC0, "a reserved bit of the block size"),
        (0b0110_0000, 0x41, "reserved low bits"),
    ] {
        check(what, LZ4_FRAME, &rewritten(flags, block, b""), 100);
    }
    let error = LZ4_FRAME.decode(100, &rewritten(0b0110_0001, 0x40, &77u32.to_le_bytes()));
    assert!(error.unwrap_err().to_string().contains("77"), "names the dictionary");
    check("a legacy frame", LZ4_FRAME, b"\x02\x21\x4C\x18\x06\0\0\0\x50hello", 100);
    check("a reserved zstd flag", ZSTD, b"\x28\xB5\x2F\xFD\x08\x38\x29\0\0hello", 100);
    let error = ZSTD.decode(100, b"\x28\xB5\x2F\xFD\x01\x38\x07\x29\0\0hello").unwrap_err();
    assert_eq!(error, CodecError::WrongDictionary { needed: 7, given: None });
}
