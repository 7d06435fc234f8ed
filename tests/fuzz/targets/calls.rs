//! Calls of SQL functions. The first byte is the function, then come its arguments: a byte that says whether
//! it is left out, NULL, a whole number of 16 bytes or a text behind its length. The value is a text.
//!
//! A call fails or has a result for each row, and is the same whether an argument is a constant or a column.
//! An error names the function, and is one line.
#![no_main]

use hashlane_catalog::{
    AGGREGATES, ArgColumn, ArgKind, ArgValue, Call, CallError, FixedResults, Function, Results,
    Settings, all,
};
use hashlane_fuzz::split;
use hashlane_kernels::blocks::Rows;
use libfuzzer_sys::fuzz_target;

/// Rows of a batch.
const ROWS: usize = 3;

/// The most bytes of all results: what an engine's strings hold.
const MAX_TOTAL: usize = 1 << 30;

/// A column of the argument of each row.
enum Owned<'a> {
    Bytes(Vec<&'a [u8]>),
    Integers(Vec<i128>),
}

impl Owned<'_> {
    fn column(&self) -> ArgColumn<'_> {
        match self {
            Owned::Bytes(values) => ArgColumn::Bytes(Rows::Slices(values)),
            Owned::Integers(values) => ArgColumn::Integers(Integers::I128(values)),
        }
    }
}

/// The next argument; None where it and all behind it are left out.
fn argument<'a>(data: &mut &'a [u8]) -> Option<ArgValue<'a>> {
    let (kind, rest) = data.split_first()?;
    *data = rest;
    match kind % 4 {
        0 => None,
        1 => Some(ArgValue::Null),
        // Small numbers are a byte, the others 16.
        2 if *kind < 128 => {
            let (number, rest) = rest.split_first()?;
            *data = rest;
            Some(ArgValue::Integer(i128::from(*number as i8)))
        }
        2 => {
            let (number, rest) = rest.split_first_chunk()?;
            *data = rest;
            Some(ArgValue::Integer(i128::from_le_bytes(*number)))
        }
        _ => {
            let (bytes, rest) = split::part(rest);
            *data = rest;
            Some(ArgValue::Bytes(bytes))
        }
    }
}

/// The results of a call as bytes: whatever is the same, for the same results.
fn results(
    function: &'static Function,
    rows: &[&[u8]],
    params: &[ArgColumn<'_>],
) -> Result<String, CallError> {
    let call = Call::new(function, Rows::Slices(rows), params, None)?;
    let results = call.collect(MAX_TOTAL, None)?;
    assert_eq!(results.len(), ROWS);
    Ok(match results {
        Results::Fixed(FixedResults { width, bytes, nulls }) => {
            shown(&bytes.chunks(width).collect::<Vec<_>>(), &nulls)
        }
        Results::Strings(out) => {
            let starts = std::iter::once(&0).chain(out.ends());
            let rows: Vec<_> =
                starts.zip(out.ends()).map(|(start, end)| &out.bytes()[*start..*end]).collect();
            shown(&rows, out.nulls())
        }
        other => format!("{other:?}"),
    })
}

/// Bytes a row, and the rows that are NULL. Results of one width are shown like others.
fn shown(rows: &[&[u8]], nulls: &[usize]) -> String {
    format!("{rows:?} without {nulls:?}")
}

fn is_one_line(function: &Function, error: &CallError) {
    let line = error.to_string();
    assert!(line.starts_with(&format!("{}: ", function.name)), "{line:?}");
    assert!(!line.contains(['\n', '\r']), "{line:?}");
}

fuzz_target!(|data: &[u8]| {
    let Some((&number, mut data)) = data.split_first() else { return };
    let functions: Vec<_> = all().chain(AGGREGATES).collect();
    let function = functions[usize::from(number) % functions.len()];
    let params: Vec<ArgValue<'_>> = function.params().map_while(|_| argument(&mut data)).collect();
    let mut settings = Settings::defaults(function);
    for ((_, arg), value) in function.params().zip(&params) {
        if let Err(error) = settings.set(function, arg, value) {
            is_one_line(function, &error);
        }
    }
    let is_aggregate = AGGREGATES.iter().any(|aggregate| aggregate.name == function.name);
    if is_aggregate
        || function.takes_row()
        || function.takes_list()
        || function.args[function.value_index()].kind == ArgKind::Signature
        || params.contains(&ArgValue::Null)
    {
        return;
    }
    let rows = [data, b"a", data];
    let constants: Vec<_> = params.iter().map(|value| ArgColumn::Constant(*value)).collect();
    let owned: Vec<_> = params
        .iter()
        .map(|value| match value {
            ArgValue::Integer(value) => Owned::Integers(vec![*value; ROWS]),
            ArgValue::Bytes(bytes) => Owned::Bytes(vec![bytes; ROWS]),
            ArgValue::Null | ArgValue::Real(_) => unreachable!("those have left"),
        })
        .collect();
    let columns: Vec<_> = owned.iter().map(Owned::column).collect();
    match (results(function, &rows, &constants), results(function, &rows, &columns)) {
        (Ok(once), Ok(by_row)) => assert_eq!(once, by_row, "{}", function.name),
        (Err(once), Err(by_row)) => {
            is_one_line(function, &once);
            is_one_line(function, &by_row);
        }
        (once, by_row) => panic!("{}: {once:?} is not {by_row:?}", function.name),
    }
});
