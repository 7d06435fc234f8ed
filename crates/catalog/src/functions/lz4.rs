//! LZ4, as frames and as bare blocks.

use hashlane_kernels::codec::{lz4_block, lz4_frame};

use super::{DECOMPRESSOR, Example, Form, Function, HASH, Kernel, OnBadInput, V};

const SOURCE: &str = "lz4 4.4.5 (PyPI)";
const FRAME: &str = "LZ4 Frame Format 1.6 (the frame's bytes may change with lz4_flex's version)";
const BLOCK: &str = "LZ4 Block Format after the length, as lz4.block of Python writes it";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "lz4_compress",
        args: &[V],
        description: "An LZ4 frame with its content size and a checksum, which the lz4 tool reads",
        equals: FRAME,
        examples: &[Example {
            sql: "lz4_compress('hashlane')",
            result: "04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b",
            source: SOURCE,
        }],
        kernel: Kernel::Compress(lz4_frame::compress),
        ..HASH
    },
    Function {
        name: "lz4_decompress",
        description: "The bytes in LZ4 frames",
        equals: FRAME,
        examples: &[
            Example {
                sql: "lz4_decompress(lz4_compress('hashlane'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
            Example {
                sql: "lz4_decompress(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(lz4_frame::decompress),
        ..DECOMPRESSOR
    },
    Function {
        name: "lz4_decompress_text",
        description: "The text in LZ4 frames",
        equals: FRAME,
        examples: &[
            Example {
                sql: "lz4_decompress_text(lz4_compress('hashlane'))",
                result: "hashlane",
                source: SOURCE,
            },
            Example {
                sql: "lz4_decompress_text(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b'))",
                result: "hashlane",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(lz4_frame::decompress),
        form: Form::Text,
        ..DECOMPRESSOR
    },
    Function {
        name: "try_lz4_decompress",
        description: "The bytes in LZ4 frames, or NULL where it is corrupt or too long",
        equals: FRAME,
        examples: &[
            Example { sql: "try_lz4_decompress('not compressed')", result: "NULL", source: SOURCE },
            Example {
                sql: "try_lz4_decompress(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f52'))",
                result: "NULL",
                source: SOURCE,
            },
            Example {
                sql: "try_lz4_decompress(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(lz4_frame::decompress),
        on_bad_input: OnBadInput::Null,
        ..DECOMPRESSOR
    },
    Function {
        name: "try_lz4_decompress_text",
        description: "The text in LZ4 frames, or NULL where it is corrupt, too long or no text",
        equals: FRAME,
        examples: &[
            Example {
                sql: "try_lz4_decompress_text('not compressed')",
                result: "NULL",
                source: SOURCE,
            },
            Example {
                sql: "try_lz4_decompress_text(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b'))",
                result: "hashlane",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(lz4_frame::decompress),
        form: Form::Text,
        on_bad_input: OnBadInput::Null,
        ..DECOMPRESSOR
    },
    Function {
        name: "lz4_block_compress",
        args: &[V],
        description: "One LZ4 block after a 4-byte little-endian length: the compact form for \
             short strings",
        equals: BLOCK,
        examples: &[Example {
            sql: "lz4_block_compress('hashlane')",
            result: "0800000080686173686c616e65",
            source: SOURCE,
        }],
        kernel: Kernel::Compress(lz4_block::compress),
        ..HASH
    },
    Function {
        name: "lz4_block_decompress",
        description: "The bytes in an LZ4 block after its 4-byte length",
        equals: BLOCK,
        examples: &[
            Example {
                sql: "lz4_block_decompress(lz4_block_compress('hashlane'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
            Example {
                sql: "lz4_block_decompress(unhex('0800000080686173686c616e65'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(lz4_block::decompress),
        ..DECOMPRESSOR
    },
    Function {
        name: "lz4_block_decompress_text",
        description: "The text in an LZ4 block after its 4-byte length",
        equals: BLOCK,
        examples: &[
            Example {
                sql: "lz4_block_decompress_text(lz4_block_compress('hashlane'))",
                result: "hashlane",
                source: SOURCE,
            },
            Example {
                sql: "lz4_block_decompress_text(unhex('0800000080686173686c616e65'))",
                result: "hashlane",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(lz4_block::decompress),
        form: Form::Text,
        ..DECOMPRESSOR
    },
    Function {
        name: "try_lz4_block_decompress",
        description: "The bytes in an LZ4 block after its 4-byte length, or NULL where it is \
             corrupt or too long",
        equals: BLOCK,
        examples: &[
            Example {
                sql: "try_lz4_block_decompress('not compressed')",
                result: "NULL",
                source: SOURCE,
            },
            Example {
                sql: "try_lz4_block_decompress(unhex('0800000080686173686c616e'))",
                result: "NULL",
                source: SOURCE,
            },
            Example {
                sql: "try_lz4_block_decompress(unhex('0800000080686173686c616e65'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(lz4_block::decompress),
        on_bad_input: OnBadInput::Null,
        ..DECOMPRESSOR
    },
    Function {
        name: "try_lz4_block_decompress_text",
        description: "The text in an LZ4 block after its 4-byte length, or NULL where it is \
             corrupt, too long or no text",
        equals: BLOCK,
        examples: &[
            Example {
                sql: "try_lz4_block_decompress_text('not compressed')",
                result: "NULL",
                source: SOURCE,
            },
            Example {
                sql: "try_lz4_block_decompress_text(unhex('0800000080686173686c616e65'))",
                result: "hashlane",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(lz4_block::decompress),
        form: Form::Text,
        on_bad_input: OnBadInput::Null,
        ..DECOMPRESSOR
    },
];
