//! Compares a file with its manifest.

use std::fmt;
use std::ops::Range;

use hashlane_files::{FileError, Source, base_name};

use super::digests::digests;
use super::manifest::{Manifest, SealedRange, What};

/// A difference between a file and its manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The range of bytes that differs.
    pub range: Range<u64>,
    /// The kind of difference.
    pub what: Damaged,
    /// The manifest's value: a name, a size, or a checksum in hex.
    pub expected: String,
    /// The file's value; "missing" for bytes after the end of the file.
    pub found: String,
}

/// The kind of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damaged {
    /// The file has another name, so the manifest may belong to another file.
    Name,
    /// The file has another size.
    Size,
    /// A part of the file has other bytes.
    Part {
        /// The kind of the part.
        what: What,
        /// The row group it belongs to, from 0.
        row_group: Option<usize>,
        /// The column's names, from the outermost to the innermost.
        column: Option<Vec<String>>,
    },
    /// The file as a whole: its BLAKE3 differs although the XXH128 of every part is right. Accidental damage does not
    /// do that.
    File,
}

/// Compares a file with its manifest. Reads the file once, with up to `threads` threads (16 at most), and returns the
/// differences in the order of the file, or nothing if the file is as it was sealed.
///
/// # Errors
/// Returns an error if the file can't be read or changes while it is read, or if the ranges of the manifest don't cover
/// the file.
pub fn check(
    source: &dyn Source,
    manifest: &Manifest,
    threads: usize,
) -> Result<Vec<Damage>, FileError> {
    manifest
        .sound()
        .map_err(|message| FileError::new(source.name(), format!("its seal {message}")))?;
    let ends = manifest.ranges.iter().map(|range| range.bytes().end);
    let digests = digests(source, ends, threads)?;
    let mut damages = Vec::new();
    damages.extend(name(source, manifest));
    damages.extend(size(source, manifest));
    let before = damages.len();
    let mut found = digests.ranges.iter();
    for range in &manifest.ranges {
        damages.extend(part(range, found.next().copied()));
    }
    if damages.len() == before
        && source.size() == manifest.size
        && digests.blake3 != manifest.blake3
    {
        damages.push(Damage {
            range: 0..manifest.size,
            what: Damaged::File,
            expected: manifest.blake3.clone(),
            found: digests.blake3,
        });
    }
    Ok(damages)
}

fn name(source: &dyn Source, manifest: &Manifest) -> Option<Damage> {
    let name = base_name(source.name());
    (name != manifest.file).then(|| Damage {
        range: 0..source.size(),
        what: Damaged::Name,
        expected: manifest.file.clone(),
        found: name.to_owned(),
    })
}

fn size(source: &dyn Source, manifest: &Manifest) -> Option<Damage> {
    let (expected, found) = (manifest.size, source.size());
    (expected != found).then(|| Damage {
        range: expected.min(found)..expected.max(found),
        what: Damaged::Size,
        expected: expected.to_string(),
        found: found.to_string(),
    })
}

fn part(range: &SealedRange, found: Option<u128>) -> Option<Damage> {
    if found == Some(range.xxh128) {
        return None;
    }
    Some(Damage {
        range: range.bytes(),
        what: Damaged::Part {
            what: range.what,
            row_group: range.row_group,
            column: range.column.clone(),
        },
        expected: format!("{:032x}", range.xxh128),
        found: found.map_or_else(|| "missing".to_owned(), |found| format!("{found:032x}")),
    })
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damaged::Name => f.write_str("file name"),
            Damaged::Size => f.write_str("file size"),
            Damaged::File => f.write_str("whole file"),
            Damaged::Part { what, row_group: Some(row_group), column: Some(column) } => {
                write!(f, "{what} of row group {row_group}, column {}", column.join("."))
            }
            Damaged::Part { what, .. } => what.fmt(f),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { range: Range { start, end }, what, expected, found } = self;
        let lost = end - start;
        match what {
            Damaged::Name => write!(f, "sealed as {expected}, but is now named {found}"),
            Damaged::Size
                if expected.len() > found.len()
                    || (expected.len() == found.len() && expected > found) =>
            {
                write!(f, "truncated: {lost} bytes of {expected} are missing from its end")
            }
            Damaged::Size => {
                write!(f, "grown: {lost} bytes more than the {expected} that were sealed")
            }
            Damaged::File | Damaged::Part { .. } => {
                write!(f, "{what}, bytes {start}..{end}: expected {expected}, found {found}")
            }
        }
    }
}
