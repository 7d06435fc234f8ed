//! Packs of values.

use hashlane_codecs::pack::Pack;
use hashlane_codecs::{CodecError, Workspace};

use super::{Arg, ArgKind, Function, HASH, MAX_BYTES, ResultForm, ResultType, Work, example};
use crate::Budget;
use crate::Settings;
use crate::work::EachValue;

const PACK: Arg = Arg { name: "pack", kind: ArgKind::Bytes, default: None };
const INDEX: Arg = Arg { name: "i", kind: ArgKind::Index, default: None };

const EQUALS: &str = "docs/block-format.md";
const SOURCE: &str = "tests/vectors/pack.py, after docs/block-format.md";

/// What reads packs.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "block_get",
        args: &[PACK, INDEX, MAX_BYTES],
        description: "Value i of a pack, counted from 1; decompresses only the value's chunk, or with FSST only the \
             value",
        equals: EQUALS,
        examples: &[
            example(
                "block_get(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46'), 1)",
                "686173686c616e65",
                SOURCE,
            ),
            example(
                "block_get(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46'), 2)",
                "NULL",
                SOURCE,
            ),
        ],
        work: Work::Find,
        body: |call, out| call.look_up(get, out),
        ..HASH
    },
    Function {
        name: "block_get_text",
        args: &[PACK, INDEX, MAX_BYTES],
        description: "Value i of a pack as text, counted from 1; decompresses only the value's chunk, or with FSST \
             only the value",
        equals: EQUALS,
        examples: &[
            example(
                "block_get_text(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46'), 3)",
                "x",
                SOURCE,
            ),
            example(
                "block_get_text(unhex('484c42500203000040000000010000000500000052000000000000004369767d84000000000314040201000000000001616268747470733a2f2f010001ff78010000200000000000000000000000a57b3847'), 5)",
                "https://abab",
                SOURCE,
            ),
        ],
        work: Work::Find,
        body: |call, out| call.look_up(get, out),
        returns: ResultType::Varchar,
        form: ResultForm::Text,
        ..HASH
    },
    Function {
        name: "block_count",
        args: &[PACK],
        description: "The number of values in a pack, NULLs included",
        equals: EQUALS,
        examples: &[example(
            "block_count(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46'))",
            "3",
            SOURCE,
        )],
        returns: ResultType::UBigint,
        work: Work::Find,
        body: |call, out| {
            call.measure::<u64>(|_, _, row| Ok(Some(Pack::open(row)?.len().into())), out)
        },
        ..HASH
    },
    Function {
        name: "block_values",
        args: &[PACK, MAX_BYTES],
        description: "All values of a pack in order, as a list to UNNEST; max_bytes limits their total size plus 16 \
             bytes for each value",
        equals: EQUALS,
        examples: &[example(
            "array_length(block_values(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46')))",
            "3",
            SOURCE,
        )],
        returns: ResultType::List(&ResultType::Blob),
        work: Work::Unpack,
        body: |call, out| call.unpack(|w, s, row, each| values(w, s.max_bytes, row, each), out),
        ..HASH
    },
    Function {
        name: "block_values_text",
        args: &[PACK, MAX_BYTES],
        description: "All values of a pack in order as text, as a list to UNNEST; max_bytes limits their total size \
             plus 16 bytes for each value",
        equals: EQUALS,
        examples: &[example(
            "array_to_string(block_values_text(unhex('484c4250010000000040000001000000020000003f00000000000000246236bd040100000007686173686c616e65782000000000000000000000005e62264b')), ',')",
            "hashlane,x",
            SOURCE,
        )],
        work: Work::Unpack,
        body: |call, out| call.unpack(|w, s, row, each| values(w, s.max_bytes, row, each), out),
        returns: ResultType::List(&ResultType::Varchar),
        form: ResultForm::Text,
        ..HASH
    },
];

/// Appends the value at the place that the settings name, unless it is NULL.
fn get(
    workspace: &mut Workspace,
    settings: &Settings,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<bool, CodecError> {
    let pack = Pack::open(row)?;
    let (index, values) = (settings.index, pack.len());
    if index > values.into() {
        return Err(CodecError::Argument {
            reason: format!("i is {index}, but the pack has {values} values, counted from 1")
                .into(),
        });
    }
    pack.get(workspace, index - 1, settings.max_bytes, out)
}

/// Calls `each` with every value of a pack. Each counts towards `max_bytes` as much as it does towards the
/// budget of a batch, NULL or not: a pack of 53 bytes can claim two billion NULLs.
fn values(
    workspace: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    each: &mut EachValue<'_>,
) -> Result<(), CodecError> {
    let pack = Pack::open(row)?;
    let places = Budget::cost(0, pack.len() as usize);
    let over = || CodecError::OverLimit { max_bytes };
    let mut left = max_bytes.checked_sub(places).ok_or_else(over)?;
    let mut values = pack.values(max_bytes);
    while let Some(value) = values.next(workspace)? {
        left = left.checked_sub(value.map_or(0, <[u8]>::len)).ok_or_else(over)?;
        each(value)?;
    }
    Ok(())
}
