//! Against the crate: what is decoded here has to be decoded there, to the same content.

use snap::raw;

use super::decode::decode;
use super::{LEAST_DECODED, decompress_exact};
use crate::random::Random;

/// Bytes in which much repeats, near and far.
fn content(seed: u64, len: usize) -> Vec<u8> {
    let mut random = Random(seed);
    let mut content = Vec::new();
    while content.len() < len {
        let (back, bytes) = (1 + random.below(content.len() + 1), 1 + random.below(70));
        match random.below(3) {
            _ if back > content.len() => content.push(7),
            0 => content.extend((0..bytes / 8).map(|_| random.below(256) as u8)),
            1 => {
                let near = 1 + back % 40.min(content.len());
                (0..bytes).for_each(|_| content.push(content[content.len() - near]));
            }
            _ => (0..bytes).for_each(|_| content.push(content[content.len() - back])),
        }
    }
    content.truncate(len);
    content
}

/// The length of `elements` and they themselves.
fn row(len: usize, elements: &[u8]) -> Vec<u8> {
    let mut row = Vec::new();
    let mut left = len;
    while left >= 0x80 {
        row.push(left as u8 | 0x80);
        left >>= 7;
    }
    row.push(left as u8);
    row.extend_from_slice(elements);
    row
}

/// The elements of a row that the crate writes.
fn elements(content: &[u8]) -> Vec<u8> {
    let row = raw::Encoder::new().compress_vec(content).unwrap();
    let length = row.iter().position(|byte| *byte < 0x80).unwrap() + 1;
    row[length..].to_vec()
}

/// Elements that no encoder would write: of every kind, with every length and offset.
fn any_elements(random: &mut Random, most: usize) -> (Vec<u8>, usize) {
    let (mut elements, mut len) = (Vec::new(), 0);
    while len < most {
        let (bytes, back) = (1 + random.below(64), 1 + random.below(len.max(1)));
        let back = if random.below(2) == 0 { 1 + back % 40 } else { back };
        match random.below(6) {
            kind if kind < 2 || back > len => {
                let extra = [0, 0, 1, 2, 3, 4][random.below(6)];
                let bytes = if extra == 0 { bytes.min(60) } else { bytes };
                let upper = if extra == 0 { bytes - 1 } else { 59 + extra };
                elements.push((upper << 2) as u8);
                elements.extend_from_slice(&(bytes as u32 - 1).to_le_bytes()[..extra]);
                elements.extend((0..bytes).map(|_| random.below(256) as u8));
                len += bytes;
            }
            2 | 3 if back < 2048 => {
                let bytes = 4 + bytes % 8;
                elements.push((back >> 8 << 5 | (bytes - 4) << 2 | 1) as u8);
                elements.push(back as u8);
                len += bytes;
            }
            kind if kind < 5 && back < 1 << 16 => {
                elements.push(((bytes - 1) << 2 | 2) as u8);
                elements.extend_from_slice(&(back as u16).to_le_bytes());
                len += bytes;
            }
            _ => {
                elements.push(((bytes - 1) << 2 | 3) as u8);
                elements.extend_from_slice(&(back as u32).to_le_bytes());
                len += bytes;
            }
        }
    }
    (elements, len)
}

/// Whether both decode `elements` to `len` bytes; they must agree on that and on the bytes.
fn both(elements: &[u8], len: usize) -> bool {
    // What was there before must not shine through.
    let (mut ours, mut theirs) = (vec![0xAA; len], vec![0x55; len]);
    let decoded = decode(elements, &mut ours).is_some();
    let written = raw::Decoder::new().decompress(&row(len, elements), &mut theirs);
    assert_eq!(decoded, written == Ok(len), "{elements:02x?}");
    assert!(!decoded || ours == theirs, "{elements:02x?}");
    decoded
}

#[test]
fn every_length() {
    for len in (1..=1100).chain([4_095, 4_096, 65_535, 65_536, 65_537, 300_000]) {
        for seed in 0..3 {
            let content = content(seed, len);
            let elements = elements(&content);
            let mut out = vec![0xAA; len];
            assert!(decode(&elements, &mut out).is_some(), "{len}");
            assert!(out == content, "{len}");
            assert!(both(&elements, len));
        }
    }
}

#[test]
fn every_element() {
    let mut random = Random(1);
    for round in 0..3_000 {
        let (elements, len) = any_elements(&mut random, 1 + round);
        assert!(both(&elements, len));
    }
}

#[test]
fn mutants() {
    let mut random = Random(2);
    let mut decoded = 0;
    for round in 0..60_000 {
        let (mut elements, mut len) = any_elements(&mut random, 1 + round % 700);
        match random.below(4) {
            0 => elements.truncate(random.below(elements.len())),
            1 => len = (len + random.below(9)).saturating_sub(4),
            _ => (0..1 + random.below(3)).for_each(|_| {
                let place = random.below(elements.len());
                elements[place] ^= 1 << random.below(8);
            }),
        }
        decoded += usize::from(both(&elements, len));
    }
    assert!((5_000..55_000).contains(&decoded), "{decoded} of 60000 are still whole");
}

#[test]
fn a_row_that_cannot_be_decoded_is_described() {
    let content = content(3, 2 * LEAST_DECODED);
    let whole = raw::Encoder::new().compress_vec(&content).unwrap();
    let mut out = vec![0; content.len()];
    decompress_exact(&whole, &mut out).unwrap();
    assert!(out == content);
    let error = decompress_exact(&whole[..whole.len() - 1], &mut out).unwrap_err();
    let theirs = raw::Decoder::new().decompress_vec(&whole[..whole.len() - 1]).unwrap_err();
    assert!(error.to_string().contains(&theirs.to_string()), "{error}");
    let error = decompress_exact(&whole, &mut out[1..]).unwrap_err().to_string();
    let lengths = format!("claims {} bytes, and {} are expected", content.len(), content.len() - 1);
    assert!(error.contains(&lengths), "{error}");
}
