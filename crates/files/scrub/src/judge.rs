//! The verdict on a file that was read.

use hashlane_parquet::inspect::Content;

use crate::{Reading, Row, Verdict};

/// A file that was written so shortly before it was read can be written again without another time of change: FAT counts
/// in steps of two seconds.
const RACY: i64 = 2_000_000;

/// Returns what is known of a file now that it was read. `before` is what was known: of this file, or of the missing file
/// that it was moved from.
///
/// A damaged file stays damaged until it has its last good content again, whatever its time says.
pub(crate) fn judge(before: Row, reading: &Reading, accept: bool) -> Row {
    let known = before.xxh128.is_some();
    let same = is_same(&before, reading);
    let wrong = reading.wrong.as_deref().filter(|_| !(same && before.accepted.is_some()));
    let verdict = match wrong {
        _ if accept && same => Ok(Verdict::Unchanged),
        _ if accept => Ok(Verdict::Modified),
        Some(wrong) => Err(wrong.to_owned()),
        None if !known => Ok(Verdict::New),
        None if same => Ok(Verdict::Unchanged),
        None if before.verdict == Verdict::Damaged => Err(before
            .detail
            .clone()
            .map_or_else(|| "its content is not the last good one".to_owned(), String::from)),
        None if was_written(&before, reading) => Ok(Verdict::Modified),
        None => Err(other_content(&before, reading)),
    };
    match verdict {
        Ok(verdict) => good(before, reading, same, accept, verdict),
        Err(detail) => damaged(before, reading, detail),
    }
}

/// Whether the file has the known content.
fn is_same(before: &Row, reading: &Reading) -> bool {
    let same_blake3 = match (&before.blake3, &reading.blake3) {
        (Some(before), Some(now)) => **before == **now,
        _ => true,
    };
    before.xxh128 == Some(reading.xxh128) && before.bytes == reading.version.size && same_blake3
}

/// Whether the file was written since it was last read.
fn was_written(before: &Row, reading: &Reading) -> bool {
    let is_racy = match (before.modified, before.last_read) {
        (Some(modified), Some(read)) => modified.saturating_add(RACY) >= read,
        // Without a time, only a tag can tell.
        _ => before.tag.is_none(),
    };
    let written = before.modified != reading.version.modified
        || before.tag.as_deref() != reading.version.tag.as_deref();
    // A tag changes with every write.
    written || (is_racy && before.tag.is_none())
}

fn other_content(before: &Row, reading: &Reading) -> String {
    let mut detail = format!(
        "its XXH3-128 was {:032x} and is {:032x}, but its time of change is the same",
        before.xxh128.unwrap_or_default(),
        reading.xxh128
    );
    if before.bytes != reading.version.size {
        detail += &format!("; it had {} bytes and has {}", before.bytes, reading.version.size);
    }
    detail
}

/// A file with content that is as it should be.
fn good(before: Row, reading: &Reading, same: bool, accept: bool, verdict: Verdict) -> Row {
    let Content { rows, fingerprint, columns } = match &reading.content {
        Some(content) => content.clone(),
        None => return good_bytes(before, reading, same, accept, verdict),
    };
    // Without a new one, that of the same content holds.
    let kept = before.fingerprint.clone().filter(|_| same);
    Row {
        rows: Some(rows),
        fingerprint: fingerprint.map(Box::from).or(kept),
        columns: Some(columns),
        ..good_bytes(before, reading, same, accept, verdict)
    }
}

fn good_bytes(before: Row, reading: &Reading, same: bool, accept: bool, verdict: Verdict) -> Row {
    let blake3 = reading.blake3.clone().or_else(|| before.blake3.clone().filter(|_| same));
    Row {
        bytes: reading.version.size,
        modified: reading.version.modified,
        tag: reading.version.tag.as_deref().map(Box::from),
        xxh128: Some(reading.xxh128),
        blake3,
        rows: None,
        fingerprint: None,
        columns: None,
        last_read: Some(reading.began),
        accepted: match accept {
            true => Some(reading.began),
            false => before.accepted.filter(|_| same),
        },
        verdict,
        detail: reading.note.clone(),
        ..before
    }
}

/// A damaged file. What was known of its content stays.
fn damaged(before: Row, reading: &Reading, detail: String) -> Row {
    let never_good = before.xxh128.is_none();
    let mut row = Row {
        last_read: Some(reading.began),
        accepted: None,
        verdict: Verdict::Damaged,
        detail: Some(detail.into()),
        ..before
    };
    if never_good {
        row.bytes = reading.version.size;
        row.modified = reading.version.modified;
        row.tag = reading.version.tag.as_deref().map(Box::from);
    }
    row
}

#[cfg(test)]
mod tests {
    use hashlane_files::Version;

    use super::*;

    const OLD: i64 = 1_000_000_000;

    /// A read of a file with this content, last changed at `modified`, long before.
    fn reading(xxh128: u128, modified: i64) -> Reading {
        let version = Version { size: 10, modified: Some(modified), tag: None };
        let began = OLD * 9;
        Reading { version, began, xxh128, blake3: None, content: None, wrong: None, note: None }
    }

    fn unread() -> Row {
        Row::unread("a", OLD)
    }

    fn verdict(before: &Row, reading: &Reading) -> Verdict {
        judge(before.clone(), reading, false).verdict
    }

    #[test]
    fn a_write_shows_in_the_time_and_damage_does_not() {
        let first = judge(unread(), &reading(1, OLD), false);
        assert_eq!((first.verdict, first.xxh128), (Verdict::New, Some(1)));
        assert_eq!(verdict(&first, &reading(1, OLD)), Verdict::Unchanged);
        assert_eq!(verdict(&first, &reading(1, OLD + 1)), Verdict::Unchanged);
        assert_eq!(verdict(&first, &reading(2, OLD + 1)), Verdict::Modified);
        assert_eq!(verdict(&first, &reading(2, OLD)), Verdict::Damaged);
        let mut shorter = reading(1, OLD);
        shorter.version.size = 9;
        assert_eq!(verdict(&first, &shorter), Verdict::Damaged);
    }

    #[test]
    fn a_file_read_right_after_it_was_written_may_be_written_again() {
        let first = judge(unread(), &reading(1, OLD * 9 - 1_000_000), false);
        assert_eq!(verdict(&first, &reading(2, OLD * 9 - 1_000_000)), Verdict::Modified);
    }

    #[test]
    fn a_tag_tells_every_write() {
        let tagged = |xxh128, tag: &str| {
            let mut reading = reading(xxh128, OLD * 9);
            reading.version.tag = Some(tag.to_owned());
            reading
        };
        let first = judge(unread(), &tagged(1, "a"), false);
        assert_eq!(verdict(&first, &tagged(2, "b")), Verdict::Modified);
        assert_eq!(verdict(&first, &tagged(2, "a")), Verdict::Damaged);
    }

    #[test]
    fn a_damaged_file_stays_damaged_until_it_is_restored_or_accepted() {
        let first = judge(unread(), &reading(1, OLD), false);
        let damaged = judge(first, &reading(2, OLD), false);
        assert_eq!((damaged.verdict, damaged.xxh128), (Verdict::Damaged, Some(1)));
        assert_eq!(verdict(&damaged, &reading(2, OLD + 5)), Verdict::Damaged);
        assert_eq!(verdict(&damaged, &reading(3, OLD + 5)), Verdict::Damaged);
        assert_eq!(verdict(&damaged, &reading(1, OLD + 5)), Verdict::Unchanged);
        let accepted = judge(damaged, &reading(2, OLD), true);
        assert_eq!((accepted.verdict, accepted.xxh128), (Verdict::Modified, Some(2)));
        assert_eq!(verdict(&accepted, &reading(2, OLD)), Verdict::Unchanged);
    }

    #[test]
    fn what_is_wrong_within_a_file_is_damage_unless_it_was_accepted() {
        let wrong = |xxh128| Reading { wrong: Some("footer".into()), ..reading(xxh128, OLD) };
        let first = judge(unread(), &wrong(1), false);
        assert_eq!((first.verdict, first.xxh128), (Verdict::Damaged, None));
        assert_eq!(verdict(&first, &reading(2, OLD)), Verdict::New);
        let accepted = judge(first, &wrong(1), true);
        assert_eq!(accepted.verdict, Verdict::Modified);
        assert_eq!(verdict(&accepted, &wrong(1)), Verdict::Unchanged);
        assert_eq!(verdict(&accepted, &wrong(2)), Verdict::Damaged);
    }

    #[test]
    fn blake3_counts_if_both_reads_have_it() {
        let with = |digest: &str| Reading { blake3: Some(digest.into()), ..reading(1, OLD) };
        let first = judge(unread(), &with("a"), false);
        assert_eq!(verdict(&first, &with("a")), Verdict::Unchanged);
        assert_eq!(verdict(&first, &with("b")), Verdict::Damaged);
        let later = judge(first, &reading(1, OLD), false);
        assert_eq!(later.blake3.as_deref(), Some("a"));
    }
}
