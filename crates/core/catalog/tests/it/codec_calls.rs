//! Calls of codecs: round trips, NULLs, failures.

use hashlane_catalog::{ArgColumn, ArgValue, Call, CallError, Function, Results, Work, all, find};
use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::Integers;

use crate::calls::{results, strings};
use crate::choices::packed;
use crate::groups::cells;
use crate::inputs::{SYMBOLS, dictionaries};

pub fn function(name: &str) -> &'static Function {
    find(name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn constant(value: &[u8]) -> ArgColumn<'_> {
    ArgColumn::Constant(ArgValue::Bytes(value))
}

/// The only result of a call over one row.
pub fn one(name: &str, row: &[u8], params: &[ArgColumn<'_>]) -> Result<Vec<u8>, CallError> {
    results(function(name), &[row], params).map(|mut rows| rows.remove(0))
}

/// Numbers; `None` if a row is NULL though its arguments are not.
pub fn numbers(name: &str, rows: &[&[u8]], params: &[ArgColumn<'_>]) -> Vec<Option<u64>> {
    let call = Call::new(function(name), Rows::Slices(rows), params, None).expect("a call");
    let collected = call.collect(usize::MAX, None).unwrap_or_else(|e| panic!("{e}"));
    let cells = cells(function(name), &collected).into_iter();
    cells.map(|cell| cell.map(|cell| number(&cell))).collect()
}

/// The number with these bytes.
fn number(bytes: &[u8]) -> u64 {
    match bytes.len() {
        4 => u32::from_ne_bytes(bytes.try_into().expect("4 bytes")).into(),
        _ => u64::from_ne_bytes(bytes.try_into().expect("8 bytes")),
    }
}

/// Texts or bytes; `None` if a row is NULL though its arguments are not.
pub fn found(name: &str, rows: &[&[u8]], params: &[ArgColumn<'_>]) -> Vec<Option<Vec<u8>>> {
    let call = Call::new(function(name), Rows::Slices(rows), params, None).expect("a call");
    let out = strings(call).unwrap_or_else(|e| panic!("{e}"));
    let start = |row: usize| row.checked_sub(1).map_or(0, |before| out.ends()[before]);
    let cell = |row| out.bytes()[start(row)..out.ends()[row]].to_vec();
    (0..rows.len()).map(|row| (!out.nulls().contains(&row)).then(|| cell(row))).collect()
}

pub const CONTENT: &[u8] = b"an order of the customer Wolf, an invoice of the customer Wolf";

const CODECS: [&str; 9] =
    ["zstd", "gzip", "zlib", "snappy", "brotli", "xz", "lz4", "lz4_block", "lz4hc_block"];

/// The codecs without their own functions, and whether they have a magic number.
const STREAMS: [(&str, bool); 11] = [
    ("deflate", false),
    ("bzip2", true),
    ("lzma", true),
    ("snappy_frame", true),
    ("snappy_java", true),
    ("hadoop_snappy", false),
    ("lz4_java", true),
    ("lz4_legacy", true),
    ("hadoop_lz4", false),
    ("lz4_raw", false),
    ("brotli_large", false),
];

#[test]
fn streams_of_other_systems() {
    for (name, is_detectable) in STREAMS {
        let frame = one("compress", CONTENT, &[constant(name.as_bytes())]).expect(name);
        let back = one("decompress", &frame, &[constant(name.as_bytes())]);
        assert_eq!(back.as_deref(), Ok(CONTENT), "{name}");
        let detected = found("detect_codec", &[&frame], &[]).remove(0);
        assert_eq!(detected, is_detectable.then(|| name.as_bytes().to_vec()), "{name}");
        let auto = found("try_decompress", &[&frame], &[constant(b"auto")]).remove(0);
        assert_eq!(auto.as_deref(), is_detectable.then_some(CONTENT), "{name}");
    }
}

/// An error over the output of another codec names that codec, and never suggests a larger max_bytes.
#[test]
fn errors_name_the_framing_that_was_found() {
    let told = ["zstd", "gzip", "xz", "lz4"].into_iter();
    let streams = STREAMS
        .into_iter()
        .filter(|(name, _)| !["deflate", "lz4_raw", "brotli_large"].contains(name));
    for codec in told.chain(streams.map(|(name, _)| name)) {
        let frame = one("compress", CONTENT, &[constant(codec.as_bytes())]).expect(codec);
        let hint = format!("looks like {codec}: use decompress(b, '{codec}')");
        for reader in ["zstd", "lz4_block", "snappy", "gzip", "xz"] {
            if codec == reader {
                continue;
            }
            let function = format!("{reader}_decompress");
            let error = one(&function, &frame, &[]).expect_err(codec).to_string();
            assert!(error.ends_with(&hint) && !error.contains("max_bytes"), "{error}");
            let named = one("decompress", &frame, &[constant(reader.as_bytes())]);
            let error = named.expect_err(codec).to_string();
            assert!(error.ends_with(&hint), "{error}");
            let null = found(&format!("try_{function}"), &[&frame], &[]).remove(0);
            assert_eq!(null, None, "{codec} as {reader}");
        }
        let cut = &frame[..frame.len() - 1];
        let error = one("decompress", cut, &[constant(codec.as_bytes())]).expect_err(codec);
        assert!(!error.to_string().contains("looks like"), "{error}");
    }
    let hadoop = one("compress", CONTENT, &[constant(b"hadoop_snappy")]).expect("a codec");
    let error = one("decompress", &hadoop, &[constant(b"auto")]).expect_err("no magic number");
    assert!(error.to_string().contains("looks like hadoop_snappy"), "{error}");
}

/// `compress(v, 'gzip')` is `gzip_compress(v)`, also in a column of names.
#[test]
fn a_named_codec_is_the_function_of_its_name() {
    let names = CODECS.map(str::as_bytes);
    let rows = [CONTENT; CODECS.len()];
    let column = [ArgColumn::Bytes(Rows::Slices(&names))];
    let compressed = results(function("compress"), &rows, &column).expect("all are codecs");
    let sizes = numbers("compressed_size", &rows, &column);
    for (i, name) in CODECS.into_iter().enumerate() {
        let own = one(&format!("{name}_compress"), CONTENT, &[]).expect(name);
        assert_eq!(compressed[i], own, "{name}");
        assert_eq!(one("compress", CONTENT, &[constant(names[i])]), Ok(own.clone()), "{name}");
        assert_eq!(sizes[i], Some(own.len() as u64), "{name}");
    }
    let frames: Vec<&[u8]> = compressed.iter().map(Vec::as_slice).collect();
    for name in ["decompress", "decompress_text", "try_decompress", "try_decompress_text"] {
        let back = results(function(name), &frames, &column).expect("what was compressed");
        assert_eq!(back, rows, "{name}");
    }
}

#[test]
fn auto_is_for_formats_that_tell_themselves() {
    let frames = CODECS.map(|name| one("compress", CONTENT, &[constant(name.as_bytes())]).unwrap());
    let detectable = ["zstd", "gzip", "zlib", "xz", "lz4"];
    for (name, frame) in CODECS.into_iter().zip(&frames) {
        let rows = [&frame[..]];
        let detected = found("detect_codec", &rows, &[]).remove(0);
        let back = found("try_decompress", &rows, &[constant(b"auto")]).remove(0);
        if detectable.contains(&name) {
            assert_eq!(detected.as_deref(), Some(name.as_bytes()));
            assert_eq!(back.as_deref(), Some(CONTENT), "{name}");
            continue;
        }
        assert_eq!((detected, back), (None, None), "{name}");
        let error = one("decompress", frame, &[constant(b"auto")]).expect_err(name).to_string();
        let start = "decompress: argument b: the input is not a valid compressed value: its \
                     first bytes are not a known magic number";
        assert!(error.starts_with(start), "{error}");
    }
}

/// Brotli and zlib don't record a size; gzip records only that of its last member, modulo 2^32.
#[test]
fn uncompressed_sizes_are_what_headers_say() {
    for name in CODECS {
        let frame = one("compress", CONTENT, &[constant(name.as_bytes())]).expect(name);
        let says = !["brotli", "zlib", "gzip"].contains(&name);
        let expected = says.then_some(CONTENT.len() as u64);
        let size = numbers("uncompressed_size", &[&frame], &[constant(name.as_bytes())]);
        assert_eq!(size, [expected], "{name}");
    }
    let error = one("uncompressed_size", b"hashlane", &[constant(b"zstd")]).expect_err("no frame");
    let start = "uncompressed_size: argument b: the input is not a valid zstd frame";
    assert!(error.to_string().starts_with(start), "{error}");
}

#[test]
fn dictionaries_in_a_column_are_those_of_their_rows() {
    let dictionaries = dictionaries();
    let pick = [0, 1, 1, 2, 0];
    let column = pick.map(|i| &dictionaries[i].bytes[..]);
    let params =
        [ArgColumn::Constant(ArgValue::Integer(3)), ArgColumn::Bytes(Rows::Slices(&column))];
    let frames = results(function("zstd_compress"), &[CONTENT; 5], &params).expect("dictionaries");
    for (frame, dictionary) in frames.iter().zip(column) {
        let constants = [params[0], constant(dictionary)];
        assert_eq!(one("zstd_compress", CONTENT, &constants).as_ref(), Ok(frame));
    }
    let rows: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
    let ids = pick.map(|i| Some(dictionaries[i].id.into()));
    assert_eq!(numbers("zstd_dict_id", &rows, &[]), ids);
    assert_eq!(numbers("zstd_dict_id", &column, &[]), ids);
    for name in ["zstd_decompress", "try_zstd_decompress_text"] {
        let back = results(function(name), &rows, &params[1..]).expect("their dictionaries");
        assert_eq!(back, [CONTENT; 5]);
    }
}

#[test]
fn a_frame_refuses_other_dictionaries() {
    let dictionaries = dictionaries();
    let (ours, other) = (&dictionaries[0], &dictionaries[1]);
    let params = [ArgColumn::Constant(ArgValue::Integer(3)), constant(&ours.bytes)];
    let frame = one("zstd_compress", CONTENT, &params).expect("a dictionary");
    for (given, words) in [
        (vec![], "none was given".to_owned()),
        (vec![constant(&other.bytes)], format!("{} was given", other.id)),
        (vec![ArgColumn::Constant(ArgValue::Integer(1_000))], "none was given".to_owned()),
    ] {
        let error = one("zstd_decompress", &frame, &given).expect_err("another").to_string();
        let expected = format!(
            "zstd_decompress: argument b: the zstd frame was made with the dictionary {}, but \
             {words}; pass that dictionary",
            ours.id
        );
        assert_eq!(error, expected);
        assert_eq!(found("try_zstd_decompress", &[&frame], &given), [None]);
    }
    // A frame that needs no dictionary decodes with any.
    let plain = one("zstd_compress", CONTENT, &[]).expect("no dictionary");
    let back = one("zstd_decompress", &plain, &[constant(&ours.bytes)]);
    assert_eq!(back, Ok(CONTENT.to_vec()));
    assert_eq!(numbers("zstd_dict_id", &[&plain], &[]), [None]);
}

/// As a constant or as a column: a constant is checked before columns.
#[test]
fn max_bytes_is_given_once() {
    let plain = one("zstd_compress", CONTENT, &[]).expect("no dictionary");
    let limit = ArgColumn::Constant(ArgValue::Integer(100));
    let limits = ArgColumn::Integers(Integers::I128(&[100]));
    for params in [[limit, limit], [limit, limits], [limits, limit], [limits, limits]] {
        for name in ["zstd_decompress", "try_zstd_decompress"] {
            let error = one(name, &plain, &params).expect_err("it is there twice").to_string();
            let start = format!("{name}: max_bytes is given twice");
            assert!(error.starts_with(&start), "{error}");
        }
    }
    let length = CONTENT.len() as i128;
    let fits = ArgColumn::Constant(ArgValue::Integer(length));
    assert_eq!(one("zstd_decompress", &plain, &[fits]), Ok(CONTENT.to_vec()));
    let error =
        one("zstd_decompress", &plain, &[ArgColumn::Integers(Integers::I128(&[length - 1]))]);
    assert!(error.expect_err("a byte less").to_string().contains("which is 61"));
}

#[test]
fn bad_dictionaries_and_tables_in_a_column_are_errors_at_their_rows() {
    let good = dictionaries().remove(0).bytes;
    let frame = one("zstd_compress", CONTENT, &[]).expect("no dictionary");
    for (name, row, bad_start) in [
        ("zstd_decompress", &frame[..], "zstd_decompress: argument dictionary: "),
        ("fsst_compress", CONTENT, "fsst_compress: argument symbols: "),
    ] {
        let good = if name == "fsst_compress" { SYMBOLS } else { &good[..] };
        let column = [good, good, b"none", good];
        let params = [ArgColumn::Bytes(Rows::Slices(&column))];
        let error = results(function(name), &[row; 4], &params).expect_err("row 2").to_string();
        assert!(error.starts_with(bad_start), "{error}");
        let rows = [row; 4];
        let call = Call::new(function(name), Rows::Slices(&rows), &params, Some(&[0b1011]))
            .expect("columns are checked row by row");
        let out = strings(call).expect("row 2 is NULL");
        assert_eq!((out.ends().len(), out.ends()[1]), (4, out.ends()[2]));
    }
}

/// The codes are those of docs/fsst-format.md: 0 is the symbol, 255 escapes a byte.
#[test]
fn fsst_under_a_table() {
    let table = [constant(SYMBOLS)];
    assert_eq!(one("fsst_compress", b"hashlane!", &table), Ok(vec![0, 255, b'!']));
    let tables = [SYMBOLS; 3];
    let column = [ArgColumn::Bytes(Rows::Slices(&tables))];
    let rows = [&[0, 255, b'!'][..], &[], &[0, 0]];
    let expected = [&b"hashlane!"[..], b"", b"hashlanehashlane"];
    for name in ["fsst_decompress", "try_fsst_decompress_text"] {
        assert_eq!(results(function(name), &rows, &table).expect("codes"), expected);
        assert_eq!(results(function(name), &rows, &column).expect("codes"), expected);
    }
    for bad in [&[1][..], &[0, 255]] {
        let error = one("fsst_decompress", bad, &table).expect_err("no codes").to_string();
        let start = "fsst_decompress: argument b: the input is not a valid FSST-compressed value: ";
        assert!(error.starts_with(start), "{error}");
        assert_eq!(found("try_fsst_decompress", &[bad], &table), [None]);
    }
    let limits = [table[0], ArgColumn::Constant(ArgValue::Integer(15))];
    let error = one("fsst_decompress", rows[2], &limits).expect_err("16 bytes").to_string();
    assert!(error.contains("more than max_bytes, which is 15"), "{error}");
}

/// Rows with a NULL argument are not measured, whatever they hold.
#[test]
fn nulls_are_not_measured() {
    for name in ["zstd_dict_id", "uncompressed_size", "block_count"] {
        let good = match name {
            "block_count" => packed(),
            _ => one("zstd_compress", CONTENT, &[]).expect("it can be compressed"),
        };
        let params: Vec<_> = function(name).params().map(|_| constant(b"auto")).collect();
        let rows = [&good[..], b"junk", &good];
        let call = |valid| {
            let call = Call::new(function(name), Rows::Slices(&rows), &params, valid);
            call.expect("a call").collect(usize::MAX, None)
        };
        // The frames name no dictionary; the other two functions have a number for each row.
        let Ok(Results::Fixed(found)) = call(Some(&[0b101])) else { panic!("{name}") };
        match name {
            "zstd_dict_id" => assert_eq!(found.nulls, [0, 2]),
            _ => {
                let numbers: Vec<u64> = found.bytes.chunks(found.width).map(number).collect();
                assert!(found.nulls.is_empty() && numbers[0] > 0, "{name}");
                assert_eq!((numbers[1], numbers[2]), (0, numbers[0]), "{name}");
            }
        }
        assert!(call(None).is_err(), "{name}");
    }
}

/// Every `try_` form returns NULL for junk and for values over its limit; the others fail.
#[test]
fn try_forgives_junk_and_limits_of_every_codec() {
    for function in all().filter(|f| f.work == Work::Decompress) {
        let base = function.name.trim_start_matches("try_").trim_end_matches("_text");
        let forgives = function.name.starts_with("try_");
        let dictionary = dictionaries().remove(0).bytes;
        let further = match base {
            "decompress" => vec![constant(b"zstd")],
            "fsst_decompress" => vec![constant(SYMBOLS)],
            "zstd_decompress" => vec![constant(&dictionary)],
            _ => vec![],
        };
        let (compressor, params) = match base {
            "decompress" => ("compress".to_owned(), &further[..]),
            "fsst_decompress" => ("fsst_compress".to_owned(), &further[..]),
            _ => (base.replace("decompress", "compress"), &[][..]),
        };
        let frame = one(&compressor, CONTENT, params).expect("it can be compressed");
        let limit =
            |limit| [&further[..], &[ArgColumn::Constant(ArgValue::Integer(limit))]].concat();
        let length = CONTENT.len() as i128;
        assert_eq!(one(function.name, &frame, &limit(length)), Ok(CONTENT.to_vec()));
        for (row, params) in [(&frame[..], limit(length - 1)), (&[0xfe, 0xff], limit(length))] {
            if forgives {
                assert_eq!(found(function.name, &[row], &params), [None], "{function:?}");
            } else {
                let error = one(function.name, row, &params).expect_err("it fails").to_string();
                let start = format!("{}: argument b: ", function.name);
                assert!(error.starts_with(&start), "{error}");
            }
        }
    }
}
