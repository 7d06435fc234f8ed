//! The verdict on a file that was read.

use hashlane_parquet::inspect::FileContent;

use crate::{FileReading, FileVerdict, StateRow};

/// A file that was written so shortly before or after it was read can be written again without another time of change: FAT
/// counts in steps of two seconds.
const RACE: u64 = 2_000_000;

/// Returns what is known of a file now that it was read. `before` is what was known: of this file, or of the missing file
/// that it was moved from.
///
/// A damaged file stays damaged until it has its last good content again, whatever its time says. If it was never good, it is
/// damaged while it has the content that was found damaged, even if this read checks less.
pub(crate) fn judge(before: StateRow, reading: &FileReading, accept: bool) -> StateRow {
    let known = before.xxh128.is_some();
    let same = is_same(&before, reading);
    let wrong = reading.wrong.as_deref().filter(|_| !(same && before.accepted.is_some()));
    let is_damaged = before.damaged.is_some_and(|damaged| known || damaged == reading.xxh128);
    let judgement = match wrong {
        _ if accept && same => Ok((FileVerdict::Unchanged, None)),
        _ if accept => Ok((FileVerdict::Modified, None)),
        Some(wrong) => Err(wrong.to_owned()),
        None if same => Ok((FileVerdict::Unchanged, None)),
        None if is_damaged => Err(still_damaged(&before, reading)),
        None if !known => Ok((FileVerdict::New, None)),
        None if was_written(&before, reading) => Ok((FileVerdict::Modified, None)),
        None => match race(&before) {
            Some(race) => Ok((FileVerdict::Modified, Some(race))),
            None => Err(other_content(&before, reading) + ", but its time of change is the same"),
        },
    };
    match judgement {
        Ok((verdict, race)) => {
            let mut row = good(before, reading, same, accept, verdict);
            row.detail = race.map(Box::from).or(row.detail);
            row
        }
        Err(detail) => damaged(before, reading, same, detail),
    }
}

/// Whether the file has the known content.
fn is_same(before: &StateRow, reading: &FileReading) -> bool {
    let same_blake3 = match (&before.blake3, &reading.blake3) {
        (Some(before), Some(now)) => **before == **now,
        // Damage that only BLAKE3 showed shows in no read without it.
        _ => before.damaged != Some(reading.xxh128),
    };
    before.xxh128 == Some(reading.xxh128) && before.bytes == reading.version.size && same_blake3
}

/// Whether the file's time, its tag or the file that it leads to says that it was written since it was last read.
fn was_written(before: &StateRow, reading: &FileReading) -> bool {
    before.modified != reading.version.modified
        || before.target != reading.target
        || before.tag.as_deref() != reading.version.tag.as_deref()
}

/// Returns why a file may have been written although its time and its tag are the same, if it may.
fn race(before: &StateRow) -> Option<&'static str> {
    // A tag changes with every write.
    if before.tag.is_some() {
        return None;
    }
    match (before.modified, before.last_read) {
        (Some(modified), Some(read)) if modified.abs_diff(read) > RACE => None,
        (Some(_), Some(_)) => Some(
            "its time of change is the same, but less than 2 seconds from the last read: written again, or damaged",
        ),
        _ => Some("it has neither a time of change nor a tag: written, or damaged"),
    }
}

fn other_content(before: &StateRow, reading: &FileReading) -> String {
    let mut detail = format!(
        "its XXH3-128 was {:032x} and is {:032x}",
        before.xxh128.unwrap_or_default(),
        reading.xxh128
    );
    if before.bytes != reading.version.size {
        detail += &format!(", it had {} bytes and has {}", before.bytes, reading.version.size);
    }
    detail
}

/// What is wrong with a file that was damaged before, and that has no checksum that shows it.
fn still_damaged(before: &StateRow, reading: &FileReading) -> String {
    match &before.detail {
        Some(detail)
            if before.verdict == FileVerdict::Damaged && before.damaged == Some(reading.xxh128) =>
        {
            detail.to_string()
        }
        _ if before.xxh128.is_some() => {
            other_content(before, reading) + "; it was found damaged before"
        }
        _ => "it has the content that was found damaged before".to_owned(),
    }
}

/// A file with content that is as it should be.
fn good(
    before: StateRow,
    reading: &FileReading,
    same: bool,
    accept: bool,
    verdict: FileVerdict,
) -> StateRow {
    let FileContent { rows, fingerprint, columns } = match &reading.content {
        Some(content) => content.clone(),
        None => return good_bytes(before, reading, same, accept, verdict),
    };
    // Without a new one, that of the same content holds.
    let kept = before.fingerprint.clone().filter(|_| same);
    StateRow {
        rows: Some(rows),
        fingerprint: fingerprint.map(Box::from).or(kept),
        columns: Some(columns),
        ..good_bytes(before, reading, same, accept, verdict)
    }
}

fn good_bytes(
    before: StateRow,
    reading: &FileReading,
    same: bool,
    accept: bool,
    verdict: FileVerdict,
) -> StateRow {
    let blake3 = reading.blake3.clone().or_else(|| before.blake3.clone().filter(|_| same));
    StateRow {
        bytes: reading.version.size,
        modified: reading.version.modified,
        tag: reading.version.tag.as_deref().map(Box::from),
        target: reading.target.clone(),
        xxh128: Some(reading.xxh128),
        blake3,
        rows: None,
        fingerprint: None,
        columns: None,
        last_read: Some(reading.began),
        last_tried: Some(reading.began),
        damaged: None,
        accepted: match accept {
            true => Some(reading.began),
            false => before.accepted.filter(|_| same),
        },
        verdict,
        detail: reading.note.clone(),
        ..before
    }
}

/// A damaged file. What was known of its content stays, unless that content itself turns out to be damaged.
fn damaged(mut before: StateRow, reading: &FileReading, same: bool, detail: String) -> StateRow {
    if same {
        let StateRow { path, first_seen, turn, .. } = before;
        before = StateRow::unread(&path, first_seen, turn);
    }
    let never_good = before.xxh128.is_none();
    let mut row = StateRow {
        last_read: Some(reading.began),
        last_tried: Some(reading.began),
        damaged: Some(reading.xxh128),
        accepted: None,
        verdict: FileVerdict::Damaged,
        detail: Some(detail.into()),
        ..before
    };
    if never_good {
        row.bytes = reading.version.size;
        row.modified = reading.version.modified;
        row.tag = reading.version.tag.as_deref().map(Box::from);
        row.target = reading.target.clone();
    }
    row
}

#[cfg(test)]
mod tests {
    use hashlane_files::FileVersion;

    use super::*;

    const OLD: i64 = 1_000_000_000;

    /// A read of a file with this content, last changed at `modified`, long before.
    fn reading(xxh128: u128, modified: i64) -> FileReading {
        let version = FileVersion { size: 10, modified: Some(modified), tag: None };
        let began = OLD * 9;
        let (blake3, content, wrong, note, target) = Default::default();
        FileReading { version, began, xxh128, blake3, content, wrong, note, target }
    }

    fn unread() -> StateRow {
        StateRow::unread("a", OLD, 0)
    }

    fn verdict(before: &StateRow, reading: &FileReading) -> FileVerdict {
        judge(before.clone(), reading, false).verdict
    }

    #[test]
    fn a_write_shows_in_the_time_and_damage_does_not() {
        let first = judge(unread(), &reading(1, OLD), false);
        assert_eq!((first.verdict, first.xxh128), (FileVerdict::New, Some(1)));
        assert_eq!(verdict(&first, &reading(1, OLD)), FileVerdict::Unchanged);
        assert_eq!(verdict(&first, &reading(1, OLD + 1)), FileVerdict::Unchanged);
        assert_eq!(verdict(&first, &reading(2, OLD + 1)), FileVerdict::Modified);
        assert_eq!(verdict(&first, &reading(2, OLD)), FileVerdict::Damaged);
        let mut shorter = reading(1, OLD);
        shorter.version.size = 9;
        assert_eq!(verdict(&first, &shorter), FileVerdict::Damaged);
    }

    #[test]
    fn a_file_read_right_after_it_was_written_may_be_written_again() {
        let first = judge(unread(), &reading(1, OLD * 9 - 1_000_000), false);
        let again = judge(first, &reading(2, OLD * 9 - 1_000_000), false);
        assert_eq!(again.verdict, FileVerdict::Modified);
        assert!(again.detail.expect("it says why").contains("less than 2 seconds"));
    }

    #[test]
    fn only_two_seconds_around_a_read_are_a_race() {
        for (distance, expected) in [
            (-2_000_001, FileVerdict::Damaged),
            (-2_000_000, FileVerdict::Modified),
            (2_000_000, FileVerdict::Modified),
            (2_000_001, FileVerdict::Damaged),
            (OLD * 50, FileVerdict::Damaged),
        ] {
            let first = judge(unread(), &reading(1, OLD * 9 + distance), false);
            assert_eq!(verdict(&first, &reading(2, OLD * 9 + distance)), expected, "{distance}");
        }
    }

    #[test]
    fn a_link_that_leads_elsewhere_was_changed() {
        let to = |target: &str, xxh128| FileReading {
            target: Some(target.into()),
            ..reading(xxh128, OLD)
        };
        let first = judge(unread(), &to("a", 1), false);
        assert_eq!(verdict(&first, &to("b", 2)), FileVerdict::Modified);
        assert_eq!(verdict(&first, &reading(2, OLD)), FileVerdict::Modified);
        assert_eq!(verdict(&first, &to("b", 1)), FileVerdict::Unchanged);
        assert_eq!(verdict(&first, &to("a", 2)), FileVerdict::Damaged);
    }

    #[test]
    fn a_detail_is_that_of_the_content_that_was_read() {
        let wrong = |xxh128| FileReading { wrong: Some("footer".into()), ..reading(xxh128, OLD) };
        let first = judge(unread(), &reading(1, OLD), false);
        let damaged = judge(first, &wrong(2), false);
        let same = judge(damaged.clone(), &reading(2, OLD), false);
        assert_eq!(same.detail.as_deref(), Some("footer"));
        let other = judge(damaged, &reading(3, OLD), false).detail.expect("it says why");
        assert!(other.contains("is 00000000000000000000000000000003"), "{other}");
    }

    #[test]
    fn damage_is_remembered_while_a_file_is_away() {
        let first = judge(unread(), &reading(1, OLD), false);
        let damaged = judge(first, &reading(2, OLD), false);
        let missing = StateRow { verdict: FileVerdict::Missing, detail: None, ..damaged };
        assert_eq!(verdict(&missing, &reading(2, OLD + 9)), FileVerdict::Damaged);
        assert_eq!(verdict(&missing, &reading(1, OLD + 9)), FileVerdict::Unchanged);
    }

    #[test]
    fn content_that_was_found_damaged_stays_damaged_when_a_read_checks_less() {
        let deep = FileReading { wrong: Some("page_decode".into()), ..reading(1, OLD) };
        // The content was taken as good before it was decoded.
        let known = judge(unread(), &reading(1, OLD), false);
        for before in [unread(), known] {
            let damaged = judge(before, &deep, false);
            assert_eq!((damaged.verdict, damaged.xxh128), (FileVerdict::Damaged, None));
            assert_eq!(verdict(&damaged, &reading(1, OLD)), FileVerdict::Damaged);
            assert_eq!(verdict(&damaged, &reading(2, OLD + 1)), FileVerdict::New);
        }
    }

    #[test]
    fn a_tag_tells_every_write() {
        let tagged = |xxh128, tag: &str| {
            let mut reading = reading(xxh128, OLD * 9);
            reading.version.tag = Some(tag.to_owned());
            reading
        };
        let first = judge(unread(), &tagged(1, "a"), false);
        assert_eq!(verdict(&first, &tagged(2, "b")), FileVerdict::Modified);
        assert_eq!(verdict(&first, &tagged(2, "a")), FileVerdict::Damaged);
    }

    #[test]
    fn a_damaged_file_stays_damaged_until_it_is_restored_or_accepted() {
        let first = judge(unread(), &reading(1, OLD), false);
        let damaged = judge(first, &reading(2, OLD), false);
        assert_eq!((damaged.verdict, damaged.xxh128), (FileVerdict::Damaged, Some(1)));
        assert_eq!(verdict(&damaged, &reading(2, OLD + 5)), FileVerdict::Damaged);
        assert_eq!(verdict(&damaged, &reading(3, OLD + 5)), FileVerdict::Damaged);
        assert_eq!(verdict(&damaged, &reading(1, OLD + 5)), FileVerdict::Unchanged);
        let accepted = judge(damaged, &reading(2, OLD), true);
        assert_eq!((accepted.verdict, accepted.xxh128), (FileVerdict::Modified, Some(2)));
        assert_eq!(verdict(&accepted, &reading(2, OLD)), FileVerdict::Unchanged);
    }

    #[test]
    fn what_is_wrong_within_a_file_is_damage_unless_it_was_accepted() {
        let wrong = |xxh128| FileReading { wrong: Some("footer".into()), ..reading(xxh128, OLD) };
        let first = judge(unread(), &wrong(1), false);
        assert_eq!((first.verdict, first.xxh128), (FileVerdict::Damaged, None));
        assert_eq!(verdict(&first, &reading(2, OLD)), FileVerdict::New);
        let accepted = judge(first, &wrong(1), true);
        assert_eq!(accepted.verdict, FileVerdict::Modified);
        assert_eq!(verdict(&accepted, &wrong(1)), FileVerdict::Unchanged);
        assert_eq!(verdict(&accepted, &wrong(2)), FileVerdict::Damaged);
    }

    #[test]
    fn blake3_counts_if_both_reads_have_it() {
        let with = |digest: &str| FileReading { blake3: Some(digest.into()), ..reading(1, OLD) };
        let first = judge(unread(), &with("a"), false);
        assert_eq!(verdict(&first, &with("a")), FileVerdict::Unchanged);
        assert_eq!(verdict(&first, &with("b")), FileVerdict::Damaged);
        let damaged = judge(first.clone(), &with("b"), false);
        assert_eq!(verdict(&damaged, &reading(1, OLD)), FileVerdict::Damaged);
        assert_eq!(verdict(&damaged, &with("a")), FileVerdict::Unchanged);
        let later = judge(first, &reading(1, OLD), false);
        assert_eq!(later.blake3.as_deref(), Some("a"));
    }
}
