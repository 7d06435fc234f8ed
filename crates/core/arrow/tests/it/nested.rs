//! Dictionaries and runs inside each other, and arrays with only NULLs.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, DictionaryArray, FixedSizeBinaryArray, Int8Array, Int32Array, NullArray,
    RunArray,
};

use crate::support::arrays::{dictionaries, plain, runs};
use crate::support::inputs::{Cells, Params, text};
use crate::support::oracle::{Case, case};
use crate::support::{Given, call, column, error, find, over_bytes, same, scalar, with_params};

/// Rows that share values, with NULLs; lengths around the most that a view stores inline.
fn cells() -> Cells {
    [5, 12, 13, 99, 12, 12, 40, 99].iter().map(|&n| (n != 99).then(|| text(n, n))).collect()
}

fn check(make: impl Fn(&[Option<Vec<u8>>]) -> Vec<ArrayRef>) {
    let params = Params::nth(6);
    for function in over_bytes() {
        let Case { values, expected } = case(function, cells(), &params);
        for array in make(&values) {
            let what = format!("{} over {}", function.name, array.data_type());
            let result = call(function, &with_params(function, column(array), &params));
            same(&what, &result.unwrap_or_else(|e| panic!("{what}: {e}")), &expected);
        }
    }
}

fn identity(len: usize) -> Int32Array {
    (0..len as i32).collect()
}

#[test]
fn dictionaries_of_dictionaries() {
    let all = |len: usize| (0..len).map(Some).collect::<Vec<_>>();
    check(|values| {
        let inner = dictionaries::<arrow::datatypes::Int8Type>(values, &all(values.len()));
        let outer =
            |a: ArrayRef| DictionaryArray::try_new(identity(values.len()), a).expect("keys");
        inner.into_iter().map(|a| Arc::new(outer(a)) as ArrayRef).collect()
    });
}

#[test]
fn runs_of_dictionaries() {
    let all = |len: usize| (0..len).map(Some).collect::<Vec<_>>();
    check(|values| {
        let ends: Int32Array = (1..=values.len() as i32).collect();
        let inner = dictionaries::<arrow::datatypes::Int8Type>(values, &all(values.len()));
        let outer = |a: ArrayRef| RunArray::try_new(&ends, &a).expect("ends");
        inner.into_iter().map(|a| Arc::new(outer(a)) as ArrayRef).collect()
    });
}

#[test]
fn dictionaries_of_runs() {
    check(|values| {
        let outer = |a: ArrayRef| DictionaryArray::try_new(identity(a.len()), a).expect("keys");
        runs(values).into_iter().map(|a| Arc::new(outer(a)) as ArrayRef).collect()
    });
}

/// Arrays of `len` NULLs of the type Null.
fn nothing_but_null(len: usize) -> Vec<ArrayRef> {
    let nulls: ArrayRef = Arc::new(NullArray::new(len));
    let keys = Int8Array::from(vec![(len > 0).then_some(0); len]);
    let dictionary = DictionaryArray::try_new(keys, nulls.slice(0, len.min(1))).expect("keys");
    vec![nulls, Arc::new(dictionary)]
}

#[test]
fn every_argument_may_be_an_array_of_nulls() {
    let params = Params::nth(0);
    for function in over_bytes() {
        for len in [0, 1, 3] {
            for nulls in nothing_but_null(len) {
                for place in 0..function.args.len() {
                    let value = plain(&vec![Some(b"not compressed".to_vec()); len])[0].clone();
                    let mut args = with_params(function, column(value), &params);
                    args[place] = column(nulls.clone());
                    let what = format!("{}, argument {place}, {len} rows", function.name);
                    if len > 0 && function.args[place].kind.refuses_null() {
                        assert!(error(function, &args).contains(" is NULL (a subquery"), "{what}");
                        continue;
                    }
                    let result = call(function, &args).unwrap_or_else(|e| panic!("{what}: {e}"));
                    same(&what, &result, &vec![None; len]);
                }
            }
        }
    }
}

#[test]
fn every_argument_may_be_a_null_for_all_rows() {
    let params = Params::nth(0);
    let null = || scalar(Arc::new(NullArray::new(1)) as ArrayRef);
    for function in over_bytes() {
        for place in 0..function.args.len() {
            let rows = if place == function.value_index() { 1 } else { 4 };
            let value = plain(&vec![Some(b"not compressed".to_vec()); 4])[0].clone();
            let mut args: Vec<Given> = with_params(function, column(value), &params);
            args[place] = null();
            let what = format!("{}, argument {place}", function.name);
            if function.args[place].kind.refuses_null() {
                assert!(error(function, &args).contains(" is NULL (a subquery"), "{what}");
                continue;
            }
            same(&what, &call(function, &args).expect(&what), &vec![None; rows]);
        }
    }
}

#[test]
fn values_that_no_row_wants_must_not_fail() {
    let function = find("zstd_decompress");
    let params = Params::defaults();
    let frame = case(function, vec![Some(b"hashlane".to_vec())], &params).values[0].clone();
    let values = [Some(b"not compressed".to_vec()), frame];
    let rows = vec![Some(b"hashlane".to_vec()); 4];
    for array in dictionaries::<arrow::datatypes::Int8Type>(&values, &[Some(1); 4]) {
        same("unreferenced", &call(function, &[column(array)]).expect("no error"), &rows);
    }
    for array in dictionaries::<arrow::datatypes::Int8Type>(&values, &[Some(1), Some(0), None]) {
        assert!(call(function, &[column(array)]).is_err(), "a value that a row does want");
    }
}

/// `take` of arrow 59 loses the rows of such an array if none is NULL.
#[test]
fn rows_of_no_bytes() {
    let cells = [Some(&b""[..]), None, Some(b"")];
    let array = FixedSizeBinaryArray::try_from_sparse_iter_with_size(cells.into_iter(), 0);
    let array: ArrayRef = Arc::new(array.expect("cells of one width"));
    let keys = Int8Array::from(vec![Some(1), None, Some(0)]);
    let few = DictionaryArray::try_new(keys.slice(0, 2), array.clone()).expect("keys");
    let many = DictionaryArray::try_new(keys, array.clone()).expect("keys");
    let params = Params::defaults();
    for name in ["xxh3", "xxh32_hex", "blake3", "lz4_block_compress"] {
        let function = find(name);
        let empty = Some(crate::support::oracle::expected(function, b"", &params));
        let rows = |array: ArrayRef| call(function, &[column(array)]).expect("no error");
        same(name, &rows(array.clone()), &[empty.clone(), None, empty.clone()]);
        same(name, &rows(Arc::new(many.clone())), &[None, None, empty.clone()]);
        same(name, &rows(Arc::new(few.clone())), &[None, None]);
        let two =
            FixedSizeBinaryArray::try_from_sparse_iter_with_size([Some(b""); 2].into_iter(), 0);
        let two: ArrayRef = Arc::new(two.expect("cells of one width"));
        let one = DictionaryArray::try_new(Int8Array::from(vec![0]), two).expect("keys");
        same(name, &rows(Arc::new(one)), std::slice::from_ref(&empty));
    }
}

/// The same for functions that return lists or numbers.
#[test]
fn lists_and_numbers_that_no_row_wants_must_not_fail() {
    let params = Params::nth(0);
    for name in ["block_values", "block_values_text", "block_count"] {
        let function = find(name);
        let Case { values, expected } =
            case(function, vec![Some(b"hashlane".to_vec()), Some(b"x".to_vec())], &params);
        let values = [Some(b"no pack".to_vec()), values[0].clone(), values[1].clone()];
        let rows = [&expected[1], &expected[0], &None, &expected[1]].map(Clone::clone);
        let keys = [Some(2), Some(1), None, Some(2)];
        for array in dictionaries::<arrow::datatypes::Int8Type>(&values, &keys) {
            same(name, &call(function, &[column(array)]).expect("no error"), &rows);
        }
        for array in dictionaries::<arrow::datatypes::Int8Type>(&values, &[Some(2), Some(0), None])
        {
            assert!(call(function, &[column(array)]).is_err(), "a value that a row does want");
        }
    }
}
