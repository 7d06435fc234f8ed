//! The values behind dictionaries and runs, and the value of each row.
//!
//! The values are not copied for the rows that share one. A dictionary with one value of a megabyte and 8,192 keys
//! would take 8 GiB, and `take` aborts the process if an allocation fails.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, RunEndIndexType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{AnyDictionaryArray, Array, ArrayRef, RunArray};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;
use hashlane_catalog::{CallError, Function, collected, room};

/// An array without the dictionaries and runs around its values.
pub(crate) struct FlatArray {
    /// Neither a dictionary nor runs.
    pub values: ArrayRef,
    /// The value of each row, or any number if the row is NULL; `None` if row i has value i.
    pub places: Option<Vec<usize>>,
}

impl FlatArray {
    /// Flattens `array`.
    pub fn new(function: &Function, array: ArrayRef) -> Result<FlatArray, CallError> {
        let mut flat = FlatArray { values: array, places: None };
        loop {
            let (values, places) = match flat.values.data_type() {
                DataType::Dictionary(..) => {
                    let dictionary = flat.values.as_any_dictionary();
                    (dictionary.values().clone(), keys(function, dictionary)?)
                }
                DataType::RunEndEncoded(ends, _) => match ends.data_type() {
                    DataType::Int16 => runs(function, flat.values.as_run::<Int16Type>())?,
                    DataType::Int32 => runs(function, flat.values.as_run::<Int32Type>())?,
                    _ => runs(function, flat.values.as_run::<Int64Type>())?,
                },
                _ => return Ok(flat),
            };
            let places = match flat.places {
                None => places,
                Some(mut outer) => {
                    for place in &mut outer {
                        *place = places.get(*place).copied().unwrap_or(0);
                    }
                    outer
                }
            };
            flat = FlatArray { values, places: Some(places) };
        }
    }
}

/// The keys of a dictionary. The keys of NULL rows are arbitrary.
///
/// # Errors
/// Returns an error if a row has a key that is not a place in the dictionary: Arrow data of other programs are not checked before.
pub(crate) fn keys(
    function: &Function,
    dictionary: &dyn AnyDictionaryArray,
) -> Result<Vec<usize>, CallError> {
    fn indices<K: ArrowDictionaryKeyType>(
        function: &Function,
        keys: &dyn Array,
    ) -> Result<Vec<usize>, CallError> {
        let keys = keys.as_primitive::<K>().values();
        collected(function, keys.iter().map(|key| key.as_usize()))
    }
    let keys = dictionary.keys();
    let places = match keys.data_type() {
        DataType::Int8 => indices::<Int8Type>(function, keys),
        DataType::Int16 => indices::<Int16Type>(function, keys),
        DataType::Int32 => indices::<Int32Type>(function, keys),
        DataType::Int64 => indices::<Int64Type>(function, keys),
        DataType::UInt8 => indices::<UInt8Type>(function, keys),
        DataType::UInt16 => indices::<UInt16Type>(function, keys),
        DataType::UInt32 => indices::<UInt32Type>(function, keys),
        DataType::UInt64 => indices::<UInt64Type>(function, keys),
        other => unreachable!("{other} is not a type of keys"),
    }?;
    let len = dictionary.values().len();
    match (0..places.len()).find(|row| places[*row] >= len && keys.is_valid(*row)) {
        None => Ok(places),
        Some(row) => Err(CallError::layout(
            function,
            &format!(
                "row {row} has the index {} of a dictionary with {len} values: the Arrow data are damaged",
                places[row].cast_signed()
            ),
        )),
    }
}

/// The index of the run of each row.
pub(crate) fn run_of_rows<R: RunEndIndexType>(
    function: &Function,
    array: &RunArray<R>,
) -> Result<Vec<usize>, CallError> {
    let ends = array.run_ends();
    let mut run = ends.get_start_physical_index();
    let mut runs = room(function, array.len())?;
    for row in ends.offset()..ends.offset() + array.len() {
        while ends.values()[run].as_usize() <= row {
            run += 1;
        }
        runs.push(run);
    }
    Ok(runs)
}

fn runs<R: RunEndIndexType>(
    function: &Function,
    array: &RunArray<R>,
) -> Result<(ArrayRef, Vec<usize>), CallError> {
    Ok((array.values().clone(), run_of_rows(function, array)?))
}
