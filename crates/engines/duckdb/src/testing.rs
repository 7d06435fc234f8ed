//! Functions to compare ours with. They exist only with the feature `testing`, so in no release and not in the
//! catalogue.

mod naive;
mod neighbor;

use hashlane_catalog::{Arg, ByRow, Form, Function, HashBy, Kernel, Kind, Nulls, OnBadInput};
use hashlane_kernels::hash::{Algorithm, Digester};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{Block, HashKernel, Seeds};

use crate::names::LeftOut;

/// Registers [`FUNCTIONS`] after all others. If `HASHLANE_LOAD` is `fail`, it returns an error, at the point where the
/// most must be undone.
pub fn register(connection: libduckdb_sys::duckdb_connection) -> Result<(), String> {
    let none = LeftOut::default();
    FUNCTIONS
        .iter()
        .try_for_each(|function| crate::scalar::register(connection, function, &none))?;
    match std::env::var("HASHLANE_LOAD").as_deref() {
        Ok("fail") => Err("the last registration fails, as HASHLANE_LOAD wants it".to_owned()),
        _ => Ok(()),
    }
}

const WIDTH: usize = 32;

static LENGTH: Algorithm = Algorithm::of_blocks("length", WIDTH, lengths);
static BLAKE3: Algorithm = Algorithm::of_blocks("naive blake3", WIDTH, naive_blake3);

/// The cost of a 32-byte BLOB whose kernel costs nothing, and one call per row of the crates that a scalar extension
/// would use, with the same input and output as ours.
pub static FUNCTIONS: [Function; 10] = [
    Function {
        name: "hashlane_trivial32",
        description: "The length of the value in 32 bytes",
        kernel: Kernel::Digest(|_| Digester::Algorithm(&LENGTH)),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_blake3",
        description: "The BLAKE3 hash, one row after the other",
        kernel: Kernel::Digest(|_| Digester::Algorithm(&BLAKE3)),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_xxh3",
        description: "The XXH3 hash, one row after the other",
        kernel: Kernel::U64(HashBy::Seed64(HashKernel::of_blocks(naive_xxh3))),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_zstd_compress",
        description: "A zstd frame of level 3, with a new context a row",
        kernel: Kernel::Bytes(ByRow::Compress(naive::zstd_compress)),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_zstd_compress_dict",
        args: &[V, DICTIONARY],
        description: "A zstd frame of level 3, with a new context and dictionary a row",
        kernel: Kernel::Bytes(ByRow::Compress(naive::zstd_compress)),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_zstd_decompress",
        description: "The content of a zstd frame, with a new context a row",
        kernel: Kernel::Bytes(ByRow::Decompress(naive::zstd_decompress)),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_zstd_decompress_dict",
        args: &[V, DICTIONARY],
        description: "The content of a zstd frame, with a new context and dictionary a row",
        kernel: Kernel::Bytes(ByRow::Decompress(naive::zstd_decompress)),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_lz4_block_compress",
        description: "An LZ4 block after its length, with a new table a row",
        kernel: Kernel::Bytes(ByRow::Compress(naive::lz4_block_compress)),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_lz4_block_decompress",
        description: "The content of an LZ4 block after its length",
        kernel: Kernel::Bytes(ByRow::Decompress(naive::lz4_block_decompress)),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_block_get",
        args: &[V, Arg { name: "i", kind: Kind::Index, default: None }],
        description: "Value i of a pack, with new contexts a row and nothing kept from the row before",
        kernel: Kernel::Bytes(ByRow::Lookup(naive::block_get)),
        ..FUNCTION
    },
];

const V: Arg = Arg { name: "v", kind: Kind::Bytes, default: None };

/// A dictionary as bytes. `Kind::Dictionary` would prepare it.
const DICTIONARY: Arg = Arg { name: "dictionary", kind: Kind::Key, default: None };

const FUNCTION: Function = Function {
    name: "",
    aliases: &[],
    args: &[V],
    nulls: Nulls::Propagate,
    description: "",
    equals: "nothing",
    examples: &[],
    kernel: Kernel::U64(HashBy::Seed64(HashKernel::of_blocks(naive_xxh3))),
    form: Form::Plain,
    on_bad_input: OnBadInput::Fail,
};

/// Writes the length of each row, then zeros.
fn lengths(_: Isa, block: &Block<'_>, out: &mut [u8]) {
    for (out, len) in out.chunks_exact_mut(WIDTH).zip(block.lens()) {
        out[..8].copy_from_slice(&len.to_le_bytes());
    }
}

fn naive_blake3(_: Isa, block: &Block<'_>, out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(WIDTH).zip(block.rows()) {
        out.copy_from_slice(blake3::hash(row).as_bytes());
    }
}

fn naive_xxh3(_: Isa, block: &Block<'_>, _: Seeds<'_, u64>, out: &mut [u64]) {
    for (out, row) in out.iter_mut().zip(block.rows()) {
        *out = xxhash_rust::xxh3::xxh3_64(row);
    }
}
