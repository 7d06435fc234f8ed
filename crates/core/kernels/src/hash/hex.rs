//! Lower-case hexadecimal, as `xxhsum`, `b3sum` and `sha256sum` print it.

/// Writes `bytes` as `2 * bytes.len()` lower-case hex digits.
///
/// # Panics
/// Panics if `out` has another length.
pub fn encode(bytes: &[u8], out: &mut [u8]) {
    const_hex::encode_to_slice(bytes, out).expect("two hex digits a byte");
}

/// Replaces the bytes of `out` from `start` on by their hex digits.
pub fn in_place(start: usize, out: &mut Vec<u8>) {
    let len = out.len() - start;
    out.resize(out.len() + 2 * len, 0);
    let (bytes, digits) = out[start..].split_at_mut(len);
    encode(bytes, digits);
    out.drain(start..start + len);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_take_the_place_of_bytes() {
        let mut out = b"kept\x00\xff\x1e".to_vec();
        in_place(4, &mut out);
        assert_eq!(out, b"kept00ff1e");
    }
}
