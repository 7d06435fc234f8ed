//! Compares two lakes by their states.

use std::collections::HashMap;

use crate::{FileVerdict, Problem, ScrubState, StateRow};

/// Returns how the files of a lake differ from those of another, by path, without reading any. A file that was never read, or
/// that is damaged, is unknown.
pub fn compare(here: &ScrubState, other: &ScrubState) -> Vec<Problem> {
    let is_there = |row: &&StateRow| row.verdict != FileVerdict::Missing;
    let is_excluded = |row: &&StateRow| row.verdict == FileVerdict::Excluded;
    let (mut problems, mut extra) = (Vec::new(), Vec::new());
    let mut missing: HashMap<(Option<u128>, u64), Vec<&StateRow>> = HashMap::new();
    for row in other.rows.values().filter(|row| is_there(row) && !is_excluded(row)) {
        if here.rows.get(&row.path).filter(is_there).is_none() {
            missing.entry((row.xxh128, row.bytes)).or_default().push(row);
        }
    }
    for row in here.rows.values().filter(is_there) {
        match other.rows.get(&row.path).filter(is_there) {
            Some(other) => problems.extend(difference(row, other)),
            None if is_excluded(&row) => {}
            None => extra.push(row),
        }
    }
    for row in extra {
        // All empty files are the same.
        let same = row
            .xxh128
            .filter(|_| row.bytes > 0)
            .and_then(|_| missing.get_mut(&(row.xxh128, row.bytes))?.pop());
        problems.push(match same {
            Some(other) => Problem::new(&row.path, "moved", format!("from {}", other.path)),
            None => Problem::new(&row.path, "extra", "the other lake has no such file"),
        });
    }
    let gone = missing.into_values().flatten();
    problems
        .extend(gone.map(|row| Problem::new(&row.path, "missing", "only the other lake has it")));
    problems.sort_by(|a, b| a.path.cmp(&b.path));
    problems
}

fn difference(here: &StateRow, other: &StateRow) -> Option<Problem> {
    let is_excluded = |row: &StateRow| row.verdict == FileVerdict::Excluded;
    if is_excluded(here) && is_excluded(other) {
        return None;
    }
    for (row, which) in [(here, "here"), (other, "in the other lake")] {
        if is_excluded(row) {
            return Some(Problem::new(&row.path, "unknown", format!("it is excluded {which}")));
        }
        if row.xxh128.is_none() || row.verdict.is_wrong() {
            let why = if row.verdict.is_wrong() { row.verdict.name() } else { "never read" };
            return Some(Problem::new(&row.path, "unknown", format!("it is {why} {which}")));
        }
        if row.verdict == FileVerdict::NotRead && row.detail.is_some() {
            let detail = format!("it was written since it was last read {which}");
            return Some(Problem::new(&row.path, "unknown", detail));
        }
    }
    let same_blake3 = match (&here.blake3, &other.blake3) {
        (Some(here), Some(other)) => here == other,
        _ => true,
    };
    if here.xxh128 == other.xxh128 && here.bytes == other.bytes && same_blake3 {
        return None;
    }
    let content = |row: &StateRow| match (&row.fingerprint, row.xxh128_hex()) {
        (Some(fingerprint), _) => format!("{} bytes, {fingerprint}", row.bytes),
        (None, digest) => format!("{} bytes, XXH3-128 {}", row.bytes, digest.unwrap_or_default()),
    };
    let detail = format!("{} here, {} in the other lake", content(here), content(other));
    Some(Problem::new(&here.path, "differs", detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(files: &[(&str, u128)]) -> ScrubState {
        let row = |(path, digest): &(&str, u128)| StateRow {
            bytes: 5,
            xxh128: Some(*digest),
            verdict: FileVerdict::Unchanged,
            ..StateRow::unread(path, 0, 0)
        };
        let rows = files.iter().map(row).map(|row| (row.path.clone(), row));
        ScrubState { rows: rows.collect(), ..ScrubState::default() }
    }

    #[test]
    fn files_are_compared_by_path_and_then_by_content() {
        let here = state(&[("a", 1), ("b", 2), ("c", 3), ("e", 5), ("new", 9)]);
        let mut other = state(&[("a", 1), ("b", 8), ("d", 3), ("e", 5), ("old", 7)]);
        let e = other.rows.get_mut("e").expect("it is there");
        e.verdict = FileVerdict::Damaged;
        let found = compare(&here, &other);
        let found: Vec<_> = found.iter().map(|problem| (&*problem.path, problem.kind)).collect();
        let expected = [
            ("b", "differs"),
            ("c", "moved"),
            ("e", "unknown"),
            ("new", "extra"),
            ("old", "missing"),
        ];
        assert_eq!(found, expected);
        assert_eq!(compare(&here, &here), []);
    }

    #[test]
    fn excluded_files_are_not_compared_and_empty_ones_not_moved() {
        let (mut here, mut other) = (state(&[("a", 1), ("b", 2)]), state(&[("a", 1), ("c", 2)]));
        here.rows.get_mut("a").expect("it is there").verdict = FileVerdict::Excluded;
        for row in here.rows.values_mut().chain(other.rows.values_mut()) {
            row.bytes = 0;
        }
        let found = compare(&here, &other);
        let found: Vec<_> = found.iter().map(|problem| (&*problem.path, problem.kind)).collect();
        assert_eq!(found, [("a", "unknown"), ("b", "extra"), ("c", "missing")]);
        other.rows.remove("a");
        let found = compare(&here, &other);
        assert!(found.iter().all(|problem| &*problem.path != "a"), "{found:?}");
    }
}
