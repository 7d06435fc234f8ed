//! Characters that JSON writes as pairs of escapes, one for each half: `\ud83d\ude00`.
//!
//! arrow-json 59.3 reads those of every second plane of Unicode as other characters: `\ud840\udc00`, which is U+20000, as
//! U+10000 (`char_from_surrogate_pair` joins the halves with `|` instead of `+`). Files that have such pairs get their characters
//! in UTF-8 instead before the rows are read.

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt, stream};
use memchr::memchr;

use super::decoded::ContentStream;

/// The bytes of an escape, and of two.
const ESCAPE: usize = 6;
const PAIR: usize = 2 * ESCAPE;

/// Whether a line of JSON has pairs that arrow-json reads as other characters.
///
/// # Errors
/// Returns what is wrong if the line has a half without the other one: no text has such a character.
pub fn are_misread(line: &str) -> Result<bool, String> {
    let mut is_misread = false;
    let mut rest = line.as_bytes();
    while let Some(at) = memchr(b'\\', rest) {
        let escape = &rest[at..];
        let taken = match (pair(escape), unit(escape)) {
            (Some(character), _) => {
                is_misread |= u32::from(character) & 0x1_0000 == 0;
                PAIR
            }
            (None, Some(half @ 0xD800..=0xDFFF)) => {
                return Err(format!(
                    "has half a character, \\u{half:04x}: write both halves, as in \\ud83d\\ude00"
                ));
            }
            _ => 2,
        };
        rest = escape.get(taken..).unwrap_or_default();
    }
    Ok(is_misread)
}

/// The content with UTF-8 instead of pairs.
pub fn replaced(bytes: ContentStream) -> ContentStream {
    let mut pairs = PairReplacer::default();
    let end = stream::once(async { Ok(None) });
    bytes.map_ok(Some).chain(end).map_ok(move |chunk| pairs.replace(chunk)).boxed()
}

/// Replaces the pairs in JSON that comes in chunks.
#[derive(Debug, Default)]
struct PairReplacer {
    /// The start of an escape whose end is still to come.
    rest: Vec<u8>,
}

impl PairReplacer {
    /// Replaces the pairs in the next chunk, or in what is left at the end.
    fn replace(&mut self, chunk: Option<Bytes>) -> Bytes {
        let is_end = chunk.is_none();
        let chunk = chunk.unwrap_or_default();
        if self.rest.is_empty() && memchr(b'\\', &chunk).is_none() {
            return chunk;
        }
        let mut text = std::mem::take(&mut self.rest);
        text.extend_from_slice(&chunk);
        let mut replaced = Vec::with_capacity(text.len());
        let mut rest = text.as_slice();
        while let Some(at) = memchr(b'\\', rest) {
            replaced.extend_from_slice(&rest[..at]);
            rest = &rest[at..];
            if rest.len() < PAIR && !is_end {
                self.rest = rest.to_vec();
                return replaced.into();
            }
            let taken = match pair(rest) {
                Some(character) => {
                    replaced.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    PAIR
                }
                None => {
                    let taken = rest.len().min(2);
                    replaced.extend_from_slice(&rest[..taken]);
                    taken
                }
            };
            rest = &rest[taken..];
        }
        replaced.extend_from_slice(rest);
        replaced.into()
    }
}

/// The character that a text starts with as a pair of escapes.
fn pair(text: &[u8]) -> Option<char> {
    let high = unit(text).filter(|high| (0xD800..=0xDBFF).contains(high))?;
    char::decode_utf16([high, unit(&text[ESCAPE..])?]).next()?.ok()
}

/// The UTF-16 code unit that a text starts with as an escape.
fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, &digit| {
        let digit = char::from(digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(digit).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The JSON with UTF-8 instead of pairs, from chunks of this many bytes.
    fn replaced(json: &str, chunk: usize) -> String {
        let mut pairs = PairReplacer::default();
        let chunks = json.as_bytes().chunks(chunk).map(|chunk| Some(Bytes::copy_from_slice(chunk)));
        let bytes = chunks.chain([None]).flat_map(|chunk| pairs.replace(chunk)).collect();
        String::from_utf8(bytes).expect("it is UTF-8")
    }

    #[test]
    fn pairs_are_replaced_in_chunks_of_any_size() {
        for (json, expected) in [
            (r#"{"a":"\ud840\udc00"}"#, "{\"a\":\"\u{20000}\"}"),
            (
                r#"{"\uDBFF\uDFFF":"x\ud83d\ude00\ud83C\uDFF4y"}"#,
                "{\"\u{10ffff}\":\"x\u{1f600}\u{1f3f4}y\"}",
            ),
            // An escaped backslash before a u, other escapes, and halves.
            (
                r#"{"a":"\\ud840\\udc00 \\\ud840\udc00"}"#,
                "{\"a\":\"\\\\ud840\\\\udc00 \\\\\u{20000}\"}",
            ),
            (r#"{"a":"\n\u0041\ud840"}"#, r#"{"a":"\n\u0041\ud840"}"#),
            (r#"{"a":"\ud840\ud840\udc00\"#, "{\"a\":\"\\ud840\u{20000}\\"),
        ] {
            for chunk in 1..=json.len() {
                assert_eq!(replaced(json, chunk), expected, "{json} {chunk}");
            }
        }
    }

    #[test]
    fn pairs_of_every_second_plane_are_misread() {
        for (json, expected) in [
            (r#"{"a":"\n\\ud840 é"}"#, Ok(false)),
            (r#"{"a":"\ud83d\ude00"}"#, Ok(false)),
            (r#"{"a":"\ud83d\ude00\ud840\udc00"}"#, Ok(true)),
            (r#"{"\uDBBF\uDFFF":1}"#, Ok(false)),
            (r#"{"\udb40\udc67":1}"#, Ok(true)),
        ] {
            assert_eq!(are_misread(json), expected, "{json}");
        }
        for json in [r#""\ud840""#, r#""\udc00\ud840""#, r#""\ud840\u0041""#, r#""\ud840\\udc00""#]
        {
            assert!(are_misread(json).is_err(), "{json}");
        }
    }
}
