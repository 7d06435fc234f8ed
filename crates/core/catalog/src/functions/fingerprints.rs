//! Sums and differences of fingerprints: a table's fingerprint from those of its parts, kept up to date without a scan.

use hashlane_codecs::{CodecError, Workspace};
use hashlane_kernels::hash::MultisetHash;

use super::{Arg, ArgKind, Function, HASH, ResultForm, ResultType, Work, example};
use crate::Settings;
use crate::aggregates::fingerprints::{TOO_MANY, parsed};

const A: Arg = Arg { name: "a", kind: ArgKind::Text, default: None };
const B: Arg = Arg { name: "b", kind: ArgKind::Fingerprint, default: None };

const EQUALS: &str = "addition of row counts, and of hashes modulo 2^128";
const SOURCE: &str = "integers of Python 3.11";

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "fingerprint_add",
        args: &[A, B],
        description: "The fingerprint of the rows of two tables together, from their fingerprints",
        equals: EQUALS,
        examples: &[example(
            "fingerprint_add('hl1:3:74fefcd060068634b120be8592d94abd', 'hl1:1:f0000000000000000000000000000001')",
            "hl1:4:64fefcd060068634b120be8592d94abe",
            SOURCE,
        )],
        work: Work::Derive,
        body: |call, out| call.convert(add, out),
        returns: ResultType::Varchar,
        form: ResultForm::Text,
        ..HASH
    },
    Function {
        name: "fingerprint_subtract",
        args: &[A, B],
        description: "The fingerprint of a table after rows were removed: a is the fingerprint of the table before, and b of \
             the removed rows",
        equals: EQUALS,
        examples: &[example(
            "fingerprint_subtract('hl1:4:64fefcd060068634b120be8592d94abe', 'hl1:1:f0000000000000000000000000000001')",
            "hl1:3:74fefcd060068634b120be8592d94abd",
            SOURCE,
        )],
        work: Work::Derive,
        body: |call, out| call.convert(subtract, out),
        returns: ResultType::Varchar,
        form: ResultForm::Text,
        ..HASH
    },
];

fn add(
    _: &mut Workspace,
    settings: &Settings,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let sum = parse(row)?.checked_add(&settings.fingerprint);
    write(out, sum.ok_or_else(|| argument(TOO_MANY.to_owned()))?)
}

fn subtract(
    _: &mut Workspace,
    settings: &Settings,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let (a, b) = (parse(row)?, &settings.fingerprint);
    let rest = a.checked_sub(b).ok_or_else(|| {
        argument(match a.rows() < b.rows() {
            true => format!(
                "it has {} rows, but b has {}, so b isn't the fingerprint of a part of it",
                a.rows(),
                b.rows()
            ),
            false => format!(
                "it has {} rows, as b has, but other ones, so b isn't the fingerprint of a part of it",
                a.rows()
            ),
        })
    });
    write(out, rest?)
}

fn argument(reason: String) -> CodecError {
    CodecError::Argument { reason: reason.into() }
}

fn parse(text: &[u8]) -> Result<MultisetHash, CodecError> {
    parsed(text).map_err(argument)
}

fn write(out: &mut Vec<u8>, hash: MultisetHash) -> Result<(), CodecError> {
    let text = hash.to_string();
    out.try_reserve(text.len()).map_err(|_| CodecError::OutOfMemory { bytes: text.len() })?;
    out.extend_from_slice(text.as_bytes());
    Ok(())
}
