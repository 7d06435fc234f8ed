//! Adler-32.

use hashlane_kernels::hash::adler32;

use super::{Example, Form, Function, HASH, Kernel};

const SOURCE: &str = "zlib (Python 3.11)";
const EQUALS: &str = "RFC 1950";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "adler32",
        description: "Adler-32, the checksum of zlib streams",
        equals: EQUALS,
        examples: &[Example { sql: "adler32('Wikipedia')", result: "300286872", source: SOURCE }],
        kernel: Kernel::Hash32(adler32::ADLER32),
        ..HASH
    },
    Function {
        name: "adler32_hex",
        description: "Adler-32, in hex",
        equals: EQUALS,
        examples: &[Example {
            sql: "adler32_hex('Wikipedia')",
            result: "11e60398",
            source: SOURCE,
        }],
        kernel: Kernel::Hash32(adler32::ADLER32),
        form: Form::Hex,
        ..HASH
    },
];
