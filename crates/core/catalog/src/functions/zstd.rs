//! Zstandard.

use hashlane_codecs::zstd;

use super::decompressors::decompressors;
use super::{Arg, ArgKind, B, Function, HASH, MAX_BYTES, Omitted, ResultType, V, Work, example};

const LEVEL: Arg = Arg {
    name: "level",
    kind: ArgKind::Level(*zstd::LEVELS.start(), *zstd::LEVELS.end()),
    default: Some(Omitted::Integer(zstd::DEFAULT_LEVEL as i64)),
};

const DICTIONARY: Arg =
    Arg { name: "dictionary", kind: ArgKind::Dictionary, default: Some(Omitted::Nothing) };

const DICTIONARY_OR_MAX_BYTES: Arg = Arg {
    name: "dictionary",
    kind: ArgKind::DictionaryOrMaxBytes,
    default: Some(Omitted::Nothing),
};

const SOURCE: &str = "zstandard 0.25.0 (PyPI)";
const EQUALS: &str = "RFC 8878 (the frame's bytes may change with zstd's version)";

/// The compressor, and what is read from a frame or a dictionary.
pub(crate) const COMPRESSORS: &[Function] = &[
    Function {
        name: "zstd_compress",
        args: &[V, LEVEL, DICTIONARY],
        description: "A zstd frame with its content size and a checksum, at level -7 to 22",
        equals: EQUALS,
        examples: &[
            example(
                "zstd_compress('hashlane')",
                "28b52ffd2408410000686173686c616e6500d48659",
                SOURCE,
            ),
            example(
                "zstd_compress('hashlane', 19)",
                "28b52ffd2408410000686173686c616e6500d48659",
                SOURCE,
            ),
        ],
        work: Work::Compress,
        body: |call, out| {
            call.convert(
                |w, s, row, out| match &s.dictionary {
                    None => zstd::compress(w, s.level, row, out),
                    Some(dictionary) => zstd::compress_with(w, s.level, dictionary, row, out),
                },
                out,
            )
        },
        ..HASH
    },
    Function {
        name: "zstd_dict_id",
        args: &[B],
        description: "The id of a zstd dictionary, or of the dictionary that a frame needs; NULL for a frame without \
             one",
        equals: "RFC 8878",
        examples: &[
            example("zstd_dict_id(zstd_compress('hashlane'))", "NULL", SOURCE),
            example(
                "zstd_dict_id(unhex('28b52ffd277856341208410000686173686c616e6500d48659'))",
                "305419896",
                "RFC 8878, 3.1.1.1",
            ),
        ],
        returns: ResultType::UInteger,
        work: Work::Find,
        body: |call, out| {
            call.measure::<u32>(|_, _, row| Ok(zstd::dict_id(row)?.map(u64::from)), out)
        },
        ..HASH
    },
];

/// Decompressors.
pub(crate) const DECOMPRESSORS: &[Function] = decompressors!(
    "zstd_decompress",
    |w, s, row, out| match &s.dictionary {
        None => zstd::decompress(w, s.max_bytes, row, out),
        Some(dictionary) => zstd::decompress_with(w, s.max_bytes, dictionary, row, out),
    },
    &[B, DICTIONARY_OR_MAX_BYTES, MAX_BYTES],
    of: "zstd frames",
    equals: EQUALS,
    source: SOURCE,
    frame: "28b52ffd2408410000686173686c616e6500d48659",
    cut: "28b52ffd2408410000686173686c616e6500d486",
    further: "",
);
