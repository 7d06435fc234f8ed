//! Folds lists: computes the value of the aggregate over their elements.

use hashlane_kernels::blocks::{BLOCK_ROWS, Seeds};
use hashlane_kernels::encoding::{self, Column};
use hashlane_kernels::hash::{MultisetHash, xxh3};
use hashlane_kernels::isa::Isa;

use super::elements::ListRows;
use super::spread::SpreadColumns;
use crate::filled;
use crate::function::Function;
use crate::parameters::SettingsByRow;
use crate::{
    AggregateState, CallError, GroupValues, OrderedDigest, Results, StringResults, each_row_hash,
};

/// The sums of the hashes of rows, which are independent of their order.
pub(crate) fn sums(
    function: &Function,
    lists: &ListRows<'_>,
) -> Result<Vec<MultisetHash>, CallError> {
    let mut sums = filled(function, lists.len(), MultisetHash::default())?;
    if let Some(child) = lists.child() {
        add_elements(function, lists, &SpreadColumns::of_fields(child), &mut sums)?;
    }
    Ok(sums)
}

fn add_elements(
    function: &Function,
    lists: &ListRows<'_>,
    spread: &SpreadColumns<'_>,
    sums: &mut [MultisetHash],
) -> Result<(), CallError> {
    let (isa, mut hashes) = (Isa::current(), [[0; 16]; BLOCK_ROWS]);
    // A NULL struct is a row of NULLs, so all of them have one hash.
    let null = null_hash(function, spread.columns().len())?;
    let sums = std::cell::RefCell::new(sums);
    let add_null = |row: usize| sums.borrow_mut()[row].add(&null);
    lists.encoded(spread, add_null, |rows, block| {
        let hashes = &mut hashes[..block.len()];
        xxh3::XXH3_128.hash_block(isa, block, Seeds::Constant(0), hashes);
        let mut sums = sums.borrow_mut();
        rows.iter().zip(hashes.iter()).for_each(|(row, hash)| sums[*row].add(hash));
        Ok(())
    })
}

/// The hash of a row of `values` NULLs.
fn null_hash(function: &Function, values: usize) -> Result<[u8; 16], CallError> {
    let nulls = vec![Column::new(1, None, encoding::Values::Null); values];
    let mut null = [0; 16];
    each_row_hash(function, &nulls, 1, |_, hash| null = *hash)?;
    Ok(null)
}

/// The results of an aggregate over the values of each list.
pub(crate) fn of_values<A: AggregateState<Input = GroupValues>>(
    function: &'static Function,
    lists: &ListRows<'_>,
    by_row: &mut SettingsByRow<'_>,
    out: &mut Results,
) -> Result<(), CallError> {
    for row in 0..lists.len() {
        let settings = by_row.settings(row)?;
        let mut group = A::new(function, settings)?;
        lists.values(row, |value| group.add(settings, value))?;
        group.finish(out)?;
    }
    Ok(())
}

/// The digests of values in their order.
pub(crate) fn digests(
    function: &'static Function,
    lists: &ListRows<'_>,
    by_row: &mut SettingsByRow<'_>,
    out: &mut StringResults,
) -> Result<(), CallError> {
    // The row that is being digested, and its digest so far.
    let mut current: Option<(usize, OrderedDigest)> = None;
    let mut finish = |current: Option<(usize, OrderedDigest)>, before: usize| {
        if let Some((_, digest)) = current {
            out.push(function, &digest.digest())?;
        }
        while out.ends().len() < before {
            out.push_null(function)?;
        }
        Ok(())
    };
    if let Some(child) = lists.child() {
        let spread = SpreadColumns::of_values(child);
        lists.encoded(
            &spread,
            |_| {},
            |rows, block| {
                for (&row, bytes) in rows.iter().zip(block.rows()) {
                    if current.as_ref().is_none_or(|(of, _)| *of != row) {
                        finish(current.take(), row)?;
                        let algorithm = by_row.settings(row)?.algorithm;
                        let algorithm = algorithm.expect("it is one of the call's arguments");
                        current = Some((row, OrderedDigest::of(function, algorithm)));
                    }
                    current.as_mut().expect("it was just set").1.update(bytes);
                }
                Ok(())
            },
        )?;
    }
    finish(current, lists.len())
}
