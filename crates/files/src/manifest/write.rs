//! A digest and a name as a line.

use super::name::escaped;
use crate::digest::{Digest, LineForm};

/// The form of a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// `hex  name`. Algorithms whose lines nothing could tell apart have a tag even so: no tool writes
    /// them without, or none reads it in all its versions (XXH3).
    Gnu,
    /// The same with `*` in front of the name: read in binary mode, which on Unix is no difference.
    GnuBinary,
    /// `TAG (name) = hex`.
    Tagged,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// With a line break; names are escaped where they need it.
    Line,
    /// With a zero byte; names are as they are.
    Zero,
}

/// The line of a digest.
pub fn line(digest: &Digest, name: &[u8], form: Form, end: End) -> Vec<u8> {
    let hex = digest.hex();
    let between = if form == Form::GnuBinary { " *" } else { "  " };
    let tag = digest.algorithm.tag;
    match digest.algorithm.form {
        LineForm::Plain if form != Form::Tagged => {
            assemble(&format!("{hex}{between}"), name, "", end)
        }
        _ => assemble(&format!("{tag} ("), name, &format!(") = {hex}"), end),
    }
}

/// The line of a value that is no hexadecimal digest, such as one of S3: `value  name`.
pub fn value_line(value: &str, name: &[u8], end: End) -> Vec<u8> {
    assemble(&format!("{value}  "), name, "", end)
}

fn assemble(before: &str, name: &[u8], after: &str, end: End) -> Vec<u8> {
    let (escaped, end): (_, &[u8]) = match end {
        End::Line => (escaped(name), b"\n"),
        End::Zero => (None, b"\0"),
    };
    let mark: &[u8] = if escaped.is_some() { b"\\" } else { b"" };
    let name = escaped.as_deref().unwrap_or(name);
    [mark, before.as_bytes(), name, after.as_bytes(), end].concat()
}
