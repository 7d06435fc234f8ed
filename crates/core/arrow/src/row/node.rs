//! An array and its children.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal256Type, Float16Type, Int16Type, Int32Type, Int64Type, RunEndIndexType,
};
use arrow_array::{Array, ArrayRef, RunArray};
use arrow_schema::DataType;
use hashlane_catalog::{CallError, Function, TypeClass, collected, filled, room};

use crate::flat::{keys, run_of_rows};
use crate::types::type_class;

/// An array that is part of a row, with the converted data that its column needs.
pub(crate) struct RowNode {
    pub array: ArrayRef,
    /// Whether its bytes are strings.
    pub is_text: bool,
    /// One bit per row, starting with the lowest bit of the first word; `None` if no row is NULL.
    pub valid: Option<Vec<u64>>,
    pub owned: OwnedData,
    pub children: Vec<RowNode>,
}

/// Data that is converted rather than read in place.
pub(crate) enum OwnedData {
    Nothing,
    Bits(Vec<u64>),
    Floats(Vec<f32>),
    Wide(Vec<i128>),
    Entries(Vec<[u64; 2]>),
    Keys(Vec<usize>),
}

impl RowNode {
    /// Creates the node of an array whose type has an encoding. Returns an error if a decimal does not fit in 128 bits.
    ///
    /// If `hashed_as` has strings and the array bytes, the bytes are hashed as strings, which need not be UTF-8.
    pub fn new(
        function: &Function,
        array: &dyn Array,
        hashed_as: &DataType,
    ) -> Result<RowNode, CallError> {
        let array = array.slice(0, array.len());
        let is_text = type_class(hashed_as) == TypeClass::Text
            && type_class(array.data_type()) == TypeClass::Blob;
        let valid = array.nulls().filter(|nulls| nulls.null_count() > 0);
        let valid = valid.map(|nulls| nulls.inner().bit_chunks().iter_padded().collect());
        let (owned, children) = parts(function, &array, hashed_as)?;
        Ok(RowNode { array, is_text, valid, owned, children })
    }
}

fn parts(
    function: &Function,
    array: &ArrayRef,
    hashed_as: &DataType,
) -> Result<(OwnedData, Vec<RowNode>), CallError> {
    let child = |i: usize, values: &ArrayRef| {
        RowNode::new(function, values, child_type(hashed_as, i, values.data_type()))
    };
    let window =
        |values: &ArrayRef, first: usize, last: usize| child(0, &values.slice(first, last - first));
    Ok(match array.data_type() {
        DataType::Boolean => (
            OwnedData::Bits(array.as_boolean().values().bit_chunks().iter_padded().collect()),
            vec![],
        ),
        DataType::Float16 => {
            let values = array.as_primitive::<Float16Type>().values();
            let floats = collected(function, values.iter().map(|value| value.to_f32()))?;
            (OwnedData::Floats(floats), vec![])
        }
        DataType::Decimal256(..) => (OwnedData::Wide(narrow(function, array)?), vec![]),
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            let (first, last) = ends(list.value_offsets());
            (OwnedData::Nothing, vec![window(list.values(), first, last)?])
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            let (first, last) = ends(list.value_offsets());
            (OwnedData::Nothing, vec![window(list.values(), first, last)?])
        }
        DataType::Map(..) => {
            let map = array.as_map();
            let (first, last) = ends(map.value_offsets());
            let entries: ArrayRef = Arc::new(map.entries().clone());
            (OwnedData::Nothing, vec![window(&entries, first, last)?])
        }
        DataType::FixedSizeList(..) => {
            (OwnedData::Nothing, vec![child(0, array.as_fixed_size_list().values())?])
        }
        DataType::ListView(_) => {
            let list = array.as_list_view::<i32>();
            let spans = list.offsets().iter().zip(list.sizes());
            let spans = spans.map(|(first, len)| [*first as u64, *len as u64]);
            let spans = collected(function, spans)?;
            (OwnedData::Entries(spans), vec![child(0, list.values())?])
        }
        DataType::LargeListView(_) => {
            let list = array.as_list_view::<i64>();
            let spans = list.offsets().iter().zip(list.sizes());
            let spans = spans.map(|(first, len)| [*first as u64, *len as u64]);
            let spans = collected(function, spans)?;
            (OwnedData::Entries(spans), vec![child(0, list.values())?])
        }
        DataType::Struct(_) => {
            let fields = array.as_struct().columns().iter().enumerate();
            let fields = fields.map(|(i, field)| child(i, field));
            (OwnedData::Nothing, fields.collect::<Result<_, _>>()?)
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let keys = match dictionary.values().len() {
                0 => filled(function, array.len(), 0)?,
                values => {
                    let mut keys = keys(function, dictionary)?;
                    // The keys of NULL rows are arbitrary.
                    keys.iter_mut().for_each(|key| *key = (*key).min(values - 1));
                    keys
                }
            };
            (
                OwnedData::Keys(keys),
                vec![RowNode::new(function, dictionary.values(), values_of(hashed_as))?],
            )
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => runs(function, array.as_run::<Int16Type>(), hashed_as)?,
            DataType::Int32 => runs(function, array.as_run::<Int32Type>(), hashed_as)?,
            _ => runs(function, array.as_run::<Int64Type>(), hashed_as)?,
        },
        _ => (OwnedData::Nothing, vec![]),
    })
}

/// The type as which child `i` of an array is hashed, or `own` if the types differ in more than strings.
fn child_type<'a>(hashed_as: &'a DataType, i: usize, own: &'a DataType) -> &'a DataType {
    match hashed_as {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => field.data_type(),
        DataType::Struct(fields) => fields.get(i).map_or(own, |field| field.data_type()),
        _ => own,
    }
}

/// The type as which the values of a dictionary or of runs are hashed.
fn values_of(hashed_as: &DataType) -> &DataType {
    match hashed_as {
        DataType::Dictionary(_, values) => values,
        DataType::RunEndEncoded(_, values) => values.data_type(),
        values => values,
    }
}

fn ends<O: Copy + TryInto<usize>>(offsets: &[O]) -> (usize, usize) {
    let offset = |offset: Option<&O>| offset.and_then(|o| (*o).try_into().ok()).unwrap_or(0);
    (offset(offsets.first()), offset(offsets.last()))
}

/// Converts the values to numbers of 128 bits. The encoding has no wider ones.
fn narrow(function: &Function, array: &ArrayRef) -> Result<Vec<i128>, CallError> {
    let array = array.as_primitive::<Decimal256Type>();
    let mut narrow = room(function, array.len())?;
    for (row, value) in array.values().iter().enumerate() {
        narrow.push(match value.to_i128() {
            Some(value) => value,
            None if array.is_null(row) => 0,
            None => {
                let value = array.value_as_string(row);
                let what = format!("a decimal has more digits than fit in 128 bits: {value}");
                return Err(CallError::layout(function, &what));
            }
        });
    }
    Ok(narrow)
}

/// Returns the index of the run of each row, and the values of the runs.
fn runs<R: RunEndIndexType>(
    function: &Function,
    array: &RunArray<R>,
    hashed_as: &DataType,
) -> Result<(OwnedData, Vec<RowNode>), CallError> {
    let runs = run_of_rows(function, array)?;
    Ok((OwnedData::Keys(runs), vec![RowNode::new(function, array.values(), values_of(hashed_as))?]))
}
