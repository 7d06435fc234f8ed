//! xxHash's own sanity vectors, those of its Python package and of MurmurHash3's, and the CRC
//! catalogue.

use serde_json::Value;

use super::{folder, json_file, lines};
use crate::streams::States;
use crate::support::hash::Hash;
use crate::support::json::{list, number, text, unhex};
use crate::support::sets::sets;

/// The buffer of xxHash's sanity check. Its inputs are prefixes of the buffer.
fn sanity_buffer(length: usize) -> Vec<u8> {
    let mut state = 2_654_435_761u64;
    let byte = |_| {
        let byte = (state >> 56) as u8;
        state = state.wrapping_mul(11_400_714_785_074_694_797);
        byte
    };
    (0..length).map(byte).collect()
}

/// Left out: the tables `*_secret`, since no function of ours takes a secret.
#[test]
fn xxhash_sanity_vectors() {
    let Some(folder) = folder() else { return };
    let file = json_file(&folder, "xxhash/sanity_vectors_to300.json");
    let mut checked = 0;
    for (table, name) in [
        ("xxh32", "xxh32"),
        ("xxh64", "xxh64"),
        ("xxh3_64_seed", "xxh3"),
        ("xxh3_128_seed", "xxh128"),
    ] {
        let hash = Hash::named(name);
        for row in list(&file[table]) {
            let (length, seed) = (number(&row[0]), number(&row[1]));
            let input = sanity_buffer(length as usize);
            assert_eq!(
                hash.hex(&input, seed),
                text(&row[2]),
                "{name}, {length} bytes, seed {seed}"
            );
            checked += 1;
        }
    }
    println!("{checked} sanity vectors");
}

/// The same for input in two pieces.
#[test]
fn xxhash_sanity_vectors_of_streams() {
    let Some(folder) = folder() else { return };
    let file = json_file(&folder, "xxhash/sanity_vectors_to300.json");
    for isa in sets() {
        for (i, table) in ["xxh64", "xxh3_64_seed", "xxh3_128_seed"].into_iter().enumerate() {
            for row in list(&file[table]) {
                let (length, seed) = (number(&row[0]) as usize, number(&row[1]));
                let input = sanity_buffer(length);
                let mut states = States::new(*isa, seed);
                states.update(&input[..length / 3]);
                states.update(&input[length / 3..]);
                let (xxh64, xxh3, xxh128) = states.digests();
                let hex =
                    [format!("{xxh64:016x}"), format!("{xxh3:016x}"), format!("{xxh128:032x}")];
                assert_eq!(hex[i], text(&row[2]), "{table}, {length} bytes, seed {seed}, {isa}");
            }
        }
    }
}

/// The numbers after the length and the seed as big-endian hex: one of 32 or 64 bits, or the low
/// and the high half of one of 128.
fn canonical(name: &str, row: &Value) -> String {
    match name {
        "xxh32" => format!("{:08x}", number(&row[2])),
        "xxh128" => format!("{:016x}{:016x}", number(&row[3]), number(&row[2])),
        _ => format!("{:016x}", number(&row[2])),
    }
}

/// Left out: the tables with a secret.
#[test]
fn xxhash_sanity_constants() {
    let Some(folder) = folder() else { return };
    let file = json_file(&folder, "xxhash/xsum_sanity_constants.json");
    let mut checked = 0;
    for (table, name) in [
        ("XSUM_XXH32_testdata", "xxh32"),
        ("XSUM_XXH64_testdata", "xxh64"),
        ("XSUM_XXH3_testdata", "xxh3"),
        ("XSUM_XXH128_testdata", "xxh128"),
    ] {
        let hash = Hash::named(name);
        for row in list(&file["tables"][table]) {
            let (length, seed) = (number(&row[0]), number(&row[1]));
            let input = sanity_buffer(length as usize);
            assert_eq!(hash.hex(&input, seed), canonical(name, row), "{name} of {length} bytes");
            checked += 1;
        }
    }
    println!("{checked} sanity constants");
}

#[test]
fn python_xxhash() {
    let Some(folder) = folder() else { return };
    let file = json_file(&folder, "xxhash/python_xxhash.json");
    for row in list(&file["rows"]) {
        let name = match text(&row[0]) {
            "xxh3_64" => "xxh3",
            "xxh3_128" => "xxh128",
            name => name,
        };
        let hash = Hash::named(name).everywhere(text(&row[1]).as_bytes(), number(&row[2]));
        let value = hash.iter().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
        assert_eq!(value.to_string(), text(&row[3]), "{row}");
    }
}

/// The check values of our three CRCs, for the standard check string.
#[test]
fn crc_catalogue() {
    let Some(folder) = folder() else { return };
    let lines = lines(&folder, "crc/crc_catalogue.csv");
    for (catalogued, name) in
        [("CRC-32/ISO-HDLC", "crc32"), ("CRC-32/ISCSI", "crc32c"), ("CRC-64/NVME", "crc64nvme")]
    {
        let line: Vec<&str> = lines
            .iter()
            .map(|line| line.split(',').collect::<Vec<_>>())
            .find(|fields| fields[1] == catalogued)
            .unwrap_or_else(|| panic!("{catalogued} is not in the catalogue"));
        let check = line[8].trim_start_matches("0x");
        let hash = Hash::named(name).hex(b"123456789", 0);
        assert_eq!(hash.trim_start_matches('0'), check, "{name}");
    }
}

/// Left out: the values of 128 bits, which are of another variant or of a single text.
#[test]
fn murmur3_of_32_bits() {
    let Some(folder) = folder() else { return };
    let file = json_file(&folder, "murmur3/murmur3_x86_32.json");
    let hash = Hash::named("murmur3_x86_32");
    for row in list(&file["rows_x86_32"]) {
        assert_eq!(hash.hex(&unhex(text(&row[0])), number(&row[1])), text(&row[2]), "{row}");
    }
}
