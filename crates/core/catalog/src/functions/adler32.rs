//! Adler-32.

use hashlane_kernels::hash::adler32;

use super::{Function, HASH, ResultType, example, hex};

const SOURCE: &str = "zlib (Python 3.11)";
const EQUALS: &str = "RFC 1950";

const ADLER32: Function = Function {
    name: "adler32",
    description: "Adler-32, the checksum of zlib streams",
    equals: EQUALS,
    examples: &[example("adler32('Wikipedia')", "300286872", SOURCE)],
    returns: ResultType::UInteger,
    body: |call, out| call.hash(adler32::ADLER32, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    ADLER32,
    hex(
        ADLER32,
        "adler32_hex",
        "Adler-32, in hex",
        &[example("adler32_hex('Wikipedia')", "11e60398", SOURCE)],
    ),
];
