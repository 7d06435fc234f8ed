//! Seeds of every integer type.

use std::sync::Arc;

use arrow::array::{
    ArrayRef, Decimal128Array, DictionaryArray, Int8Array, Int16Array, Int32Array, Int64Array,
    RunArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use hashlane_catalog::{ArgKind, Function};

use crate::support::arrays::plain;
use crate::support::inputs::{Cells, Params, text};
use crate::support::oracle::expected;
use crate::support::{call, column, error, same, scalar};

/// The functions with a seed of the kind.
fn seeded(kind: ArgKind) -> Vec<&'static Function> {
    let has_seed = |f: &&Function| f.args.get(1).is_some_and(|arg| arg.kind == kind);
    hashlane_catalog::all().filter(has_seed).collect()
}

fn values() -> Cells {
    vec![
        Some(text(0, 3)),
        Some(text(1, 300)),
        None,
        Some(text(2, 12)),
        Some(vec![]),
        Some(text(3, 40)),
    ]
}

/// The results of a call with these seeds; a NULL seed gives NULL.
fn with_seeds(function: &Function, seeds: &[Option<u64>]) -> Cells {
    let row = |(value, seed): (Option<Vec<u8>>, &Option<u64>)| {
        let params = Params { seed: (*seed)?, ..Params::defaults() };
        Some(expected(function, &value?, &params))
    };
    values().into_iter().zip(seeds).map(row).collect()
}

/// Small seeds, with a NULL, in every integer type, in a dictionary and in runs.
fn small_seeds(seeds: &[Option<u64>]) -> Vec<ArrayRef> {
    let wide: Vec<Option<i64>> = seeds.iter().map(|seed| seed.map(|seed| seed as i64)).collect();
    let int64: ArrayRef = Arc::new(Int64Array::from(wide.clone()));
    let keys: Int8Array = (0..seeds.len() as i8).collect();
    let ends: Int32Array = (1..=seeds.len() as i32).collect();
    let decimals = wide.iter().map(|seed| seed.map(i128::from));
    let decimals = Decimal128Array::from_iter(decimals).with_precision_and_scale(38, 0);
    vec![
        Arc::new(wide.iter().map(|s| s.map(|s| s as i8)).collect::<Int8Array>()),
        Arc::new(wide.iter().map(|s| s.map(|s| s as i16)).collect::<Int16Array>()),
        Arc::new(wide.iter().map(|s| s.map(|s| s as i32)).collect::<Int32Array>()),
        Arc::new(wide.iter().map(|s| s.map(|s| s as u8)).collect::<UInt8Array>()),
        Arc::new(wide.iter().map(|s| s.map(|s| s as u16)).collect::<UInt16Array>()),
        Arc::new(wide.iter().map(|s| s.map(|s| s as u32)).collect::<UInt32Array>()),
        Arc::new(UInt64Array::from(seeds.to_vec())),
        Arc::new(decimals.expect("a precision that fits")),
        Arc::new(DictionaryArray::try_new(keys, int64.clone()).expect("keys")),
        Arc::new(RunArray::try_new(&ends, &int64).expect("ends")),
        int64,
    ]
}

#[test]
fn columns_of_every_integer_type() {
    let seeds = [Some(0), Some(1), Some(7), None, Some(127), Some(1)];
    for function in [seeded(ArgKind::Seed32), seeded(ArgKind::Seed64)].concat() {
        for array in small_seeds(&seeds) {
            let what = format!("{} with {}", function.name, array.data_type());
            let value = column(plain(&values())[2].clone());
            let result = call(function, &[value.clone(), column(array.clone())]);
            same(
                &what,
                &result.unwrap_or_else(|e| panic!("{what}: {e}")),
                &with_seeds(function, &seeds),
            );
            let all = call(function, &[value, scalar(array.slice(2, 1))]).expect(&what);
            same(&what, &all, &with_seeds(function, &[Some(7); 6]));
        }
    }
}

#[test]
fn the_largest_seeds() {
    for (kind, largest) in [(ArgKind::Seed32, u64::from(u32::MAX)), (ArgKind::Seed64, u64::MAX)] {
        let seeds = [Some(largest), Some(largest - 1), None, Some(1 << 31), Some(0), Some(9)];
        let decimals = seeds.iter().map(|seed| seed.map(i128::from)).collect::<Decimal128Array>();
        let decimals = decimals.with_precision_and_scale(38, 0).expect("a precision that fits");
        let arrays: [ArrayRef; 2] =
            [Arc::new(UInt64Array::from(seeds.to_vec())), Arc::new(decimals)];
        for function in seeded(kind) {
            for array in &arrays {
                let value = column(plain(&values())[0].clone());
                let result = call(function, &[value, column(array.clone())]).expect("no error");
                same(function.name, &result, &with_seeds(function, &seeds));
            }
        }
    }
}

/// A seed column in which only the last row may be invalid.
fn with_last(last: i128) -> Vec<ArrayRef> {
    let seeds = || [0, 1, 2, 3, 4, last].into_iter();
    let decimals = Decimal128Array::from_iter_values(seeds()).with_precision_and_scale(38, 0);
    let mut arrays: Vec<ArrayRef> = vec![Arc::new(decimals.expect("a precision that fits"))];
    if let Ok(last) = i64::try_from(last) {
        arrays.push(Arc::new(Int64Array::from(vec![0, 1, 2, 3, 4, last])));
    }
    if let Ok(last) = u64::try_from(last) {
        arrays.push(Arc::new(UInt64Array::from(vec![0, 1, 2, 3, 4, last])));
    }
    arrays
}

#[test]
fn seeds_out_of_range_are_errors() {
    for (kind, largest) in [(ArgKind::Seed32, u64::from(u32::MAX)), (ArgKind::Seed64, u64::MAX)] {
        for function in seeded(kind) {
            for given in [-1, i128::from(i64::MIN), i128::from(largest) + 1, 10i128.pow(37)] {
                let message = format!(
                    "{}: argument seed is {given}; allowed is 0 to {largest}",
                    function.name
                );
                for seeds in with_last(given) {
                    let value = column(plain(&values())[0].clone());
                    assert_eq!(error(function, &[value.clone(), column(seeds.clone())]), message);
                    assert_eq!(error(function, &[value, scalar(seeds.slice(5, 1))]), message);
                }
            }
        }
    }
}

#[test]
fn what_lies_under_a_null_seed_or_beside_a_null_value_is_not_looked_at() {
    let nulls = vec![true, true, true, false, true, true].into();
    let seeds = Int64Array::new(vec![5, 6, -7, -8, 9, 10].into(), Some(nulls));
    let expected = [Some(5), Some(6), None, None, Some(9), Some(10)];
    for function in [seeded(ArgKind::Seed32), seeded(ArgKind::Seed64)].concat() {
        let value = column(plain(&values())[0].clone());
        let result = call(function, &[value, column(Arc::new(seeds.clone()) as ArrayRef)]);
        same(function.name, &result.expect("no error"), &with_seeds(function, &expected));
    }
}
