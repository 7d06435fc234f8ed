//! Wrong headers and indexes of .xz files.

use hashlane_codecs::CodecError;

use super::deflate_headers::groups_of_seven;
use super::headers::{CAPS, HUGE, check};
use crate::support::codec::XZ;
use crate::support::hash::Hash;

fn crc32(bytes: &[u8]) -> Vec<u8> {
    let mut crc = Hash::named("crc32").one(bytes, 0);
    crc.reverse();
    crc
}

/// CRC-64/XZ of `hello`, from a file of Python's `lzma`.
const CRC64_OF_HELLO: u64 = 0x9B1E_DAE5_DBB9_37B1;

/// The flags of a stream: the kind of its blocks' checksums.
const CRC64: u8 = 4;

/// A block of `hello` as LZMA2 without compression, with a CRC-64.
struct Hello {
    filter: u8,
    dictionary: u8,
    /// The sizes in the block's header: compressed, and of the content.
    sizes: Option<(u64, u64)>,
}

const HELLO: Hello = Hello { filter: 0x21, dictionary: 0, sizes: None };

/// The length of `HELLO` without padding: header, LZMA2, CRC-64.
const UNPADDED: u64 = 12 + 9 + 8;

impl Hello {
    fn block(&self) -> Vec<u8> {
        let mut header = vec![0, 0];
        if let Some((compressed, content)) = self.sizes {
            header[1] = 0xC0;
            header.extend(groups_of_seven(compressed));
            header.extend(groups_of_seven(content));
        }
        header.extend([self.filter, 1, self.dictionary]);
        while !header.len().is_multiple_of(4) {
            header.push(0);
        }
        header[0] = (header.len() / 4) as u8;
        let mut block = header.clone();
        block.extend(crc32(&header));
        block.extend(b"\x01\0\x04hello\0"); // one chunk of five bytes, and the end
        while !block.len().is_multiple_of(4) {
            block.push(0);
        }
        block.extend(CRC64_OF_HELLO.to_le_bytes());
        block
    }
}

/// A stream of `block` with these records and flags.
fn file(block: &[u8], records: &[(u64, u64)], flags: u8) -> Vec<u8> {
    let mut index = vec![0];
    index.extend(groups_of_seven(records.len() as u64));
    for (unpadded, content) in records {
        index.extend(groups_of_seven(*unpadded));
        index.extend(groups_of_seven(*content));
    }
    while !index.len().is_multiple_of(4) {
        index.push(0);
    }
    index.extend(crc32(&index));
    let backward = (index.len() / 4 - 1) as u32;
    file_with(block, &index, backward, flags)
}

fn file_with(block: &[u8], index: &[u8], backward: u32, flags: u8) -> Vec<u8> {
    let flags = [0, flags];
    let footer = [&backward.to_le_bytes()[..], &flags].concat();
    [b"\xFD7zXZ\0", &flags[..], &crc32(&flags), block, index, &crc32(&footer), &footer, b"YZ"]
        .concat()
}

/// A dictionary of any size is allowed if the content is small, since no more than the content can be
/// used. liblzma would allocate 4 GiB, which exceeds the limit that it is given.
#[test]
fn dictionaries() {
    for dictionary in 0..=40 {
        for sizes in [None, Some((9, 5))] {
            let block = Hello { dictionary, sizes, ..HELLO }.block();
            let made = file(&block, &[(UNPADDED, 5)], CRC64);
            assert_eq!(XZ.decode(5, &made), Ok(b"hello".to_vec()), "{dictionary} {sizes:?}");
            // The dictionary of a file with a wrong index can't be made smaller.
            let lying = file(&block, &[(UNPADDED + 4, 5)], CRC64);
            check(&format!("{dictionary}, lying"), XZ, &lying, CAPS[0]);
        }
    }
    for dictionary in 41..=255 {
        let made = file(&Hello { dictionary, ..HELLO }.block(), &[(UNPADDED, 5)], CRC64);
        check(&format!("dictionary {dictionary}"), XZ, &made, CAPS[0]);
    }
}

#[test]
fn indexes() {
    let block = HELLO.block();
    for content in HUGE.into_iter().filter(|size| *size < 1 << 63).chain([0, 1, 4, 6, 1 << 20]) {
        for cap in CAPS {
            let lying = file(&block, &[(UNPADDED, content)], CRC64);
            check(&format!("content of {content}"), XZ, &lying, cap);
        }
    }
    for unpadded in HUGE.into_iter().chain([0, 1, 4, 28, 30, 33, 1000]) {
        let lying = file(&block, &[(unpadded, 5)], CRC64);
        check(&format!("block of {unpadded}"), XZ, &lying, CAPS[0]);
    }
    for records in [&[][..], &[(UNPADDED, 5); 2], &[(UNPADDED, u64::MAX >> 1); 3]] {
        check(&format!("{records:?}"), XZ, &file(&block, records, CRC64), CAPS[0]);
    }
}

/// No byte of LZMA expands to 8 KiB of content, so an index that claims more is wrong. liblzma would allocate a
/// dictionary for it, which this test doesn't see.
#[test]
fn content_that_a_block_cannot_hold() {
    let block = HELLO.block();
    for (content, can_hold) in [(UNPADDED * 8192, true), (UNPADDED * 8192 + 1, false)] {
        let lying = file(&block, &[(UNPADDED, content)], CRC64);
        let error = XZ.decode(CAPS[0], &lying).unwrap_err().to_string();
        assert_eq!(error.contains("bytes can hold"), !can_hold, "{error}");
    }
}

/// An index that claims more records than it has bytes, and one at a wrong place.
#[test]
fn records_and_places() {
    let block = HELLO.block();
    for count in HUGE {
        let mut index = [&[0][..], &groups_of_seven(count)].concat();
        index.resize(index.len().next_multiple_of(4), 0);
        index.extend(crc32(&index));
        let backward = (index.len() / 4 - 1) as u32;
        check(
            &format!("{count} records"),
            XZ,
            &file_with(&block, &index, backward, CRC64),
            CAPS[0],
        );
    }
    let mut index = vec![0, 1, UNPADDED as u8, 5];
    index.extend(crc32(&index));
    assert_eq!(XZ.decode(5, &file_with(&block, &index, 1, CRC64)), Ok(b"hello".to_vec()));
    for backward in [0, 2, 3, 10, 1000, 1 << 30, u32::MAX] {
        let lying = file_with(&block, &index, backward, CRC64);
        check(&format!("index of {backward}"), XZ, &lying, CAPS[0]);
    }
}

#[test]
fn sizes_in_block_headers() {
    for lie in HUGE.into_iter().filter(|size| *size < 1 << 63).chain([0, 1, 4, 6, 10]) {
        for sizes in [(9, lie), (lie, 5)] {
            let block = Hello { sizes: Some(sizes), ..HELLO }.block();
            let header = u64::from(block[0]) * 4 + 4;
            let lying = file(&block, &[(header + 17, 5)], CRC64);
            if sizes != (9, 5) {
                check(&format!("{sizes:?}"), XZ, &lying, CAPS[0]);
            }
        }
    }
}

/// An unknown filter and an unknown checksum: no content is returned unchecked.
#[test]
fn what_is_not_known() {
    let block = Hello { filter: 0x22, ..HELLO }.block();
    check("filter 0x22", XZ, &file(&block, &[(UNPADDED, 5)], CRC64), CAPS[0]);
    for checksum in [2, 5, 7, 15] {
        let made = file(&HELLO.block(), &[(UNPADDED, 5)], checksum);
        check(&format!("checksum {checksum}"), XZ, &made, CAPS[0]);
    }
    let error = XZ.decode(100, &file(&HELLO.block(), &[(UNPADDED, 5)], 2)).unwrap_err();
    assert!(matches!(error, CodecError::Corrupt { .. }), "{error}");
}
