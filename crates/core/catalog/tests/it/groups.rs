//! The results of calls and groups, row by row.

use hashlane_catalog::{
    AggregateState, CallError, FixedResults, Fold, Function, ResultType, Results,
};

/// The result of a group, which is a string.
pub fn result<A: AggregateState>(group: &A) -> Result<Vec<u8>, CallError> {
    let mut results = Results::of(&ResultType::Blob, usize::MAX);
    group.finish(&mut results)?;
    match results {
        Results::Strings(results) => Ok(results.into_bytes()),
        other => panic!("{other:?} aren't strings"),
    }
}

/// The bytes of each row's result, with numbers in the machine's order; `None` for NULL. Lists and structs are the bytes of what is in
/// them, written as Rust does. Measurements, which differ from one call to the next, count.
pub fn cells(function: &Function, results: &Results) -> Vec<Option<Vec<u8>>> {
    match results {
        Results::Lists(lists) if function.fold() == Some(Fold::Measurements) => {
            lists.ends().iter().map(|end| Some(end.to_string().into_bytes())).collect()
        }
        _ => (0..results.len()).map(|row| cell(results, row)).collect(),
    }
}

fn cell(results: &Results, row: usize) -> Option<Vec<u8>> {
    let part = |ends: &[usize]| row.checked_sub(1).map_or(0, |before| ends[before])..ends[row];
    match results {
        Results::Fixed(FixedResults { width, bytes, nulls }) => {
            (!nulls.contains(&row)).then(|| bytes[row * width..][..*width].to_vec())
        }
        Results::Strings(out) => {
            (!out.nulls().contains(&row)).then(|| out.bytes()[part(out.ends())].to_vec())
        }
        Results::Lists(lists) => (!lists.nulls().contains(&row)).then(|| {
            let elements: Vec<_> = part(lists.ends()).map(|id| cell(lists.values(), id)).collect();
            format!("{elements:?}").into_bytes()
        }),
        Results::Structs(fields) => {
            let fields: Vec<_> = fields.iter().map(|field| cell(field, row)).collect();
            Some(format!("{fields:?}").into_bytes())
        }
    }
}
