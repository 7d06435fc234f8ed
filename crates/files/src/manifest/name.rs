//! Names in lines.
//!
//! A name with a line break or a backslash is written with `\n`, `\r` and `\\`, and the line then
//! begins with a backslash, as GNU coreutils 9 and b3sum do.

use std::borrow::Cow;

/// The name as a line holds it, or `None` if it needs no escapes.
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

/// The name that an escaped one stands for; `None` if a backslash escapes something else.
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
