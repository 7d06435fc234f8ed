//! Adler-32.

use hashlane_kernels::hash::adler32;

use super::{Form, Function, HASH, Kernel, example};

const SOURCE: &str = "zlib (Python 3.11)";
const EQUALS: &str = "RFC 1950";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "adler32",
        description: "Adler-32, the checksum of zlib streams",
        equals: EQUALS,
        examples: &[example("adler32('Wikipedia')", "300286872", SOURCE)],
        kernel: Kernel::Hash32(adler32::ADLER32),
        ..HASH
    },
    Function {
        name: "adler32_hex",
        description: "Adler-32, in hex",
        equals: EQUALS,
        examples: &[example("adler32_hex('Wikipedia')", "11e60398", SOURCE)],
        kernel: Kernel::Hash32(adler32::ADLER32),
        form: Form::Hex,
        ..HASH
    },
];
