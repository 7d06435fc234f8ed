//! Deeply nested types: read up to the limit, rejected beyond it, on a small stack.

use std::sync::Arc;
use std::thread;

use arrow::array::{Array, ArrayRef, AsArray, Datum, Int32Array, ListArray, StructArray};
use arrow::buffer::OffsetBuffer;
use arrow::datatypes::Field;
use hashlane_kernels::encoding::MAX_DEPTH;

/// Smaller than the stack that any engine gives its threads.
const STACK: usize = 512 << 10;

/// One row, the number 7 in this many lists.
fn lists(depth: usize) -> ArrayRef {
    let mut array: ArrayRef = Arc::new(Int32Array::from(vec![7]));
    for _ in 0..depth {
        let field = Arc::new(Field::new("item", array.data_type().clone(), true));
        array = Arc::new(ListArray::new(field, OffsetBuffer::from_lengths([1]), array, None));
    }
    array
}

/// One row, the number 7 in this many structs.
fn structs(depth: usize) -> ArrayRef {
    let mut array: ArrayRef = Arc::new(Int32Array::from(vec![7]));
    for _ in 0..depth {
        let field = Arc::new(Field::new("a", array.data_type().clone(), true));
        array = Arc::new(StructArray::new(vec![field].into(), vec![array], None));
    }
    array
}

/// A call on a thread with a small stack.
fn call(name: &str, args: &[&(dyn Datum + Sync)]) -> Result<ArrayRef, String> {
    let call = || {
        let args: Vec<&dyn Datum> = args.iter().map(|arg| *arg as &dyn Datum).collect();
        hashlane_arrow::call(name, &args).map_err(|e| e.to_string())
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, call);
        thread.expect("a thread starts").join().expect("the call returns")
    })
}

#[test]
fn values_at_the_limit_are_encoded() {
    // docs/row-encoding.md: for each struct or list of one element, its tag and count; then for 7 the tag, length and value.
    let of = |tag: u8| [vec![0x0d, 1], [tag, 1].repeat(MAX_DEPTH), vec![3, 1, 7]].concat();
    for (array, expected) in [(lists(MAX_DEPTH), of(0x0c)), (structs(MAX_DEPTH), of(0x0d))] {
        let row = call("row_bytes", &[&array]).unwrap();
        assert_eq!(row.as_binary::<i32>().value(0), expected);
        for name in ["row_xxh3", "row_blake3", "spark_hash", "hive_hash"] {
            assert_eq!(call(name, &[&array]).unwrap().len(), 1, "{name}");
        }
    }
}

#[test]
fn deeper_types_are_refused() {
    // Arrow itself drops them by recursion, so this thread needs the stack that the calls don't get.
    let deep = thread::Builder::new().stack_size(256 << 20).spawn(|| {
        for array in [lists(MAX_DEPTH + 1), structs(MAX_DEPTH + 1), lists(10_000), structs(10_000)]
        {
            for function in hashlane_catalog::all() {
                let args: Vec<&(dyn Datum + Sync)> =
                    vec![&array; (*function.arity().start()).max(function.value_index() + 1)];
                let error = call(function.name, &args).unwrap_err();
                assert!(error.contains(function.name), "{error}");
                if function.takes_row() && function.value_index() == 0 {
                    let says =
                        "value 1 of the row has a type that is nested more than 100 levels deep";
                    assert!(error.contains(says), "{error}");
                }
            }
        }
    });
    deep.expect("a thread starts").join().expect("every call is refused");
}
