//! The hashes of rows and of their columns.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, Datum};
use arrow_schema::DataType;
use hashlane_catalog::{CallError, Function};
use hashlane_kernels::blocks::LayoutError;
use hashlane_kernels::encoding::{self, BlockPart, Column, Values};
use hashlane_kernels::isa::Isa;

use super::evaluate::{check_types, with_columns_as};
use super::{NodeViews, RowNode, column};
use crate::dense::validity_words;

/// The encoded values of a dictionary, for [`part_hashes`].
#[derive(Clone, Debug)]
pub struct EncodedDictionary(encoding::EncodedValues);

impl EncodedDictionary {
    /// Encodes `values` as [`each_row_hash_as`](super::each_row_hash_as) does. Returns `None` if a value is so long
    /// that encoding it again for each row is better.
    ///
    /// # Errors
    /// Returns an error if a value has a type that can't be part of a row, or if an allocation fails.
    pub fn new(
        function: &'static Function,
        values: &ArrayRef,
        hashed_as: &DataType,
    ) -> Result<Option<EncodedDictionary>, CallError> {
        let mut encoded = None;
        with_columns_as(function, std::slice::from_ref(values), &[hashed_as], |columns, _| {
            let values = encoding::EncodedValues::new(Isa::current(), &columns[0]);
            encoded = values.map_err(|e| CallError::out_of_memory(function, e.bytes))?;
            Ok(())
        })?;
        Ok(encoded.map(EncodedDictionary))
    }
}

/// The role of a column in [`part_hashes`].
#[derive(Clone, Copy)]
pub enum PartColumn<'a> {
    /// Hashed as part of rows, and by itself.
    Alone,
    /// Hashed as part of rows only.
    InRows,
    /// Hashed as part of rows only. The column is a dictionary with keys of 32 bits and these values.
    Encoded(&'a EncodedDictionary),
}

/// Calls `each` with the hashes of consecutive rows, `row_xxh128`, and with the hashes of the values in each column
/// that is hashed by itself. `hashed_as` and the errors are those of [`each_row_hash_as`](super::each_row_hash_as).
///
/// # Panics
/// Panics if arrays have different lengths, if the numbers of columns, roles and types differ, or if an encoded column
/// is not a dictionary with as many values.
pub fn part_hashes(
    function: &'static Function,
    arrays: &[ArrayRef],
    hashed_as: &[&DataType],
    columns: &[PartColumn<'_>],
    each: impl FnMut(BlockPart, &[[u8; 16]]),
) -> Result<(), CallError> {
    let len = arrays.first().map_or(0, |array| array.len());
    assert!(arrays.len() == columns.len() && arrays.len() == hashed_as.len());
    assert!(arrays.iter().all(|array| array.len() == len));
    let data: Vec<&dyn Datum> = arrays.iter().map(|array| array as &dyn Datum).collect();
    check_types(function, &data)?;
    let sides = arrays.iter().zip(hashed_as).zip(columns);
    let sides = sides.map(|((array, as_type), c)| ColumnSource::new(function, array, as_type, c));
    let sides = sides.collect::<Result<Vec<_>, _>>()?;
    let views: Vec<Option<NodeViews<'_>>> = sides.iter().map(ColumnSource::views).collect();
    let row = sides.iter().zip(&views).map(|(side, views)| side.column(views.as_ref()));
    let row = row.collect::<Result<Vec<_>, _>>().map_err(|e| CallError::layout(function, &e))?;
    let alone = |i: usize| matches!(columns[i], PartColumn::Alone);
    hashlane_catalog::part_hashes(function, &row, alone, len, each)
}

/// The source of a column.
enum ColumnSource<'a> {
    Node(RowNode),
    Keys { keys: &'a [i32], valid: Option<Vec<u64>>, values: &'a encoding::EncodedValues },
}

impl<'a> ColumnSource<'a> {
    fn new(
        function: &Function,
        array: &'a ArrayRef,
        hashed_as: &DataType,
        column: &PartColumn<'a>,
    ) -> Result<Self, CallError> {
        let PartColumn::Encoded(EncodedDictionary(values)) = *column else {
            return Ok(ColumnSource::Node(RowNode::new(function, array, hashed_as)?));
        };
        let keys = array.as_dictionary::<Int32Type>().keys();
        let valid = keys.nulls().filter(|nulls| nulls.null_count() > 0).map(validity_words);
        Ok(ColumnSource::Keys { keys: keys.values(), valid, values })
    }

    fn views(&self) -> Option<NodeViews<'_>> {
        match self {
            ColumnSource::Node(node) => Some(NodeViews::new(node)),
            ColumnSource::Keys { .. } => None,
        }
    }

    fn column<'s>(&'s self, views: Option<&'s NodeViews<'s>>) -> Result<Column<'s>, LayoutError> {
        match (self, views) {
            (ColumnSource::Node(node), Some(views)) => column(node, views),
            (ColumnSource::Node(_), None) => unreachable!("a node has views"),
            (ColumnSource::Keys { keys, valid, values }, _) => {
                let valid = valid.as_deref().map(Cow::Borrowed);
                Ok(Column::new(keys.len(), valid, Values::Encoded(keys, values)))
            }
        }
    }
}
