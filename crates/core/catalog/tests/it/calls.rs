//! Calls with constants and with columns of parameters.

use hashlane_catalog::{
    ArgColumn, ArgKind, ArgValue, Call, CallError, Function, Results, StringResults, ValueSource,
    all, find,
};
use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::{self, Integers, ValueClass, Values};

use crate::choices::{choices, row_for, text};
use crate::groups::cells;

/// A column of signatures of 16 numbers.
pub fn signatures(rows: usize) -> encoding::Column<'static> {
    static NUMBERS: [u32; 1 << 16] = [7; 1 << 16];
    let numbers = Values::Integers(ValueClass::Integer, Integers::U32(&NUMBERS), 1);
    let numbers = encoding::Column::new(NUMBERS.len(), None, numbers);
    encoding::Column::new(rows, None, Values::List(encoding::Lists::Fixed(16), Box::new(numbers)))
}

/// The results of a call in any shape, one per row. A function over rows gets rows of one BLOB, and
/// one over lists gets lists of one BLOB.
pub fn results(
    function: &'static Function,
    rows: &[&[u8]],
    params: &[ArgColumn<'_>],
) -> Result<Vec<Vec<u8>>, CallError> {
    let blobs = Values::Bytes(ValueClass::Binary, Rows::Slices(rows));
    let columns = [encoding::Column::new(rows.len(), None, blobs)];
    let lists = Values::List(encoding::Lists::Fixed(1), Box::new(columns[0].clone()));
    let lists = encoding::Column::new(rows.len(), None, lists);
    let numbers: Vec<i64> = rows.iter().map(|row| row.len() as i64).collect();
    let numbers = Values::Integers(ValueClass::Integer, Integers::I64(&numbers), 1);
    let numbers = [encoding::Column::new(rows.len(), None, numbers)];
    let signature = signatures(rows.len());
    let signatures = vec![signature; function.value_places(function.args.len()).len()];
    let source = match function.args[function.value_index()].kind {
        ArgKind::Signature => ValueSource::Row { columns: &signatures, len: rows.len() },
        ArgKind::Row | ArgKind::BytesOrInteger => {
            ValueSource::Row { columns: &columns, len: rows.len() }
        }
        ArgKind::WholeNumber => ValueSource::Row { columns: &numbers, len: rows.len() },
        _ if function.takes_list() => ValueSource::Lists { column: &lists, len: rows.len() },
        _ => ValueSource::Rows(Rows::Slices(rows)),
    };
    let call = Call::new(function, source, params, None)?;
    let results = call.collect(usize::MAX, None)?;
    let cells = cells(function, &results).into_iter();
    Ok(cells.map(|cell| cell.unwrap_or_else(|| b"NULL".to_vec())).collect())
}

/// The results of a call that returns strings of any length.
pub fn strings(call: Call<'_>) -> Result<StringResults, CallError> {
    match call.collect(usize::MAX, None)? {
        Results::Strings(out) => Ok(out),
        other => panic!("the results are {other:?}"),
    }
}

fn column<'a>(
    values: &'a [ArgValue<'a>],
    space: &'a mut (Vec<i128>, Vec<&'a [u8]>),
) -> ArgColumn<'a> {
    for value in values {
        match value {
            ArgValue::Integer(number) => space.0.push(*number),
            ArgValue::Bytes(bytes) => space.1.push(bytes),
            ArgValue::Null | ArgValue::Real(_) => panic!("no NULLs and no fractions here"),
        }
    }
    if space.0.is_empty() {
        ArgColumn::Bytes(Rows::Slices(&space.1))
    } else {
        ArgColumn::Integers(Integers::I128(&space.0))
    }
}

#[test]
fn parameters_that_alternate_give_what_constants_give() {
    let pattern = [0, 1, 0, 1, 1, 2, 0, 0, 2, 1, 2, 2, 0];
    for (function, arg) in all().filter_map(|f| Some((f, f.params().next()?.1))) {
        // Other tests cover the other functions.
        if function.args.len() > 2 && function.args[2].default.is_none()
            || function.takes_row()
            || function.takes_list()
            || function.name.contains("fsst_decompress")
        {
            continue;
        }
        let (choices, row) = (choices(function, arg.kind), row_for(function));
        let constant = |choice: ArgValue<'_>| {
            let one = results(function, &[&row], &[ArgColumn::Constant(choice)]);
            one.unwrap_or_else(|e| panic!("{e}")).remove(0)
        };
        let expected = choices.map(constant);
        let same = [ArgKind::MaxBytes, ArgKind::DictionaryOrMaxBytes, ArgKind::Format];
        if !same.contains(&arg.kind) {
            assert!(expected[0] != expected[1] && expected[1] != expected[2], "{function:?}");
        }
        let values = pattern.map(|choice| choices[choice]);
        let mut space = Default::default();
        let column = column(&values, &mut space);
        let mixed = results(function, &[&row[..]; 13], &[column]).unwrap_or_else(|e| panic!("{e}"));
        for (i, choice) in pattern.into_iter().enumerate() {
            assert!(mixed[i] == expected[choice], "{function:?}, row {i}");
        }
    }
}

#[test]
fn a_bad_parameter_in_a_column_is_an_error_after_good_ones() {
    for (name, numbers, given) in [
        ("zstd_compress", [3, 3, 23, 3], "argument level is 23; allowed is -7 to 22"),
        ("blake3", [1, 2, 0, 1], "argument length is 0; allowed is 1 to 65536"),
        ("xxh32", [1, 1, 1 << 32, 1], "argument seed is 4294967296; allowed is 0 to 4294967295"),
        ("xxh3", [0, 0, -1, 0], "argument seed is -1; allowed is 0 to 18446744073709551615"),
        (
            "murmur3_x64_128",
            [0, 0, 1 << 32, 0],
            "argument seed is 4294967296; allowed is 0 to 4294967295",
        ),
        ("gzip_compress", [0, 9, 10, 6], "argument level is 10; allowed is 0 to 9"),
        ("brotli_compress", [0, 11, 12, 6], "argument level is 12; allowed is 0 to 11"),
        ("lz4hc_block_compress", [1, 12, 0, 6], "argument level is 0; allowed is 1 to 12"),
        ("iceberg_partition", [1, 2, 0, 3], "argument n is 0; allowed is 1 to 2147483647"),
        (
            "kafka_partition",
            [1, 2, 1 << 31, 3],
            "argument n is 2147483648; allowed is 1 to 2147483647",
        ),
    ] {
        let function = find(name).expect(name);
        let error =
            results(function, &[&b"row"[..]; 4], &[ArgColumn::Integers(Integers::I128(&numbers))]);
        assert_eq!(error.expect_err("row 2").to_string(), format!("{name}: {given}"));
        // The same with row 2 NULL.
        let valid = [0b1011];
        let (rows, params) = ([&b"row"[..]; 4], [ArgColumn::Integers(Integers::I128(&numbers))]);
        let call = Call::new(function, Rows::Slices(&rows), &params, Some(&valid));
        let call = call.unwrap_or_else(|e| panic!("{e}"));
        let results = call.collect(usize::MAX, None).unwrap_or_else(|e| panic!("{e}"));
        if let Results::Strings(out) = results {
            assert_eq!(out.ends().len(), 4, "{name}");
            assert_eq!(out.ends()[1], out.ends()[2], "{name}: a NULL row is empty");
            assert!(out.nulls().is_empty(), "{name}: the arguments' NULLs are not failures");
        }
    }
}

#[test]
fn seeds_of_all_widths_are_the_same_seeds() {
    for name in ["xxh3", "xxh64", "xxh32", "xxh128", "xxh3_hex", "xxh32_hex", "murmur3_x64_128"] {
        let function = find(name).expect(name);
        let rows = [&b"one"[..], b"two", b"three"];
        let wide = results(
            function,
            &rows,
            &[ArgColumn::Integers(Integers::I128(&[0, 7, 4_294_967_295]))],
        );
        let wide = wide.expect("seeds in range");
        let of_32 =
            results(function, &rows, &[ArgColumn::Integers(Integers::U32(&[0, 7, u32::MAX]))]);
        assert_eq!(of_32.expect("seeds in range"), wide, "{name}");
        let of_64 =
            results(function, &rows, &[ArgColumn::Integers(Integers::U64(&[0, 7, 4_294_967_295]))]);
        assert_eq!(of_64.expect("seeds in range"), wide, "{name}");
        let first = results(function, &rows[..1], &[]).expect("no parameters");
        assert_eq!(first[0], wide[0], "{name}: the default is 0");
    }
}

#[test]
fn wrong_arity() {
    let constant = ArgColumn::Constant(ArgValue::Integer(1));
    for function in all().filter(|function| !function.takes_row()) {
        let (least, most) = (function.arity().start() - 1, function.arity().end() - 1);
        let counts = [least.checked_sub(1), Some(most + 1), Some(most + 5)];
        for count in counts.into_iter().flatten() {
            let error = Call::new(function, Rows::Slices(&[b"v"]), &vec![constant; count], None);
            let expected = format!(
                "{}: wrong number of arguments: {}; the call is {}",
                function.name,
                count + 1,
                function.signature()
            );
            assert_eq!(error.err().expect("an error").to_string(), expected);
        }
    }
}

#[test]
fn a_row_has_one_value_or_more() {
    let ten = vec![encoding::Column::new(1, None, Values::Null); 10];
    for function in all().filter(|function| function.takes_row()) {
        let params: Vec<_> =
            function.params().map(|(_, arg)| choices(function, arg.kind)[0]).collect();
        let params: Vec<_> = params.into_iter().map(ArgColumn::Constant).collect();
        let call = |count| {
            let source = ValueSource::Row { columns: &ten[..count], len: 1 };
            Call::new(function, source, &params, None)
        };
        let expected = format!(
            "{}: wrong number of arguments: {}; the call is {}",
            function.name,
            params.len(),
            function.signature()
        );
        assert_eq!(call(0).err().expect("an error").to_string(), expected);
        assert!((1..=10).all(|count| call(count).is_ok()), "{function:?}");
    }
}

#[test]
fn failures_are_listed_and_their_rows_are_empty() {
    let function = find("try_zstd_decompress_text").expect("it is in the catalogue");
    let good = row_for(function);
    let rows = [&good[..], b"not compressed", &good, &good, &good[..good.len() - 1]];
    let valid = [0b11011];
    let call = Call::new(function, Rows::Slices(&rows), &[], Some(&valid)).expect("a call");
    let mut out = strings(call).expect("failures are forgiven");
    assert_eq!(out.nulls(), [1, 4]);
    assert_eq!(out.ends(), [5_000, 5_000, 5_000, 10_000, 10_000]);
    assert!(out.bytes() == text().repeat(2));
    out.shrink_to(100);
    assert!(out.bytes().is_empty());
}

/// Lengths are known only row by row, and so is whether the results fit.
#[test]
fn results_that_do_not_fit_are_an_error_at_the_row_that_is_too_much() {
    let function = find("blake3").expect("it is in the catalogue");
    let lengths = [ArgColumn::Integers(Integers::I128(&[100, 100, 101, 65_536]))];
    let rows = [&b"row"[..]; 4];
    let call = Call::new(function, Rows::Slices(&rows), &lengths, None).expect("a call");
    let error = call.collect(300, None).expect_err("301 bytes").to_string();
    // Row 3 was not computed.
    assert!(error.starts_with("blake3: the results of a batch take at least 301 bytes"), "{error}");
    let fits = Call::new(
        function,
        Rows::Slices(&rows[..2]),
        &[ArgColumn::Integers(Integers::I128(&[100, 200]))],
        None,
    );
    let fits = fits.expect("a call").collect(300, None);
    assert!(matches!(fits.expect("300 bytes"), Results::Strings(_)));
}

#[test]
fn no_rows() {
    for function in all() {
        let params: Vec<_> =
            function.params().map(|(_, arg)| choices(function, arg.kind)[0]).collect();
        let params: Vec<_> = params.into_iter().map(ArgColumn::Constant).collect();
        assert_eq!(results(function, &[], &params).expect("no rows"), Vec::<Vec<u8>>::new());
    }
}

/// A key and an algorithm that change independently.
#[test]
fn hmac_takes_both_parameters_from_each_row() {
    let function = find("hmac_hex").expect("it is in the catalogue");
    let keys = [&b"a"[..], b"a", b"b", b"b", &[9; 200]];
    let names = [&b"md5"[..], b"sha256", b"sha256", b"md5", b"sha512"];
    let rows = [&b"row"[..]; 5];
    let columns = [ArgColumn::Bytes(Rows::Slices(&keys)), ArgColumn::Bytes(Rows::Slices(&names))];
    let mixed = results(function, &rows, &columns).expect("what is allowed");
    for i in 0..rows.len() {
        let constants =
            [keys[i], names[i]].map(|value| ArgColumn::Constant(ArgValue::Bytes(value)));
        let one = results(function, &rows[..1], &constants).expect("what is allowed");
        assert_eq!(mixed[i], one[0], "row {i}");
    }
}

/// A NULL row has no number of buckets, and a division by 0 buckets would panic.
#[test]
fn nothing_is_divided_where_everything_is_null() {
    let function = find("iceberg_partition").expect("it is in the catalogue");
    let (rows, counts) = ([&b""[..]; 2], [ArgColumn::Integers(Integers::I128(&[0, 0]))]);
    let call = Call::new(function, Rows::Slices(&rows), &counts, Some(&[0])).expect("no row");
    assert!(matches!(call.collect(usize::MAX, None), Ok(Results::Fixed(_))));
}
