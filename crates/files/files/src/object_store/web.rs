//! The paths of web addresses. A client requests them as the user wrote them.
//!
//! `object_store` decodes an address and encodes it again, which may lead to another file: `a%2Bb` becomes `a+b`, and `a%2Fb`
//! becomes `a/b`. Here only what means the same either way is decoded: letters, digits, spaces, and what isn't ASCII.

use std::io;

use hyper::Uri;
use object_store::path::Path;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::key::{listable, listed_key};

/// The characters that a path of a URL can't have as they are. A `%` begins an escape.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// Returns the path that names the file of an address. `key` is the part of the address after its first slash.
///
/// # Errors
/// Returns an error if no client requests this address: each resolves `.` and `..`.
pub(super) fn location(key: &str) -> Result<Path, String> {
    let key = readable(key)?;
    match key.split('/').find(|part| matches!(*part, "." | "..")) {
        Some(part) => {
            Err(format!("can't be read, because its path has the part '{part}': leave it out"))
        }
        None => Path::parse(listable(&key)).map_err(|error| error.to_string()),
    }
}

/// Returns the URI to request instead of the one that `object_store` makes of such a path.
pub(super) fn requested(uri: &Uri) -> io::Result<Uri> {
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8().map_err(io::Error::other)?;
    let path = Path::parse(&path).map_err(io::Error::other)?;
    let key = listed_key(&path);
    let mut rest = format!("/{}", utf8_percent_encode(&key, UNSAFE));
    if let Some(query) = uri.query() {
        rest.push('?');
        rest.push_str(query);
    }
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(rest.parse().map_err(io::Error::other)?);
    Uri::from_parts(parts).map_err(io::Error::other)
}

/// Decodes the escapes that mean the same as their characters. Each `%` that remains begins an escape.
fn readable(key: &str) -> Result<String, String> {
    let mut pieces = key.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let digits =
            piece.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(
                byte @ (b'0'..=b'9'
                | b'A'..=b'Z'
                | b'a'..=b'z'
                | b'-'
                | b'.'
                | b'_'
                | b'~'
                | b' '
                | 128..),
            ) => {
                bytes.push(byte);
                bytes.extend_from_slice(&piece.as_bytes()[2..]);
            }
            Some(_) => bytes.extend_from_slice(format!("%{piece}").as_bytes()),
            None => bytes.extend_from_slice(format!("%25{piece}").as_bytes()),
        }
    }
    String::from_utf8(bytes)
        .map_err(|_| "can't be read, because its path has an escape that isn't UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `object_store` makes of a path: it encodes each part.
    fn uri(path: &Path) -> Uri {
        const ENCODED: &AsciiSet = &UNSAFE.add(b'%');
        let parts = path.parts();
        let parts = parts.map(|part| utf8_percent_encode(part.as_ref(), ENCODED).to_string());
        let path = parts.collect::<Vec<_>>().join("/");
        format!("http://h:1/{path}?sig=%2F").parse().unwrap()
    }

    #[test]
    fn an_address_is_requested_as_it_was_written() {
        for (key, path, request) in [
            ("", "", ""),
            ("a%20b/%C3%A4.csv", "a b/ä.csv", "a%20b/%C3%A4.csv"),
            ("a b/ä", "a b/ä", "a%20b/%C3%A4"),
            ("%61%2D%7e", "a-~", "a-~"),
            ("a+b", "a+b", "a+b"),
            ("a%2Bb", "a%2Bb", "a%2Bb"),
            ("a%2fb", "a%2fb", "a%2fb"),
            ("day=1%3A2", "day=1%3A2", "day=1%3A2"),
            ("100%.csv", "100%25.csv", "100%25.csv"),
            ("a%2541", "a%2541", "a%2541"),
            ("a%00b", "a%00b", "a%00b"),
            ("/a", "\u{10FFFD}%00002fa", "/a"),
            ("a//b%3F", "a/\u{10FFFD}%00002fb%0000253F", "a//b%3F"),
            ("folder/", "folder/\u{10FFFD}", "folder/"),
        ] {
            let at = location(key).unwrap();
            assert_eq!(at.as_ref(), path, "{key}");
            assert_eq!(
                requested(&uri(&at)).unwrap().to_string(),
                format!("http://h:1/{request}?sig=%2F"),
                "{key}"
            );
        }
        for key in ["a/../b", ".", "a/%2e%2E/b", "a%FF"] {
            assert!(location(key).unwrap_err().contains("because its path has"), "{key}");
        }
    }
}
