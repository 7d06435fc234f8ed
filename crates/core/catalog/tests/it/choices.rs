//! Arguments for tests: three values for every kind of argument, and rows.

use std::sync::LazyLock;

use hashlane_catalog::{
    AggregateState, ArgColumn, ArgKind, ArgValue, Function, SampledValues, Settings, Work, find,
};

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
        let mut sampled = SampledValues::new(function, &settings).expect("a sample");
        for value in values {
            sampled.add(&settings, Some(value)).expect("there is memory");
        }
        result(&sampled).expect("there are values")
    };
    [SYMBOLS.to_vec(), trained(&[&text()]), trained(&[b"the wolf", b"the fox"])]
});

/// Three allowed values for an argument, each with a different effect.
pub fn choices(function: &Function, kind: ArgKind) -> [ArgValue<'static>; 3] {
    match kind {
        ArgKind::Bytes
        | ArgKind::Text
        | ArgKind::Row
        | ArgKind::Value
        | ArgKind::Bucketed
        | ArgKind::WholeNumber
        | ArgKind::BytesOrInteger
        | ArgKind::ListOfRows
        | ArgKind::ListOfValues
        | ArgKind::ListOfBytes
        | ArgKind::Signature => panic!("no parameter"),
        ArgKind::Seed32 | ArgKind::Seed64 => [1, 2, 4_294_967_295].map(ArgValue::Integer),
        ArgKind::SignedSeed32 => [1, -2, -2_147_483_648].map(ArgValue::Integer),
        ArgKind::SignedSeed64 => [1, -2, -9_223_372_036_854_775_808].map(ArgValue::Integer),
        ArgKind::KafkaClient => [&b"java"[..], b"librdkafka", b"kafkajs"].map(ArgValue::Bytes),
        ArgKind::Level(..) => level_choices(function).map(ArgValue::Integer),
        ArgKind::MaxBytes => [500_000, 600_000, 700_000].map(ArgValue::Integer),
        ArgKind::Length(256.., _) => [256, 1_000, 112_640].map(ArgValue::Integer),
        ArgKind::Length(..) => [1, 32, 131].map(ArgValue::Integer),
        ArgKind::Key16 => std::array::from_fn(|i| ArgValue::Bytes(&KEYS[i][..16])),
        ArgKind::Key32 => std::array::from_fn(|i| ArgValue::Bytes(&KEYS[i])),
        ArgKind::Key => [&b""[..], b"key", &[7; 200]].map(ArgValue::Bytes),
        ArgKind::Context => [&b"one"[..], b"two", b""].map(ArgValue::Bytes),
        ArgKind::Algorithm => [&b"md5"[..], b"sha3_512", b"blake3"].map(ArgValue::Bytes),
        ArgKind::MacAlgorithm => [&b"md5"[..], b"sha3_512", b"blake2b"].map(ArgValue::Bytes),
        ArgKind::Checksum => [&b"CRC32"[..], b"SHA512", b"XXHASH128"].map(ArgValue::Bytes),
        ArgKind::Buckets => [3, 1_000, 2_147_483_647].map(ArgValue::Integer),
        ArgKind::Fraction => [0.25, 0.5, 1.0].map(ArgValue::Real),
        ArgKind::Count(_, _, "numbers") => [1, 128, 4096].map(ArgValue::Integer),
        ArgKind::Count(_, _, "bits") => [8, 9, 10].map(ArgValue::Integer),
        ArgKind::Count(..) => [1, 2, 16].map(ArgValue::Integer),
        ArgKind::ShingleUnit => [&b"words"[..], b"characters", b"words"].map(ArgValue::Bytes),
        ArgKind::Namespace => {
            let uuid = b"886313e1-3b8a-5372-9b90-0c9aee199e5d";
            [&b"dns"[..], b"X500", uuid].map(ArgValue::Bytes)
        }
        ArgKind::Fingerprint => FINGERPRINTS.map(|text| ArgValue::Bytes(text.as_bytes())),
        ArgKind::Sketch => std::array::from_fn(|i| ArgValue::Bytes(&SKETCHES[i])),
        ArgKind::Index => [1, 2, 3].map(ArgValue::Integer),
        ArgKind::Samples(..) => [7, 100, 1_000].map(ArgValue::Integer),
        ArgKind::Codec => [&b"zstd(19)"[..], b"snappy", b"gzip(1)"].map(ArgValue::Bytes),
        ArgKind::Format => [&b"auto"[..], b"zstd", b"auto"].map(ArgValue::Bytes),
        ArgKind::PackCodec => [&b"lz4"[..], b"fsst", b"zstd"].map(ArgValue::Bytes),
        ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes => {
            std::array::from_fn(|i| ArgValue::Bytes(&DICTIONARIES[i]))
        }
        ArgKind::SymbolTable => std::array::from_fn(|i| ArgValue::Bytes(&TABLES[i])),
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
            let table = choices(function, ArgKind::SymbolTable)[0];
            ("fsst_compress".to_owned(), vec![ArgColumn::Constant(table)])
        }
        _ => (base.replace("decompress", "compress"), vec![]),
    };
    let compressor = find(&compressor).expect("each has one");
    results(compressor, &[&row], &params).expect("it can be compressed").remove(0)
}
