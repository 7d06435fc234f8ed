//! LZ4, as frames and as bare blocks.

use hashlane_codecs::lz4;

use super::decompressors::decompressors;
use super::{DECOMPRESS, Function, HASH, V, Work, example};

const SOURCE: &str = "lz4 4.4.5 (PyPI)";
const FRAME: &str = "LZ4 Frame Format 1.6 (the frame's bytes may change with lz4_flex's version)";
const BLOCK: &str = "LZ4 Block Format after the length, as lz4.block of Python writes it";

/// Compressors.
pub(crate) const COMPRESSORS: &[Function] = &[
    Function {
        name: "lz4_compress",
        args: &[V],
        description: "An LZ4 frame with its content size and a checksum, which the lz4 tool reads",
        equals: FRAME,
        examples: &[example(
            "lz4_compress('hashlane')",
            "04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b",
            SOURCE,
        )],
        work: Work::Compress,
        body: |call, out| {
            call.convert(|w, s, row, out| lz4::frame::compress(w, s.level, row, out), out)
        },
        ..HASH
    },
    Function {
        name: "lz4_block_compress",
        args: &[V],
        description: "One LZ4 block after a 4-byte little-endian length: the compact form for \
             short strings",
        equals: BLOCK,
        examples: &[example(
            "lz4_block_compress('hashlane')",
            "0800000080686173686c616e65",
            SOURCE,
        )],
        work: Work::Compress,
        body: |call, out| {
            call.convert(|w, s, row, out| lz4::block::compress(w, s.level, row, out), out)
        },
        ..HASH
    },
];

/// Decompressors of frames.
pub(crate) const FRAMES: &[Function] = decompressors!(
    "lz4_decompress",
    |w, s, row, out| lz4::frame::decompress(w, s.max_bytes, row, out),
    DECOMPRESS,
    of: "LZ4 frames",
    equals: FRAME,
    source: SOURCE,
    frame: "04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b",
    cut: "04224d186c4008000000000000003808000080686173686c616e6500000000d40f52",
    further: "",
);

/// Decompressors of blocks.
pub(crate) const BLOCKS: &[Function] = decompressors!(
    "lz4_block_decompress",
    |w, s, row, out| lz4::block::decompress(w, s.max_bytes, row, out),
    DECOMPRESS,
    of: "an LZ4 block after its 4-byte length",
    equals: BLOCK,
    source: SOURCE,
    frame: "0800000080686173686c616e65",
    cut: "0800000080686173686c616e",
    further: "",
);
