//! A row has one result, whatever the layout of its array.

use arrow::array::{Array, ArrayRef};

use crate::support::arrays::{layouts, plain};
use crate::support::inputs::{Cells, Params, text};
use crate::support::oracle::{Case, case, cases};
use crate::support::{call, column, over_bytes, same, scalar, scalar_blob, with_params};

/// Calls every function over every layout of the cells that `make` returns for it.
fn over_layouts(params: &Params, make: impl Fn(&'static hashlane_catalog::Function) -> Vec<Case>) {
    for function in over_bytes() {
        for Case { values, expected } in make(function) {
            for (layout, array) in layouts(&values) {
                let what = format!("{} over {layout}", function.name);
                assert_eq!(array.len(), values.len(), "{what}");
                let result = call(function, &with_params(function, column(array), params));
                same(&what, &result.unwrap_or_else(|e| panic!("{what}: {e}")), &expected);
            }
        }
    }
}

#[test]
fn every_function_over_every_layout() {
    let params = Params { level: 1, ..Params::nth(3) };
    over_layouts(&params, |function| cases(function, &params));
}

#[test]
fn left_out_arguments_are_the_defaults() {
    for function in over_bytes() {
        let required = *function.arity().start();
        let params = Params::defaults_of(function);
        for Case { values, expected } in cases(function, &params) {
            let mut args = with_params(function, column(plain(&values)[0].clone()), &params);
            args.truncate(required);
            let result = call(function, &args).expect("values that are allowed");
            same(function.name, &result, &expected);
        }
    }
}

#[test]
fn empty_arrays_arrays_of_one_row_and_arrays_of_one_null() {
    let params = Params::nth(1);
    for cells in [vec![], vec![None], vec![Some(text(0, 5))], vec![None, None], vec![Some(vec![])]]
    {
        over_layouts(&params, |function| vec![case(function, cells.clone(), &params)]);
    }
}

#[test]
fn empty_arrays_of_parameters() {
    let params = Params::nth(1);
    for function in over_bytes() {
        for array in plain(&[Some(text(0, 5))]) {
            let mut args = with_params(function, column(array), &params);
            for arg in &mut args {
                *arg = column(arg.array.slice(0, 0));
            }
            same(function.name, &call(function, &args).expect("no rows"), &[]);
        }
    }
}

#[test]
fn more_rows_than_a_block_and_a_validity_word() {
    let params = Params { level: 1, algorithm: "md5", ..Params::nth(2) };
    let cells: Cells = (0..110)
        .map(|i| (i % 11 != 7 && !(60..70).contains(&i)).then(|| text(i, i % 30)))
        .collect();
    over_layouts(&params, |function| vec![case(function, cells.clone(), &params)]);
    let long: Cells = (0..2_500).map(|i| (i % 1_021 != 5).then(|| text(i, i % 16))).collect();
    for function in over_bytes() {
        let Case { values, expected } = case(function, long.clone(), &params);
        for array in plain(&values) {
            let what = format!("{} over {}", function.name, array.data_type());
            let result = call(function, &with_params(function, column(array), &params));
            same(&what, &result.expect("no error"), &expected);
        }
    }
}

#[test]
fn one_row_at_a_time_gives_the_same() {
    let params = Params { level: 1, ..Params::nth(4) };
    for function in over_bytes() {
        for Case { values, .. } in cases(function, &params) {
            let array = plain(&values)[0].clone();
            let together = call(function, &with_params(function, column(array.clone()), &params));
            let one =
                |value| call(function, &with_params(function, value, &params)).expect("a row");
            let scalars: Vec<ArrayRef> =
                values.iter().map(|value| one(scalar_blob(value.as_deref()))).collect();
            let rows: Vec<ArrayRef> =
                (0..values.len()).map(|row| one(column(array.slice(row, 1)))).collect();
            let together = together.expect("all rows");
            for parts in [scalars, rows] {
                assert!(parts.iter().all(|part| part.len() == 1), "{}", function.name);
                let parts: Vec<&dyn Array> = parts.iter().map(AsRef::as_ref).collect();
                let joined = arrow::compute::concat(&parts).expect("one type");
                assert!(
                    joined.to_data() == together.to_data(),
                    "{}: one by one is different",
                    function.name
                );
            }
        }
    }
}

#[test]
fn a_scalar_may_have_every_layout() {
    let params = Params::nth(5);
    for function in over_bytes() {
        for cell in [Some(text(3, 13)), Some(text(1, 6)), None] {
            let Case { values, expected } = case(function, vec![cell], &params);
            for (layout, array) in layouts(&values) {
                let what = format!("{} of the scalar {layout}", function.name);
                let result = call(function, &with_params(function, scalar(array), &params));
                same(&what, &result.unwrap_or_else(|e| panic!("{what}: {e}")), &expected);
            }
        }
    }
}
