//! The memory that `fingerprint`, `diff` and `add_crc` use for files that claim too much: an error or a result, less than
//! 256 MiB, and no panic. `verify::crafted` has the same for `verify`.

use std::io;
use std::path::Path;
use std::sync::Arc;

use hashlane_files::{FileSystem, LocalFiles, Source};
use hashlane_parquet::add_crc::{WrongCrc, add_crc};
use hashlane_parquet::thrift::{ThriftKind, ThriftReader};
use hashlane_parquet::{diff, fingerprint};
use parquet::basic::{Compression, Repetition, Type, ZstdLevel};
use parquet::schema::types::Type as SchemaType;

use crate::alloc::peak;
use crate::support::{options, published};
use crate::verify::hostile::{Numbers, files, mutate};
use crate::written::crafted::{ALL, PLAIN, RLE, codecs, column, data, file, numbers, page, varint};
use crate::written::{Memory, arrow_rs};

const MOST: usize = 256 << 20;

/// Runs a call within its memory limit, and returns its error as a line.
fn bounded<T>(what: &str, call: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let (result, peak) = peak(call);
    let error = result.as_ref().err().cloned().unwrap_or_default();
    assert!(peak < MOST, "{what}: {peak} bytes: {error}");
    assert!(!error.contains('\n'), "{what}: {error}");
    result
}

/// The outcomes of all calls for a file, that of `fingerprint` first.
fn all(what: &str, file: &Arc<dyn Source>) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let options = options(false, 1);
    let made = bounded(what, || fingerprint(file, &options).map(drop).map_err(|e| text(&e)));
    let compared = bounded(what, || diff(file, file, &options).map_err(|e| text(&e)));
    assert_eq!(made.is_ok(), compared.is_ok(), "{what}: {made:?}, {compared:?}");
    assert!(compared.is_ok_and(|diff| diff.is_equal()) || made.is_err(), "{what}");
    let copied = || add_crc(file.as_ref(), &mut io::sink(), WrongCrc::Keep).map_err(|e| text(&e));
    let _ = bounded(what, copied);
    made
}

fn open(path: &Path) -> Arc<dyn Source> {
    Arc::from(LocalFiles.open(path.to_str().expect("UTF-8")).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn published_files() {
    for folder in ["parquet-testing/data", "parquet-testing/bad_data"] {
        for path in published(folder) {
            let result = all(&path.display().to_string(), &open(&path));
            assert!(result.is_err() || folder.ends_with("/data"), "{}", path.display());
        }
    }
}

fn of(memory: Memory) -> Arc<dyn Source> {
    Arc::new(memory)
}

/// The error of `fingerprint` for a file without a fingerprint.
fn refused(what: &str, memory: Memory) -> String {
    all(what, &of(memory)).expect_err(what)
}

const HOSTILE: [i64; 8] = [-1, 0, 1 << 30, ALL, 1 << 31, 1 << 60, i64::MAX, i64::MIN];

/// Every number in every page header is replaced, for every codec and type.
#[test]
fn numbers_in_page_headers() {
    let physical = [Type::INT32, Type::INT96, Type::DOUBLE, Type::BYTE_ARRAY, Type::BOOLEAN];
    let repetitions = [Repetition::REQUIRED, Repetition::OPTIONAL, Repetition::REPEATED];
    let mut refusals = 0;
    for codec in [Compression::UNCOMPRESSED].into_iter().chain(codecs()) {
        for (physical, repetition) in physical.into_iter().zip(repetitions.into_iter().cycle()) {
            for hostile in HOSTILE {
                for pages in hostile_pages(hostile) {
                    let file = file(column(physical, repetition), codec, 8, 8, &pages);
                    let what = format!("{codec}, {physical}, {repetition}, {hostile}");
                    refusals += usize::from(all(&what, &of(file)).is_err());
                }
            }
        }
    }
    assert!(refusals > 2000, "{refusals} refused");
}

/// Pages with a wrong number in each field of the header, for dictionaries and both versions of data pages, and in
/// the sizes of each.
fn hostile_pages(hostile: i64) -> Vec<Vec<u8>> {
    let body = [0u8; 96];
    let (dictionary, one, two): (&[i64], &[i64], &[i64]) =
        (&[8, PLAIN], &[8, PLAIN, RLE, RLE], &[8, 0, 8, PLAIN, 0, 0]);
    let mut all = Vec::new();
    for (kind, fields) in [(2, dictionary), (0, one), (3, two)] {
        for field in 0..fields.len() {
            let mut fields = fields.to_vec();
            fields[field] = hostile;
            all.push(page(kind, 96, &fields, &body));
        }
        all.push(page(kind, hostile, fields, &body));
        let mut stored = Vec::new();
        numbers(&[Some(kind), Some(96), Some(hostile)], &mut stored);
        stored.extend(&page(kind, 96, fields, &body)[numbers_len(kind)..]);
        all.push(stored);
    }
    for page in &mut all {
        // A page that uses the dictionary.
        page.extend(data(8, 8, &[1, 16, 0]));
    }
    all
}

/// The lengths of the three numbers that [`page`] begins with.
fn numbers_len(kind: i64) -> usize {
    let mut out = Vec::new();
    numbers(&[Some(kind), Some(96), Some(96)], &mut out);
    out.len()
}

/// The places of the numbers of a structure and of the structures inside it.
fn places(reader: &mut ThriftReader<'_>, kind: ThriftKind, into: &mut Vec<(usize, usize)>) {
    let start = reader.position();
    match kind {
        ThriftKind::I32 | ThriftKind::I64 | ThriftKind::I16 => {
            reader.i64().expect("a number");
            into.push((start, reader.position()));
        }
        ThriftKind::Struct => {
            let mut last = 0;
            while let Some(field) = reader.field(&mut last).expect("a field") {
                match field.kind {
                    ThriftKind::Bool => {}
                    kind => places(reader, kind, into),
                }
            }
        }
        ThriftKind::List => {
            let list = reader.list().expect("a list");
            (0..list.len).for_each(|_| places(reader, list.kind, into));
        }
        kind => reader.skip_element(kind).expect("a value"),
    }
}

/// Every number in the footer is replaced.
#[test]
fn numbers_in_footers() {
    let rows = arrow_rs::rows(40);
    let version = parquet::file::properties::WriterVersion::PARQUET_1_0;
    let healthy = arrow_rs::file(&rows, Compression::SNAPPY, version, true, true);
    all("healthy", &of(Memory(healthy.clone()))).expect("it is");
    let tail = healthy.len() - 8;
    let len = u32::from_le_bytes(healthy[tail..tail + 4].try_into().expect("four bytes")) as usize;
    let (start, metadata) = (tail - len, &healthy[tail - len..tail]);
    let mut numbers = Vec::new();
    places(&mut ThriftReader::new(metadata), ThriftKind::Struct, &mut numbers);
    assert!(numbers.len() > 150, "{} numbers", numbers.len());
    let mut refusals = 0;
    for (from, to) in numbers {
        for hostile in HOSTILE {
            let mut mutant = healthy[..start + from].to_vec();
            varint((hostile << 1 ^ hostile >> 63) as u64, &mut mutant);
            mutant.extend(&metadata[to..]);
            let len = (mutant.len() - start) as u32;
            mutant.extend(len.to_le_bytes());
            mutant.extend(b"PAR1");
            let what = format!("{hostile} at byte {from} of the footer");
            refusals += usize::from(all(&what, &of(Memory(mutant))).is_err());
        }
    }
    assert!(refusals > 400, "{refusals} refused");
}

/// Mutations of files of several writers.
#[test]
fn random_mutations() {
    const MUTATIONS: usize = 3000;
    let mut files = files();
    files.extend(arrow_rs::files().into_iter().map(|file| file.bytes));
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut refusals = 0;
    for mutation in 0..MUTATIONS {
        let mut bytes = files[numbers.below(files.len())].clone();
        (0..=numbers.below(4)).for_each(|_| mutate(&mut bytes, &mut numbers));
        let result = all(&format!("mutation {mutation}"), &of(Memory(bytes)));
        refusals += usize::from(result.is_err());
    }
    assert!(refusals > MUTATIONS / 4, "{refusals} of {MUTATIONS} refused");
}

/// Copies of one value of 1 MiB, in DELTA_BYTE_ARRAY: 8192 of them are 8 GiB.
#[test]
fn copies_of_a_long_value() {
    const LONG: u64 = 1 << 20;
    // 8192 numbers: the first, then one that is `delta` more, then the same again.
    let stream = |first: u64, delta: i64| {
        let mut out = Vec::new();
        // One block of 8192 in one miniblock.
        [8192, 1, 8192, first << 1].into_iter().for_each(|number| varint(number, &mut out));
        varint((delta.min(0) << 1 ^ delta.min(0) >> 63) as u64, &mut out);
        out.push(32);
        for index in 0..8192i64 {
            let delta = if index == 0 { delta } else { 0 } - delta.min(0);
            out.extend((delta as u32).to_le_bytes());
        }
        out
    };
    let mut body = stream(0, LONG as i64);
    body.extend(stream(LONG, -(LONG as i64)));
    body.resize(body.len() + LONG as usize, b'x');
    let column = column(Type::BYTE_ARRAY, Repetition::REQUIRED);
    let memory = file(column, Compression::UNCOMPRESSED, 8192, 8192, &data(8192, 7, &body));
    let error = refused("copies", memory);
    assert!(error.contains("8192 values of 8589934592 bytes"), "{error}");
}

/// A page of 1 GiB of zeros that is 32 KiB long.
#[test]
fn a_page_that_is_a_gibibyte() {
    let mut zeros = zstd_of_zeros();
    let claims = 1 << 30;
    let values = claims / 8;
    for repetition in [Repetition::REQUIRED, Repetition::OPTIONAL] {
        let pages = page(0, claims, &[values, PLAIN, RLE, RLE], &zeros);
        let codec = Compression::ZSTD(ZstdLevel::default());
        let memory = file(column(Type::INT64, repetition), codec, values, values, &pages);
        let error = refused("a gibibyte", memory);
        assert!(error.contains("row group 0: ") && error.contains("1073741824 bytes"), "{error}");
    }
    // And a page that only claims to be one.
    zeros.truncate(100);
    let pages = page(0, claims, &[values, PLAIN, RLE, RLE], &zeros);
    let codec = Compression::ZSTD(ZstdLevel::default());
    refused("cut off", file(column(Type::INT64, Repetition::REQUIRED), codec, 8, 8, &pages));
}

/// A frame of 1 GiB: blocks of 128 KiB, each of one repeated byte (RFC 8878, section 3.1.1.2).
fn zstd_of_zeros() -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    for block in 0..8192u32 {
        let head = u32::from(block == 8191) | 1 << 1 | (128 << 10) << 3;
        frame.extend(&head.to_le_bytes()[..3]);
        frame.push(0);
    }
    frame
}

/// 2^31 - 1 elements of one row, and as many of 8192 rows, in a few bytes each. The footer doesn't mention them.
#[test]
fn lists_without_end() {
    let run = |times: i64, level: u8, out: &mut Vec<u8>| {
        varint((times as u64) << 1, out);
        out.push(level);
    };
    let framed = |levels: Vec<u8>| [&(levels.len() as u32).to_le_bytes()[..], &levels].concat();
    let mut one = Vec::new();
    run(1, 0, &mut one);
    run(ALL - 1, 1, &mut one);
    let mut many = Vec::new();
    for _ in 0..8192 {
        run(1, 0, &mut many);
        run(ALL / 8192 - 1, 1, &mut many);
    }
    for (rows, repetition) in [(1, one), (8192, many)] {
        let mut definition = Vec::new();
        run(ALL, 1, &mut definition);
        let body = [framed(repetition), framed(definition), vec![0, 1]].concat();
        let values = ALL / rows * rows;
        let pages = page(0, body.len() as i64, &[values, 8, RLE, RLE], &body);
        let mut all = page(2, 8, &[1, PLAIN], &[0; 8]);
        all.extend(pages);
        let column = column(Type::INT64, Repetition::REPEATED);
        let claimed = if rows == 1 { values } else { rows };
        let error = refused("lists", file(column, Compression::UNCOMPRESSED, claimed, rows, &all));
        assert!(error.contains("values in a few rows"), "{error}");
    }
}

/// A row with a list of NULLs, each of which takes as much memory as a value of the type.
fn list_of_nulls(column: SchemaType, values: i64) -> Memory {
    let runs = |runs: &[(i64, u8)]| {
        let mut levels = Vec::new();
        for (times, level) in runs {
            varint((*times as u64) << 1, &mut levels);
            levels.push(*level);
        }
        [&(levels.len() as u32).to_le_bytes()[..], &levels].concat()
    };
    let body = [runs(&[(1, 0), (values - 1, 1)]), runs(&[(values, 1)])].concat();
    let pages = data(values, PLAIN, &body);
    // An optional value in a repeated group.
    let group = SchemaType::group_type_builder("g")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(column)]);
    let group = group.build().expect("a group");
    file(group, Compression::UNCOMPRESSED, values, 1, &pages)
}

#[test]
fn lists_of_nulls() {
    let of_type = |physical, length| {
        let column = SchemaType::primitive_type_builder("c", physical);
        let column = column.with_repetition(Repetition::OPTIONAL).with_length(length);
        column.build().expect("a column")
    };
    let cases = [
        (Type::INT64, 0, 2 << 20, true),
        (Type::INT64, 0, 3 << 20, false),
        (Type::BYTE_ARRAY, 0, 2 << 20, true),
        (Type::FIXED_LEN_BYTE_ARRAY, 16, 2 << 20, true),
        (Type::FIXED_LEN_BYTE_ARRAY, 1 << 20, 64, true),
        (Type::FIXED_LEN_BYTE_ARRAY, 1 << 20, 2 << 20, false),
    ];
    for (physical, length, values, fine) in cases {
        let what = format!("{values} of {physical}, {length}");
        let result = all(&what, &of(list_of_nulls(of_type(physical, length), values)));
        assert_eq!(result.is_ok(), fine, "{what}: {result:?}");
    }
}

/// More rows than the footer has, all NULL.
#[test]
fn rows_without_end() {
    let mut levels = Vec::new();
    varint((ALL as u64) << 1, &mut levels);
    levels.push(0);
    let body = [&(levels.len() as u32).to_le_bytes()[..], &levels].concat();
    let column = column(Type::INT64, Repetition::OPTIONAL);
    let pages = data(ALL, PLAIN, &body);
    let error = refused("rows", file(column, Compression::UNCOMPRESSED, 8, 8, &pages));
    assert!(error.contains("more rows than the 8 of the footer"), "{error}");
}

/// The headers of the DELTA encodings claim 2^31 - 1 values.
#[test]
fn deltas() {
    let head = [0x80, 0x01, 4, 0xff, 0xff, 0xff, 0xff, 0x07, 0];
    for (physical, encoding) in [(Type::INT64, 5), (Type::BYTE_ARRAY, 6), (Type::BYTE_ARRAY, 7)] {
        let column = column(physical, Repetition::REQUIRED);
        let pages = data(3, encoding, &head);
        let error = refused("deltas", file(column, Compression::UNCOMPRESSED, 3, 3, &pages));
        assert!(error.contains("the page claims 2147483647 deltas"), "{error}");
    }
}

/// Values of 2 GiB each, all NULL.
#[test]
fn values_of_an_impossible_length() {
    for length in [i32::MAX, 1 << 30, 20 << 20, 1 << 20] {
        let column = SchemaType::primitive_type_builder("c", Type::FIXED_LEN_BYTE_ARRAY)
            .with_repetition(Repetition::OPTIONAL)
            .with_length(length)
            .build()
            .expect("a column");
        // 1000 levels of 0.
        let body = [3, 0, 0, 0, 0xd0, 0x0f, 0];
        let pages = data(1000, PLAIN, &body);
        let memory = file(column, Compression::UNCOMPRESSED, 1000, 1000, &pages);
        let result = all("lengths", &of(memory));
        assert_eq!(result.is_ok(), length == 1 << 20, "{length}: {result:?}");
    }
}
