//! Zstandard.

use hashlane_kernels::codec::zstd;

use super::{Arg, DECOMPRESSOR, Example, Form, Function, HASH, Kernel, Kind, OnBadInput, V};

const LEVEL: Arg = Arg {
    name: "level",
    kind: Kind::Level(*zstd::LEVELS.start(), *zstd::LEVELS.end()),
    default: Some(zstd::DEFAULT_LEVEL as i64),
};

const SOURCE: &str = "zstandard 0.25.0 (PyPI)";
const EQUALS: &str = "RFC 8878 (the frame's bytes may change with zstd's version)";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "zstd_compress",
        args: &[V, LEVEL],
        description: "A zstd frame with its content size and a checksum, at level -7 to 22",
        equals: EQUALS,
        examples: &[
            Example {
                sql: "zstd_compress('hashlane')",
                result: "28b52ffd2408410000686173686c616e6500d48659",
                source: SOURCE,
            },
            Example {
                sql: "zstd_compress('hashlane', 19)",
                result: "28b52ffd2408410000686173686c616e6500d48659",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Compress(zstd::compress),
        ..HASH
    },
    Function {
        name: "zstd_decompress",
        description: "The bytes in zstd frames",
        equals: EQUALS,
        examples: &[
            Example {
                sql: "zstd_decompress(zstd_compress('hashlane'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
            Example {
                sql: "zstd_decompress(unhex('28b52ffd2408410000686173686c616e6500d48659'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(zstd::decompress),
        ..DECOMPRESSOR
    },
    Function {
        name: "zstd_decompress_text",
        description: "The text in zstd frames",
        equals: EQUALS,
        examples: &[
            Example {
                sql: "zstd_decompress_text(zstd_compress('hashlane'))",
                result: "hashlane",
                source: SOURCE,
            },
            Example {
                sql: "zstd_decompress_text(unhex('28b52ffd2408410000686173686c616e6500d48659'))",
                result: "hashlane",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(zstd::decompress),
        form: Form::Text,
        ..DECOMPRESSOR
    },
    Function {
        name: "try_zstd_decompress",
        description: "The bytes in zstd frames, or NULL where it is corrupt or too long",
        equals: EQUALS,
        examples: &[
            Example {
                sql: "try_zstd_decompress('not compressed')",
                result: "NULL",
                source: SOURCE,
            },
            Example {
                sql: "try_zstd_decompress(unhex('28b52ffd2408410000686173686c616e6500d486'))",
                result: "NULL",
                source: SOURCE,
            },
            Example {
                sql: "try_zstd_decompress(unhex('28b52ffd2408410000686173686c616e6500d48659'))",
                result: "686173686c616e65",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(zstd::decompress),
        on_bad_input: OnBadInput::Null,
        ..DECOMPRESSOR
    },
    Function {
        name: "try_zstd_decompress_text",
        description: "The text in zstd frames, or NULL where it is corrupt, too long or no text",
        equals: EQUALS,
        examples: &[
            Example {
                sql: "try_zstd_decompress_text('not compressed')",
                result: "NULL",
                source: SOURCE,
            },
            Example {
                sql: "try_zstd_decompress_text(unhex('28b52ffd2408410000686173686c616e6500d48659'))",
                result: "hashlane",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Decompress(zstd::decompress),
        form: Form::Text,
        on_bad_input: OnBadInput::Null,
        ..DECOMPRESSOR
    },
];
