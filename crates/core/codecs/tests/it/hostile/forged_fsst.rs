//! FSST packs that lie, expand or hold codes without a symbol, with correct checksums.

use hashlane_codecs::pack::{ChunkCodec, MAX_CHUNK_BYTES, Pack};
use hashlane_codecs::{CodecError, Workspace};

use super::forged_packs::{Forged, MOST, read_first, refuse};
use super::packs::Reader;
use crate::support::alloc;
use crate::support::events::urls;
use crate::support::inputs::Numbers;
use crate::support::pack::{Values, build, get, get_all};

const FSST: u8 = 3;

/// `ab` and `https://`, as in docs/block-format.md.
const SYMBOLS: &[u8] = b"\x02\x01\0\0\0\0\0\x01abhttps://";

/// A chunk of values that all have `length` stored bytes.
fn forged(chunk_bytes: u32, count: u32, length: u32, symbols: &[u8], stored: &[u8]) -> Forged {
    Forged::one(FSST, chunk_bytes, count, 0, length, &[symbols, stored].concat())
}

#[test]
fn forged_packs_are_packs() {
    let read = |forged: Forged| get_all(&mut Workspace::default(), &forged.bytes()).unwrap();
    let [first, second] = [b"https://abc".to_vec(), b"xab".to_vec()].map(Some);
    let pack = forged(100, 2, 4, SYMBOLS, b"\x01\0\xFFc\xFFx\0");
    assert!(Pack::open(&pack.bytes()).is_ok());
    // One byte more than the codes of the second value.
    refuse("a length that is not there", &pack);
    let widths =
        Forged::one(FSST, 100, 2, 1, 3, &[b"\x01", SYMBOLS, b"\x01\0\xFFc\xFFx\0"].concat());
    assert_eq!(read(widths), [first, second]);
    assert_eq!(read(forged(100, 1, 5, b"\0", b"\xFF\0\x01ab")), [Some(b"\xFF\0\x01ab".to_vec())]);
    // The most symbols, of the longest length: code 254 is the last one's.
    let symbols: Vec<u8> = (0..255u8).flat_map(|i| [i; 8]).collect();
    let symbols = [&[255, 0, 0, 0, 0, 0, 0, 255], &symbols[..]].concat();
    assert_eq!(read(forged(100, 1, 2, &symbols, b"\xFE\0")), [Some([[254; 8], [0; 8]].concat())]);
    // The last symbols are at the end of the pack's chunks, with fewer than 8 bytes after them.
    let last = forged(100, 1, 0, b"\x01\0\0\0\0\0\0\0z", b"");
    assert_eq!(read(last), [Some(vec![])]);
}

#[test]
fn symbol_tables() {
    for cut in 1..SYMBOLS.len() {
        refuse(&format!("symbols cut at {cut}"), &forged(100, 1, 0, &SYMBOLS[..cut], b""));
        refuse(&format!("symbols cut at {cut}"), &forged(100, 1, 2, &SYMBOLS[..cut], b"\0\0"));
    }
    refuse("no table", &forged(100, 1, 0, b"", b""));
    for n in [1, 3, 100, 255] {
        let symbols = [&[n], &SYMBOLS[1..]].concat();
        refuse(&format!("{n} symbols"), &forged(100, 1, 2, &symbols, b"\0\x01"));
    }
    for counts in [[255; 7], [2, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 255]] {
        let symbols = [&[2], &counts[..], &[b'x'; 100]].concat();
        refuse(&format!("counts {counts:?}"), &forged(100, 1, 2, &symbols, b"\0\x01"));
    }
}

#[test]
fn values() {
    for stored in [&b"\x02\0"[..], b"\0\xFE", b"\0\xFF"] {
        refuse(&format!("codes {stored:?}"), &forged(100, 1, 2, SYMBOLS, stored));
    }
    for length in [0, 1, 3, 1 << 20, u32::MAX] {
        refuse(&format!("{length} codes"), &forged(MAX_CHUNK_BYTES, 1, length, SYMBOLS, b"\0\0"));
        refuse(&format!("{length} bytes"), &forged(MAX_CHUNK_BYTES, 1, length, b"\0", b"ab"));
    }
    // Values of 16 bytes that should have their own chunks, and more codes than a chunk may have.
    refuse("a value as long as a chunk", &forged(16, 2, 2, SYMBOLS, b"\x01\x01\x01\x01"));
    refuse("twice chunk_bytes", &forged(2, 2, 2, b"\0", b"abab"));
    refuse("too many values", &forged(2, 3, 0, b"\0", b""));
    assert!(
        get_all(&mut Workspace::default(), &forged(17, 2, 2, SYMBOLS, b"\x01\x01\x01\x01").bytes())
            .is_ok()
    );
}

/// `get` reads only its own value, so codes without a symbol in other values don't matter.
#[test]
fn a_value_is_read_alone() {
    let pack = forged(100, 3, 2, SYMBOLS, b"\x07\x07\x01\0\0\xFF").bytes();
    let mut workspace = Workspace::default();
    assert_eq!(get(&mut workspace, &pack, 1), Ok(Some(b"https://ab".to_vec())));
    for place in [0, 2] {
        let error = get(&mut workspace, &pack, place).unwrap_err();
        assert!(matches!(error, CodecError::Corrupt { .. }), "{error:?}");
    }
    let pack = Pack::open(&pack).unwrap();
    let mut values = pack.values(1_000);
    assert!(values.next(&mut workspace).is_err());
    assert_eq!(values.next(&mut workspace), Ok(None), "nothing comes after an error");
}

/// Eight bytes for one: an error that names the cap, and no memory beyond it.
#[test]
fn bombs() {
    let one: Values = vec![Some(vec![b'x'; 32 << 20])];
    let many: Values = vec![Some(vec![b'x'; 8 << 20]); 4];
    for (chunk_bytes, values) in [(16_384, &one), (MAX_CHUNK_BYTES, &many)] {
        let pack = build(&mut Workspace::default(), ChunkCodec::Fsst, chunk_bytes, values);
        assert!(pack.len() < (4 << 20) + 200, "{} bytes", pack.len());
        let length = values[0].as_ref().map_or(0, Vec::len);
        for max_bytes in [100, 1 << 20, length - 1] {
            let (results, peak) = alloc::peak(|| read_first(&pack, max_bytes));
            assert_eq!(results, [(); 2].map(|()| Err(CodecError::OverLimit { max_bytes })));
            assert!(peak <= 64 << 10, "{peak} under {max_bytes}");
        }
        let (results, peak) = alloc::peak(|| read_first(&pack, length));
        assert_eq!(results, [Ok(length), Ok(length)]);
        assert!(peak <= 2 * length + (64 << 10), "{peak}");
    }
}

/// A chunk that claims 1 GiB of codes.
#[test]
fn a_claim_of_1_gib() {
    let pack = forged(1, 1, 1 << 30, SYMBOLS, &vec![1; 5 << 20]).bytes();
    let (results, peak) = alloc::peak(|| read_first(&pack, usize::MAX));
    assert!(results.iter().all(|result| matches!(result, Err(CodecError::Corrupt { .. }))));
    assert!(peak < MOST, "{peak} bytes were taken");
}

/// Chunks that no encoder writes, with correct checksums: no panic, the same result in every buffer,
/// and no value longer than its codes allow.
#[test]
fn forged_chunks() {
    let (mut numbers, mut reader, mut errors) = (Numbers(63), Reader::new(), 0);
    let values: Values = urls(63, 20).into_iter().map(Some).collect();
    let pack = build(&mut Workspace::default(), ChunkCodec::Fsst, 10_000, &values);
    let chunk = &pack[32..pack.len() - 16];
    let (width, base) = (chunk[0], u32::from_le_bytes(chunk[1..5].try_into().unwrap()));
    for i in 0..40_000 {
        let mut forged = chunk[5..].to_vec();
        if i % 3 == 0 {
            forged.truncate(numbers.below(forged.len()));
        }
        if !forged.is_empty() && i > 0 {
            let bit = numbers.below(8 * forged.len());
            forged[bit / 8] ^= 1 << (bit % 8);
        }
        let forged = Forged::one(FSST, 10_000, 20, width, base, &forged).bytes();
        let pack = Pack::open(&forged).unwrap();
        for place in [0, 7, 19] {
            match reader.get(&pack, place) {
                Ok(value) => assert!(value.map_or(0, <[u8]>::len) <= 8 * forged.len()),
                Err(_) => errors += 1,
            }
        }
    }
    println!("{errors} errors of 120,000");
    assert!(errors > 40_000);
}
