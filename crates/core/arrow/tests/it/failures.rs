//! Rejected input, and the error messages.

use std::sync::Arc;

use arrow::array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, Decimal128Array, DictionaryArray,
    Float64Array, Int8Array, Int32Array, Int64Array, ListArray, StringArray, StructArray,
    TimestampMicrosecondArray, new_null_array,
};
use arrow::datatypes::{DataType, Field, Fields, Int32Type};
use hashlane_catalog::{ArgKind, Function, ResultForm, TypeClass};

use crate::support::arrays::{layouts, plain};
use crate::support::inputs::{Cells, Params, text};
use crate::support::oracle::{decompresses, expected, forgives, frame_of, value_and_result};
use crate::support::{Given, call, column, error, find, over_bytes, same, scalar, with_params};

/// The functions that forgive, or those that don't.
fn decompressors(forgiving: bool) -> impl Iterator<Item = &'static Function> {
    over_bytes().filter(move |f| decompresses(f) && forgives(f) == forgiving)
}

/// Frames, a third of them damaged, and the results of `try_`.
fn damaged(function: &Function) -> (Cells, Cells) {
    let rows = (0..30usize).map(|row| {
        let content = text(row, 20 + row * 3);
        let mut frame = frame_of(function, &content);
        match row % 6 {
            0 => frame.truncate(frame.len() - 1),
            3 => frame = b"not compressed".to_vec(),
            5 => return (None, None),
            _ => return (Some(frame), Some(content)),
        }
        (Some(frame), None)
    });
    rows.unzip()
}

#[test]
fn try_is_null_in_the_rows_that_are_corrupt_and_only_those() {
    for function in decompressors(true) {
        let (values, expected) = damaged(function);
        for (layout, array) in layouts(&values) {
            let what = format!("{} over {layout}", function.name);
            let result = call(function, &with_params(function, column(array), &Params::nth(0)));
            same(&what, &result.unwrap_or_else(|e| panic!("{what}: {e}")), &expected);
        }
    }
}

#[test]
fn without_try_a_corrupt_row_is_an_error() {
    for function in decompressors(false) {
        let (values, _) = damaged(function);
        for (layout, array) in layouts(&values) {
            let args = with_params(function, column(array), &Params::nth(0));
            let message = error(function, &args);
            let start = format!("{}: argument b: the input is not a valid ", function.name);
            assert!(message.starts_with(&start), "{layout}: {message}");
        }
    }
}

#[test]
fn max_bytes_is_the_most_that_comes_out() {
    for function in over_bytes().filter(|f| decompresses(f)) {
        let content = text(0, 5_000);
        let frame = frame_of(function, &content);
        let limits =
            Int64Array::from(vec![Some(5_000), Some(4_999), Some(0), None, Some(i64::MAX)]);
        let value = || column(plain(&vec![Some(frame.clone()); 5])[0].clone());
        let limits: ArrayRef = Arc::new(limits);
        let limited = |limit: Given| {
            let mut args = with_params(function, value(), &Params::nth(0));
            *args.last_mut().expect("max_bytes is the last") = limit;
            args
        };
        if forgives(function) {
            let expected = [Some(content.clone()), None, None, None, Some(content.clone())];
            let result = call(function, &limited(column(limits))).expect("no error");
            same(function.name, &result, &expected);
        } else {
            let message = error(function, &limited(column(limits.clone())));
            let expected = format!(
                "{}: argument b: the input decompresses to more than max_bytes, which is 4999; \
                 pass a larger max_bytes if that is expected",
                function.name
            );
            assert_eq!(message, expected);
            let result = call(function, &limited(scalar(limits.slice(0, 1)))).expect("it fits");
            same(function.name, &result, &vec![Some(content.clone()); 5]);
        }
        for bad in [-1, i64::MIN] {
            let limit = scalar(Arc::new(Int64Array::from(vec![bad])) as ArrayRef);
            let expected = format!(
                "{}: argument max_bytes is {bad}; allowed is 0 to 9223372036854775807",
                function.name
            );
            assert_eq!(error(function, &limited(limit)), expected);
        }
    }
}

/// `zstd_decompress(b, 5000)` has no dictionary.
#[test]
fn a_number_in_place_of_a_dictionary_is_max_bytes() {
    let content = text(0, 5_000);
    let frame = expected(find("zstd_compress"), &content, &Params::defaults());
    let value = || column(plain(&vec![Some(frame.clone()); 2])[0].clone());
    let numbers = |numbers: Vec<i64>| Arc::new(Int64Array::from(numbers)) as ArrayRef;
    let function = find("try_zstd_decompress");
    let fits = call(function, &[value(), scalar(numbers(vec![5_000]))]).expect("no error");
    same("a constant", &fits, &[Some(content.clone()), Some(content.clone())]);
    let rows = call(function, &[value(), column(numbers(vec![4_999, 5_000]))]).expect("no error");
    same("a column", &rows, &[None, Some(content)]);
    for limit in [scalar(numbers(vec![9_000])), column(numbers(vec![9_000; 2]))] {
        for dictionary in [scalar(numbers(vec![5_000])), column(numbers(vec![5_000; 2]))] {
            let message = error(function, &[value(), dictionary, limit.clone()]);
            let start = "try_zstd_decompress: max_bytes is given twice";
            assert!(message.starts_with(start), "{message}");
        }
    }
}

#[test]
fn corrupt_packs_and_places_that_are_not_there() {
    let params = Params::nth(2);
    for name in ["block_get", "block_get_text", "block_count", "block_values", "block_values_text"]
    {
        let function = find(name);
        let (pack, _) = value_and_result(function, b"content", &params);
        for bad in [&pack[..pack.len() - 1], b"", b"no pack"] {
            let array = plain(&[Some(pack.clone()), Some(bad.to_vec())])[0].clone();
            let message = error(function, &with_params(function, column(array), &params));
            let start = format!("{name}: argument pack: the input is not a valid block pack: ");
            assert!(message.starts_with(&start), "{message}");
        }
        if name.starts_with("block_get") {
            let array = plain(&[Some(pack.clone())])[0].clone();
            for (place, words) in [
                (5, "pack: i is 5, but the pack has 4 values, counted from 1"),
                (0, "i is 0; allowed is 1 to 9223372036854775807"),
            ] {
                let place = scalar(Arc::new(Int64Array::from(vec![place])) as ArrayRef);
                let message = error(function, &[column(array.clone()), place]);
                assert_eq!(message, format!("{name}: argument {words}"));
            }
        }
    }
}

#[test]
fn text_that_is_not_utf8() {
    let contents = [&b"fine"[..], b"bad \xff end", "köln".as_bytes(), b"cut \xe6\x9d"];
    for function in over_bytes().filter(|f| decompresses(f)) {
        let frames: Cells = contents.iter().map(|c| Some(frame_of(function, c))).collect();
        let result = |args: &[_]| call(function, args);
        let all = column(plain(&frames)[0].clone());
        let args = with_params(function, all, &Params::nth(0));
        let whole: Cells = contents.iter().map(|c| Some(c.to_vec())).collect();
        match (function.form, forgives(function)) {
            (ResultForm::Text, true) => {
                let expected = [whole[0].clone(), None, whole[2].clone(), None];
                same(function.name, &result(&args).expect("no error"), &expected);
            }
            (ResultForm::Text, false) => {
                let expected = format!(
                    "{}: argument b: the decompressed bytes are not UTF-8 from byte 4 on; \
                     use the form without _text to get them as they are",
                    function.name
                );
                assert_eq!(error(function, &args), expected);
            }
            _ => same(function.name, &result(&args).expect("no error"), &whole),
        }
    }
}

#[test]
fn two_texts_of_which_neither_is_utf8_are_refused_though_together_they_are() {
    let function = find("try_zstd_decompress_text");
    let frames = [b"\xc3", b"\xa4"].map(|half| Some(frame_of(function, half)));
    let array = plain(&frames)[0].clone();
    let args = with_params(function, column(array), &Params::nth(0));
    same("halves", &call(function, &args).expect("no error"), &[None, None]);
}

/// Arrays of length 1 of each type that no value may have, or that only some arguments may have.
fn arrays() -> Vec<ArrayRef> {
    let fields = Fields::from(vec![Field::new("a", DataType::Int32, true)]);
    let int32: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let key = Int8Array::from(vec![0]);
    let decimal = Decimal128Array::from(vec![1]).with_precision_and_scale(38, 2);
    let floats: ArrayRef = Arc::new(Float64Array::from(vec![1.0]));
    vec![
        Arc::new(StructArray::new(fields, vec![int32.clone()], None)),
        Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([Some([Some(1)])])),
        Arc::new(DictionaryArray::try_new(key, floats.clone()).expect("a key")),
        Arc::new(decimal.expect("a precision that fits")),
        Arc::new(BooleanArray::from(vec![true])),
        Arc::new(Date32Array::from(vec![1])),
        Arc::new(TimestampMicrosecondArray::from(vec![1])),
        new_null_array(&DataType::Decimal256(40, 0), 1),
        new_null_array(&DataType::Float32, 1),
        floats,
        int32,
        Arc::new(StringArray::from(vec!["md5"])),
        Arc::new(BinaryArray::from(vec![&[7u8; 32][..]])),
    ]
}

/// Whether a kind of argument accepts a class, independent of the catalogue's own table.
fn takes(kind: ArgKind, class: TypeClass) -> bool {
    let bytes = matches!(kind, ArgKind::Bytes | ArgKind::Key16 | ArgKind::Key32 | ArgKind::Key);
    let made = matches!(
        kind,
        ArgKind::Dictionary
            | ArgKind::DictionaryOrMaxBytes
            | ArgKind::SymbolTable
            | ArgKind::Sketch
    );
    let names = matches!(
        kind,
        ArgKind::Algorithm
            | ArgKind::MacAlgorithm
            | ArgKind::Checksum
            | ArgKind::Codec
            | ArgKind::Format
            | ArgKind::KafkaClient
            | ArgKind::Namespace
            | ArgKind::ShingleUnit
            | ArgKind::Fingerprint
    );
    let text = names || matches!(kind, ArgKind::Text | ArgKind::Context);
    match class {
        // The class doesn't decide which types it rejects.
        _ if kind == ArgKind::Bucketed => true,
        TypeClass::Text | TypeClass::Blob | TypeClass::Integer
            if kind == ArgKind::BytesOrInteger =>
        {
            true
        }
        _ if kind == ArgKind::BytesOrInteger => false,
        TypeClass::Text | TypeClass::Uuid => bytes || text,
        TypeClass::Blob => bytes || made,
        TypeClass::Integer => kind == ArgKind::DictionaryOrMaxBytes || !(bytes || made || text),
        TypeClass::Real => kind == ArgKind::Fraction,
        TypeClass::Null | TypeClass::List | TypeClass::Other => false,
    }
}

fn class(array: &ArrayRef) -> TypeClass {
    match array.data_type() {
        DataType::Utf8 => TypeClass::Text,
        DataType::Binary => TypeClass::Blob,
        DataType::Int32 => TypeClass::Integer,
        DataType::Float32
        | DataType::Float64
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => TypeClass::Real,
        _ => TypeClass::Other,
    }
}

#[test]
fn other_types_are_refused_with_function_argument_and_what_it_takes() {
    for function in over_bytes() {
        for (place, arg) in function.args.iter().enumerate() {
            for array in arrays().iter().filter(|array| !takes(arg.kind, class(array))) {
                let value: ArrayRef = Arc::new(StringArray::from(vec!["v"]));
                let mut args = with_params(function, column(value), &Params::nth(0));
                let mut expected = format!(
                    "{}: argument {} is {}; it takes {}",
                    function.name,
                    arg.name,
                    hashlane_arrow::type_name(array.data_type()),
                    arg.kind.type_names()
                );
                if arg.kind == ArgKind::Bytes {
                    expected += &format!(". To use its text, write CAST({} AS VARCHAR)", arg.name);
                }
                for given in [column(array.clone()), scalar(array.clone())] {
                    args[place] = given;
                    let message = error(function, &args);
                    assert!(message.starts_with(&expected), "{message}\nis not\n{expected}");
                }
            }
        }
    }
}

#[test]
fn arity() {
    for function in hashlane_catalog::all() {
        let value = scalar(Arc::new(StringArray::from(vec!["a"])) as ArrayRef);
        let most = *function.arity().end();
        let too_many = (most < usize::MAX).then_some(most.saturating_add(1));
        for given in [0, *function.arity().start() - 1].into_iter().chain(too_many) {
            let expected = format!(
                "{}: wrong number of arguments: {given}; the call is {}",
                function.name,
                function.signature()
            );
            assert_eq!(error(function, &vec![value.clone(); given]), expected);
        }
    }
}

#[test]
fn call_by_name() {
    let text = StringArray::from(vec!["a"]);
    let message = hashlane_arrow::call("sha257", &[&text]).expect_err("no function").to_string();
    assert!(message.ends_with("hashlane has no function called sha257"), "{message}");
    let message = hashlane_arrow::call("xxh3", &[]).expect_err("no value").to_string();
    assert!(
        message.ends_with("xxh3: wrong number of arguments: 0; the call is xxh3(v[, seed])"),
        "{message}"
    );
}

#[test]
fn arrays_of_different_lengths() {
    let text: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "c"]));
    let seeds: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
    let list: ArrayRef =
        Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([Some([Some(1)])]));
    for (name, args) in [
        ("xxh3", [&text, &seeds]),
        ("row_xxh3", [&text, &seeds]),
        ("row_digest", [&text, &seeds]),
        ("iceberg_partition", [&seeds, &text]),
        ("list_digest", [&list, &text]),
    ] {
        let error = hashlane_arrow::call(name, &[args[0], args[1]]).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
    let error = hashlane_arrow::call("xxh3", &[&text, &seeds]).unwrap_err().to_string();
    assert!(error.contains("3 rows and another has 2"), "{error}");
}
