//! Base64 with padding, as HTTP headers carry digests. Spec: RFC 4648, section 4.

use ::base64::Engine;
use ::base64::engine::general_purpose::STANDARD;

/// The number of characters that `bytes` bytes encode to.
pub const fn encoded_len(bytes: usize) -> usize {
    bytes.div_ceil(3) * 4
}

/// Writes `bytes` as `encoded_len(bytes.len())` characters.
///
/// # Panics
/// Panics if `out` has another length.
pub fn encode(bytes: &[u8], out: &mut [u8]) {
    let written = STANDARD.encode_slice(bytes, out).expect("room for all characters");
    assert_eq!(written, out.len());
}

/// Replaces the bytes of `out` from `start` on with their characters.
pub fn in_place(start: usize, out: &mut Vec<u8>) {
    let text = STANDARD.encode(&out[start..]);
    out.truncate(start);
    out.extend_from_slice(text.as_bytes());
}
