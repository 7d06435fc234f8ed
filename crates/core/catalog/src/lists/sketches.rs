//! Sketches of lists: of rows, and of texts or bytes, by which near-duplicates are found. NULLs among the elements don't count, and
//! a list without elements has no sketch: the result is NULL, since all such lists would be duplicates of each other.

use hashlane_kernels::hash::simhash::SimHash;

use super::elements::ListRows;
use super::spread::SpreadColumns;
use crate::function::Function;
use crate::more_room;
use crate::parameters::SettingsByRow;
use crate::{
    AggregateState, Budget, CallError, ListResults, MinHash, Results, RowSketch, each_keyed_row,
};

/// The signatures of lists under MinHash.
pub(crate) fn min_hashes(
    function: &'static Function,
    lists: &ListRows<'_>,
    by_row: &mut SettingsByRow<'_>,
    out: &mut ListResults,
) -> Result<(), CallError> {
    let mut last = None;
    for row in 0..lists.len() {
        let changed = by_row.advance(row)?;
        let signature: &mut MinHash = match &mut last {
            Some(signature) if !changed => signature,
            last => last.insert(MinHash::new(function, &by_row.settings)?),
        };
        signature.clear();
        lists.values(row, |value| {
            value.into_iter().for_each(|value| signature.add_element(value));
            Ok(())
        })?;
        match signature.signature() {
            Some(signature) => out.push_numbers(function, signature)?,
            None => out.push_null(function)?,
        }
    }
    Ok(())
}

/// The SimHash of each list; returns the rows that are NULL.
pub(crate) fn sim_hashes(
    function: &Function,
    lists: &ListRows<'_>,
    out: &mut [u64],
) -> Result<Vec<usize>, CallError> {
    let mut nulls = Vec::new();
    for (row, out) in out.iter_mut().enumerate() {
        let mut hash = SimHash::default();
        lists.values(row, |value| {
            value.into_iter().for_each(|value| hash.add(value));
            Ok(())
        })?;
        match hash.finish() {
            Some(bits) => *out = bits,
            None => {
                more_room(function, &mut nulls, 1)?;
                nulls.push(row);
            }
        }
    }
    Ok(nulls)
}

/// The sketches of lists of rows, NULL for lists without elements.
pub(crate) fn row_sketches(
    function: &'static Function,
    lists: &ListRows<'_>,
    by_row: &mut SettingsByRow<'_>,
    out: &mut Results,
) -> Result<(), CallError> {
    let Some(child) = lists.child() else {
        return (0..lists.len()).try_for_each(|_| out.push_null(function));
    };
    let spread = SpreadColumns::of_fields(child);
    for row in 0..lists.len() {
        let (first, count) = lists.span(row)?;
        if count == 0 {
            out.push_null(function)?;
            continue;
        }
        let settings = by_row.settings(row)?;
        let mut sketch = RowSketch::new(function, settings)?;
        let ids = first..first + count;
        if let Some(null) = ids.clone().find(|id| spread.is_null(*id)) {
            let number = null - first + 1;
            let what = format!("element {number} of the list is NULL, and a row needs a key");
            return Err(CallError::layout(function, &what));
        }
        each_keyed_row(function, spread.columns(), ids, |_, row| sketch.add(settings, row))?;
        if out.size().saturating_add(sketch.result_len()) > Budget::BATCH {
            return Err(CallError::over_batch(function, Budget::BATCH));
        }
        sketch.finish(out)?;
    }
    Ok(())
}
