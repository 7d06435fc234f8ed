//! Codecs beside zstd and LZ4: one compressor and four decompressors each.

use hashlane_codecs::deflate::{gzip, zlib};
use hashlane_codecs::lz4::block_hc;
use hashlane_codecs::{brotli, snappy, xz};

use super::decompressors::decompressors;
use super::{Arg, ArgKind, DECOMPRESS, Function, HASH, Omitted, V, Work, example};

/// The level of a codec that has the bounds and a default.
macro_rules! level {
    ($codec:ident) => {
        Arg {
            name: "level",
            kind: ArgKind::Level(*$codec::LEVELS.start(), *$codec::LEVELS.end()),
            default: Some(Omitted::Integer($codec::DEFAULT_LEVEL as i64)),
        }
    };
}

const GZIP: &str = "RFC 1952 (the bytes may change with zlib-rs's version)";
const ZLIB: &str = "RFC 1950 (the bytes may change with zlib-rs's version)";
const SNAPPY: &str = "Snappy's raw format, without the framing";
const BROTLI: &str = "RFC 7932 (the bytes may change with the crate's version)";
const XZ: &str = "the .xz format 1.2 (the bytes may change with liblzma's version)";

const PYTHON: &str = "zlib, gzip and lzma (Python 3.11)";
const CRAMJAM: &str = "cramjam 2.14.0 (PyPI)";
const PYPI_BROTLI: &str = "brotli 1.2.1 (PyPI)";
const PYPI_LZ4: &str = "lz4 4.4.5 (PyPI)";

/// Compressors.
pub(crate) const COMPRESSORS: &[Function] = &[
    Function {
        name: "gzip_compress",
        args: &[V, level!(gzip)],
        description: "A gzip member without a file name or a time stamp, at level 0 to 9",
        equals: GZIP,
        examples: &[example(
            "gzip_decompress_text(gzip_compress('hashlane', 9))",
            "hashlane",
            PYTHON,
        )],
        work: Work::Compress,
        body: |call, out| call.convert(|w, s, row, out| gzip::compress(w, s.level, row, out), out),
        ..HASH
    },
    Function {
        name: "zlib_compress",
        args: &[V, level!(zlib)],
        description: "A zlib stream, at level 0 to 9",
        equals: ZLIB,
        examples: &[example(
            "zlib_compress('hashlane')",
            "789ccb482ccec849cc4b05000ebd0345",
            PYTHON,
        )],
        work: Work::Compress,
        body: |call, out| call.convert(|w, s, row, out| zlib::compress(w, s.level, row, out), out),
        ..HASH
    },
    Function {
        name: "snappy_compress",
        args: &[V],
        description: "A raw Snappy block, which has no checksum",
        equals: SNAPPY,
        examples: &[example("snappy_compress('hashlane')", "081c686173686c616e65", CRAMJAM)],
        work: Work::Compress,
        body: |call, out| {
            call.convert(|w, s, row, out| snappy::compress(w, s.level, row, out), out)
        },
        ..HASH
    },
    Function {
        name: "brotli_compress",
        args: &[V, level!(brotli)],
        description: "A Brotli stream, which has no checksum, at quality 0 to 11",
        equals: BROTLI,
        examples: &[example(
            "brotli_decompress_text(brotli_compress('hashlane', 11))",
            "hashlane",
            PYPI_BROTLI,
        )],
        work: Work::Compress,
        body: |call, out| {
            call.convert(|w, s, row, out| brotli::compress(w, s.level, row, out), out)
        },
        ..HASH
    },
    Function {
        name: "xz_compress",
        args: &[V, level!(xz)],
        description: "An xz stream with a CRC-64, at level 0 to 9",
        equals: XZ,
        examples: &[example("xz_decompress_text(xz_compress('hashlane', 9))", "hashlane", PYTHON)],
        work: Work::Compress,
        body: |call, out| call.convert(|w, s, row, out| xz::compress(w, s.level, row, out), out),
        ..HASH
    },
    Function {
        name: "lz4hc_block_compress",
        args: &[V, level!(block_hc)],
        description: "lz4_block_compress by LZ4 HC, at level 1 to 12; lz4_block_decompress reads the result",
        equals: "LZ4 Block Format after the length, as lz4.block of Python writes it",
        examples: &[example(
            "lz4hc_block_compress('hashlanehashlanehashlanehashlanehashlane')",
            "280000008f686173686c616e6508000850686c616e65",
            PYPI_LZ4,
        )],
        work: Work::Compress,
        body: |call, out| {
            call.convert(|w, s, row, out| block_hc::compress(w, s.level, row, out), out)
        },
        ..HASH
    },
];

/// Decompressors of gzip.
pub(crate) const GZIP_DECOMPRESSORS: &[Function] = decompressors!(
    "gzip_decompress",
    |w, s, row, out| gzip::decompress(w, s.max_bytes, row, out),
    DECOMPRESS,
    of: "gzip members",
    equals: GZIP,
    source: PYTHON,
    frame: "1f8b0800000000000203cb482ccec849cc4b0500875a5a9108000000",
    cut: "1f8b0800000000000203cb482ccec849cc4b0500875a5a91080000",
    further: "",
);

/// Decompressors of zlib.
pub(crate) const ZLIB_DECOMPRESSORS: &[Function] = decompressors!(
    "zlib_decompress",
    |w, s, row, out| zlib::decompress(w, s.max_bytes, row, out),
    DECOMPRESS,
    of: "a zlib stream",
    equals: ZLIB,
    source: PYTHON,
    frame: "789ccb482ccec849cc4b05000ebd0345",
    cut: "789ccb482ccec849cc4b05000ebd03",
    further: "",
);

/// Decompressors of Snappy.
pub(crate) const SNAPPY_DECOMPRESSORS: &[Function] = decompressors!(
    "snappy_decompress",
    |w, s, row, out| snappy::decompress(w, s.max_bytes, row, out),
    DECOMPRESS,
    of: "a raw Snappy block",
    equals: SNAPPY,
    source: CRAMJAM,
    frame: "081c686173686c616e65",
    cut: "081c686173686c616e",
    further: "",
);

/// Decompressors of Brotli.
pub(crate) const BROTLI_DECOMPRESSORS: &[Function] = decompressors!(
    "brotli_decompress",
    |w, s, row, out| brotli::decompress(w, s.max_bytes, row, out),
    DECOMPRESS,
    of: "a Brotli stream",
    equals: BROTLI,
    source: PYPI_BROTLI,
    frame: "8b0380686173686c616e6503",
    cut: "8b0380686173686c616e65",
    further: "",
);

/// Decompressors of xz.
pub(crate) const XZ_DECOMPRESSORS: &[Function] = decompressors!(
    "xz_decompress",
    |w, s, row, out| xz::decompress(w, s.max_bytes, row, out),
    DECOMPRESS,
    of: "xz streams",
    equals: XZ,
    source: PYTHON,
    frame: "fd377a585a000004e6d6b4460200210116000000742fe5a3010007686173686c616e6500528fea610483d09700012008bb19d9bb1fb6f37d010000000004595a",
    cut: "fd377a585a000004e6d6b4460200210116000000742fe5a3010007686173686c616e6500528fea610483d09700012008bb19d9bb1fb6f37d01000000000459",
    further: "",
);
