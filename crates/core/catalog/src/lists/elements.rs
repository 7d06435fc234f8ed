//! The elements of lists, as encoded rows and as bytes.

use hashlane_kernels::blocks::Block;
use hashlane_kernels::encoding::{Column, Lists, ValueClass, Values, uuid_text};
use hashlane_kernels::isa::Isa;

use super::spread::SpreadColumns;
use crate::CallError;
use crate::call::source;
use crate::function::Function;
use crate::kind::ArgKind;

/// The number of elements that are encoded at a time, of one list or of many.
const AT_ONCE: usize = 2048;

/// The lists of a batch.
pub(crate) struct ListRows<'a> {
    function: &'static Function,
    column: &'a Column<'a>,
    len: usize,
    /// The elements of all lists; `None` if every list is NULL.
    child: Option<&'a Column<'a>>,
}

impl<'a> ListRows<'a> {
    /// The first `len` rows of a column of lists. The function must accept the type of the elements.
    pub(crate) fn new(
        function: &'static Function,
        column: &'a Column<'a>,
        len: usize,
    ) -> Result<Self, CallError> {
        assert!(column.len() >= len);
        let child = child(column);
        let is_typed = child.is_none_or(|child| match function.args[function.value_index()].kind {
            ArgKind::ListOfBytes => are_bytes(child),
            _ => true,
        });
        if !is_typed || (child.is_none() && !are_nulls(column)) {
            let what = "the list has elements of another type than the function takes";
            return Err(CallError::layout(function, &what));
        }
        Ok(ListRows { function, column, len, child })
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The elements of all lists.
    pub(crate) fn child(&self) -> Option<&'a Column<'a>> {
        self.child
    }

    /// The elements of a row's list: the index of the first one, and their number. A NULL list is empty.
    pub(crate) fn span(&self, row: usize) -> Result<(usize, usize), CallError> {
        let (mut column, mut id) = (self.column, row);
        loop {
            if !column.is_valid(id) {
                return Ok((0, 0));
            }
            match column.values() {
                Values::Indexed(keys, values) => (column, id) = (values, keys[id]),
                Values::List(lists, child) => return self.checked(lists, child, id),
                _ => return Ok((0, 0)),
            }
        }
    }

    /// The span of list `id`, checked to lie among the elements: the numbers come from an engine.
    fn checked(
        &self,
        lists: &Lists<'_>,
        child: &Column<'_>,
        id: usize,
    ) -> Result<(usize, usize), CallError> {
        let (first, count) = lists.span(id);
        match first.checked_add(count) {
            _ if count == 0 => Ok((0, 0)),
            Some(end) if end <= child.len() => Ok((first, count)),
            _ => {
                let what = format!(
                    "{count} elements from {first} on are beyond the {} there are",
                    child.len()
                );
                Err(CallError::layout(self.function, &what))
            }
        }
    }

    /// Calls `each` with the elements of all lists as encoded rows, block by block, and the row of the list that each
    /// element is in. The elements of one list come in order. Structs that are NULL as a whole are left out: `nulls`
    /// gets the row of each.
    pub(crate) fn encoded(
        &self,
        spread: &SpreadColumns<'_>,
        mut nulls: impl FnMut(usize),
        mut each: impl FnMut(&[usize], &Block<'_>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let mut batch = ElementBatch::new(self.function)?;
        for row in 0..self.len {
            let (first, count) = self.span(row)?;
            for id in first..first + count {
                if spread.is_null(id) {
                    nulls(row);
                    continue;
                }
                batch.ids.push(id);
                batch.owners.push(row);
                if batch.ids.len() == AT_ONCE {
                    batch.encode(self.function, spread.columns(), &mut each)?;
                }
            }
        }
        batch.encode(self.function, spread.columns(), &mut each)
    }

    /// Calls `each` with the elements of a row's list in order, `None` for NULL.
    pub(crate) fn values(
        &self,
        row: usize,
        mut each: impl FnMut(Option<&[u8]>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let (first, count) = self.span(row)?;
        let Some(child) = self.child else { return Ok(()) };
        (first..first + count).try_for_each(|id| with_bytes(child, id, &mut each))
    }
}

/// Elements that are encoded together.
struct ElementBatch {
    ids: Vec<usize>,
    /// The row of the list that each of them is in.
    owners: Vec<usize>,
}

impl ElementBatch {
    fn new(function: &Function) -> Result<Self, CallError> {
        let mut batch = ElementBatch { ids: Vec::new(), owners: Vec::new() };
        let reserved = batch.ids.try_reserve_exact(AT_ONCE);
        let reserved = reserved.and_then(|()| batch.owners.try_reserve_exact(AT_ONCE));
        let bytes = 2 * AT_ONCE * size_of::<usize>();
        reserved.map_err(|_| CallError::out_of_memory(function, bytes))?;
        Ok(batch)
    }

    fn encode(
        &mut self,
        function: &Function,
        columns: &[Column<'_>],
        each: &mut impl FnMut(&[usize], &Block<'_>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let mut result = Ok(());
        let encoded = source::gathered(Isa::current(), columns, &self.ids, |at, block| {
            if result.is_ok() {
                result = each(&self.owners[at..at + block.len()], block);
            }
        });
        encoded.map_err(|e| CallError::out_of_memory(function, e.bytes))?;
        self.ids.clear();
        self.owners.clear();
        result
    }
}

/// The elements of a column of lists.
fn child<'a>(column: &'a Column<'a>) -> Option<&'a Column<'a>> {
    match column.values() {
        Values::Indexed(_, values) => child(values),
        Values::List(_, child) => Some(child),
        _ => None,
    }
}

/// Whether a column has the type of an untyped NULL.
fn are_nulls(column: &Column<'_>) -> bool {
    match column.values() {
        Values::Indexed(_, values) => are_nulls(values),
        values => matches!(values, Values::Null),
    }
}

/// Whether all values are strings, bytes or UUIDs, or untyped NULLs.
fn are_bytes(column: &Column<'_>) -> bool {
    match column.values() {
        Values::Indexed(_, values) => are_bytes(values),
        Values::Bytes(ValueClass::String | ValueClass::Binary, _)
        | Values::Uuids(_)
        | Values::Null => true,
        _ => false,
    }
}

/// Calls `each` with a string or bytes, `None` for NULL.
fn with_bytes<T>(column: &Column<'_>, id: usize, each: impl FnOnce(Option<&[u8]>) -> T) -> T {
    if !column.is_valid(id) {
        return each(None);
    }
    match column.values() {
        Values::Indexed(keys, values) => with_bytes(values, keys[id], each),
        Values::Bytes(_, rows) => each(Some(rows.row(id))),
        Values::Uuids(values) => each(Some(&uuid_text(values[id]))),
        _ => each(None),
    }
}
