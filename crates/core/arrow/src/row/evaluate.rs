//! Calls over rows.

use std::ops::Range;

use arrow_array::{ArrayRef, Datum, new_empty_array};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use hashlane_catalog::{CallError, Function, KeyedRow, OnNull, ValueSource};
use hashlane_kernels::encoding::{Column, MAX_DEPTH};

use super::{NodeViews, RowNode, Unencodable, column, unencodable};
use crate::argument::Argument;
use crate::dense::{self, is_all_null, length};
use crate::destination::Destination;
use crate::results;
use crate::types::type_name;

/// Calls a function over typed columns, the arguments in the range `values`.
pub(crate) fn evaluate<D: Destination>(
    function: &'static Function,
    args: &[&dyn Datum],
    values: Range<usize>,
    to: D,
) -> Result<D::Results, CallError> {
    let len = length(function, args)?;
    let params = args.iter().enumerate().filter(|(place, _)| !values.contains(place));
    let values = &args[values.clone()];
    check_types(function, values)?;
    let params = params.map(|(place, datum)| {
        let (array, is_scalar) = datum.get();
        Argument::new(function, function.arg(place, args.len()), array, is_scalar)?.flat(function)
    });
    let params = params.collect::<Result<Vec<_>, _>>()?;
    // If NULL is a value of the row, only parameters make a result NULL.
    let counted = if function.nulls == OnNull::Propagate { values } else { &[] };
    let is_null_scalar =
        |datum: &&dyn Datum| datum.get().1 && datum.get().0.logical_null_count() > 0;
    if len == 0 || params.iter().any(Argument::is_null_scalar) || counted.iter().any(is_null_scalar)
    {
        return to.array(function, results::all_null(function, len)?);
    }
    let arrays = counted.iter().map(|datum| datum.get()).filter(|(_, is_scalar)| !is_scalar);
    let nulls = arrays.map(|(array, _)| array.logical_nulls());
    let nulls: Vec<_> = nulls.chain(params.iter().map(|p| p.nulls().cloned())).collect();
    let nulls = NullBuffer::union_many(nulls.iter().map(Option::as_ref));
    if is_all_null(nulls.as_ref(), len) {
        return to.array(function, results::all_null(function, len)?);
    }
    let rows = CheckedRows::new(function, values, len)?;
    let views = rows.views();
    let source = ValueSource::Row { columns: &rows.columns(function, &views)?, len };
    dense::evaluate_source(function, source, params.iter(), len, nulls, to)
}

/// Checks that a function accepts rows of values of these types. The first of them is the argument with index
/// `value_index`. The error names the type.
pub fn check_row<'a>(
    function: &'static Function,
    types: impl Iterator<Item = &'a DataType>,
) -> Result<(), CallError> {
    let types: Vec<_> = types.collect();
    check_encodable(function, types.iter().copied())?;
    let arrays: Vec<ArrayRef> = types.into_iter().map(new_empty_array).collect();
    with_columns(function, &arrays, |columns, _| function.check_row(columns))
}

/// Calls `each` with every row of an aggregate's arguments and its hash, `row_xxh128`.
///
/// # Errors
/// Returns an error if a value has a type that can't be part of a row, if arrays have different lengths, or if there is
/// no memory for a row.
pub fn each_row_hash(
    function: &'static Function,
    arrays: &[ArrayRef],
    each: impl FnMut(usize, &[u8; 16]),
) -> Result<(), CallError> {
    with_columns(function, arrays, |columns, len| {
        hashlane_catalog::each_row_hash(function, columns, len, each)
    })
}

/// Like [`each_row_hash`], but hashes bytes as strings where `hashed_as` has a string type. Such strings need not be
/// UTF-8; ClickHouse writes them to Parquet files. Otherwise `hashed_as` must have the types of the columns.
///
/// # Errors
/// As for [`each_row_hash`].
///
/// # Panics
/// Panics if the numbers of types and columns differ.
pub fn each_row_hash_as(
    function: &'static Function,
    arrays: &[ArrayRef],
    hashed_as: &[&DataType],
    each: impl FnMut(usize, &[u8; 16]),
) -> Result<(), CallError> {
    with_columns_as(function, arrays, hashed_as, |columns, len| {
        hashlane_catalog::each_row_hash(function, columns, len, each)
    })
}

/// Calls `each` with the bytes of every row of an aggregate's arguments, as `row_bytes` returns them.
///
/// # Errors
/// As for [`each_row_hash`].
pub fn each_row(
    function: &'static Function,
    arrays: &[ArrayRef],
    mut each: impl FnMut(&[u8]),
) -> Result<(), CallError> {
    with_columns(function, arrays, |columns, len| {
        hashlane_catalog::each_row(function, columns, len, |_, row| {
            each(row);
            Ok(())
        })
    })
}

/// Calls `each` with the rows of an aggregate's arguments that a sketch holds. The first array is the key.
///
/// # Errors
/// Returns an error if a value has no text that all databases share, if a key is NULL or too large, if arrays have different
/// lengths, if memory for a row can't be allocated, or if `each` fails.
pub fn each_keyed_row(
    function: &'static Function,
    arrays: &[ArrayRef],
    mut each: impl FnMut(KeyedRow) -> Result<(), CallError>,
) -> Result<(), CallError> {
    with_columns(function, arrays, |columns, len| {
        hashlane_catalog::each_keyed_row(function, columns, 0..len, |_, row| each(row))
    })
}

pub(super) fn with_columns(
    function: &'static Function,
    arrays: &[ArrayRef],
    run: impl FnOnce(&[Column<'_>], usize) -> Result<(), CallError>,
) -> Result<(), CallError> {
    let types: Vec<_> = arrays.iter().map(|array| array.data_type()).collect();
    with_columns_as(function, arrays, &types, run)
}

pub(super) fn with_columns_as(
    function: &'static Function,
    arrays: &[ArrayRef],
    hashed_as: &[&DataType],
    run: impl FnOnce(&[Column<'_>], usize) -> Result<(), CallError>,
) -> Result<(), CallError> {
    assert_eq!(arrays.len(), hashed_as.len());
    let data: Vec<&dyn Datum> = arrays.iter().map(|array| array as &dyn Datum).collect();
    let len = if data.is_empty() { 0 } else { length(function, &data)? };
    check_types(function, &data)?;
    let nodes = arrays.iter().zip(hashed_as);
    let nodes = nodes.map(|(array, as_type)| Ok((RowNode::new(function, array, as_type)?, false)));
    let rows = CheckedRows { nodes: nodes.collect::<Result<_, _>>()?, len };
    let views = rows.views();
    run(&rows.columns(function, &views)?, len)
}

/// Returns an error if a value has a type that can't be part of a row, even in a batch without rows.
pub(super) fn check_types(function: &Function, values: &[&dyn Datum]) -> Result<(), CallError> {
    check_encodable(function, values.iter().map(|datum| datum.get().0.data_type()))
}

/// Returns an error if a type can't be part of a row.
pub(super) fn check_encodable<'a>(
    function: &Function,
    types: impl Iterator<Item = &'a DataType>,
) -> Result<(), CallError> {
    for (place, data_type) in (function.value_index()..).zip(types) {
        match unencodable(data_type) {
            None => {}
            Some(Unencodable::Type(name)) => {
                return Err(CallError::row_type(function, place, &type_name(name)));
            }
            Some(Unencodable::TooDeep) => {
                return Err(CallError::too_deep(function, place, MAX_DEPTH));
            }
        }
    }
    Ok(())
}

/// The values of rows whose types have been checked.
pub(super) struct CheckedRows {
    nodes: Vec<(RowNode, bool)>,
    len: usize,
}

impl CheckedRows {
    /// Collects the values of a call. Returns an error if a decimal does not fit in 128 bits.
    pub fn new(
        function: &Function,
        values: &[&dyn Datum],
        len: usize,
    ) -> Result<CheckedRows, CallError> {
        let node = |datum: &&dyn Datum| {
            let (array, is_scalar) = datum.get();
            Ok((RowNode::new(function, array, array.data_type())?, is_scalar))
        };
        let nodes = values.iter().map(node).collect::<Result<_, _>>()?;
        Ok(CheckedRows { nodes, len })
    }

    /// Returns the data that [`CheckedRows::columns`] borrows in addition to this.
    pub fn views(&self) -> Vec<NodeViews<'_>> {
        self.nodes.iter().map(|(node, _)| NodeViews::new(node)).collect()
    }

    /// Returns the columns. A scalar is the same value in all rows.
    pub fn columns<'a>(
        &'a self,
        function: &Function,
        views: &'a [NodeViews<'a>],
    ) -> Result<Vec<Column<'a>>, CallError> {
        let column = |((node, is_scalar), views): (&'a (RowNode, bool), &'a NodeViews<'a>)| {
            let column = column(node, views).map_err(|e| CallError::layout(function, &e))?;
            Ok(if *is_scalar { column.repeated(self.len) } else { column })
        };
        self.nodes.iter().zip(views).map(column).collect()
    }
}
