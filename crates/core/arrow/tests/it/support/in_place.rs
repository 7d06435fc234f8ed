//! Results that are written to memory of the caller.

use arrow::array::{
    ArrayRef, ArrowNativeTypeOp, ArrowPrimitiveType, AsArray, Datum, PrimitiveArray,
};
use arrow::datatypes::{DataType, Int32Type, Int64Type, UInt32Type, UInt64Type};
use hashlane_arrow::{NumbersMut, evaluate_into};
use hashlane_catalog::Function;

/// Repeats a call that returned `result`, in place. If the function returns numbers, they and their NULLs must be the same,
/// or the error; a function with other results must be refused.
pub fn check(function: &'static Function, args: &[&dyn Datum], result: &Result<ArrayRef, String>) {
    match hashlane_arrow::return_type(function) {
        DataType::UInt32 => numbers::<UInt32Type>(function, args, result),
        DataType::UInt64 => numbers::<UInt64Type>(function, args, result),
        DataType::Int32 => numbers::<Int32Type>(function, args, result),
        DataType::Int64 => numbers::<Int64Type>(function, args, result),
        other => {
            let refused = evaluate_into(function, args, NumbersMut::U64(&mut []));
            let refused = refused.expect_err(function.name).to_string();
            assert!(refused.contains(&other.to_string()), "{refused}");
        }
    }
}

fn numbers<T: ArrowPrimitiveType>(
    function: &'static Function,
    args: &[&dyn Datum],
    result: &Result<ArrayRef, String>,
) where
    for<'a> NumbersMut<'a>: From<&'a mut [T::Native]>,
{
    let arrays = args.iter().map(|arg| arg.get()).find(|(_, is_scalar)| !is_scalar);
    let rows = arrays.map_or(1, |(array, _)| array.len());
    let mut out = vec![T::Native::ONE; rows];
    let nulls = evaluate_into(function, args, out.as_mut_slice().into());
    match (result, nulls) {
        (Ok(expected), Ok(nulls)) => {
            let written = PrimitiveArray::<T>::new(out.into(), nulls);
            assert_eq!(&written, expected.as_primitive::<T>(), "{} in place", function.name);
            let mut longer = vec![T::Native::ONE; rows + 1];
            let refused = evaluate_into(function, args, longer.as_mut_slice().into());
            let refused = refused.expect_err(function.name).to_string();
            assert!(refused.contains(&(rows + 1).to_string()), "{refused}");
        }
        (Err(expected), Err(error)) => assert_eq!(&error.to_string(), expected),
        (expected, written) => panic!("{}: {expected:?}, {written:?}", function.name),
    }
}
