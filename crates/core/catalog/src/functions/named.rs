//! Codecs that a call names.

use hashlane_codecs::{Codec, CodecError, compressed_size, detect};

use super::decompressors::decompressors;
use super::{Arg, ArgKind, B, Function, HASH, MAX_BYTES, ResultForm, ResultType, V, Work, example};
use crate::Settings;

const CODEC: Arg = Arg { name: "codec", kind: ArgKind::Codec, default: None };
const FORMAT: Arg = Arg { name: "codec", kind: ArgKind::Format, default: None };

const EQUALS: &str = "the function or the writer that the codec is named after";
const SOURCE: &str = "zlib, gzip and lzma (Python 3.11)";

/// The codec of a call on a value: the one that it names, or the one that the value starts like.
fn codec(settings: &Settings, row: &[u8]) -> Result<&'static Codec, CodecError> {
    settings.codec.map(|(codec, _)| codec).or_else(|| detect(row)).ok_or_else(|| {
        CodecError::Corrupt {
            format: "compressed value",
            reason: "its first bytes are not a known magic number; name its codec instead of \
                     'auto' (snappy, brotli, deflate, LZ4 blocks and Hadoop streams have none)"
                .into(),
        }
    })
}

/// The compressor, and what is told of a value.
pub(crate) const COMPRESSORS: &[Function] = &[
    Function {
        name: "compress",
        args: &[V, CODEC],
        description: "The value, compressed with a codec by name, optionally with a level as in \
             'zstd(3)'",
        equals: EQUALS,
        examples: &[
            example("compress('hashlane', 'zlib(6)')", "789ccb482ccec849cc4b05000ebd0345", SOURCE),
            example(
                "compress('hashlane', 'zstd')",
                "28b52ffd2408410000686173686c616e6500d48659",
                "zstandard 0.25.0 (PyPI)",
            ),
            example(
                "compress('hashlane', 'snappy_java')",
                "82534e415050590000000001000000010000000a081c686173686c616e65",
                "snappy-java 1.1.10.7 (Maven)",
            ),
            example(
                "compress('hashlane', 'hadoop_lz4')",
                "000000080000000980686173686c616e65",
                "aircompressor 0.27 (Maven)",
            ),
        ],
        work: Work::Compress,
        body: |call, out| {
            call.convert(
                |w, s, row, out| {
                    let (codec, level) = s.codec.expect("a compressor's codec is no 'auto'");
                    (codec.compress)(w, level, row, out)
                },
                out,
            )
        },
        ..HASH
    },
    Function {
        name: "compressed_size",
        args: &[V, CODEC],
        description: "The size of compress(v, codec) in bytes",
        equals: "the length of compress(v, codec)",
        examples: &[example("compressed_size('hashlane', 'zlib(6)')", "16", SOURCE)],
        returns: ResultType::UBigint,
        work: Work::Find,
        body: |call, out| {
            call.measure::<u64>(
                |w, s, row| {
                    let (codec, level) = s.codec.expect("a compressor's codec is no 'auto'");
                    compressed_size(w, codec, level, row).map(Some)
                },
                out,
            )
        },
        ..HASH
    },
    Function {
        name: "uncompressed_size",
        args: &[B, FORMAT],
        description: "The size of the content that a compressed value declares, without \
             decompressing it; NULL if its format doesn't declare one",
        equals: "the formats' specifications",
        examples: &[
            example(
                "uncompressed_size(unhex('081c686173686c616e65'), 'snappy')",
                "8",
                "cramjam 2.14.0 (PyPI)",
            ),
            example(
                "uncompressed_size(unhex('789ccb482ccec849cc4b05000ebd0345'), 'auto')",
                "NULL",
                SOURCE,
            ),
        ],
        returns: ResultType::UBigint,
        work: Work::Find,
        body: |call, out| {
            call.measure::<u64>(|_, s, row| (codec(s, row)?.uncompressed_size)(row), out)
        },
        ..HASH
    },
    Function {
        name: "detect_codec",
        args: &[B],
        description: "The codec detected from the value's first bytes; NULL if they are not a \
             known magic number",
        equals: "the formats' specifications",
        examples: &[
            example(
                "detect_codec(unhex('1f8b0800000000000203cb482ccec849cc4b0500875a5a9108000000'))",
                "gzip",
                SOURCE,
            ),
            example(
                "detect_codec(unhex('4c5a34426c6f636b16000000000000000000000000'))",
                "lz4_java",
                "lz4-java 1.8.0 (Maven)",
            ),
            example("detect_codec('hashlane')", "NULL", SOURCE),
        ],
        work: Work::Find,
        body: |call, out| {
            call.look_up(
                |_, _, row, out| {
                    let found = detect(row);
                    out.extend_from_slice(found.map_or("", |codec| codec.name).as_bytes());
                    Ok(found.is_some())
                },
                out,
            )
        },
        returns: ResultType::Varchar,
        form: ResultForm::Text,
        ..HASH
    },
];

/// Decompressors.
pub(crate) const DECOMPRESSORS: &[Function] = decompressors!(
    "decompress",
    |w, s, row, out| (codec(s, row)?.decompress)(w, s.max_bytes, row, out),
    &[B, FORMAT, MAX_BYTES],
    of: "a value compressed with the codec ('auto' detects it from the first bytes)",
    equals: EQUALS,
    source: SOURCE,
    frame: "789ccb482ccec849cc4b05000ebd0345",
    cut: "789ccb482ccec849cc4b05000ebd03",
    further: ", 'zlib'",
);
