//! Packs that lie, expand or refer outside, with correct checksums.

use hashlane_codecs::pack::{ChunkCodec, MAX_CHUNK_BYTES, Pack, PackAllowance, PackBuilder};
use hashlane_codecs::{CodecError, Workspace};

use super::packs::Reader;
use crate::support::alloc;
use crate::support::hash::Hash;
use crate::support::inputs::Numbers;
use crate::support::pack::{Values, build, get_all};

/// The most bytes that a false claim may cost.
pub(super) const MOST: usize = 10 << 20;

fn xxh3(bytes: &[u8], seed: u64) -> [u8; 4] {
    let mut checksum = Hash::named("xxh3").one(bytes, seed);
    checksum.reverse(); // the hash is big-endian, packs are little-endian
    checksum[..4].try_into().unwrap()
}

/// A pack as a forger writes it: every checksum is correct.
#[derive(Clone)]
pub(super) struct Forged {
    pub(super) version: u8,
    codec: [u8; 2],
    chunk_bytes: u32,
    chunks: u32,
    values: u32,
    length: Option<u64>,
    /// The start and the first value of each chunk, and the number of values that its checksum covers.
    entries: Vec<(u64, u32, u32)>,
    body: Vec<u8>,
}

impl Forged {
    /// One chunk of `count` values.
    pub(super) fn one(
        codec: u8,
        chunk_bytes: u32,
        count: u32,
        width: u8,
        base: u32,
        rest: &[u8],
    ) -> Self {
        let body = [&[width][..], &base.to_le_bytes(), rest].concat();
        let entries = vec![(32, 0, count)];
        let version = if codec == 3 { 2 } else { 1 };
        let codec = [codec, 0];
        Forged {
            version,
            codec,
            chunk_bytes,
            chunks: 1,
            values: count,
            length: None,
            entries,
            body,
        }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let Forged { codec, entries, body, .. } = self;
        let end = 32 + body.len();
        let length = self.length.unwrap_or((end + 16 * entries.len()) as u64);
        let mut pack = [b"HLBP", &[self.version, codec[0], codec[1], 0][..]].concat();
        for number in [self.chunk_bytes, self.chunks, self.values] {
            pack.extend_from_slice(&number.to_le_bytes());
        }
        pack.extend_from_slice(&length.to_le_bytes());
        pack.extend_from_slice(&xxh3(&pack, 0));
        pack.extend_from_slice(body);
        for (i, (start, first, count)) in entries.iter().enumerate() {
            let chunk_end = entries.get(i + 1).map_or(end, |next| next.0 as usize);
            let chunk = pack.get(*start as usize..chunk_end.min(end)).unwrap_or_default();
            let checksum = xxh3(chunk, u64::from(*first) | u64::from(*count) << 32);
            pack.extend_from_slice(&start.to_le_bytes());
            pack.extend_from_slice(&first.to_le_bytes());
            pack.extend_from_slice(&checksum);
        }
        pack
    }
}

/// A forged pack must be rejected by the first of `open`, `get`, `is_null` and `values` that can see the forgery.
pub(super) fn refuse(name: &str, forged: &Forged) {
    let pack = forged.bytes();
    for max_bytes in [100, 256 << 20, usize::MAX] {
        let (result, peak) = alloc::peak(|| {
            let mut workspace = Workspace::default();
            let opened = Pack::open(&pack)?;
            let _ = opened.is_null(0);
            let mut results = [0, opened.len().saturating_sub(1)].map(|place| {
                opened.get(&mut workspace, place.into(), max_bytes, &mut Vec::new()).map(|_| ())
            });
            if results[0].is_ok() {
                results.swap(0, 1);
            }
            let mut values = opened.values(max_bytes);
            let all = loop {
                match values.next(&mut workspace) {
                    Ok(Some(_)) => {}
                    Ok(None) => break Ok(()),
                    Err(error) => break Err(error),
                }
            };
            let mut builder = PackBuilder::new(opened.codec(), opened.chunk_bytes())?;
            let _ = builder.append_pack(&mut workspace, &opened);
            assert!(all.is_err(), "{name}: all values came out");
            results[0].clone()
        });
        let refused =
            matches!(result, Err(CodecError::Corrupt { .. } | CodecError::OverLimit { .. }));
        assert!(refused, "{name} under {max_bytes}: {result:?}");
        assert!(peak < MOST, "{name} under {max_bytes}: {peak} bytes were taken");
    }
}

#[test]
fn forged_packs_are_packs() {
    let pack = Forged::one(0, 100, 2, 1, 5, b"\x02hellohello!").bytes();
    let values = vec![Some(b"hello".to_vec()), Some(b"hello!".to_vec())];
    assert_eq!(get_all(&mut Workspace::default(), &pack), Ok(values));
    let pack = Forged::one(1, 100, 2, 0, 10, b"\x1AA\x01\0\x50BCDEF").bytes();
    let values = vec![Some(b"AAAAAAAAAA".to_vec()), Some(b"AAAAABCDEF".to_vec())];
    assert_eq!(get_all(&mut Workspace::default(), &pack), Ok(values));
}

#[test]
fn headers() {
    let honest = Forged::one(0, 100, 2, 0, 5, b"hellohello");
    assert!(get_all(&mut Workspace::default(), &honest.bytes()).is_ok());
    let huge = [3, 1 << 24, (1 << 24) + 1, 1 << 31, u32::MAX - 1, u32::MAX];
    for number in [0].into_iter().chain(huge) {
        refuse(&format!("{number} chunks"), &Forged { chunks: number, ..honest.clone() });
        refuse(&format!("{number} values"), &Forged { values: number, ..honest.clone() });
        for chunks in [2, number] {
            let forged = Forged { chunks, values: number, ..honest.clone() };
            refuse(&format!("{number} values in {chunks} chunks"), &forged);
        }
    }
    for chunk_bytes in [0, 1, MAX_CHUNK_BYTES + 1, u32::MAX] {
        refuse(&format!("chunks of {chunk_bytes}"), &Forged { chunk_bytes, ..honest.clone() });
    }
    for length in [0, 31, 32, 1 << 31, 1 << 32, 1 << 60, u64::MAX] {
        refuse(&format!("{length} bytes"), &Forged { length: Some(length), ..honest.clone() });
    }
    for codec in [[0, 1], [1, 3], [2, 23], [2, 0x80], [3, 0], [4, 0], [255, 0]] {
        refuse(&format!("codec {codec:?}"), &Forged { codec, ..honest.clone() });
    }
    // Every codec has one version.
    for (version, codec) in
        [(0, 0), (2, 0), (2, 1), (2, 2), (2, 4), (1, 3), (3, 0), (3, 3), (255, 0)]
    {
        let forged = Forged { version, codec: [codec, 0], ..honest.clone() };
        assert!(Pack::open(&forged.bytes()).is_err(), "version {version}, codec {codec}");
    }
}

#[test]
fn tables() {
    let honest = Forged::one(0, 100, 2, 0, 5, b"hellohello");
    for start in [0, 31, 33, 47, 1 << 31, 1 << 32, 1 << 60, u64::MAX] {
        let forged = Forged { entries: vec![(start, 0, 2)], ..honest.clone() };
        refuse(&format!("chunk 0 at {start}"), &forged);
        // The second of two chunks.
        let entries = vec![(32, 0, 1), (start, 1, 1)];
        let forged = Forged { entries, chunks: 2, ..honest.clone() };
        refuse(&format!("chunk 1 at {start}"), &forged);
    }
    for first in [0, 1, 2, 3, 1 << 31, u32::MAX] {
        if first > 0 {
            let forged = Forged { entries: vec![(32, first, 2)], ..honest.clone() };
            refuse(&format!("chunk 0 from {first}"), &forged);
        }
        let entries = vec![(32, 0, 2), (42, first, 2)];
        let forged = Forged { entries, chunks: 2, ..honest.clone() };
        refuse(&format!("chunk 1 from {first}"), &forged);
    }
    // The checksum of a chunk covers its number of values.
    for count in [0, 1, 3, u32::MAX] {
        refuse("a count", &Forged { entries: vec![(32, 0, count)], ..honest.clone() });
    }
}

/// Widths, bases and counts that claim too much.
#[test]
fn lengths() {
    for codec in [0, 1, 2] {
        for base in [1 << 20, 1 << 30, 1 << 31, u32::MAX] {
            for (count, width, chunk_bytes) in
                [(1, 0, 1), (2, 0, MAX_CHUNK_BYTES), (1 << 24, 0, MAX_CHUNK_BYTES)]
            {
                let forged = Forged::one(codec, chunk_bytes, count, width, base, b"hello");
                refuse(&format!("codec {codec}, {count} values of {base}"), &forged);
            }
        }
        for width in (0..=0x7F).filter(|width| ![0, 1, 2, 4, 8, 16, 32].contains(width)) {
            let forged = Forged::one(codec, 100, 1, width, 5, b"\0\0\0\0\0\0\0\0\0\0\0\0\0hello");
            refuse(&format!("codec {codec}, width {width}"), &forged);
        }
        for count in [6, 100, 1 << 20, 1 << 24, u32::MAX] {
            let forged = Forged::one(codec, MAX_CHUNK_BYTES, count, 32, 5, b"hello");
            refuse(&format!("codec {codec}, {count} values of no code"), &forged);
        }
        let codes = [0xFF; 12];
        refuse("codes of 32 bits", &Forged::one(codec, MAX_CHUNK_BYTES, 3, 32, u32::MAX, &codes));
        refuse("NULLs", &Forged::one(codec, MAX_CHUNK_BYTES, 3, 32 | 0x80, u32::MAX, &codes));
        for (count, base, rest) in [(1, 4, "hello"), (1, 0, "hello"), (2, 100, "hello")] {
            let forged = Forged::one(codec, 100, count, 0, base, rest.as_bytes());
            refuse(&format!("codec {codec}, {count} values of {base}"), &forged);
        }
        // A value that should have its own chunk, and more values than a chunk may have.
        let two = Forged::one(codec, 5, 2, 0, 5, b"hellohello");
        refuse("twice chunk_bytes", &two);
        refuse("too many values", &Forged::one(codec, 2, 3, 0, 0, b""));
    }
    assert!(Pack::open(&Forged::one(0, 100, 1, 0, 5, b"hello").bytes()).is_ok());
}

/// A giant value, and a chunk of many values: an error that names the cap, and no memory beyond it.
#[test]
fn bombs() {
    let one = vec![Some(vec![b'x'; 32 << 20])];
    let many = vec![Some(vec![b'x'; 1 << 20]); 20];
    for (codec, small) in [(ChunkCodec::Lz4, 200_000), (ChunkCodec::default(), 4_000)] {
        for (chunk_bytes, values) in [(16_384, &one), (MAX_CHUNK_BYTES, &many)] {
            let pack = build(&mut Workspace::default(), codec, chunk_bytes, values);
            assert!(pack.len() < small, "{codec}: {} bytes", pack.len());
            for max_bytes in [100, 1 << 20, (16 << 20) - 1] {
                let (results, peak) = alloc::peak(|| read_first(&pack, max_bytes));
                assert_eq!(results, [(); 2].map(|()| Err(CodecError::OverLimit { max_bytes })));
                // A workspace has 8 KiB of tables.
                assert!(peak <= 2 * max_bytes + (64 << 10), "{codec}: {peak} under {max_bytes}");
            }
            let (results, peak) = alloc::peak(|| read_first(&pack, 32 << 20));
            let length = values[0].as_ref().map_or(0, Vec::len);
            assert_eq!(results, [Ok(length), Ok(length)]);
            assert!(peak <= 64 << 20, "{codec}: {peak}");
        }
    }
}

/// The length of the first value, read by its place, and as the first of all values.
pub(super) fn read_first(pack: &[u8], max_bytes: usize) -> [Result<usize, CodecError>; 2] {
    let mut workspace = Workspace::default();
    let pack = Pack::open(pack).unwrap();
    let mut out = Vec::new();
    let got = pack.get(&mut workspace, 0, max_bytes, &mut out).map(|_| out.len());
    drop(out);
    let mut values = pack.values(max_bytes);
    [got, values.next(&mut workspace).map(|value| value.flatten().map_or(0, <[u8]>::len))]
}

/// A chunk that claims 1 GiB and could hold it by its lengths.
#[test]
fn a_claim_of_1_gib() {
    for codec in [1, 2] {
        let pack = Forged::one(codec, 1, 1, 0, 1 << 30, &vec![0x1F; 5 << 20]).bytes();
        let max_bytes = 64 << 20;
        let (results, peak) = alloc::peak(|| read_first(&pack, max_bytes));
        assert_eq!(results, [(); 2].map(|()| Err(CodecError::OverLimit { max_bytes })));
        assert!(peak < MOST, "{peak} bytes were taken");
    }
}

/// A pack of 53 bytes that holds 16 million NULLs, or as many empty values: each counts against the cap. If all of
/// them don't fit, none is read.
#[test]
fn values_without_bytes_are_paid_for() {
    const NULLS: u8 = 0x80;
    for (width, is_null) in [(NULLS, true), (0, false)] {
        let pack = Forged::one(0, MAX_CHUNK_BYTES, MAX_CHUNK_BYTES, width, 0, &[]).bytes();
        assert_eq!(pack.len(), 53);
        let pack = Pack::open(&pack).unwrap();
        for place_bytes in [8, 16, 32] {
            let price = MAX_CHUNK_BYTES as usize * place_bytes;
            for (max_bytes, paid) in [(0, false), (price - 1, false), (price, true)] {
                let allowance = PackAllowance { max_bytes, place_bytes };
                let mut calls = 0;
                let (result, peak) = alloc::peak(|| {
                    pack.unpack(&mut Workspace::default(), allowance, |value| {
                        assert_eq!(value.is_none(), is_null);
                        calls += 1;
                        Ok(())
                    })
                });
                let expected = if paid { Ok(()) } else { Err(CodecError::OverLimit { max_bytes }) };
                assert_eq!(result, expected, "{place_bytes} bytes each");
                assert_eq!(calls, if paid { MAX_CHUNK_BYTES } else { 0 });
                assert!(peak < 1 << 10, "{peak} bytes were taken");
            }
        }
    }
}

/// Content counts in addition to the values' places.
#[test]
fn content_is_paid_for() {
    let values: Values = vec![Some(vec![b'x'; 100]), None, Some(vec![]), Some(vec![b'y'; 50])];
    for codec in [ChunkCodec::None, ChunkCodec::Lz4, ChunkCodec::default(), ChunkCodec::Fsst] {
        for chunk_bytes in [1, 1000] {
            let mut workspace = Workspace::default();
            let pack = build(&mut workspace, codec, chunk_bytes, &values);
            let pack = Pack::open(&pack).unwrap();
            for (max_bytes, most) in [(4 * 16 + 150, 4), (4 * 16 + 149, 3), (4 * 16 + 100, 3)] {
                let allowance = PackAllowance { max_bytes, place_bytes: 16 };
                let mut unpacked = Vec::new();
                let result = pack.unpack(&mut workspace, allowance, |value| {
                    unpacked.push(value.map(<[u8]>::to_vec));
                    Ok(())
                });
                assert_eq!(result.is_ok(), most == 4, "{codec} {max_bytes}");
                assert!(unpacked.len() <= most && unpacked[..] == values[..unpacked.len()]);
            }
        }
    }
}

/// A match that refers back beyond the start of its chunk, to another row and to another chunk.
#[test]
fn a_chunk_reaches_no_further_than_its_start() {
    let secret: Values = vec![Some(b"secret of another row".repeat(3)); 4];
    let mut workspace = Workspace::default();
    let other = build(&mut workspace, ChunkCodec::Lz4, 16_384, &secret);
    for offset in [0u16, 1, 2, 3, 8, 21, 22, 65_535] {
        let [low, high] = offset.to_le_bytes();
        // A literal, a match of 14 bytes, five literals.
        let block = [&[0x1A, b'A', low, high, 0x50][..], b"BCDEF"].concat();
        for (count, base) in [(1, 20), (2, 10)] {
            let forged = Forged::one(1, 100, count, 0, base, &block).bytes();
            get_all(&mut workspace, &other).unwrap();
            let mut out = b"secret of another row".to_vec();
            let result = Pack::open(&forged).unwrap().get(&mut workspace, 0, 100, &mut out);
            assert_eq!(result.is_ok(), offset == 1, "offset {offset}: {result:?}");
            if offset == 1 {
                let expected = [&[b'A'; 15][..], b"BCDEF"].concat();
                assert_eq!(out[21..], expected[..base as usize]);
            }
        }
    }
}

/// Payloads that no encoder writes, with correct checksums: no panic, and the same result in every buffer.
#[test]
fn forged_payloads() {
    let (mut numbers, mut reader, mut errors) = (Numbers(39), Reader::new(), 0);
    let content = b"a short line of text, then a short line of text".repeat(4);
    for codec in [ChunkCodec::Lz4, ChunkCodec::default()] {
        let values: Values = vec![Some(content.clone()), Some(content.clone())];
        let pack = build(&mut Workspace::default(), codec, 10_000, &values);
        let payload = &pack[32 + 5..pack.len() - 16];
        let number = if codec == ChunkCodec::Lz4 { 1 } else { 2 };
        for i in 0..20_000 {
            let mut forged = payload.to_vec();
            match i % 3 {
                0 => forged.truncate(numbers.below(payload.len())),
                1 => forged.extend_from_slice(b"\x50\x2A\x4D\x18\0\0\0\0"),
                _ => {}
            }
            if !forged.is_empty() && i > 2 {
                let bit = numbers.below(8 * forged.len());
                forged[bit / 8] ^= 1 << (bit % 8);
            }
            let lengths = content.len() as u32 - numbers.below(3) as u32 / 2;
            let forged = Forged::one(number, 10_000, 2, 0, lengths, &forged).bytes();
            let pack = Pack::open(&forged).unwrap();
            for place in 0..2 {
                match reader.get(&pack, place) {
                    Ok(value) => assert_eq!(value.map(<[u8]>::len), Some(lengths as usize)),
                    Err(_) => errors += 1,
                }
            }
        }
    }
    println!("{errors} errors of 80,000");
    assert!(errors > 40_000);
}
