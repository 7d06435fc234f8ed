//! The lines of a manifest, whatever its encoding.

use std::borrow::Cow;

use super::write::LineEnd;

const BOM: &[u8] = b"\xEF\xBB\xBF";
const MESSAGE: &[u8] = b"-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE: &[u8] = b"-----BEGIN PGP SIGNATURE-----";
const SIGNATURE_END: &[u8] = b"-----END PGP SIGNATURE-----";

/// Converts the text of a manifest from UTF-16, which PowerShell writes, to UTF-8. Other bytes are returned unchanged.
/// Without a byte order mark, zeros around the first two characters, which are ASCII, tell UTF-16. `None` if the text
/// is not valid UTF-16.
pub fn decoded(bytes: &[u8]) -> Option<Cow<'_, [u8]>> {
    match bytes {
        [0xFF, 0xFE, text @ ..] | text @ [1..=127, 0, 1..=127, 0, ..] => {
            utf16(text, u16::from_le_bytes)
        }
        [0xFE, 0xFF, text @ ..] | text @ [0, 1..=127, 0, 1..=127, ..] => {
            utf16(text, u16::from_be_bytes)
        }
        _ => Some(Cow::Borrowed(bytes)),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<Cow<'_, [u8]>> {
    let (units, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        return None;
    }
    let text: String =
        char::decode_utf16(units.iter().map(|pair| unit(*pair))).collect::<Result<_, _>>().ok()?;
    Some(Cow::Owned(text.into_bytes()))
}

/// Returns the lines of a text in UTF-8 with their numbers, which start at 1. Byte order marks are removed, and so are
/// the frame and the signature of a message that `gpg --clearsign` signed. The signature is not verified.
pub fn lines(text: &[u8], end: LineEnd) -> Vec<(usize, &[u8])> {
    if end == LineEnd::Zero {
        return (1..).zip(text.split(|&byte| byte == 0)).collect();
    }
    let mut lines = Vec::new();
    let mut place = LinePlace::Text;
    let mut signature = None;
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        let line = line.strip_prefix(BOM).unwrap_or(line);
        let content = line.trim_ascii_end();
        place = place.after(content);
        match place {
            LinePlace::Text => lines.push((number, line)),
            // A signed line that starts with a dash has `- ` before it.
            LinePlace::Signed => lines.push((number, line.strip_prefix(b"- ").unwrap_or(line))),
            LinePlace::Signature if content == SIGNATURE => signature = Some((number, line)),
            // Not a line of a signature: it must not be hidden.
            LinePlace::Signature if content.contains(&b' ') && !is_header(content) => {
                lines.push((number, line));
            }
            LinePlace::End => signature = None,
            LinePlace::Header | LinePlace::Signature => {}
        }
    }
    // A signature without its end is reported.
    lines.extend(signature);
    lines
}

/// Where a line is in a signed message.
#[derive(Clone, Copy)]
enum LinePlace {
    /// Outside of a message.
    Text,
    /// The first line of a message, and the header, which an empty line ends.
    Header,
    /// What was signed.
    Signed,
    Signature,
    /// The last line of a message.
    End,
}

impl LinePlace {
    /// The place of a line after a line at this place.
    fn after(self, line: &[u8]) -> LinePlace {
        match (self, line) {
            (LinePlace::Text | LinePlace::End, MESSAGE) => LinePlace::Header,
            (LinePlace::Header, line) if is_header(line) => LinePlace::Header,
            (LinePlace::Header, b"") => LinePlace::Signed,
            (LinePlace::Signed, SIGNATURE) | (LinePlace::Signature, _) if line != SIGNATURE_END => {
                LinePlace::Signature
            }
            (LinePlace::Signature, _) => LinePlace::End,
            (LinePlace::Signed, _) => LinePlace::Signed,
            _ => LinePlace::Text,
        }
    }
}

/// Whether it is a line like `Hash: SHA256`.
fn is_header(line: &[u8]) -> bool {
    let key = line.windows(2).position(|pair| pair == b": ").map(|end| &line[..end]);
    key.is_some_and(|key| !key.is_empty() && key.iter().all(u8::is_ascii_alphabetic))
}
