//! Standard input and pipes as tables: they are saved to temporary files, since tables are read several times.

use std::fs::File;
use std::io::{self, Read, Write};

use tempfile::NamedTempFile;

use crate::diff::DiffArgs;
use crate::failure::Failure;
use crate::output::UnfinishedFile;

/// The bytes that tell the format.
const START: usize = 4096;

/// What compressed files start with.
const COMPRESSED: [&[u8]; 4] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"BZh"];

/// A side that was saved. The file is removed when this is dropped, and on Ctrl-C.
pub struct SpooledSide {
    /// What the user calls it.
    name: String,
    path: String,
    _file: (NamedTempFile, UnfinishedFile),
}

/// Saves the sides that are standard input or pipes, and puts the names of the files in their place.
///
/// # Errors
/// Returns an error if both sides are standard input, or if one can't be read, is compressed, or can't be saved.
pub fn spool(args: &mut DiffArgs) -> Result<Vec<SpooledSide>, Failure> {
    let [left, right] =
        [(&mut args.left, &mut args.left_sketch), (&mut args.right, &mut args.right_sketch)];
    let mut sides: Vec<&mut String> =
        [left.0, left.1, right.0, right.1].into_iter().flatten().collect();
    if sides.iter().filter(|side| **side == "-").count() > 1 {
        let text =
            "both sides are standard input: '-' stands for one table, so name a file for the other";
        return Err(text.to_owned().into());
    }
    let mut spooled = Vec::new();
    for side in &mut sides {
        let saved = match side.as_str() {
            "-" => save("standard input", &mut io::stdin().lock())?,
            path if is_pipe(path) => {
                let file = File::open(path);
                save(path, &mut file.map_err(|error| format!("cannot read '{path}': {error}"))?)?
            }
            _ => continue,
        };
        side.clone_from(&saved.path);
        spooled.push(saved);
    }
    Ok(spooled)
}

fn is_pipe(path: &str) -> bool {
    #[cfg(unix)]
    return std::fs::metadata(path)
        .is_ok_and(|found| std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type()));
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

fn save(name: &str, input: &mut dyn Read) -> Result<SpooledSide, Failure> {
    let unread = |error: io::Error| format!("cannot read '{name}': {error}");
    let mut start = Vec::new();
    input.take(START as u64).read_to_end(&mut start).map_err(unread)?;
    let ending = ending(&start).map_err(|why| format!("'{name}' {why}"))?;
    let unsaved = |error: io::Error| {
        format!("cannot save '{name}' to a temporary file: {error} (TMPDIR says in which folder)")
    };
    let make = || tempfile::Builder::new().prefix("hashlane-").suffix(ending).tempfile();
    let mut file = UnfinishedFile::create(make).map_err(unsaved)?;
    file.0.write_all(&start).map_err(unsaved)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(bytes) => file.0.write_all(&buffer[..bytes]).map_err(unsaved)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unread(error).into()),
        }
    }
    let path = file.0.path().to_str();
    let path = path.ok_or_else(|| {
        "the folder of temporary files is not UTF-8: set TMPDIR to another one".to_owned()
    })?;
    Ok(SpooledSide { name: name.to_owned(), path: path.to_owned(), _file: file })
}

/// The ending of a file that starts with these bytes.
fn ending(start: &[u8]) -> Result<&'static str, String> {
    if COMPRESSED.iter().any(|magic| start.starts_with(magic)) {
        return Err("is compressed: decompress it first, as in gzip -dc".to_owned());
    }
    if start.starts_with(b"PAR1") {
        return Ok(".parquet");
    }
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    let is_array = |rest: &[u8]| rest.trim_ascii_start().starts_with(b"{");
    let is_json = text.starts_with(b"{") || text.strip_prefix(b"[").is_some_and(is_array);
    Ok(if is_json { ".jsonl" } else { ".csv" })
}

impl SpooledSide {
    /// An error with what the user calls the file.
    pub fn named(&self, failure: Failure) -> Failure {
        match failure.line() {
            Some(line) => Failure::Message(line.replace(&self.path, &self.name)),
            None => failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_the_format() {
        for (start, expected) in [
            (&b"PAR1\x15"[..], ".parquet"),
            (b"\xef\xbb\xbf {\"id\":1}", ".jsonl"),
            (b"[\n{\"id\":1}]", ".jsonl"),
            (b"[id],v\n", ".csv"),
            (b"id,v\n", ".csv"),
            (b"", ".csv"),
        ] {
            assert_eq!(ending(start), Ok(expected), "{start:?}");
        }
        ending(b"\x1f\x8b\x08").expect_err("gzip");
    }
}
