//! Keys of objects, and the paths with which `object_store` names them.
//!
//! A [`Path`] can't hold every key, and [`Path::parse`] returns the path of another object for some: it removes a slash at
//! either end. Keys that a path can't hold are therefore refused by name. In the answer to a listing, one such key would be
//! an error of the whole listing. It is replaced by a stand-in, which no other key has, and gets its name back afterwards.

use std::borrow::Cow;

use object_store::path::{Path, PathPart};

/// The first character of the last part of a stand-in. It is a private one, so hardly any key has it.
const MARK: char = '\u{10FFFD}';

/// Returns the path that has exactly the bytes of a key.
///
/// # Errors
/// Returns the reason, in a form that follows the name of the object, if `object_store` can't name it.
pub fn object_path(key: &str) -> Result<Path, String> {
    match Path::parse(key) {
        Ok(path) if path.as_ref() == key && !key.contains(MARK) => Ok(path),
        _ => {
            let below = if key.ends_with('/') {
                "write ** after it for the objects below it, or "
            } else {
                ""
            };
            Err(format!(
                "can't be read or written, because its key {}: {below}copy the object to another key",
                fault(key)
            ))
        }
    }
}

/// What a path can't hold.
fn fault(key: &str) -> Cow<'static, str> {
    if let Some(control) = key.chars().find(char::is_ascii_control) {
        return format!("has the control character U+{:04X}", u32::from(control)).into();
    }
    match key.split('/').find(|part| matches!(*part, "." | "..")) {
        Some(part) => format!("has the part '{part}'").into(),
        None if key.starts_with('/') => "begins with a slash".into(),
        None if key.ends_with('/') => "ends with a slash".into(),
        None if key.contains("//") => "has two slashes in a row".into(),
        None => format!("has the character U+{:X}", u32::from(MARK)).into(),
    }
}

/// Returns the key itself if a path can hold it, and otherwise its stand-in. This begins with the folders of the key that
/// a path can hold, so that listings of these folders contain it, and keeps the ending of the name.
#[cfg(any(test, feature = "cloud_stores"))]
pub(super) fn listable(key: &str) -> Cow<'_, str> {
    use std::fmt::Write;

    if object_path(key).is_ok() {
        return key.into();
    }
    let folder = listable_folder(key);
    let mut name = folder.to_owned();
    if !folder.is_empty() {
        name.push('/');
    }
    name.push(MARK);
    for character in key[name.len() - MARK.len_utf8()..].chars() {
        match character {
            '/' | '%' | MARK | '\0'..='\x1f' | '\x7f' => {
                // Writing to a string can't fail.
                let _ = write!(name, "%{:06x}", u32::from(character));
            }
            other => name.push(other),
        }
    }
    name.into()
}

/// Returns the key of a listed path: the path itself, unless that is a stand-in.
pub fn listed_key(path: &Path) -> Cow<'_, str> {
    let text = path.as_ref();
    let Some((start, rest)) = text.split_once(MARK) else { return text.into() };
    let mut pieces = rest.split('%');
    let mut key = format!("{start}{}", pieces.next().unwrap_or_default());
    for piece in pieces {
        let character = piece.get(..6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        // No stand-in of ours: an escape has six digits.
        let Some(character) = character.and_then(char::from_u32) else { return text.into() };
        key.push(character);
        key.push_str(&piece[6..]);
    }
    key.into()
}

/// Whether a path is a stand-in, which no request must name.
#[cfg(feature = "cloud_stores")]
pub(super) fn is_stand_in(path: &str) -> bool {
    path.contains(MARK)
}

/// Returns the longest run of whole folders at the start of a key that a path can hold, without the last slash.
pub(super) fn listable_folder(key: &str) -> &str {
    let mut end = 0;
    for (slash, _) in key.match_indices('/') {
        let part = &key[end..slash];
        let part = if end == 0 { part } else { &part[1..] };
        if part.is_empty() || part.contains(MARK) || PathPart::parse(part).is_err() {
            break;
        }
        end = slash;
    }
    &key[..end]
}

/// Returns the path of a folder as a user writes it, with or without a slash at the end. The root is empty.
///
/// # Errors
/// Like [`object_path`].
#[cfg(feature = "cloud_stores")]
pub(super) fn folder_path(key: &str) -> Result<Path, String> {
    match key.strip_suffix('/').unwrap_or(key) {
        "" if !key.is_empty() => object_path(key),
        folder => object_path(folder),
    }
}

/// Whether an object is only there to show a folder, as the consoles of stores make them: it is empty, and its key ends
/// with a slash.
pub fn is_folder_marker(key: &str, size: u64) -> bool {
    size == 0 && key.ends_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that a path can't hold, each with the folder of its stand-in.
    const REFUSED: [(&str, &str); 15] = [
        ("/x", ""),
        ("//", ""),
        ("/", ""),
        ("d/", "d"),
        ("d/e//", "d/e"),
        ("x//y", "x"),
        ("x//", "x"),
        (".", ""),
        ("a/../b", "a"),
        ("a/b/./c.parquet", "a/b"),
        ("a/..", "a"),
        ("t\tab", ""),
        ("a/\u{7f}b%2F", "a"),
        ("a/b\u{10FFFD}/c", "a"),
        ("\u{10FFFD}%00002f", ""),
    ];

    #[test]
    fn a_path_has_the_bytes_of_the_key_or_there_is_none() {
        for key in ["a", " a ", "a b/c%2Fd", "a?b#c", "ä/…", "a\\b", "%2e%2e", "...", "a+b", "~"]
        {
            assert_eq!(object_path(key).unwrap().as_ref(), key);
            assert_eq!(listable(key), key);
            assert_eq!(listed_key(&object_path(key).unwrap()), key);
        }
        for (key, _) in REFUSED {
            assert!(object_path(key).is_err(), "{key:?}");
        }
        assert_eq!(
            object_path("a\u{1}").unwrap_err(),
            "can't be read or written, because its key has the control character U+0001: copy the object to another key"
        );
        for (key, why) in [
            ("/a", "begins with a slash"),
            ("a/", "ends with a slash"),
            ("a//b", "has two slashes in a row"),
            ("a/../b", "has the part '..'"),
        ] {
            assert!(object_path(key).unwrap_err().contains(why), "{key}");
        }
    }

    #[test]
    fn every_key_has_a_stand_in_of_its_own() {
        let mut stand_ins = std::collections::HashSet::new();
        for (key, folder) in REFUSED {
            let path = Path::parse(listable(key)).unwrap();
            assert_eq!(path.as_ref(), listable(key), "a path holds it");
            assert_eq!(listed_key(&path), key);
            assert_eq!(path.parent().unwrap().as_ref(), folder, "{key:?}");
            assert!(stand_ins.insert(path), "{key:?}");
        }
        assert!(listable("x//y.parquet").ends_with(".parquet"));
    }

    #[test]
    fn only_an_empty_object_marks_a_folder() {
        assert!(is_folder_marker("a/", 0));
        assert!(!is_folder_marker("a/", 1));
        assert!(!is_folder_marker("a", 0));
    }
}
