//! Flips single bits of page headers, which no checksum covers. If pyarrow or the `parquet` crate can't read the file then,
//! or reads other values, a verification must report it, with and without `deep`.
//!
//! Each run takes other bits. `HASHLANE_SEED` repeats a run, and `HASHLANE_FLIPS` sets the number of flips.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use arrow::array::RecordBatch;
use bytes::Bytes;
use hashlane_parquet::page::{PageKind, PageWalk};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::failures;
use super::flips::metadata;
use super::hostile::Numbers;
use super::writers::{Folder, python};
use crate::written::Memory;

/// A bit of a page header.
pub struct Flip {
    pub file: usize,
    pub byte: usize,
    pub bit: usize,
}

/// The files in a folder, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut files: Vec<_> =
        paths.map(|path| (name(&path), std::fs::read(&path).expect("a file"))).collect();
    files.sort();
    files
}

/// The bytes of all page headers of a file.
fn header_bytes(file: &[u8]) -> Vec<usize> {
    let source = Memory(file);
    let (mut bytes, mut window) = (Vec::new(), Vec::new());
    for group in metadata(file).row_groups() {
        for chunk in group.columns() {
            let (start, len) = chunk.byte_range();
            let mut walk = PageWalk::new(&source, start..start + len, &mut window);
            while let Some(page) = walk.next_page().expect("a page") {
                bytes.extend(page.offset as usize..page.body.start as usize);
            }
        }
    }
    bytes
}

/// Whether the header at a byte doesn't say how many values are NULL (-1). That is allowed, and the `parquet` crate can't read it.
fn leaves_nulls_unknown(file: &[u8], byte: usize) -> bool {
    let source = Memory(file);
    let mut window = Vec::new();
    let metadata = metadata(file);
    let mut chunks = metadata.row_groups().iter().flat_map(|group| group.columns());
    chunks.any(|chunk| {
        let (start, len) = chunk.byte_range();
        let mut walk = PageWalk::new(&source, start..start + len, &mut window);
        let pages = std::iter::from_fn(|| walk.next_page().ok().flatten());
        let mut here = pages.filter(|page| (page.offset..page.body.start).contains(&(byte as u64)));
        here.any(
            |page| matches!(page.header.kind, PageKind::DataV2(data) if data.nulls().is_none()),
        )
    })
}

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} is not a number: {value}")))
}

fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
    // The generator needs a number other than 0.
    number("HASHLANE_SEED").unwrap_or(now.as_nanos() as u64).max(1)
}

/// Random bits of bytes of each file.
pub fn flips(bytes: &[Vec<usize>]) -> Vec<Flip> {
    let seed = seed();
    println!("HASHLANE_SEED={seed}");
    let mut numbers = Numbers(seed);
    let flip = |_| {
        let file = numbers.below(bytes.len());
        let byte = bytes[file][numbers.below(bytes[file].len())];
        Flip { file, byte, bit: numbers.below(8) }
    };
    (0..number("HASHLANE_FLIPS").unwrap_or(800)).map(flip).collect()
}

/// What pyarrow reads of each flipped file: "same", "other" or "unreadable".
pub fn read_by_pyarrow(python: &Path, folder: &Path, lines: &[String]) -> Vec<String> {
    let list = folder.join("flips");
    let mut read: Vec<String> = Vec::new();
    while read.len() < lines.len() {
        std::fs::write(&list, lines[read.len()..].join("\n")).expect("a list of flips");
        let done = script(python).arg("read").arg(folder).arg(&list).output().expect("Python runs");
        let before = read.len();
        read.extend(String::from_utf8_lossy(&done.stdout).lines().map(str::to_owned));
        if !done.status.success() {
            // pyarrow has crashed.
            assert!(read.len() > before || done.status.code().is_none(), "{done:?}");
            read.push("unreadable".to_owned());
        }
    }
    std::fs::remove_file(list).expect("the list goes");
    read
}

fn script(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/verify/headers.py"));
    command
}

/// The rows that the `parquet` crate reads.
fn read_by_crate(file: &[u8]) -> Option<Vec<RecordBatch>> {
    let bytes = Bytes::copy_from_slice(file);
    let read = || {
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).ok()?.build().ok()?;
        reader.collect::<Result<_, _>>().ok()
    };
    // It panics on some damage.
    catch_unwind(AssertUnwindSafe(read)).ok().flatten()
}

/// The name and the bytes of a file.
type NamedBytes = (String, Vec<u8>);

/// The Python with pyarrow, and the files of `headers.py` in their folder; `None`, with a message, without such a Python.
pub fn written_files() -> Option<(PathBuf, Folder, Vec<NamedBytes>)> {
    let Some(python) = python() else {
        println!("not run: there is no Python with pyarrow; `make test` has one");
        return None;
    };
    let folder = Folder::new();
    let status = script(&python).arg("write").arg(&folder.0).status().expect("Python runs");
    assert!(status.success(), "headers.py failed");
    let files = files(&folder.0);
    Some((python, folder, files))
}

#[test]
fn a_flip_that_a_reader_notices_is_reported() {
    let Some((python, folder, files)) = written_files() else { return };
    let healthy: Vec<_> =
        files.iter().map(|(_, bytes)| read_by_crate(bytes).expect("a healthy file")).collect();
    let headers: Vec<_> = files.iter().map(|(_, bytes)| header_bytes(bytes)).collect();
    let flips = flips(&headers);
    let line = |flip: &Flip| format!("{} {} {}", files[flip.file].0, flip.byte, flip.bit);
    let lines: Vec<_> = flips.iter().map(line).collect();
    let pyarrow = read_by_pyarrow(&python, &folder.0, &lines);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut missed = Vec::new();
    for ((flip, line), pyarrow) in flips.iter().zip(&lines).zip(&pyarrow) {
        let mut bytes = files[flip.file].1.clone();
        bytes[flip.byte] ^= 1 << flip.bit;
        let by_crate = read_by_crate(&bytes);
        *counts.entry(pyarrow).or_default() += 1;
        let same = by_crate.as_ref() == Some(&healthy[flip.file])
            || leaves_nulls_unknown(&bytes, flip.byte);
        if pyarrow == "same" && same {
            continue;
        }
        let file = Memory(bytes);
        for deep in [false, true] {
            if failures(&file, deep).is_empty() {
                missed.push(format!("{line}, deep: {deep}; pyarrow: {pyarrow}"));
            }
        }
    }
    println!("{} flips, read by pyarrow: {counts:?}", flips.len());
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
    // Most bits of a header matter.
    assert!(counts.get("unreadable").copied().unwrap_or(0) > flips.len() / 3, "{counts:?}");
}
