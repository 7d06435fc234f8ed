//! Results beyond the 2 GiB that an array with 32-bit offsets can hold.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, DictionaryArray, Int32Array, UInt32Array,
};
use hashlane_codecs::Workspace;
use hashlane_codecs::pack::{ChunkCodec, PackBuilder};

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
            "{name}: the results of a batch take at least {bytes} bytes; at most 2147483647 fit. \
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

/// One value that all of `rows` keys refer to, and one that no key refers to.
fn repeated(value: &[u8], rows: usize) -> crate::support::Given {
    let values = Arc::new(BinaryArray::from(vec![&b"not compressed"[..], value])) as ArrayRef;
    let dictionary = DictionaryArray::new(Int32Array::from(vec![1; rows]), values);
    column(Arc::new(dictionary) as ArrayRef)
}

/// A pack of these values, which fit into one chunk.
fn pack(values: impl Iterator<Item = Option<Vec<u8>>>) -> Vec<u8> {
    let mut workspace = Workspace::default();
    let mut builder = PackBuilder::new(ChunkCodec::default(), 1 << 20).expect("settings");
    values.for_each(|value| builder.push(&mut workspace, value.as_deref()).expect("memory"));
    builder.finish(&mut workspace).expect("memory")
}

/// A frame of this many zeros.
fn frame_of(zeros: usize) -> Vec<u8> {
    let content = vec![0; zeros];
    let content = Arc::new(BinaryArray::from(vec![&content[..]])) as ArrayRef;
    let frame = call(find("zstd_compress"), &[column(content)]).expect("a frame");
    frame.as_binary::<i32>().value(0).to_vec()
}

const LONG: usize = 64 << 20;

/// The decompressed value fits once, but not once for every row. This gives an error instead of the panic that
/// arrow has for lists, and allocates no memory for the rows.
#[test]
fn results_behind_keys_that_do_not_fit() {
    let frame = frame_of(LONG);
    let bytes = pack([Some(vec![0; LONG])].into_iter());
    let nulls = pack(std::iter::repeat_n(None, 1 << 20));
    let too_long = "the results of a batch take at least 2684354560 bytes; at most 2147483647 fit. Use smaller batches";
    let too_many = "the lists of a batch have at least 2148532224 values; at most 2147483647 fit. Use smaller batches";
    for (name, value, rows, expected) in [
        ("zstd_decompress", &frame, 40, too_long),
        ("zstd_decompress_text", &frame, 40, too_long),
        ("block_values", &bytes, 40, too_long),
        ("block_values_text", &bytes, 40, too_long),
        ("block_values", &nulls, 2_049, too_many),
    ] {
        let (message, taken) = peak(|| error(find(name), &[repeated(value, rows)]));
        assert_eq!(message, format!("{name}: {expected}"));
        assert!(taken < 6 * LONG, "{name}: {taken} bytes were taken");
    }
}

/// The same results if they fit.
#[test]
fn results_behind_keys_that_fit() {
    let result =
        call(find("zstd_decompress"), &[repeated(&frame_of(1 << 20), 40)]).expect("40 MiB");
    assert!(result.as_binary::<i32>().iter().all(|row| row == Some(&[0; 1 << 20][..])));
    let packed = pack([Some(vec![0; 1 << 20]), None].into_iter());
    let result = call(find("block_values"), &[repeated(&packed, 40)]).expect("40 MiB");
    let lists = result.as_list::<i32>();
    assert_eq!((lists.len(), lists.values().len(), lists.values().null_count()), (40, 80, 40));
}
