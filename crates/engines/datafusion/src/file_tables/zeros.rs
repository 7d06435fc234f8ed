//! Zeros of JSON that are written with an exponent: `0e0`.
//!
//! arrow-json 59.3 refuses some of them in columns of decimals (`parse_e_notation` takes their lack of digits for a lack of a
//! number, and multiplies them by their power of ten). Files that have such zeros get `0.0` instead before the rows are read.

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt, stream};
use memchr::memchr2_iter;

use super::decoded::ContentStream;
use super::quoted::ChunkEnd;

/// Whether a line of JSON may have such zeros: also true of some in strings.
pub fn may_be_in(line: &str) -> bool {
    let line = line.as_bytes();
    memchr2_iter(b'e', b'E', line).any(|at| {
        let start = line[..at].iter().rposition(|byte| !matches!(byte, b'0' | b'.'));
        let digits = &line[start.map_or(0, |start| start + 1)..at];
        let before = start.map(|start| line[start]);
        !digits.is_empty() && !before.is_some_and(|byte| byte.is_ascii_digit())
    })
}

/// The content with plain zeros.
pub fn replaced(bytes: ContentStream) -> ContentStream {
    let mut zeros = ZeroReplacer { place: ChunkEnd::Between, number: Vec::new() };
    let end = stream::once(async { Ok(None) });
    bytes.map_ok(Some).chain(end).map_ok(move |chunk| zeros.replace(chunk.as_deref())).boxed()
}

/// Replaces the zeros in JSON that comes in chunks.
struct ZeroReplacer {
    place: ChunkEnd,
    /// The number that isn't known to end.
    number: Vec<u8>,
}

impl ZeroReplacer {
    /// Replaces the zeros in the next chunk, or in what is left at the end.
    fn replace(&mut self, chunk: Option<&[u8]>) -> Bytes {
        let mut replaced = Vec::with_capacity(chunk.map_or(0, <[u8]>::len) + self.number.len());
        for &byte in chunk.unwrap_or_default() {
            self.place = self.place.after(byte);
            if self.place == ChunkEnd::Number {
                self.number.push(byte);
                continue;
            }
            self.end(&mut replaced);
            replaced.push(byte);
        }
        if chunk.is_none() {
            self.end(&mut replaced);
        }
        replaced.into()
    }

    /// Writes the number.
    fn end(&mut self, out: &mut Vec<u8>) {
        let number = std::mem::take(&mut self.number);
        let exponent = number.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let is_zero =
            |digits: &[u8]| digits.iter().all(|digit| matches!(digit, b'-' | b'0' | b'.'));
        match exponent.filter(|at| is_zero(&number[..*at])) {
            Some(_) if number.starts_with(b"-") => out.extend_from_slice(b"-0.0"),
            Some(_) => out.extend_from_slice(b"0.0"),
            None => out.extend_from_slice(&number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_lose_their_exponents_in_chunks_of_any_size() {
        let json = r#"{"a":0e0,"b":[-0.0E-7,10e0, 0e400],"0e0":"0e0 \"0e0","c":1.0e5,"d":0}"#;
        let expected = r#"{"a":0.0,"b":[-0.0,10e0, 0.0],"0e0":"0e0 \"0e0","c":1.0e5,"d":0}"#;
        for chunk in 1..=json.len() {
            let mut zeros = ZeroReplacer { place: ChunkEnd::Between, number: Vec::new() };
            let chunks = json.as_bytes().chunks(chunk).map(Some).chain([None]);
            let found: Vec<_> = chunks.flat_map(|chunk| zeros.replace(chunk)).collect();
            assert_eq!(String::from_utf8_lossy(&found), expected, "{chunk}");
        }
        assert!(may_be_in(r#"{"a":0e0}"#) && may_be_in("[-0.00E1]"));
        assert!(!may_be_in(r#"{"e":10e0,"f":2.0e1,"g":true}"#));
    }
}
