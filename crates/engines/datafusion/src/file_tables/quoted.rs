//! Numbers of JSON in quotes, for columns of numbers that no type holds: a double of 1e300 beside a decimal of 20 digits after the
//! point. They are read as text, and arrow-json reads text from strings alone. It reads other columns' numbers from strings as well.

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt};

use super::decoded::ContentStream;

/// The content with quotes around all numbers.
pub fn numbers(bytes: ContentStream) -> ContentStream {
    let mut place = ChunkEnd::Between;
    bytes.map_ok(move |chunk| place.quote(&chunk)).boxed()
}

/// Where in JSON a chunk ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ChunkEnd {
    Between,
    String,
    /// After a backslash in a string.
    Escape,
    Number,
}

impl ChunkEnd {
    /// The place after a byte here.
    pub(super) fn after(self, byte: u8) -> Self {
        match (self, byte) {
            (ChunkEnd::Escape, _) => ChunkEnd::String,
            (ChunkEnd::String, b'\\') => ChunkEnd::Escape,
            (ChunkEnd::String, b'"') => ChunkEnd::Between,
            (ChunkEnd::String, _) => ChunkEnd::String,
            (_, b'"') => ChunkEnd::String,
            (ChunkEnd::Between, b'-' | b'0'..=b'9') => ChunkEnd::Number,
            (ChunkEnd::Number, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') => ChunkEnd::Number,
            _ => ChunkEnd::Between,
        }
    }

    /// Puts quotes around the numbers of the next chunk. A number at the end of the content gets no second quote: lines of objects
    /// end with a brace.
    fn quote(&mut self, chunk: &[u8]) -> Bytes {
        let mut quoted = Vec::with_capacity(chunk.len() + chunk.len() / 4);
        for &byte in chunk {
            let next = self.after(byte);
            if (*self == ChunkEnd::Number) != (next == ChunkEnd::Number) {
                quoted.push(b'"');
            }
            quoted.push(byte);
            *self = next;
        }
        quoted.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_get_quotes_in_chunks_of_any_size() {
        let json = r#"{"a1":-1.5e+3,"b":[0, 7 ],"c":"1\"2\\","d":{"e":true,"f":null}}
{"a1":12}"#;
        let expected = r#"{"a1":"-1.5e+3","b":["0", "7" ],"c":"1\"2\\","d":{"e":true,"f":null}}
{"a1":"12"}"#;
        for chunk in 1..=json.len() {
            let mut place = ChunkEnd::Between;
            let quoted: Vec<_> =
                json.as_bytes().chunks(chunk).flat_map(|chunk| place.quote(chunk)).collect();
            assert_eq!(String::from_utf8_lossy(&quoted), expected, "{chunk}");
        }
    }
}
