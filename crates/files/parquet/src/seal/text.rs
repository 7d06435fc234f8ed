//! The text of a manifest, with its own checksum.

use hashlane_files::{FileError, Source};
use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_128;

use super::manifest::{Manifest, SealedRange, hex};
use crate::page::read_range;

/// Identifies the text for programs that find it among other JSON.
const SCHEME: &str = "hashlane-seal";

/// The version of the text. Other versions are rejected.
const VERSION: u64 = 1;

/// All fields of a manifest of this version. Unknown fields are rejected, since a check would silently
/// ignore them. A new field requires a new version.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    scheme: String,
    version: u64,
    file: String,
    size: u64,
    blake3: String,
    #[serde(default)]
    fingerprint: Option<String>,
    ranges: Vec<SealedRange>,
    #[serde(with = "hex")]
    checksum: u128,
}

/// The fields that every version has.
#[derive(Deserialize)]
struct Head {
    scheme: String,
    version: u64,
}

impl Manifest {
    /// Returns the manifest as JSON, with one range per line.
    pub fn text(&self) -> String {
        let mut text = String::from("{\n");
        for (name, value) in self.fields(VERSION) {
            text += &format!("  \"{name}\": {value},\n");
        }
        let ranges: Vec<String> =
            self.ranges.iter().map(|range| format!("    {}", json(range))).collect();
        text += &format!("  \"ranges\": [\n{}\n  ],\n", ranges.join(",\n"));
        text += &format!("  \"checksum\": \"{:032x}\"\n}}\n", self.checksum(VERSION));
        text
    }

    /// Reads a stored manifest.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or in the cases of [`Manifest::parse`].
    pub fn read(source: &dyn Source) -> Result<Manifest, FileError> {
        let text = read_range(source, 0..source.size())?;
        source.unchanged()?;
        Manifest::parse(source.name(), &text)
    }

    /// Parses the text of a manifest. Errors name `name` as its source.
    ///
    /// # Errors
    /// Returns an error if the text is not a manifest, has another version, or is damaged. The checksum
    /// distinguishes a damaged manifest from a damaged file.
    pub fn parse(name: &str, text: &[u8]) -> Result<Manifest, FileError> {
        let document: Document = match serde_json::from_slice(text) {
            Ok(document) => document,
            Err(error) => return Err(FileError::new(name, unreadable(text, &error))),
        };
        let (scheme, version, checksum) = (document.scheme, document.version, document.checksum);
        let manifest = Manifest {
            file: document.file,
            size: document.size,
            blake3: document.blake3,
            fingerprint: document.fingerprint,
            ranges: document.ranges,
        };
        // A flipped bit may turn the version into a later one, so the checksum comes first.
        if scheme != SCHEME || manifest.checksum(version) != checksum {
            return Err(FileError::new(
                name,
                "is damaged: this seal does not match its own checksum",
            ));
        }
        if version != VERSION {
            return Err(FileError::new(name, other_version(version)));
        }
        manifest.sound().map_err(|message| FileError::new(name, message))?;
        Ok(manifest)
    }

    /// Returns the fields before the ranges.
    fn fields(&self, version: u64) -> impl Iterator<Item = (&'static str, String)> {
        let fields = [
            ("scheme", Some(json(SCHEME))),
            ("version", Some(version.to_string())),
            ("file", Some(json(&self.file))),
            ("size", Some(self.size.to_string())),
            ("blake3", Some(json(&self.blake3))),
            ("fingerprint", self.fingerprint.as_ref().map(json)),
        ];
        fields.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// Computes the XXH128 of the document without its checksum and without whitespace between tokens, so
    /// reformatting the JSON doesn't invalidate it.
    fn checksum(&self, version: u64) -> u128 {
        let mut compact = String::from("{");
        for (name, value) in self.fields(version) {
            compact += &format!("\"{name}\":{value},");
        }
        let ranges: Vec<String> = self.ranges.iter().map(json).collect();
        compact += &format!("\"ranges\":[{}]}}", ranges.join(","));
        xxh3_128(compact.as_bytes())
    }

    /// Checks that the ranges cover every byte once and name the column that they belong to, and that
    /// `blake3` is well-formed.
    ///
    /// # Errors
    /// Returns a description of the first problem.
    pub(super) fn sound(&self) -> Result<(), &'static str> {
        let mut end = 0;
        for range in &self.ranges {
            if range.offset != end || range.length == 0 {
                return Err("is not a valid seal: its ranges leave bytes out, or overlap");
            }
            end = range.offset.checked_add(range.length).ok_or("is not a valid seal: too long")?;
            let named = [range.row_group.is_some(), range.column.is_some()];
            if named != [range.what.is_of_chunk(); 2] {
                return Err("is not a valid seal: a range does not name its column");
            }
        }
        if end != self.size {
            return Err("is not a valid seal: its ranges do not end where the file does");
        }
        if !hex::is_digits(&self.blake3, 64) {
            return Err("is not a valid seal: its blake3 is not 64 digits of lower-case hex");
        }
        Ok(())
    }
}

/// Returns the error message for a text that is not a document of this version.
fn unreadable(text: &[u8], error: &serde_json::Error) -> String {
    match serde_json::from_slice::<Head>(text) {
        Ok(head) if head.scheme == SCHEME && head.version > VERSION => other_version(head.version),
        Ok(head) if head.scheme == SCHEME => format!("is damaged: {error}"),
        _ => format!("is not the seal of a Parquet file, or is damaged: {error}"),
    }
}

fn other_version(version: u64) -> String {
    format!(
        "is a seal of version {version}, but this program reads only version {VERSION}: use the \
         program that wrote it"
    )
}

/// Serializes a value as JSON, without spaces. Strings, numbers and lists of them can't fail.
fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
