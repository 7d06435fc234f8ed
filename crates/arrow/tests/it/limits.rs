//! Results beyond the 2 GiB that an array with 32-bit offsets can hold.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, BinaryArray, UInt32Array};

use crate::support::alloc::peak;
use crate::support::{call, column, error, find, scalar};

fn length(bytes: u32) -> crate::support::Given {
    scalar(Arc::new(UInt32Array::from(vec![bytes])) as ArrayRef)
}

fn rows(count: usize) -> crate::support::Given {
    column(Arc::new(BinaryArray::from(vec![&b"v"[..]; count])) as ArrayRef)
}

#[test]
fn digests_that_do_not_fit_are_an_error_before_memory_is_taken() {
    for (name, count, bytes) in
        [("blake3", 40_000, 2_621_440_000u64), ("blake3_hex", 16_384, 2_147_483_648)]
    {
        let args = [rows(count), length(65_536)];
        let (message, taken) = peak(|| error(find(name), &args));
        let expected = format!(
            "{name}: the results of a batch take {bytes} bytes and more; at most 2147483647 fit. \
             Use smaller batches"
        );
        assert_eq!(message, expected);
        assert!(taken < 4 << 20, "{taken} bytes were taken first");
    }
}

#[test]
fn long_digests_that_fit_take_their_own_size() {
    let args = [rows(500), length(65_536)];
    let (result, taken) = peak(|| call(find("blake3"), &args).expect("31 MiB"));
    assert_eq!(result.len(), 500);
    assert!(taken < 36 << 20, "{taken} bytes were taken");
}
