//! Writes a digest and a name as a line.

use super::name::escaped;
use crate::digest::{FileDigest, LineForm};

/// The form of a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ManifestForm {
    /// `hex  name`. An algorithm gets a tag nevertheless if its line would be ambiguous, that is, if no tool writes it
    /// without a tag, or not all versions of the tool read it (XXH3).
    Gnu,
    /// The same with `*` before the name, for binary mode, which makes no difference on Unix.
    GnuBinary,
    /// `TAG (name) = hex`.
    Tagged,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LineEnd {
    /// A line break. Names are escaped if necessary.
    Line,
    /// A zero byte. Names are written unchanged.
    Zero,
}

/// Returns the line of a digest.
pub fn line(digest: &FileDigest, name: &[u8], form: ManifestForm, end: LineEnd) -> Vec<u8> {
    let hex = digest.hex();
    let between = if form == ManifestForm::GnuBinary { " *" } else { "  " };
    let tag = digest.algorithm.tag;
    match digest.algorithm.form {
        LineForm::Plain if form != ManifestForm::Tagged => {
            assemble(&format!("{hex}{between}"), name, "", end)
        }
        _ => assemble(&format!("{tag} ("), name, &format!(") = {hex}"), end),
    }
}

/// Returns the line of a value that is not a hexadecimal digest, such as one of S3: `value  name`.
pub fn value_line(value: &str, name: &[u8], end: LineEnd) -> Vec<u8> {
    assemble(&format!("{value}  "), name, "", end)
}

fn assemble(before: &str, name: &[u8], after: &str, end: LineEnd) -> Vec<u8> {
    let (escaped, end): (_, &[u8]) = match end {
        LineEnd::Line => (escaped(name), b"\n"),
        LineEnd::Zero => (None, b"\0"),
    };
    let mark: &[u8] = if escaped.is_some() { b"\\" } else { b"" };
    let name = escaped.as_deref().unwrap_or(name);
    [mark, before.as_bytes(), name, after.as_bytes(), end].concat()
}
