//! Views that repeat: their values are computed once, and every row has its result.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, BinaryViewBuilder, make_array};
use arrow::buffer::NullBuffer;

use crate::support::inputs::{Cells, Params, text};
use crate::support::oracle::{Case, case, decompresses, forgives, frame_of};
use crate::support::{call, column, error, over_bytes, same, with_params};

/// The cells in views; equal ones are the same view.
fn shared(cells: &[Option<Vec<u8>>]) -> ArrayRef {
    let mut views = BinaryViewBuilder::new().with_deduplicate_strings();
    cells.iter().for_each(|cell| views.append_option(cell.as_deref()));
    Arc::new(views.finish())
}

/// `rows` cells in an order that looks random. One in 13 is NULL; the others have `different` values of any length.
fn repeated(rows: usize, different: usize) -> Cells {
    let value = |i: usize| i * i.wrapping_mul(0x9e37_79b9) % 1_000_003 % different;
    (0..rows).map(|i| (i % 13 != 5).then(|| text(value(i), value(i) * 7 % 50))).collect()
}

#[test]
fn every_function_over_values_that_repeat() {
    for params in [Params { level: 1, ..Params::nth(3) }, Params { level: 1, ..Params::nth(2) }] {
        for (rows, different) in [(64, 1), (100, 3), (900, 40)] {
            for function in over_bytes() {
                let Case { values, expected } = case(function, repeated(rows, different), &params);
                let array = shared(&values);
                let what = format!("{} of {different} values", function.name);
                let result = call(function, &with_params(function, column(array.clone()), &params));
                same(&what, &result.unwrap_or_else(|e| panic!("{what}: {e}")), &expected);
                let slice = column(array.slice(7, rows - 10));
                let result = call(function, &with_params(function, slice, &params));
                same(&what, &result.expect("a slice of it"), &expected[7..rows - 3]);
            }
        }
    }
}

/// Some frames are damaged; `try_` gives NULL in all rows that have them.
#[test]
fn values_that_fail_repeat_too() {
    let params = Params::nth(0);
    for function in over_bytes().filter(|f| decompresses(f)) {
        let content = |i: usize| text(i, 20 + i);
        let value = |i: usize| i * i % 11;
        let cell = |i: usize| match value(i) {
            5 => None,
            9 => Some(b"not compressed".to_vec()),
            3 => Some(b"not compressed at all".to_vec()),
            value => Some(frame_of(function, &content(value))),
        };
        let cells: Cells = (0..300).map(cell).collect();
        let args = with_params(function, column(shared(&cells)), &params);
        if forgives(function) {
            let right = |i: usize| ![3, 5, 9].contains(&value(i));
            let expected: Cells = (0..300).map(|i| right(i).then(|| content(value(i)))).collect();
            same(function.name, &call(function, &args).expect("no error"), &expected);
            continue;
        }
        // The error is that of the first row that fails.
        let first = (0..300).find(|i| [3, 9].contains(&value(*i))).expect("there is one");
        let alone = with_params(function, column(shared(&cells[first..=first])), &params);
        assert_eq!(error(function, &args), error(function, &alone));
        // A value below NULLs only isn't computed.
        let valid: NullBuffer = (0..300).map(|i| ![3, 5, 9].contains(&value(i))).collect();
        let data = shared(&cells).to_data().into_builder().nulls(Some(valid));
        let array = make_array(data.build().expect("as many bits as rows"));
        let result = call(function, &with_params(function, column(array), &params));
        assert_eq!(
            result.expect("no error").null_count(),
            (0..300).filter(|i| [3, 5, 9].contains(&value(*i))).count()
        );
    }
}
