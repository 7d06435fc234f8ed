//! FSST.

use super::decompressors::decompressors;
use super::{Arg, ArgKind, B, Function, HASH, MAX_BYTES, V, Work, example};

/// The symbol table that `fsst_train` makes.
const TABLE: Arg = Arg { name: "symbols", kind: ArgKind::SymbolTable, default: None };

const EQUALS: &str = "FSST (Boncz, Neumann, Leis, VLDB 2020); the table is docs/fsst-format.md";
const SOURCE: &str = "docs/fsst-format.md";

/// The compressor.
pub(crate) const COMPRESSORS: &[Function] = &[Function {
    name: "fsst_compress",
    args: &[V, TABLE],
    description: "The value, compressed with a symbol table from fsst_train: the smallest form for \
         short, similar texts. It has no checksum",
    equals: EQUALS,
    examples: &[example(
        "fsst_compress('hashlane!', unhex('46535354010108686173686c616e652e67dadc'))",
        "00ff21",
        SOURCE,
    )],
    work: Work::Compress,
    body: |call, out| {
        call.convert(
            |_, s, row, out| s.symbols.as_ref().expect("the call has a table").compress(row, out),
            out,
        )
    },
    ..HASH
}];

/// Decompressors.
pub(crate) const DECOMPRESSORS: &[Function] = decompressors!(
    "fsst_decompress",
    |_, s, row, out| {
        s.symbols.as_ref().expect("the call has a table").decompress(s.max_bytes, row, out)
    },
    &[B, TABLE, MAX_BYTES],
    of: "an FSST-compressed value, given the symbol table that compressed it",
    equals: EQUALS,
    source: SOURCE,
    frame: "00",
    cut: "ff",
    further: ", unhex('46535354010108686173686c616e652e67dadc')",
);
