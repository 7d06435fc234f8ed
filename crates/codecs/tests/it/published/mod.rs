//! Frames that others have published, in the folder that `$HASHLANE_VECTORS` names or in
//! `shared/vectors` beside the workspace. They are not in this repository, because they are large
//! or under licences of their own; where the folder is missing these tests say so and pass.

mod deflate_snappy;
mod lz4;
mod zstd;

use std::path::{Path, PathBuf};

use crate::support::codec::Codec;
use crate::support::foreign::sha256;
use crate::support::json;

/// The folder of the vectors, or None with a note on why a test did nothing.
fn folder() -> Option<PathBuf> {
    let folder = json::published();
    if folder.is_none() {
        println!("skipped: no published vectors; name their folder in HASHLANE_VECTORS");
    }
    folder
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn lines(folder: &Path, name: &str) -> Vec<String> {
    let text = String::from_utf8(bytes(folder, name)).unwrap();
    text.lines().map(str::to_string).collect()
}

/// A line of a verdict file: what the reference implementation makes of an input.
struct Verdict {
    /// The input's path, after which `!` and a name follow for a file in a zip archive.
    entry: String,
    /// The length and SHA-256 of the content, or None for an error.
    content: Option<(usize, String)>,
}

/// Compares a decoder of ours with the reference's verdict on one input.
fn check_verdict(codec: Codec, verdict: &Verdict, input: &[u8]) {
    let name = &verdict.entry;
    match (codec.decode(256 << 20, input), &verdict.content) {
        (Ok(content), Some((length, hash))) => {
            assert_eq!((content.len(), &sha256(&content)), (*length, hash), "{name}");
        }
        (Err(_), None) => {}
        (ours, theirs) => {
            panic!("{name}: we say {:?}, the reference {theirs:?}", ours.map(|c| c.len()))
        }
    }
}

/// `entry,len,reference_verdict,out_len,out_sha256,reference_error`; no field but the last has
/// commas in it.
fn verdicts(folder: &Path, name: &str) -> Vec<Verdict> {
    let lines = lines(folder, name);
    let verdicts = lines.iter().skip(1).map(|line| {
        let fields: Vec<&str> = line.splitn(6, ',').collect();
        let content = match fields[2] {
            "ok" => Some((fields[3].parse().unwrap(), fields[4].to_string())),
            "error" => None,
            other => panic!("{name}: verdict {other}"),
        };
        Verdict { entry: fields[0].to_string(), content }
    });
    verdicts.collect()
}
