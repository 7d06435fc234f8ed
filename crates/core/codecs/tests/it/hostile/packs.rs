//! Packs that are truncated, damaged or mixed up.

use hashlane_codecs::pack::{ChunkCodec, Pack, PackBuilder};
use hashlane_codecs::{CodecError, Workspace};

use crate::support::inputs::{Numbers, cycle};
use crate::support::json::{generated, list, text, unbase64};
use crate::support::pack::{CODECS, Values, build, get_all, iterate};

/// The cap of mutants. Their chunks hold less.
const MAX_BYTES: usize = 16 << 10;

/// A good pack and its values.
struct Subject {
    name: String,
    pack: Vec<u8>,
    values: Values,
}

/// Small packs of each codec: ours, and those of `tests/vectors/pack.py`.
fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    let mut numbers = Numbers(31);
    for codec in CODECS {
        for i in 0..50 {
            let values: Values = (0..numbers.below(9))
                .map(|_| match numbers.below(5) {
                    0 => None,
                    1 => Some(vec![b'z'; 20]),
                    2 => Some(b"a short line of text, then a short line of text".to_vec()),
                    3 => Some(cycle(10 + i)),
                    _ => {
                        let length = numbers.below(30);
                        Some(numbers.bytes(length))
                    }
                })
                .collect();
            let chunk_bytes = [1, 30, 100, 16_384][i % 4];
            let pack = build(&mut Workspace::default(), codec, chunk_bytes, &values);
            subjects.push(Subject { name: format!("{codec}, {i}"), pack, values });
        }
    }
    let file = generated("packs.json");
    for entry in list(&file["packs"]) {
        let pack = unbase64(text(&entry["base64"]));
        // `packs` compares these values with those of the file.
        let values = get_all(&mut Workspace::default(), &pack).unwrap();
        if pack.len() < 1_000 && values.iter().flatten().map(Vec::len).sum::<usize>() < MAX_BYTES {
            let name = format!("{}, {}", text(&entry["codec"]), text(&entry["settings"]));
            subjects.push(Subject { name, pack, values });
        }
    }
    subjects
}

/// Reads all of a mutant twice, into buffers that were filled with other bytes before, and checks
/// that each value it gets is the right one. Returns the number of values.
pub(super) struct Reader {
    workspaces: [Workspace; 2],
    buffers: [Vec<u8>; 2],
}

impl Reader {
    const BEFORE: &[u8] = b"the row before";

    pub(super) fn new() -> Self {
        Reader { workspaces: Default::default(), buffers: Default::default() }
    }

    pub(super) fn get(&mut self, pack: &Pack<'_>, place: u64) -> Result<Option<&[u8]>, CodecError> {
        let mut results = [Ok(false), Ok(false)];
        for (i, filler) in [0x00, 0xFF].into_iter().enumerate() {
            let out = &mut self.buffers[i];
            out.clear();
            out.resize(MAX_BYTES, filler);
            out.clear();
            out.extend_from_slice(Self::BEFORE);
            results[i] = pack.get(&mut self.workspaces[i], place, MAX_BYTES, out);
            assert!(out.starts_with(Self::BEFORE), "the row before was overwritten");
        }
        assert_eq!(results[0], results[1], "the same input, another result");
        let found = results[0].clone()?;
        let [one, two] = [0, 1].map(|i| &self.buffers[i][Self::BEFORE.len()..]);
        assert!(one == two, "the value depends on what was in the buffer");
        Ok(found.then_some(one))
    }

    fn check(&mut self, name: &str, mutant: &[u8], values: &Values) -> usize {
        let Ok(pack) = Pack::open(mutant) else {
            return 0;
        };
        assert_eq!(pack.len() as usize, values.len(), "{name}");
        let mut right = 0;
        for (place, expected) in values.iter().enumerate() {
            if let Ok(value) = self.get(&pack, place as u64) {
                assert_eq!(value, expected.as_deref(), "{name}: value {place}");
                right += 1;
            }
            if let Ok(null) = pack.is_null(place as u64) {
                assert_eq!(null, expected.is_none(), "{name}: value {place}");
            }
        }
        let (mut all, mut place) = (pack.values(MAX_BYTES), 0);
        while let Ok(Some(value)) = all.next(&mut self.workspaces[0]) {
            assert_eq!(value, values[place].as_deref(), "{name}: value {place} in order");
            place += 1;
        }
        right
    }
}

/// A truncated pack is an error at once: its header records its length.
#[test]
fn truncations() {
    let (mut cuts, subjects) = (0, subjects());
    for subject in &subjects {
        for cut in 0..subject.pack.len() {
            let result = Pack::open(&subject.pack[..cut]);
            assert!(result.is_err(), "{} cut at {cut}", subject.name);
            cuts += 1;
        }
        let longer = [&subject.pack[..], b"\0"].concat();
        assert!(Pack::open(&longer).is_err(), "{} and a byte", subject.name);
    }
    println!("{cuts} truncations of {} packs", subjects.len());
    assert!(subjects.len() >= CODECS.len() * 50 && cuts >= 30_000);
}

/// Any flipped bit: values are right or missing, and at least one is missing.
#[test]
fn flipped_bits() {
    let (mut flips, mut partly, subjects, mut reader) = (0, 0, subjects(), Reader::new());
    for subject in &subjects {
        let mut mutant = subject.pack.clone();
        assert_eq!(reader.check(&subject.name, &mutant, &subject.values), subject.values.len());
        for bit in 0..8 * mutant.len() {
            mutant[bit / 8] ^= 1 << (bit % 8);
            let right = reader.check(&subject.name, &mutant, &subject.values);
            let all = subject.values.len();
            assert!(right < all || all == 0, "{}: bit {bit} went unseen", subject.name);
            partly += usize::from(right > 0);
            mutant[bit / 8] ^= 1 << (bit % 8);
            flips += 1;
        }
    }
    println!("{flips} flips of {} packs; in {partly} some values could be read", subjects.len());
    assert!(flips >= 200_000);
    assert!(partly > 1_000, "damage to one chunk must leave the others readable");
}

/// Swapped chunks, with and without their entries in the table.
#[test]
fn swapped_chunks() {
    let values: Values = (0..6).map(|i| Some(format!("{i} of equal length").into())).collect();
    let mut reader = Reader::new();
    let pack = build(&mut reader.workspaces[0], ChunkCodec::None, 1, &values);
    let (chunk, table) = (5 + 17, pack.len() - 6 * 16);
    for (entries, checksums) in [(false, false), (true, false), (false, true)] {
        let mut swapped = pack.clone();
        let mut swap = |one: usize, two: usize, length| {
            for i in 0..length {
                swapped.swap(one + i, two + i);
            }
        };
        if entries {
            swap(table + 16, table + 3 * 16, 16);
        } else {
            swap(32 + chunk, 32 + 3 * chunk, chunk);
        }
        if checksums {
            swap(table + 16 + 12, table + 3 * 16 + 12, 4);
        }
        assert!(reader.check("swapped", &swapped, &values) <= 4);
    }
}

/// `max_bytes` is exact for the content of a chunk, and for a value that is stored.
#[test]
fn caps_are_exact() {
    let mut workspace = Workspace::default();
    for codec in CODECS {
        let values: Values = vec![Some(vec![b'x'; 600]), None, Some(vec![b'x'; 400])];
        let pack = build(&mut workspace, codec, 4_000, &values);
        // If values are stored or compressed one by one, the cap applies to the value, not the chunk.
        let by_value = matches!(codec, ChunkCodec::None | ChunkCodec::Fsst);
        let least = if by_value { 600 } else { 1_000 };
        let pack = Pack::open(&pack).unwrap();
        for max_bytes in [least, least - 1] {
            let mut out = Vec::new();
            let result = pack.get(&mut workspace, 0, max_bytes, &mut out);
            let expected = match max_bytes == least {
                true => Ok(true),
                false => Err(CodecError::OverLimit { max_bytes }),
            };
            assert_eq!(result, expected, "{codec}");
            assert!(out.len() <= max_bytes);
            // Also if the chunk is remembered; NULL never exceeds the cap.
            assert_eq!(pack.get(&mut workspace, 0, 1 << 20, &mut out), Ok(true));
            assert_eq!(pack.get(&mut workspace, 0, max_bytes, &mut out), expected, "{codec}");
            assert_eq!(pack.get(&mut workspace, 1, 0, &mut out), Ok(false), "{codec}");
        }
    }
}

/// A remembered chunk is never used for a chunk of other bytes, even one with the same checksum, nor for a
/// damaged one.
#[test]
fn what_is_remembered_is_compared() {
    let values: Values = (0..8).map(|i| Some(format!("the value {i} ").repeat(9).into())).collect();
    for codec in CODECS {
        let mut workspace = Workspace::default();
        let pack = build(&mut workspace, codec, 16_384, &values);
        assert_eq!(get_all(&mut workspace, &pack).as_ref(), Ok(&values));
        for byte in 32..pack.len() - 16 {
            let mut damaged = pack.clone();
            damaged[byte] ^= 0x10;
            assert!(get_all(&mut workspace, &damaged).is_err(), "{codec}: byte {byte}");
            // A context still works after a failure.
            if byte % 16 == 0 {
                assert_eq!(get_all(&mut workspace, &pack).as_ref(), Ok(&values));
            }
            assert_eq!(iterate(&mut workspace, &damaged).ok(), None);
        }
    }
}

#[test]
fn noise() {
    let (mut numbers, mut reader) = (Numbers(38), Reader::new());
    let values: Values = vec![Some(cycle(300)), None, Some(b"zzzz".repeat(50))];
    for codec in CODECS {
        let pack = build(&mut Workspace::default(), codec, 100, &values);
        for _ in 0..5_000 {
            let length = numbers.below(200);
            let noise = numbers.bytes(length);
            assert!(Pack::open(&noise).is_err());
            let start = numbers.below(pack.len());
            assert!(
                Pack::open(&[&pack[..start], &noise].concat()).is_err()
                    || length + start == pack.len()
            );
            let mut mixed = pack.clone();
            for byte in &mut mixed[32.max(start)..] {
                *byte = numbers.next() as u8;
            }
            reader.check("noise", &mixed, &values);
        }
    }
}

/// A damaged pack can't be appended to another.
#[test]
fn damage_is_not_appended() {
    let values: Values = (0..8).map(|i| Some(format!("the value {i} ").repeat(9).into())).collect();
    let mut workspace = Workspace::default();
    for (codec, chunk_bytes) in CODECS.into_iter().flat_map(|codec| [(codec, 100), (codec, 10_000)])
    {
        let mut pack = build(&mut workspace, codec, chunk_bytes, &values);
        for bit in 0..8 * pack.len() {
            pack[bit / 8] ^= 1 << (bit % 8);
            if let Ok(damaged) = Pack::open(&pack) {
                let mut builder = PackBuilder::new(codec, chunk_bytes).unwrap();
                let result = builder.append_pack(&mut workspace, &damaged);
                assert!(result.is_err(), "{codec}, {chunk_bytes}: bit {bit}");
            }
            pack[bit / 8] ^= 1 << (bit % 8);
        }
    }
}
