//! The project's own vectors: values and frames made by independent packages.
//!
//! `tests/vectors/generate.py` makes the files and says where each value comes from. Hashes are
//! compared on every instruction set.

use hashlane_kernels::hash::algorithm::{ALGORITHMS, MAC_ALGORITHMS};
use hashlane_kernels::hash::blake3::Blake3Mode;
use hashlane_kernels::hash::s3::CHECKSUMS;
use hashlane_kernels::hash::{Digester, Hmac, MacAlgorithm, base64};
use serde_json::Value;

use crate::support::hash::Hash;
use crate::support::inputs::cycle;
use crate::support::json::{generated, list, number, text, unhex};

/// Compares `hash` with a table of hex values, one for each of the file's lengths.
fn check_table(file: &Value, table: &Value, name: &str, hash: impl Fn(&[u8]) -> String) -> usize {
    let (lengths, expected) = (list(&file["lengths"]), list(&table["hex"]));
    assert_eq!(lengths.len(), expected.len());
    for (length, expected) in lengths.iter().zip(expected) {
        let input = cycle(number(length) as usize);
        assert_eq!(hash(&input), text(expected), "{name} of {length} bytes");
    }
    lengths.len()
}

#[test]
fn xxhash() {
    let file = generated("xxhash.json");
    let checked: usize = list(&file["tables"])
        .iter()
        .map(|table| {
            let (name, seed) = (text(&table["function"]), number(&table["seed"]));
            let hash = Hash::named(name);
            check_table(&file, table, &format!("{name}, seed {seed},"), |input| {
                hash.hex(input, seed)
            })
        })
        .sum();
    println!("{checked} values of xxHash");
    assert!(checked >= 4 * 4 * 301);
}

#[test]
fn crc() {
    let file = generated("crc.json");
    let checked: usize = list(&file["tables"])
        .iter()
        .map(|table| {
            let name = text(&table["function"]);
            let hash = Hash::named(name);
            check_table(&file, table, name, |input| hash.hex(input, 0))
        })
        .sum();
    println!("{checked} values of CRCs");
    assert!(checked >= 3 * 301);
}

#[test]
fn seeded_hashes() {
    let file = generated("seeded.json");
    for table in list(&file["tables"]) {
        let (name, seed) = (text(&table["function"]), number(&table["seed"]));
        let hash = Hash::named(name);
        check_table(&file, table, &format!("{name}, seed {seed},"), |input| hash.hex(input, seed));
    }
}

#[test]
fn unseeded_hashes() {
    let file = generated("unseeded.json");
    for table in list(&file["tables"]) {
        let name = text(&table["function"]);
        let hash = Hash::named(name);
        check_table(&file, table, name, |input| hash.hex(input, 0));
    }
}

#[test]
fn siphash() {
    let file = generated("siphash.json");
    for table in list(&file["tables"]) {
        let (name, key) = (text(&table["function"]), unhex(text(&table["key"])));
        let hash = Hash::named(name);
        check_table(&file, table, name, |input| {
            const_hex::encode(hash.keyed(input, key[..].try_into().expect("16 bytes")))
        });
    }
}

#[test]
fn hmac_over_every_hash() {
    let file = generated("hmac.json");
    let tables = list(&file["tables"]);
    for algorithm in MAC_ALGORITHMS {
        let with_name = |table: &&Value| text(&table["algorithm"]) == algorithm.name;
        assert!(tables.iter().filter(with_name).count() >= 5, "{}", algorithm.name);
    }
    for table in tables {
        let (name, key) = (text(&table["algorithm"]), unhex(text(&table["key"])));
        let algorithm = MacAlgorithm::find(name).expect(name);
        let hash = Hash::Digest(name.to_string(), Digester::Hmac(Hmac::new(algorithm, &key)));
        check_table(&file, table, &format!("HMAC of {name}"), |input| hash.hex(input, 0));
    }
}

#[test]
fn checksums_of_s3() {
    let file = generated("s3.json");
    let tables = list(&file["tables"]);
    assert_eq!(tables.len(), CHECKSUMS.len());
    for (table, checksum) in tables.iter().zip(CHECKSUMS) {
        assert_eq!(text(&table["algorithm"]), checksum.name);
        let hash = Hash::Digest(checksum.name.to_string(), Digester::Algorithm(checksum));
        for (length, expected) in list(&file["lengths"]).iter().zip(list(&table["base64"])) {
            let digest = hash.everywhere(&cycle(number(length) as usize), 0);
            let mut encoded = vec![0; base64::encoded_len(digest.len())];
            base64::encode(&digest, &mut encoded);
            assert_eq!(encoded, text(expected).as_bytes(), "{checksum:?} of {length} bytes");
            let mut in_place = digest.clone();
            base64::in_place(0, &mut in_place);
            assert_eq!(in_place, encoded);
        }
    }
}

#[test]
fn every_algorithm_of_digest() {
    let file = generated("digest.json");
    let tables = list(&file["tables"]);
    let mut named: Vec<&str> = tables.iter().map(|table| text(&table["algorithm"])).collect();
    let mut known: Vec<&str> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known, "digest.json has each algorithm once");
    let checked: usize = tables
        .iter()
        .map(|table| {
            let name = text(&table["algorithm"]);
            let hash = Hash::named(name);
            check_table(&file, table, name, |input| hash.hex(input, 0))
        })
        .sum();
    println!("{checked} digests");
}

/// BLAKE3 with these parameters, for which the vectors have values.
fn blake3_of(mode: Blake3Mode, width: usize) -> Hash {
    Hash::Digest(format!("{mode:?} to {width}"), Digester::Blake3 { mode, width })
}

/// The mode with this name in a vector file.
fn mode(file: &Value, name: &Value) -> Blake3Mode {
    match text(name) {
        "plain" => Blake3Mode::Hash,
        "keyed" => Blake3Mode::Keyed(unhex(text(&file["key"])).try_into().unwrap()),
        "derive_key" => Blake3Mode::derive_key(text(&file["context"])),
        other => panic!("no BLAKE3 mode {other}"),
    }
}

#[test]
fn blake3() {
    let file = generated("blake3.json");
    let checked: usize = list(&file["tables"])
        .iter()
        .map(|table| {
            let hash = blake3_of(mode(&file, &table["mode"]), 32);
            check_table(&file, table, hash.name(), |input| hash.hex(input, 0))
        })
        .sum();
    println!("{checked} values of BLAKE3");
}

/// Every width from 1 to that of the vectors gives a prefix of the widest output, and an output of
/// 65,536 bytes is correct.
#[test]
fn blake3_extended_outputs() {
    let file = generated("blake3.json");
    for entry in list(&file["extended"]) {
        let mode = mode(&file, &entry["mode"]);
        let input = cycle(number(&entry["length"]) as usize);
        let expected = unhex(text(&entry["hex"]));
        for width in 1..=expected.len() {
            let out = blake3_of(mode, width).everywhere(&input, 0);
            assert_eq!(out, expected[..width], "{mode:?} of {} bytes to {width}", input.len());
        }
        let wide = blake3_of(mode, 1 << 16).everywhere(&input, 0);
        assert_eq!(
            Hash::named("sha256").hex(&wide, 0),
            text(&entry["sha256_of_65536"]),
            "{mode:?} of {} bytes",
            input.len()
        );
    }
}
