//! The project's vectors, made by independent packages: see `tests/vectors`.

use std::path::PathBuf;
use std::sync::Arc;

use arrow::array::{ArrayRef, BinaryArray, StringArray, UInt64Array};
use serde_json::Value;

use crate::support::foreign::unbase64;
use crate::support::inputs::{Cells, cycle};
use crate::support::oracle::unhex;
use crate::support::{Given, call, cells, column, find, same, scalar, scalar_blob};

fn vectors(name: &str) -> Value {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/vectors");
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// Byte `i` is `i % 251`, at each length of the file.
fn inputs(file: &Value) -> Given {
    let lengths = list(&file["lengths"]).iter().map(|n| n.as_u64().expect("a length") as usize);
    let rows: Vec<Vec<u8>> = lengths.map(|length| cycle(0, length)).collect();
    column(Arc::new(BinaryArray::from_iter_values(rows)) as ArrayRef)
}

/// The digests of a table, as bytes and as text.
fn digests(table: &Value) -> (Cells, Cells) {
    let hex = list(&table["hex"]).iter().map(text);
    hex.map(|hex| (Some(unhex(hex)), Some(hex.as_bytes().to_vec()))).unzip()
}

/// Compares a function and its hex form with a table.
fn compare(name: &str, args: &[Given], table: &Value) {
    let (bytes, hex) = digests(table);
    assert!(bytes.len() > 300);
    same(name, &call(find(name), args).expect("no error"), &bytes);
    let name = if name == "digest" { "hexdigest".to_owned() } else { format!("{name}_hex") };
    same(&name, &call(find(&name), args).expect("no error"), &hex);
}

fn scalar_text(value: &str) -> Given {
    scalar(Arc::new(StringArray::from(vec![value])) as ArrayRef)
}

#[test]
fn seeded() {
    seeded_file("xxhash.json");
    seeded_file("seeded.json");
}

fn seeded_file(name: &str) {
    let file = vectors(name);
    for table in list(&file["tables"]) {
        let seed = table["seed"].as_u64().expect("a seed");
        let name = text(&table["function"]);
        let seeds = scalar(Arc::new(UInt64Array::from(vec![seed])) as ArrayRef);
        compare(name, &[inputs(&file), seeds], table);
        if seed == 0 {
            compare(name, &[inputs(&file)], table);
        }
    }
}

#[test]
fn unseeded() {
    for file in ["crc.json", "unseeded.json"] {
        let file = vectors(file);
        for table in list(&file["tables"]) {
            match text(&table["function"]) {
                // It has no hex form.
                name @ "clickhouse_cityhash64" => {
                    let result = call(find(name), &[inputs(&file)]).expect("no error");
                    same(name, &result, &digests(table).0);
                }
                name => compare(name, &[inputs(&file)], table),
            }
        }
    }
}

#[test]
fn siphash() {
    let file = vectors("siphash.json");
    for table in list(&file["tables"]) {
        let key = unhex(text(&table["key"]));
        compare(text(&table["function"]), &[inputs(&file), scalar_blob(Some(&key))], table);
    }
}

#[test]
fn checksums_of_s3() {
    let file = vectors("s3.json");
    for table in list(&file["tables"]) {
        let expected: Cells =
            list(&table["base64"]).iter().map(|b| Some(text(b).as_bytes().to_vec())).collect();
        let args = [inputs(&file), scalar_text(text(&table["algorithm"]))];
        same("s3_checksum", &call(find("s3_checksum"), &args).expect("no error"), &expected);
    }
}

#[test]
fn hmac() {
    let file = vectors("hmac.json");
    for table in list(&file["tables"]) {
        let (key, name) = (unhex(text(&table["key"])), scalar_text(text(&table["algorithm"])));
        let (bytes, hex) = digests(table);
        let args = [inputs(&file), scalar_blob(Some(&key)), name];
        same("hmac", &call(find("hmac"), &args).expect("no error"), &bytes);
        same("hmac_hex", &call(find("hmac_hex"), &args).expect("no error"), &hex);
    }
}

#[test]
fn signed_hashes_of_engines() {
    let file = vectors("engines.json");
    for table in list(&file["tables"]) {
        let name = text(&table["function"]);
        let numbers = list(&table["numbers"]).iter().map(|n| n.as_i64().expect("a number"));
        let mut args = vec![inputs(&file)];
        // Results of 32 bits among those of 64.
        let mut narrow = name == "iceberg_hash";
        if let Some(n) = table["n"].as_u64() {
            args.push(scalar(Arc::new(UInt64Array::from(vec![n])) as ArrayRef));
            narrow = true;
        }
        let bytes = |n: i64| n.to_be_bytes()[if narrow { 4 } else { 0 }..].to_vec();
        let expected: Cells = numbers.map(|n| Some(bytes(n))).collect();
        same(name, &call(find(name), &args).expect("no error"), &expected);
    }
}

#[test]
fn digest() {
    let file = vectors("digest.json");
    for table in list(&file["tables"]) {
        compare("digest", &[inputs(&file), scalar_text(text(&table["algorithm"]))], table);
    }
}

#[test]
fn blake3() {
    let file = vectors("blake3.json");
    for table in list(&file["tables"]) {
        match text(&table["mode"]) {
            "plain" => compare("blake3", &[inputs(&file)], table),
            "keyed" => {
                let key = unhex(text(&file["key"]));
                compare("blake3_keyed", &[inputs(&file), scalar_blob(Some(&key))], table);
            }
            "derive_key" => {
                let context = scalar_text(text(&file["context"]));
                compare("blake3_derive_key", &[context, inputs(&file)], table);
            }
            other => panic!("no mode {other}"),
        }
    }
}

#[test]
fn blake3_to_any_length() {
    let file = vectors("blake3.json");
    let plain = list(&file["extended"]).iter().filter(|entry| text(&entry["mode"]) == "plain");
    let mut count = 0;
    for entry in plain {
        let input = cycle(0, entry["length"].as_u64().expect("a length") as usize);
        let all = unhex(text(&entry["hex"]));
        let lengths: Vec<u64> = [1, 31, 32, 33, 64, 65, all.len() as u64].to_vec();
        let expected: Cells =
            lengths.iter().map(|&length| Some(all[..length as usize].to_vec())).collect();
        let lengths = column(Arc::new(UInt64Array::from(lengths)) as ArrayRef);
        let result = call(find("blake3"), &[scalar_blob(Some(&input)), lengths]);
        same("blake3", &result.expect("no error"), &expected);
        count += 1;
    }
    assert!(count > 5);
}

/// Decompresses all frames of a file in one column, and compares the digest of each with the file's.
fn frames(file: &str, list_name: &str, name: &str) {
    let file = vectors(file);
    let entries = list(&file[list_name]);
    assert!(entries.len() > 10);
    let frames = entries.iter().map(|entry| unbase64(text(&entry["base64"])));
    let frames: ArrayRef = Arc::new(BinaryArray::from_iter_values(frames));
    for name in [name.to_owned(), format!("try_{name}")] {
        let contents = call(find(&name), &[column(frames.clone())]).expect("all are valid");
        for (entry, content) in entries.iter().zip(cells(&contents)) {
            let length = content.expect("not NULL").len() as u64;
            assert_eq!(
                length,
                entry["length"].as_u64().expect("a length"),
                "{}",
                entry["settings"]
            );
        }
        let digests = call(find("hexdigest"), &[column(contents), scalar_text("sha256")]);
        let sha256 = entries.iter().map(|entry| Some(text(&entry["sha256"]).as_bytes().to_vec()));
        same(&name, &digests.expect("no error"), &sha256.collect::<Cells>());
    }
}

#[test]
fn zstd_frames() {
    frames("zstd.json", "frames", "zstd_decompress");
}

#[test]
fn lz4_frames() {
    frames("lz4.json", "frames", "lz4_decompress");
}

#[test]
fn lz4_blocks() {
    frames("lz4.json", "blocks", "lz4_block_decompress");
}
