//! Bytes and UUIDs.

use hashlane_kernels::sketch::{Refusal, canonical};

use crate::dialect::BytesText;

/// Appends bytes. False if the text isn't one of a database's forms.
pub(super) fn append_bytes(
    text: &str,
    form: BytesText,
    out: &mut Vec<u8>,
) -> Result<bool, Refusal> {
    let bytes = match form {
        BytesText::Raw => return canonical::append_bytes(text.as_bytes(), out).map(|()| true),
        BytesText::Escaped => hexadecimal_escapes(text),
        BytesText::Hexadecimal => match text.strip_prefix("\\x") {
            Some(digits) => pairs(digits),
            None => octal_escapes(text),
        },
    };
    match bytes {
        Some(bytes) => canonical::append_bytes(&bytes, out).map(|()| true),
        None => Ok(false),
    }
}

fn pairs(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(hexadecimal).collect::<Option<_>>();
    bytes.filter(|_| rest.is_empty())
}

fn hexadecimal(pair: &[u8; 2]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(16 * digit(pair[0])? + digit(pair[1])?).ok()
}

/// `a\x00b`
fn hexadecimal_escapes(text: &str) -> Option<Vec<u8>> {
    escapes(text, |rest| {
        let pair = rest.strip_prefix(b"x")?.first_chunk()?;
        Some((hexadecimal(pair)?, 3))
    })
}

/// `a\000b\\`
fn octal_escapes(text: &str) -> Option<Vec<u8>> {
    escapes(text, |rest| match rest {
        [b'\\', ..] => Some((b'\\', 1)),
        [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] => {
            Some(((a - b'0') * 64 + (b - b'0') * 8 + (c - b'0'), 3))
        }
        _ => None,
    })
}

/// Reads each backslash and what follows it by `escape`, which returns a byte and the number of bytes that it read.
fn escapes(text: &str, escape: impl Fn(&[u8]) -> Option<(u8, usize)>) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let (byte, read) = if *first == b'\\' { escape(after)? } else { (*first, 0) };
        bytes.push(byte);
        rest = &after[read..];
    }
    Some(bytes)
}

/// Appends a UUID in lower case, from digits of any case with or without hyphens and braces. False if the text isn't one.
pub(super) fn append_uuid(text: &str, out: &mut Vec<u8>) -> Result<bool, Refusal> {
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(text);
    let digits = inner.replace('-', "").to_ascii_lowercase();
    let has_places = |text: &str| {
        let hyphens: Vec<_> = text.match_indices('-').map(|(at, _)| at).collect();
        hyphens.is_empty() || hyphens == [8, 13, 18, 23]
    };
    if digits.len() != 32
        || !digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        || !has_places(inner)
    {
        return Ok(false);
    }
    for (at, digit) in digits.bytes().enumerate() {
        if matches!(at, 8 | 12 | 16 | 20) {
            out.push(b'-');
        }
        out.push(digit);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, form: BytesText) -> Option<String> {
        let mut out = Vec::new();
        let is_read = append_bytes(text, form, &mut out).expect("memory");
        is_read.then(|| String::from_utf8(out).expect("digits"))
    }

    #[test]
    fn each_database_has_a_form() {
        for (text, form, expected) in [
            ("\\x61FF", BytesText::Hexadecimal, Some("61ff")),
            ("\\x", BytesText::Hexadecimal, Some("")),
            ("a\\000\\\\", BytesText::Hexadecimal, Some("61005c")),
            ("\\x6", BytesText::Hexadecimal, None),
            ("\\9", BytesText::Hexadecimal, None),
            ("a\\x00\\x5C", BytesText::Escaped, Some("61005c")),
            ("a\\", BytesText::Escaped, None),
            ("\\x61", BytesText::Raw, Some("5c783631")),
        ] {
            assert_eq!(read(text, form).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn uuids_have_any_case() {
        let uuid = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11";
        let braces = format!("{{{uuid}}}");
        for text in [uuid, &uuid.to_uppercase(), &uuid.replace('-', ""), &braces] {
            let mut out = Vec::new();
            assert_eq!(append_uuid(text, &mut out), Ok(true), "{text}");
            assert_eq!(out, uuid.as_bytes());
        }
        for text in [
            "",
            "a0ee",
            "a0eebc999c0b-4ef8-bb6d-6bb9bd380a11",
            "g0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        ] {
            assert_eq!(append_uuid(text, &mut Vec::new()), Ok(false), "{text}");
        }
    }
}
