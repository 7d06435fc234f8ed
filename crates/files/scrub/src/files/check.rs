//! Compares a list of files with a lake.

use std::collections::HashSet;

use hashlane_parquet::is_parquet;

use super::list::{FileList, FileListEntry};
use crate::{FileVerdict, Lake, Problem, ScrubState, StateRow};

/// Returns how a lake differs from a list of its files, by path: files that only one of the two has, and files with another
/// length, number of rows or digest. Rows and digests come from the state after a run. `listed` are the files of the lake.
pub fn check(
    list: &FileList,
    lake: &Lake,
    state: &ScrubState,
    listed: &HashSet<Box<str>>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut named = HashSet::new();
    let written: HashSet<_> = list.files.iter().map(|file| lake.as_written(&file.path)).collect();
    for file in &list.files {
        let is_known = |path: &str| listed.contains(path) || state.rows.contains_key(path);
        let is_free = |path: &str| listed.contains(path) && !written.contains(path);
        let path = lake.listed(&file.path, is_known, is_free);
        if !named.insert(path.clone()) {
            problems.push(Problem::new(&path, "mismatch", format!("{} lists it twice", list.name)));
            continue;
        }
        match state.rows.get(&path).filter(|_| listed.contains(&path)) {
            None if lake.leaves_out(&path) => {
                let detail = format!("{} lists it, but --exclude leaves it out", list.name);
                problems.push(Problem::new(&path, "not_read", detail));
            }
            None => {
                let detail = format!("{} lists it", list.name);
                problems.push(Problem::new(&path, "missing", detail));
            }
            Some(row) => problems.extend(mismatch(list, file, row)),
        }
    }
    let unlisted = listed.iter().filter(|path| !named.contains(*path));
    problems.extend(
        unlisted
            .map(|path| Problem::new(path, "unlisted", format!("{} doesn't list it", list.name))),
    );
    problems.sort_by(|a, b| a.path.cmp(&b.path));
    problems
}

fn mismatch(list: &FileList, file: &FileListEntry, row: &StateRow) -> Option<Problem> {
    let is_old = row.verdict == FileVerdict::NotRead && row.detail.is_some();
    let unknown = |what: &str, why: &str| {
        let why = if row.xxh128.is_none() { "the file was not read" } else { why };
        let detail = format!("{} has its {what}, but {why}", list.name);
        Some(Problem::new(&row.path, "not_read", detail))
    };
    let differs = |what: &str, listed: String, found: String| {
        let detail = format!("{what}: {listed} in {}, {found} in the lake", list.name);
        Some(Problem::new(&row.path, "mismatch", detail))
    };
    // What is known of a damaged file is what it was.
    if row.verdict.is_wrong() || is_old {
        return unknown("figures", "the file was not read as it is now")
            .filter(|_| file.bytes.is_some() || file.rows.is_some() || file.digest.is_some());
    }
    if let Some(bytes) = file.bytes.filter(|bytes| *bytes != row.bytes) {
        return differs("bytes", bytes.to_string(), row.bytes.to_string());
    }
    if let Some(rows) = file.rows {
        match row.rows {
            None if is_parquet(&row.path) => {
                return unknown("rows", "its rows could not be counted");
            }
            None => {
                let why = "only rows of Parquet files are counted: leave its rows empty";
                return unknown("rows", why);
            }
            Some(found) if found != rows => {
                return differs("rows", rows.to_string(), found.to_string());
            }
            Some(_) => {}
        }
    }
    let digest = file.digest.as_ref()?;
    let found = match digest.len() {
        32 => row.xxh128_hex(),
        _ => row.blake3.as_deref().map(str::to_owned),
    };
    match found {
        None => unknown("digest", "the state has no BLAKE3: pass --digest blake3"),
        Some(found) if found != *digest => differs("digest", digest.clone(), found),
        Some(_) => None,
    }
}
