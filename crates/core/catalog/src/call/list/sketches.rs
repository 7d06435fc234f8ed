//! Sketches of lists of texts or bytes, by which near-duplicates are found. NULLs among the elements don't count, and
//! a list without elements has no sketch: the result is NULL, since all such lists would be duplicates of each other.

use hashlane_kernels::hash::minhash::{Permutations, element_hash};
use hashlane_kernels::hash::simhash::SimHash;

use super::elements::ListRows;
use crate::call::parameters::SettingsByRow;
use crate::call::room::{filled, more_room};
use crate::call::{CallError, U32Lists};
use crate::function::Function;

/// The signatures of lists under MinHash.
pub fn min_hashes(
    function: &'static Function,
    lists: &ListRows<'_>,
    by_row: &mut SettingsByRow<'_>,
) -> Result<U32Lists, CallError> {
    let (mut results, mut permutations) = (U32Lists::default(), None);
    for row in 0..lists.len() {
        let length = by_row.settings(row)?.length;
        let permutations = match &permutations {
            Some(made) if Permutations::len(made) == length => made,
            _ => permutations.insert(made(function, length)?),
        };
        let mut signature = filled(function, length, u32::MAX)?;
        let mut is_empty = true;
        lists.values(row, |value| {
            if let Some(value) = value {
                permutations.lower(&mut signature, element_hash(value));
                is_empty = false;
            }
            Ok(())
        })?;
        results.push(function, (!is_empty).then_some(&signature))?;
    }
    Ok(results)
}

fn made(function: &Function, length: usize) -> Result<Permutations, CallError> {
    let bytes = 2 * length * size_of::<u32>();
    Permutations::try_new(length).ok_or_else(|| CallError::out_of_memory(function, bytes))
}

/// The SimHash of each list; returns the rows that are NULL.
pub fn sim_hashes(
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
