//! Frames that others have published, in the folder that `$HASHLANE_VECTORS` names or in
//! `shared/vectors` beside the workspace. They are not in this repository, because they are large
//! or have other licences. Without the folder, these tests pass with a message.

mod deflate_snappy;
mod lz4;
mod zstd;

use std::path::{Path, PathBuf};

use crate::support::codec::Codec;
use crate::support::foreign::sha256;
use crate::support::json;

/// The folder of the vectors, or `None`, with a message that a test did nothing.
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

/// A line of a verdict file: the reference implementation's result for an input.
struct Verdict {
    /// The input's path. For a file in a zip archive, `!` and its name follow.
    entry: String,
    /// The length and SHA-256 of the content, or `None` for an error.
    content: Option<(usize, String)>,
}

/// Compares our decoder with the reference's verdict on one input.
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

/// `entry,len,reference_verdict,out_len,out_sha256,reference_error`; only the last field can contain
/// commas.
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
