//! Arguments for tests: three values for every kind of argument, and rows.

use std::sync::LazyLock;

use hashlane_catalog::{Aggregate, Column, Function, Kind, Sampled, Settings, Value, Work, find};

use crate::groups::result;
use hashlane_codecs::Workspace;
use hashlane_codecs::pack;
use hashlane_kernels::sketch::{Keys, Sketch};

use crate::calls::results;
use crate::inputs::{SYMBOLS, dictionaries};

const KEYS: [[u8; 32]; 3] = [[1; 32], [2; 32], [3; 32]];

/// The dictionaries of [`dictionaries`], kept as long as the tests run.
static DICTIONARIES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| dictionaries().into_iter().map(|d| d.bytes).collect());

/// Symbol tables: one with a symbol, and two that are trained on text.
static TABLES: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
    let function = find("fsst_train").expect("an aggregate");
    let settings = Settings::defaults(function);
    let trained = |values: &[&[u8]]| {
        let mut sampled = Sampled::new(function, &settings).expect("a sample");
        for value in values {
            sampled.add(&settings, Some(value)).expect("there is memory");
        }
        result(&sampled).expect("there are values")
    };
    [SYMBOLS.to_vec(), trained(&[&text()]), trained(&[b"the wolf", b"the fox"])]
});

/// Three allowed values for an argument, each with a different effect.
pub fn choices(function: &Function, kind: Kind) -> [Value<'static>; 3] {
    match kind {
        Kind::Bytes
        | Kind::Text
        | Kind::Row
        | Kind::Value
        | Kind::Bucketed
        | Kind::WholeNumber
        | Kind::BytesOrInteger
        | Kind::ListOfRows
        | Kind::ListOfValues
        | Kind::ListOfBytes
        | Kind::Signature => panic!("no parameter"),
        Kind::Seed32 | Kind::Seed64 => [1, 2, 4_294_967_295].map(Value::Integer),
        Kind::SignedSeed32 => [1, -2, -2_147_483_648].map(Value::Integer),
        Kind::SignedSeed64 => [1, -2, -9_223_372_036_854_775_808].map(Value::Integer),
        Kind::KafkaClient => [&b"java"[..], b"librdkafka", b"kafkajs"].map(Value::Bytes),
        Kind::Level(..) => level_choices(function).map(Value::Integer),
        Kind::MaxBytes => [500_000, 600_000, 700_000].map(Value::Integer),
        Kind::Length(256.., _) => [256, 1_000, 112_640].map(Value::Integer),
        Kind::Length(..) => [1, 32, 131].map(Value::Integer),
        Kind::Key16 => std::array::from_fn(|i| Value::Bytes(&KEYS[i][..16])),
        Kind::Key32 => std::array::from_fn(|i| Value::Bytes(&KEYS[i])),
        Kind::Key => [&b""[..], b"key", &[7; 200]].map(Value::Bytes),
        Kind::Context => [&b"one"[..], b"two", b""].map(Value::Bytes),
        Kind::Algorithm => [&b"md5"[..], b"sha3_512", b"blake3"].map(Value::Bytes),
        Kind::MacAlgorithm => [&b"md5"[..], b"sha3_512", b"blake2b"].map(Value::Bytes),
        Kind::Checksum => [&b"CRC32"[..], b"SHA512", b"XXHASH128"].map(Value::Bytes),
        Kind::Buckets => [3, 1_000, 2_147_483_647].map(Value::Integer),
        Kind::Fraction => [0.25, 0.5, 1.0].map(Value::Real),
        Kind::Count(_, _, "numbers") => [1, 128, 4096].map(Value::Integer),
        Kind::Count(_, _, "bits") => [8, 9, 10].map(Value::Integer),
        Kind::Count(..) => [1, 2, 16].map(Value::Integer),
        Kind::ShingleUnit => [&b"words"[..], b"characters", b"words"].map(Value::Bytes),
        Kind::Namespace => {
            let uuid = b"886313e1-3b8a-5372-9b90-0c9aee199e5d";
            [&b"dns"[..], b"X500", uuid].map(Value::Bytes)
        }
        Kind::Fingerprint => FINGERPRINTS.map(|text| Value::Bytes(text.as_bytes())),
        Kind::Sketch => std::array::from_fn(|i| Value::Bytes(&SKETCHES[i])),
        Kind::Index => [1, 2, 3].map(Value::Integer),
        Kind::Samples(..) => [7, 100, 1_000].map(Value::Integer),
        Kind::Codec => [&b"zstd(19)"[..], b"snappy", b"gzip(1)"].map(Value::Bytes),
        Kind::Format => [&b"auto"[..], b"zstd", b"auto"].map(Value::Bytes),
        Kind::PackCodec => [&b"lz4"[..], b"fsst", b"zstd"].map(Value::Bytes),
        Kind::Dictionary | Kind::DictionaryOrMaxBytes => {
            std::array::from_fn(|i| Value::Bytes(&DICTIONARIES[i]))
        }
        Kind::SymbolTable => std::array::from_fn(|i| Value::Bytes(&TABLES[i])),
    }
}

/// Fingerprints of one row, of two and of many.
const FINGERPRINTS: [&str; 3] = [
    "hl1:1:00000000000000000000000000000001",
    "hl1:2:74fefcd060068634b120be8592d94abd",
    "hl1:900:ffffffffffffffffffffffffffffffff",
];

/// Sketches of no row, of one and of two.
static SKETCHES: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
    [0, 1, 2].map(|rows| {
        let mut sketch = Sketch::new(8, Keys::Integer).expect("p is allowed");
        (0..rows).for_each(|row| sketch.add(row, 7 * row + 5).expect("few rows"));
        sketch.to_bytes().expect("there is memory")
    })
});

/// Levels that all produce different bytes for [`text`].
fn level_choices(function: &Function) -> [i128; 3] {
    match function.name {
        "zstd_compress" => [-7, 3, 19],
        "gzip_compress" | "zlib_compress" | "xz_compress" => [0, 1, 9],
        "brotli_compress" => [0, 5, 11],
        "lz4hc_block_compress" => [1, 4, 12],
        other => panic!("{other} has no levels"),
    }
}

/// 5,000 bytes of words, which a higher level compresses to fewer bytes.
pub fn text() -> Vec<u8> {
    let (words, mut state) = (["order ", "the ", "invoice ", "from ", "customer ", "wolf "], 7u32);
    let mut text = Vec::new();
    while text.len() < 5_000 {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        text.extend_from_slice(words[(state >> 16) as usize % words.len()].as_bytes());
    }
    text.truncate(5_000);
    text
}

/// A pack of three values: a long one, an empty one, another.
pub fn packed() -> Vec<u8> {
    let mut builder = pack::PackBuilder::new(pack::ChunkCodec::Lz4, 1_000).expect("it is allowed");
    let workspace = &mut Workspace::default();
    for value in [&text()[..], b"", b"hashlane"] {
        builder.push(workspace, Some(value)).expect("there is room");
    }
    builder.finish(workspace).expect("there is memory")
}

/// A row that a function accepts; a frame of 5,000 bytes for decompressors.
pub fn row_for(function: &Function) -> Vec<u8> {
    let row = text();
    match function.name {
        "haraka256" | "haraka256_hex" => return row[..32].to_vec(),
        "haraka512" | "haraka512_hex" => return row[..64].to_vec(),
        _ if function.name.starts_with("block_") => return packed(),
        _ if function.name.starts_with("sketch_") => return SKETCHES[2].clone(),
        _ if function.name.contains("fingerprint_") => return FINGERPRINTS[2].into(),
        _ => {}
    }
    let is_frame = function.work == Work::Decompress;
    if !is_frame && !["zstd_dict_id", "uncompressed_size"].contains(&function.name) {
        return row;
    }
    let base = function.name.trim_start_matches("try_").trim_end_matches("_text");
    let (compressor, params) = match base {
        "decompress" | "zstd_dict_id" | "uncompressed_size" => ("zstd_compress".to_owned(), vec![]),
        "fsst_decompress" => {
            let table = choices(function, Kind::SymbolTable)[0];
            ("fsst_compress".to_owned(), vec![Column::Constant(table)])
        }
        _ => (base.replace("decompress", "compress"), vec![]),
    };
    let compressor = find(&compressor).expect("each has one");
    results(compressor, &[&row], &params).expect("it can be compressed").remove(0)
}
