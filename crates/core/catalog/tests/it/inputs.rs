//! Dictionaries and symbol tables that were made elsewhere, for the tests of this crate and of `hashlane-arrow`.

use serde_json::Value;

/// A symbol table of FSST with the one symbol `hashlane`.
pub const SYMBOLS: &[u8] = b"FSST\x01\x01\x08hashlane\x2e\x67\xda\xdc";

/// A dictionary of zstd.
pub struct Dictionary {
    pub id: u32,
    pub bytes: Vec<u8>,
}

/// The dictionaries that Python's zstandard trained: see `tests/vectors`.
pub fn dictionaries() -> Vec<Dictionary> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/vectors/zstd_dictionary.json");
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let dictionary = |entry: &Value| Dictionary {
        id: entry["id"].as_u64().expect("a number") as u32,
        bytes: unbase64(entry["base64"].as_str().expect("a string")),
    };
    file["dictionaries"].as_array().expect("an array").iter().map(dictionary).collect()
}

/// Decodes base64.
pub fn unbase64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = |digit| DIGITS.iter().position(|d| d == digit).expect("base64") as u32;
    let mut bytes = Vec::new();
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | value(digit));
        let bits: u32 = bits << (6 * (4 - group.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}
