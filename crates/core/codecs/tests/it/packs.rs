//! Packs return their values by place and in order: any values, any codec, any chunks, any way of
//! combining packs, and packs that `tests/vectors/pack.py` has written.

use hashlane_codecs::pack::{ChunkCodec, DEFAULT_CHUNK_BYTES, MAX_CHUNK_BYTES, Pack, PackBuilder};
use hashlane_codecs::{CodecError, Workspace};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use crate::support::events::{events, urls};
use crate::support::inputs::{Numbers, cycle};
use crate::support::json::{generated, list, number, text, unbase64};
use crate::support::pack::{CODECS, MAX_BYTES, Values, build, get, get_all, iterate};

#[test]
fn packs_of_another_writer() {
    let (file, mut checked) = (generated("packs.json"), 0);
    for entry in list(&file["packs"]) {
        let name = format!("{} ({})", text(&entry["settings"]), text(&entry["codec"]));
        let expected: Values = list(&entry["values"]).iter().map(value).collect();
        let bytes = unbase64(text(&entry["base64"]));
        let pack = Pack::open(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(pack.codec().to_string(), text(&entry["codec"]));
        assert_eq!(pack.len() as usize, expected.len(), "{name}");
        let mut workspace = Workspace::default();
        assert!(get_all(&mut workspace, &bytes).as_ref() == Ok(&expected), "{name}, one by one");
        assert!(iterate(&mut workspace, &bytes).as_ref() == Ok(&expected), "{name}, in order");
        checked += 1;
    }
    println!("{checked} packs");
    assert!(checked >= 60);
}

/// A value of the file: base64, a repeated byte, or null.
fn value(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Null => None,
        Value::Object(_) => {
            Some(vec![number(&value["byte"]) as u8; number(&value["length"]) as usize])
        }
        _ => Some(unbase64(text(value))),
    }
}

/// The example at the end of `docs/block-format.md`, byte for byte: with the codec none, no encoder
/// could choose other bytes.
#[test]
fn bytes_are_those_of_the_page() {
    let file = generated("packs.json");
    let mut checked = 0;
    for entry in list(&file["packs"]) {
        let expected = unbase64(text(&entry["base64"]));
        if text(&entry["codec"]) != "none" || text(&entry["settings"]) == "short chunks" {
            continue;
        }
        let values: Values = list(&entry["values"]).iter().map(value).collect();
        let chunk_bytes = Pack::open(&expected).unwrap().chunk_bytes();
        let ours = build(&mut Workspace::default(), ChunkCodec::None, chunk_bytes, &values);
        assert_eq!(ours, expected, "{}", text(&entry["settings"]));
        checked += 1;
    }
    assert!(checked >= 15);
}

#[test]
fn codecs_have_names() {
    for (name, codec) in [
        ("none", ChunkCodec::None),
        ("lz4", ChunkCodec::Lz4),
        ("zstd", ChunkCodec::Zstd { level: 3 }),
        ("zstd(-7)", ChunkCodec::Zstd { level: -7 }),
        ("zstd(22)", ChunkCodec::Zstd { level: 22 }),
        ("fsst", ChunkCodec::Fsst),
    ] {
        assert_eq!(ChunkCodec::parse(name), Ok(codec));
        assert_eq!(ChunkCodec::parse(&codec.to_string()), Ok(codec));
    }
    assert_eq!(ChunkCodec::parse("FSST"), Ok(ChunkCodec::Fsst));
    assert_eq!(ChunkCodec::parse("Zstd(19)"), Ok(ChunkCodec::Zstd { level: 19 }));
    assert_eq!(ChunkCodec::default(), ChunkCodec::Zstd { level: 3 });
    let wrong = ["", "ZST", "zstd ", "zstd()", "zstd(23)", "zstd(-8)", "zstd(3", "lz4(1)", "FSS"];
    for name in wrong.into_iter().chain(["zstd(99999999999999999999)", "zstd(3.0)", "zstd((3))"]) {
        let error = ChunkCodec::parse(name).unwrap_err();
        assert!(matches!(error, CodecError::Argument { .. }), "{name}");
        let message = error.to_string();
        for word in [name, "'none'", "'lz4'", "'fsst'", "'zstd'", "-7 to 22"] {
            assert!(message.contains(word), "{message}");
        }
        assert!(!error.is_bad_input());
    }
}

#[test]
fn settings_that_there_are_not() {
    for chunk_bytes in [0, MAX_CHUNK_BYTES + 1, u32::MAX] {
        let error = PackBuilder::new(ChunkCodec::None, chunk_bytes).unwrap_err().to_string();
        assert!(error.contains(&chunk_bytes.to_string()) && error.contains("16777216"), "{error}");
    }
    for level in [-8, 23, 259, i32::MAX] {
        let error = PackBuilder::new(ChunkCodec::Zstd { level }, 1).unwrap_err();
        assert!(matches!(error, CodecError::Argument { .. }), "{error:?}");
    }
    assert!(PackBuilder::new(ChunkCodec::None, MAX_CHUNK_BYTES).is_ok());
}

/// Builders and packs can be combined only if they have the same settings.
#[test]
fn settings_that_differ() {
    let mut workspace = Workspace::default();
    let settings = [("lz4", 100), ("zstd(4)", 100), ("zstd(3)", 101)];
    for (codec, chunk_bytes) in settings {
        let other = PackBuilder::new(ChunkCodec::parse(codec).unwrap(), chunk_bytes).unwrap();
        let mut builder = PackBuilder::new(ChunkCodec::default(), 100).unwrap();
        let error = builder.append(&mut workspace, &other).unwrap_err();
        assert!(matches!(&error, CodecError::Argument { .. }), "{error:?}");
        assert!(error.to_string().contains(codec) && error.to_string().contains("zstd(3)"));
        let bytes = other.finish(&mut workspace).unwrap();
        let pack = Pack::open(&bytes).unwrap();
        assert_eq!(builder.append_pack(&mut workspace, &pack), Err(error));
    }
}

#[test]
fn an_empty_pack_is_a_pack() {
    let mut workspace = Workspace::default();
    for codec in CODECS {
        let bytes = build(&mut workspace, codec, 100, &vec![]);
        let pack = Pack::open(&bytes).unwrap();
        assert!(pack.is_empty() && bytes.len() == 32);
        assert_eq!(iterate(&mut workspace, &bytes), Ok(vec![]));
        let error = pack.get(&mut workspace, 0, 1, &mut vec![]).unwrap_err();
        assert_eq!(error, CodecError::NoSuchValue { index: 0, values: 0 });
    }
}

#[test]
fn places_that_there_are_not() {
    let mut workspace = Workspace::default();
    let bytes = build(&mut workspace, ChunkCodec::Lz4, 10, &vec![None, Some(cycle(30)), None]);
    let pack = Pack::open(&bytes).unwrap();
    for index in [3, 4, u64::from(u32::MAX), 1 << 32, (1 << 32) + 1, 1 << 60, u64::MAX] {
        let mut out = b"before".to_vec();
        let error = pack.get(&mut workspace, index, MAX_BYTES, &mut out).unwrap_err();
        assert_eq!(error, CodecError::NoSuchValue { index, values: 3 });
        assert!(error.to_string().contains("3 values") && out == b"before");
        assert_eq!(pack.is_null(index), Err(error));
    }
    assert_eq!(pack.is_null(0), Ok(true));
    assert_eq!(pack.is_null(1), Ok(false));
}

/// Lengths around those that close a chunk, and around the widths of codes.
#[test]
fn values_at_the_edges_of_chunks() {
    let lengths = [0, 1, 2, 15, 16, 17, 31, 32, 33, 255, 256, 257, 65_535, 65_536, 65_537, 131_073];
    let mut numbers = Numbers(21);
    let mut workspace = Workspace::default();
    for codec in CODECS {
        for chunk_bytes in [1, 2, 16, 256, DEFAULT_CHUNK_BYTES, 65_536, 1 << 20] {
            let values: Values = (0..200)
                .map(|i| {
                    let length = lengths[numbers.below(if i % 20 == 0 { 16 } else { 12 })];
                    match numbers.below(4) {
                        0 => None,
                        1 => Some(vec![b'z'; length]),
                        2 => Some(numbers.bytes(length)),
                        _ => Some(cycle(length)),
                    }
                })
                .collect();
            let bytes = build(&mut workspace, codec, chunk_bytes, &values);
            let name = format!("{codec}, {chunk_bytes}");
            assert!(get_all(&mut workspace, &bytes).as_ref() == Ok(&values), "{name}");
            assert!(iterate(&mut workspace, &bytes).as_ref() == Ok(&values), "{name}");
        }
    }
}

/// If nothing is remembered, only the bytes up to the end of a value are decompressed: after runs, near
/// and far matches and long literals, and before the last few bytes of its chunk.
#[test]
fn values_alone() {
    let mut numbers = Numbers(22);
    for codec in CODECS {
        for length in [1, 3, 15, 16, 17, 40, 270, 600] {
            let values: Values = (0..40)
                .map(|i| match i % 8 {
                    0 => Some(numbers.bytes(length)),
                    1 => Some(vec![b'z'; length]),
                    2 => None,
                    3 => Some(b"ab".repeat(length)),
                    4 => Some(b"a line of text ".repeat(length / 15)),
                    5 => Some(cycle(length + i)),
                    _ => Some(format!("{i} of {length}").into()),
                })
                .collect();
            let bytes = build(&mut Workspace::default(), codec, 1 << 20, &values);
            for (place, value) in values.iter().enumerate() {
                let alone = get(&mut Workspace::default(), &bytes, place as u64);
                assert_eq!(alone.as_ref(), Ok(value), "{codec}, {length}: value {place}");
            }
        }
    }
}

/// Compressible content is compressed within chunks; other content grows by little.
#[test]
fn packs_are_small() {
    let mut workspace = Workspace::default();
    let lines: Values = (0..5_000).map(|i| Some(format!("line {i:06} of a log").into())).collect();
    let noise: Values = (0..1_000).map(|i| Some(Numbers(i).bytes(100))).collect();
    for codec in [ChunkCodec::Lz4, ChunkCodec::default(), ChunkCodec::Fsst] {
        let bytes = build(&mut workspace, codec, DEFAULT_CHUNK_BYTES, &lines);
        assert!(bytes.len() < 105_000 / 2, "{codec}: {} bytes", bytes.len());
    }
    for codec in CODECS {
        let bytes = build(&mut workspace, codec, DEFAULT_CHUNK_BYTES, &noise);
        assert!(bytes.len() <= 100_000 + 32 + 7 * 22, "{codec}: {} bytes", bytes.len());
        let nulls = build(&mut workspace, codec, DEFAULT_CHUNK_BYTES, &vec![None; 100_000]);
        assert!(nulls.len() < 250, "{codec}: {} bytes of NULLs", nulls.len());
    }
}

/// The same values in the same order give the same bytes, also if they come in parts whose chunks
/// are full.
#[test]
fn packs_are_deterministic() {
    let mut workspace = Workspace::default();
    let values: Values = urls(61, 3_000).into_iter().map(Some).collect();
    for codec in CODECS {
        let whole = build(&mut workspace, codec, 4_096, &values);
        assert_eq!(build(&mut Workspace::default(), codec, 4_096, &values), whole);
        let mut joined = PackBuilder::new(codec, 4_096).unwrap();
        joined.append_pack(&mut workspace, &Pack::open(&whole).unwrap()).unwrap();
        assert_eq!(joined.finish(&mut workspace).unwrap(), whole, "{codec}");
    }
}

/// FSST compresses texts one by one to at most half their size. zstd and LZ4 can compress them only
/// together.
#[test]
fn fsst_makes_texts_short() {
    for (name, values) in [("URLs", urls(62, 8_000)), ("events", events(62, 800))] {
        let content: usize = values.iter().map(Vec::len).sum();
        let values: Values = values.into_iter().map(Some).collect();
        for chunk_bytes in [DEFAULT_CHUNK_BYTES, 65_536] {
            let bytes = build(&mut Workspace::default(), ChunkCodec::Fsst, chunk_bytes, &values);
            let part = bytes.len() as f64 / content as f64;
            println!("{name} in chunks of {chunk_bytes}: {part:.3}");
            assert!(part < 0.55, "{name} in chunks of {chunk_bytes}: {part:.3}");
        }
    }
}

/// A builder holds compressed chunks, not all of its input.
#[test]
fn a_builder_holds_little() {
    let mut workspace = Workspace::default();
    let mut builder = PackBuilder::new(ChunkCodec::default(), DEFAULT_CHUNK_BYTES).unwrap();
    for i in 0..200_000 {
        builder.push(&mut workspace, Some(format!("line {i:06} of a log").as_bytes())).unwrap();
    }
    let (memory, len) = (builder.memory(), builder.len());
    let bytes = builder.finish(&mut workspace).unwrap();
    assert_eq!(len, 200_000);
    assert!(memory < 2 * bytes.len() + 64 * 1024, "{memory} bytes for {} of pack", bytes.len());
    assert!(memory >= bytes.len() / 2);
}

fn values() -> impl Strategy<Value = Values> {
    let value = prop_oneof![
        1 => Just(None),
        1 => Just(Some(vec![])),
        3 => vec(any::<u8>(), 0..40).prop_map(Some),
        3 => "[a-c ]{0,60}".prop_map(|text| Some(text.into_bytes())),
        1 => (any::<u8>(), 0..3_000usize).prop_map(|(byte, len)| Some(vec![byte; len])),
    ];
    vec(value, 0..60)
}

fn codec() -> impl Strategy<Value = ChunkCodec> {
    proptest::sample::select(CODECS.to_vec())
}

fn chunk_bytes() -> impl Strategy<Value = u32> {
    prop_oneof![1..5u32, 5..300u32, Just(DEFAULT_CHUNK_BYTES)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_values(values in values(), codec in codec(), chunk_bytes in chunk_bytes()) {
        let mut workspace = Workspace::default();
        let bytes = build(&mut workspace, codec, chunk_bytes, &values);
        prop_assert_eq!(get_all(&mut workspace, &bytes), Ok(values.clone()));
        prop_assert_eq!(iterate(&mut workspace, &bytes), Ok(values));
    }

    /// Partial packs that are combined in any way hold their values in order.
    #[test]
    fn any_parts(
        parts in vec((values(), any::<bool>()), 0..6),
        codec in codec(),
        chunk_bytes in chunk_bytes(),
    ) {
        let mut workspace = Workspace::default();
        let mut whole = PackBuilder::new(codec, chunk_bytes).unwrap();
        for (values, travels) in &parts {
            let mut part = PackBuilder::new(codec, chunk_bytes).unwrap();
            for value in values {
                part.push(&mut workspace, value.as_deref()).unwrap();
            }
            if *travels {
                let bytes = part.finish(&mut workspace).unwrap();
                whole.append_pack(&mut workspace, &Pack::open(&bytes).unwrap()).unwrap();
            } else {
                whole.append(&mut workspace, &part).unwrap();
            }
        }
        let all: Values = parts.into_iter().flat_map(|(values, _)| values).collect();
        prop_assert_eq!(whole.len() as usize, all.len());
        let copy = whole.clone().finish(&mut workspace).unwrap();
        let bytes = whole.finish(&mut workspace).unwrap();
        prop_assert_eq!(&copy, &bytes);
        prop_assert_eq!(get_all(&mut workspace, &bytes), Ok(all.clone()));
        prop_assert_eq!(iterate(&mut workspace, &bytes), Ok(all));
    }

    /// In any order, alternating between packs, in one workspace: the remembered chunk is of the right pack.
    #[test]
    fn any_order(
        both in [values(), values()],
        codecs in [codec(), codec()],
        places in vec((0..2usize, any::<prop::sample::Index>()), 1..100),
    ) {
        let mut workspace = Workspace::default();
        let packs = [0, 1].map(|i| build(&mut workspace, codecs[i], 200, &both[i]));
        for (which, place) in places {
            if both[which].is_empty() {
                continue;
            }
            let (pack, place) = (Pack::open(&packs[which]).unwrap(), place.index(both[which].len()));
            let (mut out, expected) = (b"before".to_vec(), &both[which][place]);
            let found = pack.get(&mut workspace, place as u64, MAX_BYTES, &mut out).unwrap();
            prop_assert_eq!(found, expected.is_some());
            prop_assert_eq!(pack.is_null(place as u64), Ok(!found));
            prop_assert_eq!(&out[..6], b"before");
            prop_assert_eq!(&out[6..], expected.as_deref().unwrap_or_default());
        }
    }
}
