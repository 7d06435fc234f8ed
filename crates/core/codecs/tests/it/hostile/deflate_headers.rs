//! Wrong headers and lengths of gzip, zlib, Snappy and Brotli.

use hashlane_codecs::CodecError;

use super::headers::{CAPS, HUGE, SMALL, check};
use crate::support::alloc;
use crate::support::codec::{BROTLI, GZIP, SNAPPY, ZLIB};
use crate::support::hash::Hash;

/// `hello` as a stored block.
const STORED: &[u8] = b"\x01\x05\x00\xFA\xFFhello";

/// A gzip member of `hello` with `fields` after its fixed header.
fn gzip_hello(method: u8, flags: u8, fields: &[u8], length: u32) -> Vec<u8> {
    let mut checksum = Hash::named("crc32").one(b"hello", 0);
    checksum.reverse();
    let header = [0x1F, 0x8B, method, flags, 0, 0, 0, 0, 0, 255];
    [&header[..], fields, STORED, &checksum, &length.to_le_bytes()].concat()
}

#[test]
fn gzip_fields() {
    let mut header_checksum =
        Hash::named("crc32").one(&[0x1F, 0x8B, 8, 2, 0, 0, 0, 0, 0, 255], 0).split_off(2);
    header_checksum.reverse();
    for (flags, fields) in
        [(0, &b""[..]), (4, b"\x02\0ab"), (8, b"name\0"), (16, b"\0"), (2, &header_checksum)]
    {
        let honest = gzip_hello(8, flags, fields, 5);
        assert_eq!(GZIP.decode(5, &honest), Ok(b"hello".to_vec()), "flags {flags}");
    }
    for (what, frame) in [
        ("method 7", gzip_hello(7, 0, b"", 5)),
        ("a reserved flag", gzip_hello(8, 0x20, b"", 5)),
        ("a reserved flag", gzip_hello(8, 0x80, b"", 5)),
        ("an extra field past the end", gzip_hello(8, 4, b"\xFF\xFF", 5)),
        ("a header checksum that is wrong", gzip_hello(8, 2, b"\0\0", 5)),
        ("a name without an end", gzip_hello(8, 8, b"", 5)[..19].to_vec()),
        ("a comment without an end", gzip_hello(8, 16, b"", 5)[..19].to_vec()),
    ] {
        check(what, GZIP, &frame, CAPS[0]);
    }
}

#[test]
fn gzip_length() {
    for length in SMALL.into_iter().chain(HUGE.into_iter().take(1)) {
        for cap in CAPS {
            check(&format!("{length} bytes"), GZIP, &gzip_hello(8, 0, b"", length as u32), cap);
        }
    }
}

#[test]
fn zlib_header() {
    let checksum = Hash::named("adler32").one(b"hello", 0);
    let mut accepted = 0;
    for header in 0..=u16::MAX {
        let frame = [&header.to_be_bytes()[..], STORED, &checksum].concat();
        match ZLIB.decode(5, &frame) {
            Ok(content) => {
                assert_eq!(content, b"hello");
                accepted += 1;
            }
            Err(error) => assert!(matches!(error, CodecError::Corrupt { .. }), "{error}"),
        }
    }
    // Eight windows and four levels of effort; the other bits are the check and the dictionary.
    assert_eq!(accepted, 32);
    let wants_dictionary = [&b"\x78\xBB\0\0\0\x4D"[..], STORED, &checksum].concat();
    let error = ZLIB.decode(100, &wants_dictionary).unwrap_err().to_string();
    assert!(error.contains("dictionary 77"), "{error}");
}

/// Lengths and types of blocks that deflate doesn't have.
#[test]
fn deflate_blocks() {
    for stream in [
        &b"\x07"[..],                 // type 3
        b"\x01\x05\x00\xFA\xFEhello", // a length that its complement denies
        b"\x01\xFF\xFF\x00\x00hello", // 65,535 bytes, and five follow
        b"\x05\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
    ] {
        let gzip = [&[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255][..], stream, &[0; 8]].concat();
        check("gzip", GZIP, &gzip, CAPS[0]);
        check("zlib", ZLIB, &[b"\x78\x9C", stream, &[0; 4]].concat(), CAPS[0]);
    }
}

/// `number` in groups of seven bits.
pub fn groups_of_seven(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn snappy_length() {
    let literal = b"\x10hello";
    assert_eq!(SNAPPY.decode(5, &[b"\x05", &literal[..]].concat()), Ok(b"hello".to_vec()));
    for length in SMALL.into_iter().chain(HUGE).chain([u32::MAX.into()]) {
        for cap in CAPS {
            let row = [&groups_of_seven(length)[..], literal].concat();
            check(&format!("{length} bytes"), SNAPPY, &row, cap);
        }
    }
}

/// A literal that claims to be longer than the rest.
#[test]
fn snappy_literal_length() {
    for literal in
        [&b"\xF0\xFFhello"[..], b"\xF4\xFF\xFFhello", b"\xF8\0\0\x01", b"\xFC\xFF\xFF\xFF\xFF"]
    {
        check("literal", SNAPPY, &[b"\x05", literal].concat(), CAPS[0]);
    }
}

/// A window of every size, with a block that claims up to 16 MiB. At most the largest window of
/// RFC 7932 is allocated. Windows of up to 1 GiB, which it doesn't have, are rejected.
#[test]
fn brotli_window() {
    for window in 0..=255u8 {
        for length in [&b"\xFF\xFF\xFF\xFF\xFF"[..], b"\x9F\xFF\xFF\xFF\x00hello", b""] {
            let row = [&[window][..], length].concat();
            let (result, peak) = alloc::peak(|| BROTLI.decode(CAPS[0], &row).map(|c| c.len()));
            assert!(peak <= 20 << 20, "{row:02X?}: {peak} bytes were taken for {result:?}");
        }
    }
    for bits in 10..=62 {
        let row = [0x11, bits, 0x06];
        assert!(matches!(BROTLI.decode(100, &row), Err(CodecError::Corrupt { .. })), "{bits}");
    }
}
