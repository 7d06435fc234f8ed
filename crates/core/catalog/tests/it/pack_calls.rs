//! Calls of packs: values at their places, lists, failures.

use hashlane_catalog::{ArgColumn, ArgValue, Call, Results};
use hashlane_codecs::Workspace;
use hashlane_codecs::pack::{ChunkCodec, PackBuilder};
use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::Integers;

use crate::choices::packed;
use crate::codec_calls::{CONTENT, found, function, numbers, one};

/// A pack of these values, in chunks that are small enough to have several.
fn pack(codec: ChunkCodec, values: &[Option<&[u8]>]) -> Vec<u8> {
    let workspace = &mut Workspace::default();
    let mut builder = PackBuilder::new(codec, 32).expect("it is allowed");
    for value in values {
        builder.push(workspace, *value).expect("there is room");
    }
    builder.finish(workspace).expect("there is memory")
}

const VALUES: [Option<&[u8]>; 6] =
    [Some(b"hashlane"), None, Some(b""), Some(CONTENT), None, Some(b"\xff")];

#[test]
fn every_value_of_a_pack_is_at_its_place() {
    for codec in [ChunkCodec::None, ChunkCodec::Lz4, ChunkCodec::default()] {
        let pack = pack(codec, &VALUES);
        let rows = [&pack[..]; 6];
        let places = [ArgColumn::Integers(Integers::I128(&[1, 2, 3, 4, 5, 6]))];
        let expected = VALUES.map(|value| value.map(<[u8]>::to_vec));
        assert_eq!(found("block_get", &rows, &places), expected);
        assert_eq!(found("block_get_text", &rows[..5], &places), expected[..5]);
        assert_eq!(numbers("block_count", &rows[..1], &[]), [Some(6)]);
        let last = ArgColumn::Constant(ArgValue::Integer(6));
        assert_eq!(found("block_get", &rows[..1], &[last]), expected[5..]);
        let error = one("block_get_text", &pack, &[last]).expect_err("no text").to_string();
        assert!(error.contains("not UTF-8 from byte 0 on"), "{error}");
        let beyond = ArgColumn::Constant(ArgValue::Integer(7));
        let error = one("block_get", &pack, &[beyond]).expect_err("there are 6").to_string();
        let words = "i is 7, but the pack has 6 values, counted from 1";
        assert_eq!(error, format!("block_get: argument pack: {words}"));
    }
}

/// Rows of lists: with values and NULLs, NULL itself, without values.
#[test]
fn lists_have_the_values_of_their_packs() {
    let (full, empty) = (pack(ChunkCodec::default(), &VALUES), pack(ChunkCodec::Lz4, &[]));
    let rows = [&full[..], b"no pack, but NULL", &empty, &full];
    let function = function("block_values");
    let call = |most| {
        let call = Call::new(function, Rows::Slices(&rows), &[], Some(&[0b1101])).expect("a call");
        call.collect(most, None)
    };
    // The second pass reuses what the first has left in the thread's contexts.
    for _ in 0..2 {
        let collected = call(usize::MAX).expect("packs");
        let Results::Lists(lists) = collected else { panic!("{collected:?} are no lists") };
        assert_eq!(lists.ends(), [6, 6, 6, 12]);
        let Results::Strings(values) = lists.into_values() else { panic!("no bytes") };
        assert_eq!(values.nulls(), [1, 4, 7, 10]);
        assert_eq!(values.ends(), [8, 8, 8, 70, 70, 71, 79, 79, 79, 141, 141, 142]);
        let bytes = [b"hashlane", CONTENT, b"\xff"].concat();
        assert_eq!(values.bytes(), bytes.repeat(2));
    }
    let error = call(141).expect_err("142 bytes").to_string();
    let start = "block_values: the results of a batch take at least 142 bytes; at most 141 fit";
    assert!(error.starts_with(start), "{error}");
    call(142).expect("they fit");
    let error = one("block_values_text", &full, &[]).expect_err("the last is no text").to_string();
    assert!(error.starts_with("block_values_text: argument pack: "), "{error}");
}

/// All values together, and 16 bytes for the place of each.
#[test]
fn max_bytes_bounds_a_list() {
    for codec in [ChunkCodec::None, ChunkCodec::Lz4, ChunkCodec::default()] {
        let pack = pack(codec, &VALUES);
        let limit = 71 + 6 * 16;
        for name in ["block_values", "block_values_text"] {
            let given = |limit| one(name, &pack, &[ArgColumn::Constant(ArgValue::Integer(limit))]);
            let error = given(limit - 1).expect_err("a byte less").to_string();
            assert!(error.contains("more than max_bytes, which is 166"), "{error}");
            let fits = given(limit).map_err(|e| e.to_string());
            assert!(fits.is_ok() || fits.unwrap_err().contains("not UTF-8"), "{name}");
        }
    }
}

/// 300 NULLs take no bytes in a pack, but some in a list.
#[test]
fn nulls_count_against_max_bytes() {
    let pack = pack(ChunkCodec::default(), &[None; 300]);
    let given =
        |limit| one("block_values", &pack, &[ArgColumn::Constant(ArgValue::Integer(limit))]);
    assert!(given(4_799).is_err());
    given(4_800).expect("16 bytes each");
}

#[test]
fn corrupt_packs_are_errors() {
    let good = packed();
    let mut damaged = good.clone();
    damaged[40] ^= 1;
    let place = ArgColumn::Constant(ArgValue::Integer(1));
    for (name, params) in [
        ("block_get", &[place][..]),
        ("block_get_text", &[place]),
        ("block_values", &[]),
        ("block_values_text", &[]),
    ] {
        for bad in [&b""[..], b"no pack", &good[..good.len() - 1], &damaged] {
            let error = one(name, bad, params).expect_err("no pack").to_string();
            let start = format!("{name}: argument pack: the input is not a valid block pack: ");
            assert!(error.starts_with(&start), "{error}");
        }
    }
    assert!(one("block_count", &good[..good.len() - 1], &[]).is_err());
}
