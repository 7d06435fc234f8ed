//! What aggregates read and return.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, ListArray, NullArray};
use arrow::datatypes::{Float64Type, Int32Type};
use hashlane_arrow::{array_of_groups, each_value, return_type};
use hashlane_catalog::{CallError, Measurement, Measurements};

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

/// The array of one list of measurements, or of a NULL list.
fn measurements(measured: Option<&[Measurement]>) -> ListArray {
    let mut lists = Measurements::default();
    lists.push(find("compress_bench"), measured).expect("there is memory");
    array_of_groups(find("compress_bench"), 1, lists.into()).expect("memory").as_list().clone()
}

#[test]
fn measurements_are_a_list_of_structs() {
    let row = |codec, level, ratio| Measurement {
        codec,
        level,
        ratio,
        compress_mb_s: 2.0,
        decompress_mb_s: 3.0,
    };
    let measured = [row("zstd", Some(3), 0.5), row("snappy", None, 0.75)];
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
