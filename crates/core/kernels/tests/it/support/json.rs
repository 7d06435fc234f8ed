//! Vector files, and the text forms of bytes in them.

use std::path::PathBuf;

use serde_json::Value;

/// The folder of the workspace.
fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// One of the project's own vector files.
pub fn generated(name: &str) -> Value {
    let path = workspace().join("tests/vectors").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The folder of the published vectors, if available: `$HASHLANE_VECTORS`, or
/// `shared/vectors` beside the workspace.
pub fn published() -> Option<PathBuf> {
    let named = std::env::var_os("HASHLANE_VECTORS").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| workspace().join("../shared/vectors"));
    folder.is_dir().then_some(folder)
}

/// The elements of a JSON array.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not an array: {value}"))
}

/// A JSON string.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}"))
}

/// A JSON number of up to 64 bits without sign.
pub fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("not a number: {value}"))
}

/// Decodes hex digits.
pub fn unhex(digits: &str) -> Vec<u8> {
    const_hex::decode(digits).unwrap_or_else(|e| panic!("{digits}: {e}"))
}

/// Decodes base64 with padding.
pub fn unbase64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [0u8; 256];
    for (value, digit) in ALPHABET.iter().enumerate() {
        values[usize::from(*digit)] = value as u8;
    }
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let bits =
            group.iter().fold(0u32, |bits, d| bits << 6 | u32::from(values[usize::from(*d)]));
        let bits = bits << (6 * (4 - group.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}

#[test]
fn base64_is_read_with_every_padding() {
    for (encoded, bytes) in
        [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob")]
    {
        assert_eq!(unbase64(encoded), bytes.as_bytes());
    }
}
