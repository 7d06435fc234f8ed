//! What aggregates read and return.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, ListArray, NullArray};
use arrow::datatypes::{Float64Type, Int32Type};
use hashlane_arrow::{array_of_groups, each_value, return_type};
use hashlane_catalog::{CallError, Results};

use crate::support::arrays::layouts;
use crate::support::find;
use crate::support::inputs::{Cells, fixed, ragged, text};

fn values(array: &ArrayRef) -> Result<Cells, CallError> {
    let mut values = Vec::new();
    each_value(find("block_pack"), array, |value| {
        values.push(value.map(<[u8]>::to_vec));
        Ok(())
    })?;
    Ok(values)
}

#[test]
fn every_value_of_every_layout_in_order() {
    for cells in [ragged(text), fixed(), vec![], vec![None, None]] {
        for (layout, array) in layouts(&cells) {
            assert!(values(&array).expect("bytes or text") == cells, "{layout}");
        }
    }
    let nulls: ArrayRef = Arc::new(NullArray::new(3));
    assert_eq!(values(&nulls), Ok(vec![None; 3]));
}

#[test]
fn values_are_bytes_or_text() {
    let numbers: ArrayRef = Arc::new(arrow::array::Int32Array::from(vec![1]));
    let error = values(&numbers).expect_err("numbers").to_string();
    assert!(error.starts_with("block_pack: argument v is INTEGER; it takes VARCHAR or BLOB"));
}

/// A codec, its level and its ratio.
type Measured = (&'static str, Option<i32>, f64);

/// The array of one list of measurements, or of a NULL list.
fn measurements(measured: Option<&[Measured]>) -> Result<ListArray, CallError> {
    let function = find("compress_bench");
    let mut results = Results::of(&function.returns, usize::MAX);
    let lists = results.lists(function)?;
    for (codec, level, ratio) in measured.into_iter().flatten() {
        let Results::Structs(fields) = lists.values_mut() else { panic!("no structs") };
        fields[0].strings(function)?.push(function, codec.as_bytes())?;
        match level {
            Some(level) => fields[1].push_number(function, *level)?,
            None => fields[1].push_null(function)?,
        }
        for (field, number) in fields[2..].iter_mut().zip([*ratio, 2.0, 3.0]) {
            field.push_number(function, number)?;
        }
    }
    match measured {
        Some(_) => lists.end_list(function)?,
        None => lists.push_null(function)?,
    }
    Ok(array_of_groups(function, results)?.as_list().clone())
}

#[test]
fn measurements_are_a_list_of_structs() {
    let measurements = |measured| measurements(measured).expect("memory");
    let measured = [("zstd", Some(3), 0.5), ("snappy", None, 0.75)];
    let list = measurements(Some(&measured));
    assert_eq!(list.data_type(), &return_type(find("compress_bench")));
    assert_eq!((list.len(), list.null_count()), (1, 0));
    let rows = list.value(0);
    let columns = rows.as_struct().columns();
    assert_eq!(
        columns[0].as_string::<i32>().iter().collect::<Vec<_>>(),
        [Some("zstd"), Some("snappy")]
    );
    let levels = columns[1].as_primitive::<Int32Type>();
    assert_eq!(levels.iter().collect::<Vec<_>>(), [Some(3), None]);
    let numbers = |i: usize| columns[i].as_primitive::<Float64Type>().values().to_vec();
    assert_eq!([numbers(2), numbers(3), numbers(4)], [[0.5, 0.75], [2.0; 2], [3.0; 2]]);
    for (measured, nulls) in [(None, 1), (Some(&[][..]), 0)] {
        let list = measurements(measured);
        assert_eq!(list.data_type(), &return_type(find("compress_bench")));
        assert_eq!((list.len(), list.null_count(), list.value_length(0)), (1, nulls, 0));
        list.to_data().validate_full().expect("an array as it has to be");
    }
}
