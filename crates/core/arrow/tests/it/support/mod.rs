//! Calls and comparisons.

// One allocator that counts, for the tests of both crates.
#[path = "../../../../kernels/tests/it/support/alloc.rs"]
pub mod alloc;
pub mod arrays;
// Dictionaries and symbol tables, likewise.
#[path = "../../../../catalog/tests/it/inputs.rs"]
pub mod foreign;
mod in_place;
pub mod inputs;
pub mod oracle;

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BinaryArray, Datum};
use arrow::datatypes::{DataType, Int32Type, Int64Type, UInt32Type, UInt64Type};
use hashlane_catalog::Function;

use inputs::{Cells, Params};

/// An argument: an array, or an array whose only value is for all rows.
#[derive(Clone)]
pub struct Given {
    pub array: ArrayRef,
    pub is_scalar: bool,
}

impl Datum for Given {
    fn get(&self) -> (&dyn Array, bool) {
        (&self.array, self.is_scalar)
    }
}

/// An array with a value per row.
pub fn column(array: impl Into<ArrayRef>) -> Given {
    Given { array: array.into(), is_scalar: false }
}

/// The only value of an array for all rows.
pub fn scalar(array: impl Into<ArrayRef>) -> Given {
    Given { array: array.into(), is_scalar: true }
}

/// A BLOB for all rows.
pub fn scalar_blob(bytes: Option<&[u8]>) -> Given {
    scalar(Arc::new(BinaryArray::from(vec![bytes])) as ArrayRef)
}

/// The function called `name`.
pub fn find(name: &str) -> &'static Function {
    hashlane_catalog::find(name).unwrap_or_else(|| panic!("no function {name}"))
}

/// The functions whose value may be a BLOB: all but those of text, and of rows of values.
pub fn over_bytes() -> impl Iterator<Item = &'static Function> {
    // `tests/engines/sketches.py` tests those of sketches.
    let over_bytes =
        |f: &&Function| oracle::takes_bytes(f) && !f.takes_row() && !f.name.starts_with("sketch_");
    hashlane_catalog::all().filter(over_bytes)
}

/// A call; checks that the result has the promised type, and that numbers written in place are the same. Errors are text.
pub fn call(function: &'static Function, args: &[Given]) -> Result<ArrayRef, String> {
    let args: Vec<&dyn Datum> = args.iter().map(|arg| arg as &dyn Datum).collect();
    let result = hashlane_arrow::evaluate(function, &args).map_err(|e| e.to_string());
    in_place::check(function, &args, &result);
    let result = result?;
    assert_eq!(result.data_type(), &hashlane_arrow::return_type(function), "{}", function.name);
    result.to_data().validate_full().unwrap_or_else(|e| panic!("{}: {e}", function.name));
    Ok(result)
}

/// The error of a call that must fail.
pub fn error(function: &'static Function, args: &[Given]) -> String {
    call(function, args).err().unwrap_or_else(|| panic!("{} must fail", function.name))
}

/// The arguments of a call over `value` with all parameters, the same ones for all rows.
pub fn with_params(function: &Function, value: Given, params: &Params) -> Vec<Given> {
    let arg = |arg: &hashlane_catalog::Arg| match params.array(arg.kind) {
        Some(array) => scalar(array),
        None => value.clone(),
    };
    function.args.iter().map(arg).collect()
}

/// The arguments of a call over `value` with parameters for each row.
pub fn with_columns(function: &Function, value: Given, params: &[Params]) -> Vec<Given> {
    let arg = |arg: &hashlane_catalog::Arg| {
        let cells: Option<Vec<ArrayRef>> = params.iter().map(|p| p.array(arg.kind)).collect();
        match cells {
            Some(cells) => {
                let cells: Vec<&dyn Array> = cells.iter().map(AsRef::as_ref).collect();
                column(arrow::compute::concat(&cells).expect("cells of one type"))
            }
            None => value.clone(),
        }
    };
    function.args.iter().map(arg).collect()
}

/// The rows of a result: numbers as big-endian bytes, NULLs as `None`.
pub fn cells(array: &ArrayRef) -> Cells {
    let cell = |row| match array.data_type() {
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).to_be_bytes().to_vec(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).to_be_bytes().to_vec(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).to_be_bytes().to_vec(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_be_bytes().to_vec(),
        DataType::Binary => array.as_binary::<i32>().value(row).to_vec(),
        DataType::Utf8 => array.as_string::<i32>().value(row).as_bytes().to_vec(),
        DataType::List(_) => list(&array.as_list::<i32>().value(row)),
        other => panic!("no function returns {other}"),
    };
    (0..array.len()).map(|row| array.is_valid(row).then(|| cell(row))).collect()
}

/// The values of a list as one value, to compare lists by.
fn list(values: &ArrayRef) -> Vec<u8> {
    oracle::joined(&cells(values))
}

/// Compares results without printing rows of 100,000 bytes.
pub fn same(what: &str, result: &ArrayRef, expected: &[Option<Vec<u8>>]) {
    let result = cells(result);
    assert_eq!(result.len(), expected.len(), "{what}: rows");
    for (row, (result, expected)) in result.iter().zip(expected).enumerate() {
        let short = |cell: &Option<Vec<u8>>| {
            cell.as_ref().map(|bytes| (bytes.len(), oracle::hex(&bytes[..bytes.len().min(40)])))
        };
        assert!(
            result == expected,
            "{what}, row {row}: {:?}, not {:?}",
            short(result),
            short(expected)
        );
    }
}
