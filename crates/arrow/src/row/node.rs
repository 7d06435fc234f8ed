//! An array and its children.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal256Type, Float16Type, Int16Type, Int32Type, Int64Type, RunEndIndexType,
};
use arrow_array::{Array, ArrayRef, RunArray};
use arrow_schema::DataType;
use hashlane_catalog::{CallError, Function, collected, filled, room};

use crate::flat::{keys, run_of_rows};

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
    pub fn new(function: &Function, array: &dyn Array) -> Result<Node, CallError> {
        let array = array.slice(0, array.len());
        let valid = array.nulls().filter(|nulls| nulls.null_count() > 0);
        let valid = valid.map(|nulls| nulls.inner().bit_chunks().iter_padded().collect());
        let (owned, children) = parts(function, &array)?;
        Ok(Node { array, valid, owned, children })
    }
}

fn parts(function: &Function, array: &ArrayRef) -> Result<(Owned, Vec<Node>), CallError> {
    Ok(match array.data_type() {
        DataType::Boolean => {
            (Owned::Bits(array.as_boolean().values().bit_chunks().iter_padded().collect()), vec![])
        }
        DataType::Float16 => {
            let values = array.as_primitive::<Float16Type>().values();
            let floats = collected(function, values.iter().map(|value| value.to_f32()))?;
            (Owned::Floats(floats), vec![])
        }
        DataType::Decimal256(..) => (Owned::Wide(narrow(function, array)?), vec![]),
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            let (first, last) = ends(list.value_offsets());
            (Owned::Nothing, vec![window(function, list.values(), first, last)?])
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            let (first, last) = ends(list.value_offsets());
            (Owned::Nothing, vec![window(function, list.values(), first, last)?])
        }
        DataType::Map(..) => {
            let map = array.as_map();
            let (first, last) = ends(map.value_offsets());
            (Owned::Nothing, vec![window(function, map.entries(), first, last)?])
        }
        DataType::FixedSizeList(..) => {
            (Owned::Nothing, vec![Node::new(function, array.as_fixed_size_list().values())?])
        }
        DataType::ListView(_) => {
            let list = array.as_list_view::<i32>();
            let spans = list.offsets().iter().zip(list.sizes());
            let spans = spans.map(|(first, len)| [*first as u64, *len as u64]);
            let spans = collected(function, spans)?;
            (Owned::Entries(spans), vec![Node::new(function, list.values())?])
        }
        DataType::LargeListView(_) => {
            let list = array.as_list_view::<i64>();
            let spans = list.offsets().iter().zip(list.sizes());
            let spans = spans.map(|(first, len)| [*first as u64, *len as u64]);
            let spans = collected(function, spans)?;
            (Owned::Entries(spans), vec![Node::new(function, list.values())?])
        }
        DataType::Struct(_) => {
            let fields = array.as_struct().columns().iter();
            (
                Owned::Nothing,
                fields.map(|field| Node::new(function, field)).collect::<Result<_, _>>()?,
            )
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let keys = match dictionary.values().len() {
                0 => filled(function, array.len(), 0)?,
                values => {
                    let mut keys = keys(function, dictionary)?;
                    // Those of NULL rows can be any number.
                    keys.iter_mut().for_each(|key| *key = (*key).min(values - 1));
                    keys
                }
            };
            (Owned::Keys(keys), vec![Node::new(function, dictionary.values())?])
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => runs(function, array.as_run::<Int16Type>())?,
            DataType::Int32 => runs(function, array.as_run::<Int32Type>())?,
            _ => runs(function, array.as_run::<Int64Type>())?,
        },
        _ => (Owned::Nothing, vec![]),
    })
}

/// The elements of lists, of which a slice may have only some.
fn window(
    function: &Function,
    values: &dyn Array,
    first: usize,
    last: usize,
) -> Result<Node, CallError> {
    Node::new(function, &values.slice(first, last - first))
}

fn ends<O: Copy + TryInto<usize>>(offsets: &[O]) -> (usize, usize) {
    let offset = |offset: Option<&O>| offset.and_then(|o| (*o).try_into().ok()).unwrap_or(0);
    (offset(offsets.first()), offset(offsets.last()))
}

/// The values as numbers of 128 bits; the encoding has none that are wider.
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

/// The run that each row lies in, and the values of the runs.
fn runs<R: RunEndIndexType>(
    function: &Function,
    array: &RunArray<R>,
) -> Result<(Owned, Vec<Node>), CallError> {
    let runs = run_of_rows(function, array)?;
    Ok((Owned::Keys(runs), vec![Node::new(function, array.values())?]))
}
