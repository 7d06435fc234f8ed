//! An array and its children.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal256Type, Float16Type, Int16Type, Int32Type, Int64Type, RunEndIndexType,
};
use arrow_array::{Array, ArrayRef, RunArray};
use arrow_schema::DataType;

use crate::spelled::run_of_rows;

/// An array that is part of a row, and what its column needs beside it.
pub(crate) struct Node {
    pub array: ArrayRef,
    /// A bit for each row, from the lowest of the first word on; none where no row is NULL.
    pub valid: Option<Vec<u64>>,
    pub owned: Owned,
    pub children: Vec<Node>,
}

/// What is not read where it lies.
pub(crate) enum Owned {
    Nothing,
    Bits(Vec<u64>),
    Floats(Vec<f32>),
    Wide(Vec<i128>),
    Entries(Vec<[u64; 2]>),
    Keys(Vec<usize>),
}

impl Node {
    /// The node of an array whose type has an encoding. Fails where a decimal does not fit in 128 bits.
    pub fn new(array: &dyn Array) -> Result<Node, String> {
        let array = array.slice(0, array.len());
        let valid = array.nulls().filter(|nulls| nulls.null_count() > 0);
        let valid = valid.map(|nulls| nulls.inner().bit_chunks().iter_padded().collect());
        let (owned, children) = parts(&array)?;
        Ok(Node { array, valid, owned, children })
    }
}

fn parts(array: &ArrayRef) -> Result<(Owned, Vec<Node>), String> {
    Ok(match array.data_type() {
        DataType::Boolean => {
            (Owned::Bits(array.as_boolean().values().bit_chunks().iter_padded().collect()), vec![])
        }
        DataType::Float16 => {
            let values = array.as_primitive::<Float16Type>().values();
            (Owned::Floats(values.iter().map(|value| value.to_f32()).collect()), vec![])
        }
        DataType::Decimal256(..) => (Owned::Wide(narrow(array)?), vec![]),
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            let (first, last) = ends(list.value_offsets());
            (Owned::Nothing, vec![window(list.values(), first, last)?])
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            let (first, last) = ends(list.value_offsets());
            (Owned::Nothing, vec![window(list.values(), first, last)?])
        }
        DataType::Map(..) => {
            let map = array.as_map();
            let (first, last) = ends(map.value_offsets());
            (Owned::Nothing, vec![window(map.entries(), first, last)?])
        }
        DataType::FixedSizeList(..) => {
            (Owned::Nothing, vec![Node::new(array.as_fixed_size_list().values())?])
        }
        DataType::ListView(_) => {
            let list = array.as_list_view::<i32>();
            let spans = list.offsets().iter().zip(list.sizes());
            let spans = spans.map(|(first, len)| [*first as u64, *len as u64]).collect();
            (Owned::Entries(spans), vec![Node::new(list.values())?])
        }
        DataType::LargeListView(_) => {
            let list = array.as_list_view::<i64>();
            let spans = list.offsets().iter().zip(list.sizes());
            let spans = spans.map(|(first, len)| [*first as u64, *len as u64]).collect();
            (Owned::Entries(spans), vec![Node::new(list.values())?])
        }
        DataType::Struct(_) => {
            let fields = array.as_struct().columns().iter();
            (Owned::Nothing, fields.map(|field| Node::new(field)).collect::<Result<_, _>>()?)
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let keys = match dictionary.values().is_empty() {
                true => vec![0; array.len()],
                false => dictionary.normalized_keys(),
            };
            (Owned::Keys(keys), vec![Node::new(dictionary.values())?])
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => runs(array.as_run::<Int16Type>())?,
            DataType::Int32 => runs(array.as_run::<Int32Type>())?,
            _ => runs(array.as_run::<Int64Type>())?,
        },
        _ => (Owned::Nothing, vec![]),
    })
}

/// The elements of lists, of which a slice may have only some.
fn window(values: &dyn Array, first: usize, last: usize) -> Result<Node, String> {
    Node::new(&values.slice(first, last - first))
}

fn ends<O: Copy + TryInto<usize>>(offsets: &[O]) -> (usize, usize) {
    let offset = |offset: Option<&O>| offset.and_then(|o| (*o).try_into().ok()).unwrap_or(0);
    (offset(offsets.first()), offset(offsets.last()))
}

/// The values as numbers of 128 bits; the encoding has none that are wider.
fn narrow(array: &ArrayRef) -> Result<Vec<i128>, String> {
    let array = array.as_primitive::<Decimal256Type>();
    let narrow = |(row, value): (usize, &arrow_buffer::i256)| match value.to_i128() {
        Some(value) => Ok(value),
        None if array.is_null(row) => Ok(0),
        None => Err(format!(
            "a decimal has more digits than fit in 128 bits: {}",
            array.value_as_string(row)
        )),
    };
    array.values().iter().enumerate().map(narrow).collect()
}

/// The run that each row lies in, and the values of the runs.
fn runs<R: RunEndIndexType>(array: &RunArray<R>) -> Result<(Owned, Vec<Node>), String> {
    Ok((Owned::Keys(run_of_rows(array)), vec![Node::new(array.values())?]))
}
