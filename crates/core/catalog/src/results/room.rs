//! Memory whose size comes from data. A failed request is an error here. `vec!`, `collect` and `clone` would
//! abort the process, and an engine with it.

use crate::CallError;
use crate::function::Function;

/// An empty vector with room for `count` items.
pub fn room<T>(function: &Function, count: usize) -> Result<Vec<T>, CallError> {
    let mut items = Vec::new();
    more_room(function, &mut items, count)?;
    Ok(items)
}

/// A vector that repeats an item `count` times.
pub fn filled<T: Clone>(function: &Function, count: usize, item: T) -> Result<Vec<T>, CallError> {
    let mut items = room(function, count)?;
    items.resize(count, item);
    Ok(items)
}

/// A vector of the items of an iterator of known length.
pub fn collected<T>(
    function: &Function,
    items: impl ExactSizeIterator<Item = T>,
) -> Result<Vec<T>, CallError> {
    let mut collected = room(function, items.len())?;
    collected.extend(items);
    Ok(collected)
}

/// Makes room for `count` more items.
pub(crate) fn more_room<T>(
    function: &Function,
    items: &mut Vec<T>,
    count: usize,
) -> Result<(), CallError> {
    let bytes = count.saturating_mul(size_of::<T>());
    items.try_reserve(count).map_err(|_| CallError::out_of_memory(function, bytes))
}
