//! Sketches of tables, which find the rows that differ between two.

use hashlane_codecs::{CodecError, Workspace};
use hashlane_kernels::sketch::{Keys, Sketch, SketchError};

use super::{Arg, ArgKind, DIFFERENCES, Function, HASH, ResultForm, ResultType, Work, example};
use crate::Settings;

/// The logarithm of the number of cells of a subtable.
pub(crate) const P: Arg = Arg { name: "p", kind: ArgKind::Count(8, 20, "bits"), default: None };

const A: Arg = Arg { name: "a", kind: ArgKind::Bytes, default: None };
const B: Arg = Arg { name: "b", kind: ArgKind::Sketch, default: None };
const S: Arg = Arg { name: "s", kind: ArgKind::Bytes, default: None };

pub(super) const EQUALS: &str = "docs/sketch-format.md";

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "sketch_diff",
        args: &[A, B],
        description: "The rows that differ between two tables, from their sketches: the side that has a row, its key, \
             its hash, and how many times more often it is there. If more rows differ than the sketches can hold, the error \
             says which p can",
        equals: EQUALS,
        examples: &[example(
            "array_length(sketch_diff(list_row_sketch([1, 2, 3], 8), list_row_sketch([2, 4], 8)))",
            "3",
            "rows 1, 3 and 4",
        )],
        returns: DIFFERENCES,
        body: |call, out| call.differences(out),
        ..HASH
    },
    Function {
        name: "sketch_info",
        args: &[S],
        description: "What a sketch holds, as JSON: its p, the number of cells, the number of rows, the kind of keys, and \
             how many differences two such sketches can hold",
        equals: EQUALS,
        examples: &[example(
            "sketch_info(list_row_sketch([1, 2, 3], 8))",
            "{\"version\":1,\"p\":8,\"cells\":1024,\"rows\":3,\"keys\":\"integer\",\"capacity\":614}",
            "docs/sketch-format.md",
        )],
        work: Work::Derive,
        body: |call, out| call.convert(info, out),
        returns: ResultType::Varchar,
        form: ResultForm::Text,
        ..HASH
    },
];

fn info(_: &mut Workspace, _: &Settings, row: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
    let sketch = Sketch::from_bytes(row).map_err(|error| match error {
        SketchError::OutOfMemory { bytes } => CodecError::OutOfMemory { bytes },
        error => CodecError::Argument { reason: error.to_string().into() },
    })?;
    let keys = match sketch.keys() {
        Keys::Integer => "integer",
        Keys::Hashed => "hashed",
        Keys::Absent => "absent",
    };
    let (p, cells, rows) = (sketch.p(), sketch.cells().len(), sketch.rows());
    let capacity = Sketch::capacity(p);
    let text = format!(
        "{{\"version\":1,\"p\":{p},\"cells\":{cells},\"rows\":{rows},\"keys\":\"{keys}\",\"capacity\":{capacity}}}"
    );
    out.try_reserve(text.len()).map_err(|_| CodecError::OutOfMemory { bytes: text.len() })?;
    out.extend_from_slice(text.as_bytes());
    Ok(())
}
