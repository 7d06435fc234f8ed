//! Functions to compare ours with. They exist only with the feature `testing`, so in no release and not in the
//! catalogue.

mod naive;
mod neighbor;

use hashlane_catalog::{Arg, ArgKind, Function, OnBadInput, OnNull, ResultForm, ResultType, Work};
use hashlane_kernels::blocks::{Block, HashKernel, Seeds};
use hashlane_kernels::hash::{Algorithm, Digester};
use hashlane_kernels::isa::Isa;

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
        work: Work::Digest,
        body: |call, out| call.digest(|_| Digester::Algorithm(&LENGTH), out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_blake3",
        description: "The BLAKE3 hash, one row after the other",
        work: Work::Digest,
        body: |call, out| call.digest(|_| Digester::Algorithm(&BLAKE3), out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_xxh3",
        description: "The XXH3 hash, one row after the other",
        returns: ResultType::UBigint,
        body: |call, out| call.hash(HashKernel::of_blocks(naive_xxh3), out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_zstd_compress",
        description: "A zstd frame of level 3, with a new context a row",
        work: Work::Compress,
        body: |call, out| call.convert(naive::zstd_compress, out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_zstd_compress_dict",
        args: &[V, DICTIONARY],
        description: "A zstd frame of level 3, with a new context and dictionary a row",
        work: Work::Compress,
        body: |call, out| call.convert(naive::zstd_compress, out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_zstd_decompress",
        description: "The content of a zstd frame, with a new context a row",
        work: Work::Decompress,
        body: |call, out| call.convert(naive::zstd_decompress, out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_zstd_decompress_dict",
        args: &[V, DICTIONARY],
        description: "The content of a zstd frame, with a new context and dictionary a row",
        work: Work::Decompress,
        body: |call, out| call.convert(naive::zstd_decompress, out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_lz4_block_compress",
        description: "An LZ4 block after its length, with a new table a row",
        work: Work::Compress,
        body: |call, out| call.convert(naive::lz4_block_compress, out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_lz4_block_decompress",
        description: "The content of an LZ4 block after its length",
        work: Work::Decompress,
        body: |call, out| call.convert(naive::lz4_block_decompress, out),
        ..FUNCTION
    },
    Function {
        name: "hashlane_naive_block_get",
        args: &[V, Arg { name: "i", kind: ArgKind::Index, default: None }],
        description: "Value i of a pack, with new contexts a row and nothing kept from the row before",
        work: Work::Find,
        body: |call, out| call.look_up(naive::block_get, out),
        ..FUNCTION
    },
];

const V: Arg = Arg { name: "v", kind: ArgKind::Bytes, default: None };

/// A dictionary as bytes. `ArgKind::Dictionary` would prepare it.
const DICTIONARY: Arg = Arg { name: "dictionary", kind: ArgKind::Key, default: None };

const FUNCTION: Function = Function {
    name: "",
    aliases: &[],
    args: &[V],
    nulls: OnNull::Propagate,
    description: "",
    equals: "nothing",
    examples: &[],
    returns: ResultType::Blob,
    form: ResultForm::Plain,
    work: Work::Hash,
    check: None,
    body: |call, out| call.copy(out),
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
