//! Escapes in names.
//!
//! A name with a line break or a backslash is written with `\n`, `\r` and `\\`, and the line starts with a backslash,
//! as in GNU coreutils 9 and b3sum.

use std::borrow::Cow;

/// Returns the escaped name, or `None` if it needs no escapes.
pub fn escaped(name: &[u8]) -> Option<Vec<u8>> {
    if !name.iter().any(|byte| matches!(byte, b'\n' | b'\r' | b'\\')) {
        return None;
    }
    let mut out = Vec::with_capacity(name.len() + 8);
    for &byte in name {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            _ => out.push(byte),
        }
    }
    Some(out)
}

/// Returns the name without escapes, or `None` if a backslash escapes another character.
pub fn unescaped(name: &[u8]) -> Option<Cow<'_, [u8]>> {
    if !name.contains(&b'\\') {
        return Some(Cow::Borrowed(name));
    }
    let mut out = Vec::with_capacity(name.len());
    let mut bytes = name.iter();
    while let Some(&byte) = bytes.next() {
        out.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b'\\' => b'\\',
                _ => return None,
            },
            _ => byte,
        });
    }
    Some(Cow::Owned(out))
}
