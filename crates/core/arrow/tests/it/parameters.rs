//! Parameters that change from row to row.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, BinaryArray, DictionaryArray, Int64Array, NullArray, StringArray,
    StringViewArray,
};
use arrow::datatypes::Int32Type;
use hashlane_kernels::hash::algorithm::ALGORITHMS;
use hashlane_kernels::hash::s3::CHECKSUMS;

use crate::support::arrays::{layouts, plain};
use crate::support::inputs::{Cells, Params, text};
use crate::support::oracle::{decompresses, expected, value_and_result};
use crate::support::{
    Given, call, column, error, find, over_bytes, same, scalar, scalar_blob, with_columns,
    with_params,
};

const ROWS: usize = 48;

/// Parameters that all change; some occur twice in a row.
fn params() -> Vec<Params> {
    (0..ROWS).map(|row| Params::nth(row * 2 / 3)).collect()
}

fn contents() -> Cells {
    (0..ROWS).map(|row| (row % 10 != 3).then(|| text(row, row * 5))).collect()
}

/// The values of a call over the contents, and the results of the call.
fn values_and_results(function: &hashlane_catalog::Function) -> (Cells, Cells) {
    let (contents, params) = (contents(), params());
    let each = |(cell, p): (&Option<Vec<u8>>, _)| match cell {
        Some(cell) => {
            let (value, result) = value_and_result(function, cell, p);
            (Some(value), result)
        }
        None => (None, None),
    };
    contents.iter().zip(&params).map(each).unzip()
}

#[test]
fn a_parameter_for_each_row_over_every_layout() {
    for function in over_bytes() {
        let (values, results) = values_and_results(function);
        for (layout, array) in layouts(&values) {
            let what = format!("{} over {layout}", function.name);
            let result = call(function, &with_columns(function, column(array), &params()));
            same(&what, &result.unwrap_or_else(|e| panic!("{what}: {e}")), &results);
        }
    }
}

#[test]
fn parameters_in_every_layout_sliced_and_as_dictionaries() {
    for function in over_bytes() {
        let (values, results) = values_and_results(function);
        let args = with_columns(function, column(plain(&values)[0].clone()), &params());
        for (place, arg) in function.params() {
            let array = &args[place].array;
            let parameter: Vec<(String, ArrayRef)> = match array.data_type().is_integer() {
                true => vec![("a slice".to_owned(), slice_of(array))],
                false => layouts(&bytes_of(array)),
            };
            for (layout, array) in parameter {
                if !arg.kind.accepts(hashlane_arrow::type_class(array.data_type())) {
                    continue;
                }
                let mut args = args.clone();
                args[place] = column(array);
                let what = format!("{} with {} in {layout}", function.name, arg.name);
                let result = call(function, &args).unwrap_or_else(|e| panic!("{what}: {e}"));
                same(&what, &result, &results);
            }
        }
    }
}

fn bytes_of(array: &ArrayRef) -> Cells {
    let array = arrow::compute::cast(array, &arrow::datatypes::DataType::Binary).expect("bytes");
    crate::support::cells(&array)
}

/// The array as a slice of a longer one.
fn slice_of(array: &ArrayRef) -> ArrayRef {
    let longer = arrow::compute::concat(&[&array.slice(0, 5), array, &array.slice(0, 5)]);
    longer.expect("one type").slice(5, array.len())
}

#[test]
fn one_value_with_a_parameter_for_each_row() {
    let content = text(4, 77);
    for function in over_bytes().filter(|f| f.args.len() > 1) {
        let mut params = params();
        let first = params[0].clone();
        if decompresses(function) || function.name == "uncompressed_size" {
            // One value can be read in only one way.
            for p in &mut params {
                (p.codec, p.dictionary, p.table) = (first.codec, first.dictionary, first.table);
            }
        }
        let (value, _) = value_and_result(function, &content, &first);
        let each = |p: &Params| value_and_result(function, &content, p).1;
        let results: Cells = params.iter().map(each).collect();
        let args = with_columns(function, scalar_blob(Some(&value)), &params);
        same(function.name, &call(function, &args).expect(function.name), &results);
    }
}

#[test]
fn a_null_parameter_is_a_null_result_in_that_row_only() {
    for function in over_bytes() {
        let (values, results) = values_and_results(function);
        let args = with_columns(function, column(plain(&values)[0].clone()), &params());
        for (place, arg) in function.params() {
            let mut args = args.clone();
            let keep: Vec<bool> = (0..ROWS).map(|row| row % 7 != 2).collect();
            let nulls =
                arrow::array::BooleanArray::from(keep.iter().map(|k| !k).collect::<Vec<_>>());
            let array = arrow::compute::nullif(&args[place].array, &nulls).expect("one length");
            args[place] = column(array);
            let results: Cells = results
                .iter()
                .zip(keep)
                .map(|(result, keep)| result.clone().filter(|_| keep))
                .collect();
            let what = format!("{} with NULL for {}", function.name, arg.name);
            if arg.kind.refuses_null() {
                assert!(error(function, &args).contains(" is NULL (a subquery"), "{what}");
                continue;
            }
            same(&what, &call(function, &args).expect(&what), &results);
        }
    }
}

#[test]
fn every_algorithm_in_one_column() {
    let cells: Cells = (0..ALGORITHMS.len() * 3).map(|row| Some(text(row, row * 11))).collect();
    let names: Vec<&str> =
        (0..cells.len()).map(|row| ALGORITHMS[row % ALGORITHMS.len()].name).collect();
    let columns: [ArrayRef; 2] = [
        Arc::new(StringArray::from(names.clone())),
        Arc::new(StringViewArray::from(names.clone())),
    ];
    for function in [find("digest"), find("hexdigest")] {
        let each = |(cell, name): (&Option<Vec<u8>>, &&'static str)| {
            let params = Params { algorithm: name, ..Params::nth(0) };
            cell.as_ref().map(|cell| expected(function, cell, &params))
        };
        let results: Cells = cells.iter().zip(&names).map(each).collect();
        for names in &columns {
            let args = [column(plain(&cells)[0].clone()), column(names.clone())];
            same(function.name, &call(function, &args).expect("no error"), &results);
        }
    }
}

/// A call whose only bad parameter is in row 2, and the same with that row NULL.
fn bad_row(function: &'static hashlane_catalog::Function, bad: ArrayRef, message: &str) {
    let value = |third: Option<&[u8]>| {
        let cells = [Some(&b"one"[..]), Some(b"two"), third].map(|c| c.map(<[u8]>::to_vec));
        column(plain(&cells)[0].clone())
    };
    let place = 1 - function.value_index();
    let call_of = |value: Given, bad: &ArrayRef| {
        let mut args = with_params(function, value, &Params::nth(0));
        args[place] = column(bad.clone());
        args
    };
    assert_eq!(error(function, &call_of(value(Some(b"three")), &bad)), message);
    let result = call(function, &call_of(value(None), &bad)).expect("the bad row is NULL");
    assert_eq!((result.null_count(), result.is_null(2)), (1, true), "{}", function.name);
}

#[test]
fn a_bad_parameter_is_an_error_unless_its_row_is_null() {
    let names = ALGORITHMS.iter().map(|a| a.name).collect::<Vec<_>>().join(", ");
    let texts = |third| Arc::new(StringArray::from(vec!["md5", "sha1", third])) as ArrayRef;
    let numbers = |third| Arc::new(Int64Array::from(vec![1, 2, third])) as ArrayRef;
    for name in ["digest", "hexdigest"] {
        let message = format!("{name}: argument algorithm is 'sha257'; allowed is one of {names}");
        bad_row(find(name), texts("sha257"), &message);
    }
    bad_row(
        find("zstd_compress"),
        numbers(23),
        "zstd_compress: argument level is 23; allowed is -7 to 22",
    );
    bad_row(
        find("zstd_compress"),
        numbers(-8),
        "zstd_compress: argument level is -8; allowed is -7 to 22",
    );
    for (name, level, low, high) in [
        ("gzip_compress", 10, 0, 9),
        ("zlib_compress", -1, 0, 9),
        ("brotli_compress", 12, 0, 11),
        ("xz_compress", 10, 0, 9),
        ("lz4hc_block_compress", 0, 1, 12),
    ] {
        let message = format!("{name}: argument level is {level}; allowed is {low} to {high}");
        bad_row(find(name), numbers(level), &message);
    }
    for name in ["compress", "compressed_size"] {
        let codecs = Arc::new(StringArray::from(vec!["zstd", "gzip(9)", "rar"])) as ArrayRef;
        let message = format!(
            "{name}: argument codec is 'rar'; allowed is one of zstd, gzip, zlib, snappy, brotli, \
             xz, lz4, lz4_block, lz4hc_block, deflate, bzip2, lzma, snappy_frame, snappy_java, \
             hadoop_snappy, lz4_java, lz4_legacy, hadoop_lz4, lz4_raw, brotli_large"
        );
        bad_row(find(name), codecs, &message);
    }
    for (name, length) in [("blake3", 0), ("blake3", 65_537), ("blake3_hex", -1)] {
        let message = format!("{name}: argument length is {length}; allowed is 1 to 65536");
        bad_row(find(name), numbers(length), &message);
    }
    let key = |length: usize| Some(vec![b'k'; length]);
    for (name, number) in [("iceberg_partition", 0), ("kafka_partition", 1 << 31)] {
        let message = format!("{name}: argument n is {number}; allowed is 1 to 2147483647");
        bad_row(find(name), numbers(number), &message);
    }
    let names = CHECKSUMS.iter().map(|c| c.name).collect::<Vec<_>>().join(", ");
    let message = format!("s3_checksum: argument algorithm is 'CRC31'; allowed is one of {names}");
    let checksums = Arc::new(StringArray::from(vec!["CRC32", "MD5", "CRC31"])) as ArrayRef;
    bad_row(find("s3_checksum"), checksums, &message);
    for name in ["siphash13", "siphash24_hex", "siphash24_128"] {
        let message = format!(
            "{name}: argument key is a key of 15 bytes; allowed is a key of exactly 16 bytes"
        );
        for keys in plain(&[key(16), key(16), key(15)]) {
            bad_row(find(name), keys, &message);
        }
    }
    for name in ["blake3_keyed", "blake3_keyed_hex"] {
        for length in [0, 31, 33] {
            let message = format!(
                "{name}: argument key is a key of {length} bytes; allowed is a key of exactly 32 bytes"
            );
            for keys in plain(&[key(32), key(32), key(length)]) {
                bad_row(find(name), keys, &message);
            }
        }
    }
}

/// A NULL dictionary would make every value NULL.
#[test]
fn a_dictionary_that_is_null_in_a_row_with_a_value() {
    let strings =
        |cells: &[Option<&str>]| column(Arc::new(StringArray::from(cells.to_vec())) as ArrayRef);
    let blobs =
        |cells: &[Option<&[u8]>]| column(Arc::new(BinaryArray::from(cells.to_vec())) as ArrayRef);
    let no_blob: ArrayRef = Arc::new(BinaryArray::from(vec![None::<&[u8]>]));
    let level = || column(Arc::new(Int64Array::from(vec![3, 3])) as ArrayRef);
    let (raw, both) = (b"a raw dictionary".as_slice(), [Some("a"), Some("b")]);
    let compress = find("zstd_compress");
    let says = "zstd_compress: argument dictionary is NULL (a subquery without rows gives NULL); leave \
                the argument out if you have no dictionary";
    let keys: DictionaryArray<Int32Type> = both.into_iter().collect();
    for value in [strings(&both), column(Arc::new(keys) as ArrayRef)] {
        for nulls in [
            blobs(&[None, None]),
            blobs(&[Some(raw), None]),
            column(Arc::new(NullArray::new(2)) as ArrayRef),
            scalar(no_blob.clone()),
            scalar(Arc::new(NullArray::new(1)) as ArrayRef),
        ] {
            let message = error(compress, &[value.clone(), level(), nulls]);
            assert_eq!(message, says);
        }
    }
    // A row without a value needs no dictionary.
    let args = [strings(&[Some("a"), None]), level(), blobs(&[Some(raw), None])];
    let result = call(compress, &args).unwrap();
    assert_eq!((result.is_valid(0), result.is_valid(1)), (true, false));
    let args = [strings(&[None, None]), level(), scalar(no_blob)];
    assert_eq!(call(compress, &args).unwrap().null_count(), 2);
    for name in ["fsst_compress", "zstd_decompress", "try_zstd_decompress"] {
        let message =
            error(find(name), &[blobs(&[Some(raw), Some(raw)]), blobs(&[None, Some(raw)])]);
        assert!(message.starts_with(&format!("{name}: argument ")), "{message}");
        assert!(message.contains(" is NULL (a subquery"), "{message}");
    }
}
