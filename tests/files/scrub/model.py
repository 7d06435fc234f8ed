"""What each row of the state must say after a run, given the files on the disk and the rows before it.

The program tells only which files it has read. All else follows from the rules of docs/scrub.md.
"""

import datetime
from collections import defaultdict
from dataclasses import dataclass, replace

from scrub.contents import parquet_ending
from scrub.order import EPOCH, planned, queue_of

# The content of a file that was written this shortly before or after it was read can change without a new time.
RACE = datetime.timedelta(seconds=2)


# What a state says of when a file was listed and read.
TIMES = ("first_seen", "last_read", "last_tried", "turn")


@dataclass(frozen=True)
class Row:
    """What is known of a file: the content and the time that it had when it was last good, and the last verdict."""

    content: object = None
    modified: int = 0
    first_seen: object = None
    last_read: object = None
    last_tried: object = None
    # The number of complete runs before the one that last tried it or first saw it.
    turn: int = 0
    verdict: str = ""
    # XXH3-128 of the damaged content, as long as the file isn't good again.
    damaged: str | None = None
    is_accepted: bool = False
    # Whether the content was ever read for its fingerprint; None if that isn't known.
    has_fingerprint: bool | None = None


def time_of(file):
    return EPOCH + datetime.timedelta(microseconds=file.modified // 1000)


def is_same_time(file, row):
    return file.modified // 1000 == row.modified // 1000


def is_race(row):
    return abs(time_of(row) - row.last_read) <= RACE


def is_same(file, row):
    return row is not None and row.content is not None and file.content.xxh128 == row.content.xxh128


def is_unsure(path, content):
    """Whether it isn't known what a Parquet file holds, since bits were flipped in it."""
    return bool(parquet_ending(path)) and (content.rows is None or content.is_undecodable)


def verdict_of(file, row):
    """The verdict on a file that was read, except that a new one may be moved."""
    if (file.content.is_broken or file.content.is_undecodable) and not (is_same(file, row) and row.is_accepted):
        return "damaged"
    if row is None:
        return "new"
    if is_same(file, row):
        return "unchanged"
    if row.damaged and (row.content is not None or row.damaged == file.content.xxh128):
        return "damaged"
    if row.content is None:
        return "new"
    return "damaged" if is_same_time(file, row) and not is_race(row) else "modified"


class Judge:
    """Follows a state from run to run and collects what is wrong."""

    def __init__(self):
        self.rows, self.state, self.wrong, self.judged, self.seen = {}, {}, [], 0, defaultdict(int)

    @property
    def missing(self):
        return {path for path, row in self.state.items() if row["verdict"] == "missing"}

    def complain(self, path, *words):
        self.wrong.append((path, *words))

    def expect(self, path, actual, *allowed):
        self.judged += 1
        self.seen[actual] += 1
        if actual not in allowed:
            self.complain(path, f"is {actual}, expected {' or '.join(allowed)}")

    def judge(self, files, state, run):
        """Compares a state with the files; `run` has the options of the run that wrote it."""
        self.before, self.run, old = self.rows, run, self.state
        self.all_files = files
        self.files = {path: file for path, file in files.items() if not run.leaves_out(path)}
        self.rows, self.state, self.newcomers = {}, state, []
        # A read has another time than the one before, whatever the clock says.
        was_read = {path: row["last_read"] for path, row in old.items()}
        self.read = {path for path, row in state.items() if row["last_read"] and row["last_read"] != was_read.get(path)}
        for path in self.files.keys() | state.keys() | self.before.keys():
            if run.leaves_out(path):
                self.judge_excluded(path)
            elif path in self.files and path in state:
                self.judge_file(path)
            elif path in self.files:
                self.complain(path, "has no row")
            elif path not in self.before:
                self.complain(path, "has a row, but there was never such a file")
        self.judge_missing()
        self.judge_order()
        for path, row in self.rows.items():
            if path in state:
                times = {name: state[path][name] for name in TIMES}
                self.rows[path] = replace(row, **times)

    def judge_accepted(self, files, state, paths):
        """A run that accepts files changes their rows and no others."""
        old, self.state = self.state, state
        for path in old.keys() | state.keys():
            if path not in paths and old.get(path) != state.get(path):
                self.complain(path, "was not to be accepted, and its row has changed")
        for path in paths:
            actual, file = state.get(path), files.get(path)
            if (actual is None) != (file is None):
                self.complain(path, "accepted, and its row is", actual)
            if actual is None or file is None:
                self.rows.pop(path, None)
                continue
            self.expect(path, actual["verdict"], "unchanged", "modified")
            if actual["accepted"] is None:
                self.complain(path, "was accepted, and the row doesn't say so")
            times = {name: actual[name] for name in TIMES}
            self.rows[path] = Row(file.content, file.modified, verdict=actual["verdict"], is_accepted=True, **times)
            self.check_row(path, actual)

    def judge_excluded(self, path):
        """What is known of a file stays while it is left out."""
        if path not in self.before:
            if path in self.state:
                self.complain(path, "is left out, and has a new row")
            return
        self.expect(path, self.state[path]["verdict"] if path in self.state else None, "excluded")
        self.rows[path] = replace(self.before[path], verdict="excluded")

    def judge_file(self, path):
        file, row, actual = self.files[path], self.before.get(path), self.state[path]
        if not file.is_readable:
            self.judge_unreadable(path, row, actual)
        elif path not in self.read:
            self.judge_unread(path, row, actual)
        else:
            self.judge_read(path, file, row, actual)
        self.check_row(path, actual)

    def judge_read(self, path, file, row, actual):
        verdict = verdict_of(file, row)
        # A flipped bit may show in the structure.
        is_accepted = row is not None and row.is_accepted and is_same(file, row)
        if actual["verdict"] == "damaged" and file.content.rows is None and parquet_ending(path) and not is_accepted:
            verdict = "damaged"
        if verdict == "new":
            self.newcomers.append(path)
        else:
            self.expect(path, actual["verdict"], verdict)
        if verdict == "modified" and is_same_time(file, row) and "2 seconds" not in (actual["detail"] or ""):
            self.complain(path, "is modified by chance of its time, and the detail doesn't say so")
        if verdict == "damaged":
            # Content that turns out to be damaged was never good.
            known = Row(first_seen=row.first_seen) if is_same(file, row) else row or Row()
            self.rows[path] = replace(known, verdict=verdict, damaged=file.content.xxh128, is_accepted=False)
            return
        had_one = row is not None and row.content == file.content and row.has_fingerprint
        with_fingerprint = True if not self.run.without_fingerprint else had_one
        self.rows[path] = Row(file.content, file.modified, verdict=verdict, is_accepted=is_accepted, has_fingerprint=with_fingerprint)

    def judge_unreadable(self, path, row, actual):
        # Only an attempt to read it tells.
        is_due = queue_of(self.files[path], row, self.run) is not None
        others = ["damaged" if row and row.damaged else "not_read"] * (self.run.is_limited or not is_due)
        self.expect(path, actual["verdict"], "unreadable", *others)
        self.rows[path] = replace(row or Row(), verdict=actual["verdict"])

    def judge_unread(self, path, row, actual):
        was_unreadable = row is not None and row.verdict == "unreadable"
        other = "damaged" if row is not None and row.damaged else "not_read"
        self.expect(path, actual["verdict"], "unreadable" if was_unreadable else other)
        self.rows[path] = replace(row or Row(), verdict=actual["verdict"])

    def judge_missing(self):
        """Files that are gone are missing, unless a new file has their content. Empty files are never moved."""
        gone, came = defaultdict(set), defaultdict(list)
        for path, row in self.before.items():
            if path not in self.files and not self.run.leaves_out(path):
                gone[row.content and row.content.bytes > 0 and row.content.xxh128 or path].add(path)
        for path in self.newcomers:
            content = self.files[path].content
            came[content.xxh128 if content.bytes > 0 else path].append(path)
        for digest in gone.keys() | came.keys():
            self.judge_moves(gone[digest], came[digest])

    def judge_moves(self, gone, came):
        moved = [path for path in came if self.state[path]["verdict"] == "moved"]
        for path in came:
            is_moved = path in moved
            self.expect(path, self.state[path]["verdict"], "moved" if is_moved else "new")
            known = None if is_moved and self.run.without_fingerprint else self.rows[path].has_fingerprint
            self.rows[path] = replace(self.rows[path], verdict=self.state[path]["verdict"], has_fingerprint=known)
            if is_moved:
                sources = {path for path in gone if self.before[path].is_accepted}
                is_accepted = self.state[path]["detail"].removeprefix("from ") in sources
                self.rows[path] = replace(self.rows[path], is_accepted=is_accepted)
        left = {path for path in gone if path in self.state}
        is_known = any(self.before[path].content is not None for path in gone)
        sources = {self.state[path]["detail"].removeprefix("from ") for path in moved}
        if is_known and len(moved) != min(len(gone), len(came)) and not self.has_empty(gone | set(came)):
            self.complain(tuple(came), f"moved are {moved}, gone are {gone}")
        # Whether a file that was never read is missing or forgotten says nothing about any bytes.
        if is_known and sources != gone - left:
            self.complain(tuple(moved), f"moved from {sources}, but without a row are {gone - left}")
        for path in left:
            self.expect(path, self.state[path]["verdict"], "missing")
            self.rows[path] = replace(self.before[path], verdict="missing")
            self.check_row(path, self.state[path])

    def has_empty(self, paths):
        contents = (self.files[path].content if path in self.files else self.before[path].content for path in paths)
        return any(content is not None and content.bytes == 0 for content in contents)

    def check_row(self, path, actual):
        """The digests and numbers of a row are those of the last good content."""
        row = self.rows[path]
        content = row.content
        if actual["damaged"] != row.damaged:
            self.complain(path, f"has the damaged content {actual['damaged']}, expected {row.damaged}")
        if content is None:
            expected = {"xxh128": None}
        else:
            expected = {"xxh128": content.xxh128, "bytes": content.bytes, "modified": time_of(row), "tag": None}
            if not row.is_accepted and not is_unsure(path, content):
                expected["rows"] = content.rows
                if row.has_fingerprint and content.fingerprint:
                    expected["fingerprint"] = content.fingerprint
            if actual["blake3"] is not None:
                expected["blake3"] = content.blake3
        for name in expected:
            if actual[name] != expected[name]:
                self.complain(path, f"has {name} {actual[name]}, expected {expected[name]}")
        is_known = content and not row.is_accepted and not is_unsure(path, content) and row.has_fingerprint is not None
        if is_known and path not in self.newcomers:
            if (actual["fingerprint"] is not None) != (row.has_fingerprint and content.rows is not None):
                self.complain(path, f"has the fingerprint {actual['fingerprint']} and {content.rows} rows")

    def judge_order(self):
        """Due files were read as far as the budget goes, in their order, and no others."""
        everything = replace(self.run, max_bytes=None)
        due = planned(self.files, self.before, everything)
        readable = lambda paths: {path for path in paths if self.files[path].is_readable and path in self.state}
        if early := self.read - set(due):
            self.complain(tuple(early)[:3], f"{len(early)} files were read, but aren't due")
        # A run that goes on after an interrupt has a budget of its own.
        if self.run.is_limited and (self.run.has_max_time or self.run.interrupts):
            return
        expected = readable(planned(self.files, self.before, self.run))
        if expected != self.read:
            some = sorted(expected - self.read)[:3], sorted(self.read - expected)[:3]
            self.complain("order", f"{len(expected - self.read)} files not read, {len(self.read - expected)} instead", *some)
