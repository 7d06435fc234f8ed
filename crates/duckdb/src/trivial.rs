//! `hashlane_trivial32(v)`: what a 32-byte BLOB costs when its kernel costs nothing. It is
//! there with the feature `testing`, so in no release and not in the catalogue.

use hashlane_catalog::{Arg, Form, Function, Kernel, Kind, Nulls, OnBadInput};
use hashlane_kernels::hash::{Algorithm, Digester};

const WIDTH: usize = 32;

static LENGTH: Algorithm = Algorithm { name: "length", width: WIDTH, digest: lengths };

/// The length of each row, then zeros.
fn lengths(rows: &[&[u8]], out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(WIDTH).zip(rows) {
        out[..8].copy_from_slice(&row.len().to_le_bytes());
    }
}

/// The function.
pub static FUNCTION: Function = Function {
    name: "hashlane_trivial32",
    aliases: &[],
    args: &[Arg { name: "v", kind: Kind::Bytes, default: None }],
    nulls: Nulls::Propagate,
    description: "The length of the value in 32 bytes",
    equals: "nothing",
    examples: &[],
    kernel: Kernel::Digest(|_| Digester::Algorithm(&LENGTH)),
    form: Form::Plain,
    on_bad_input: OnBadInput::Fail,
};
