//! Changes single bits of footers, by the field that they are in. The first test names each contradiction; the second one takes
//! any bits, and verification must report what pyarrow can't read or reads differently.

use std::ops::Range;

use hashlane_parquet::thrift::{ThriftKind, ThriftReader};
use hashlane_parquet::verify::{Check, CheckOutcome};
use parquet::basic::Compression;
use parquet::file::properties::WriterVersion;

use super::findings;
use super::headers::{Flip, read_by_pyarrow, written_files};
use crate::written::Memory;
use crate::written::arrow_rs::{file, rows};

/// A field in a footer, as the numbers of fields and `[]` for elements: `4[].1[].3.7`. A head comes before its value.
struct Found {
    path: String,
    bytes: Range<usize>,
}

/// Every field of the footer of a file, in order.
fn fields(file: &[u8]) -> Vec<Found> {
    let end = file.len() - 8;
    let len = u32::from_le_bytes(file[end..end + 4].try_into().expect("four bytes")) as usize;
    let start = end - len;
    let mut found = Vec::new();
    fields_of(&mut ThriftReader::new(&file[start..end]), start, "", &mut found);
    found
}

fn fields_of(reader: &mut ThriftReader<'_>, start: usize, path: &str, found: &mut Vec<Found>) {
    let mut last = 0;
    loop {
        let head = start + reader.position();
        let Some(field) = reader.field(&mut last).expect("a sound footer") else { return };
        let path = match path {
            "" => field.id.to_string(),
            path => format!("{path}.{}", field.id),
        };
        let bytes = head..start + reader.position();
        found.push(Found { path: format!("{path}:head"), bytes });
        value(reader, start, &path, field.kind, found);
    }
}

fn value(
    reader: &mut ThriftReader<'_>,
    start: usize,
    path: &str,
    kind: ThriftKind,
    found: &mut Vec<Found>,
) {
    let at = start + reader.position();
    match kind {
        ThriftKind::Bool => return,
        ThriftKind::Struct => return fields_of(reader, start, path, found),
        ThriftKind::List => {
            let list = reader.list().expect("a list");
            let bytes = at..start + reader.position();
            found.push(Found { path: format!("{path}:head"), bytes });
            (0..list.len)
                .for_each(|_| value(reader, start, &format!("{path}[]"), list.kind, found));
            return;
        }
        ThriftKind::Binary => {
            reader.binary().expect("bytes");
        }
        kind => reader.skip_element(kind).expect("a number"),
    }
    found.push(Found { path: path.to_owned(), bytes: at..start + reader.position() });
}

/// A flipped bit of a field: the field, which of those with this path, the byte in it (from the end if negative), the bit, and what
/// verification says.
type Case = (&'static str, usize, isize, u8, &'static str);

const CASES: [Case; 15] = [
    ("2[].4", 1, 1, 0, "it has a field i, but Parquet's schema has h"),
    ("2[].1", 0, 0, 1, "in the schema, but"),
    ("2[].3", 5, 0, 2, "a list"),
    ("2[].6", 1, 0, 4, "annotated with"),
    ("2[].6", 0, 0, 0, "SchemaElement.converted_type is -1"),
    ("2[].10.1:head", 0, 0, 2, "LogicalType.STRING is of type"),
    ("4[].1[].3.1", 0, 0, 1, "in the schema, but"),
    ("4[].1[].3.3[]", 0, 1, 0, "but its column chunk is of"),
    ("4[].1[].3.4", 0, 0, 1, "it is not compressed"),
    ("4[].1[].3.13[].1:head", 0, 0, 5, "PageEncodingStats"),
    ("4[].3", 0, 0, 1, "the file claims"),
    ("5[].1", 1, 1, 0, "ARROW:schema with a flipped bit"),
    ("5[].2", 1, 2, 0, "ARROW:schema:"),
    ("5[].2", 1, -20, 6, "ARROW:schema: it is not base64"),
    ("7:head", 1, 0, 4, "EncryptionAlgorithm has 0 fields"),
];

#[test]
fn contradictions_are_named() {
    let whole = file(&rows(400), Compression::SNAPPY, WriterVersion::PARQUET_1_0, false, false);
    assert!(
        findings(&Memory(whole.clone()), false).iter().all(|it| it.outcome != CheckOutcome::Failed)
    );
    let fields = fields(&whole);
    let mut missed = Vec::new();
    for (path, which, byte, bit, words) in CASES {
        let Some(field) = fields.iter().filter(|field| field.path == path).nth(which) else {
            missed.push(format!("no field {path}"));
            continue;
        };
        let from = if byte < 0 { field.bytes.end } else { field.bytes.start };
        let mut flipped = whole.clone();
        flipped[from.checked_add_signed(byte).expect("a byte")] ^= 1 << bit;
        let details: Vec<_> = findings(&Memory(flipped), false)
            .into_iter()
            .filter(|finding| finding.outcome == CheckOutcome::Failed)
            .map(|finding| finding.detail)
            .collect();
        if !details.iter().any(|detail| detail.contains(words)) {
            missed.push(format!("{path}, {words}: {details:?}"));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Fields in which a flipped bit can make another sound footer: a converted type without a logical type, and what Arrow's schema
/// alone says, such as a time zone.
const AMBIGUOUS: [&str; 2] = ["2[].6", "5[].2"];

#[test]
fn a_flip_that_pyarrow_notices_is_reported() {
    let Some((python, folder, files)) = written_files() else { return };
    let footers: Vec<_> = files.iter().map(|(_, bytes)| fields(bytes)).collect();
    let place = |file: usize, byte: usize| {
        footers[file].iter().find(|field| field.bytes.contains(&byte)).map_or("", |it| &it.path)
    };
    let bytes = |footer: &Vec<Found>| -> Vec<usize> {
        footer.iter().flat_map(|field| field.bytes.clone()).collect()
    };
    let flips = super::headers::flips(&footers.iter().map(bytes).collect::<Vec<_>>());
    let line = |flip: &Flip| format!("{} {} {}", files[flip.file].0, flip.byte, flip.bit);
    let lines: Vec<_> = flips.iter().map(line).collect();
    let read = read_by_pyarrow(&python, &folder.0, &lines);
    let mut missed = Vec::new();
    for ((flip, line), read) in flips.iter().zip(&lines).zip(&read) {
        let place = place(flip.file, flip.byte);
        // Pages of version 2 may all say that they aren't compressed. Their codec then matters to readers that lack it.
        let is_unused = place == "4[].1[].3.4" && line.contains("-v2-");
        if read == "same" || is_unused || AMBIGUOUS.contains(&place) {
            continue;
        }
        let mut bytes = files[flip.file].1.clone();
        bytes[flip.byte] ^= 1 << flip.bit;
        let is_reported = findings(&Memory(bytes), false).iter().any(|finding| {
            let of_footer = matches!(finding.check, Check::Metadata | Check::Footer);
            finding.outcome == CheckOutcome::Failed
                || of_footer && finding.outcome == CheckOutcome::Unverified
        });
        if !is_reported {
            missed.push(format!("{line}, field {place}; pyarrow: {read}"));
        }
    }
    let noticed = read.iter().filter(|read| *read != "same").count();
    assert!(missed.is_empty(), "{} of {noticed} missed: {missed:#?}", missed.len());
    assert!(noticed > flips.len() / 4, "{noticed} of {}", flips.len());
}
