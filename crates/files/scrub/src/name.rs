//! Names of files as a state has them: with `/`, `\` as `\\`, and a byte that isn't UTF-8 as `\x` and two digits.

use std::ffi::{OsStr, OsString};

/// The path of a file in a state.
pub(crate) fn name(path: &OsStr) -> Box<str> {
    #[cfg(unix)]
    return escaped_bytes(std::os::unix::ffi::OsStrExt::as_bytes(path));
    #[cfg(not(unix))]
    escaped(&hashlane_files::with_slashes(&path.to_string_lossy()))
}

/// Writes `\` as `\\`.
pub(crate) fn escaped(name: &str) -> Box<str> {
    name.replace('\\', r"\\").into()
}

/// Writes `\` as `\\`, and a byte that isn't UTF-8 as `\x` and two digits.
#[cfg(unix)]
fn escaped_bytes(name: &[u8]) -> Box<str> {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        text += &escaped(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text += &format!(r"\x{byte:02x}"));
    }
    text.into()
}

/// Returns the name that a state has as `name`.
pub(crate) fn unescaped(name: &str) -> OsString {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let (byte, after) = match (byte, after) {
            (b'\\', [b'\\', after @ ..]) => (b'\\', after),
            (b'\\', [b'x', digits @ ..]) => match hex(digits) {
                Some(byte) => (byte, &digits[2..]),
                None => (b'\\', after),
            },
            _ => (*byte, after),
        };
        bytes.push(byte);
        rest = after;
    }
    os_string(bytes)
}

/// The byte that the first two digits write.
pub(crate) fn hex(digits: &[u8]) -> Option<u8> {
    let digits = str::from_utf8(digits.get(..2)?).ok()?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u8::from_str_radix(digits, 16).ok()).flatten()
}

/// A name of these bytes.
pub(crate) fn os_string(bytes: Vec<u8>) -> OsString {
    #[cfg(unix)]
    return std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn every_name_has_a_path_of_its_own() {
        let names: [(&[u8], &str); 4] = [
            ("a b/ä\n".as_bytes(), "a b/ä\n"),
            (br"a\xff", r"a\\xff"),
            (b"a\xff\xc3", r"a\xff\xc3"),
            (br"\\", r"\\\\"),
        ];
        for (bytes, path) in names {
            assert_eq!(&*name(OsStr::from_bytes(bytes)), path);
            assert_eq!(unescaped(path).as_bytes(), bytes);
        }
    }
}
