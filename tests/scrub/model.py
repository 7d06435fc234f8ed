"""What each row of the state must say after a run, given the files on the disk and the rows before it.

The program tells only which files it has read. All else follows from the rules of docs/scrub.md.
"""

import datetime
from collections import defaultdict
from dataclasses import dataclass, replace

from scrub.contents import parquet_ending


# The content of a file that was written this shortly before it was read can change without a new time.
RECENT = datetime.timedelta(seconds=2)
EPOCH = datetime.datetime(1970, 1, 1)


@dataclass(frozen=True)
class Row:
    """What is known of a file: the content and the time that it had when it was last good, and the last verdict."""

    content: object = None
    modified: int = 0
    last_read: object = None
    verdict: str = ""
    is_accepted: bool = False
    # Whether the content was ever read for its fingerprint; None if that isn't known.
    has_fingerprint: bool | None = None


def same_time(file, row):
    """Whether equal times prove that nobody wrote the file since it was read."""
    modified = EPOCH + datetime.timedelta(microseconds=row.modified // 1000)
    return file.modified // 1000 == row.modified // 1000 and modified < row.last_read - RECENT


def is_changed(file, row):
    return file.modified // 1000 != row.modified // 1000 or file.content.bytes != row.content.bytes


def verdict_of(file, row):
    """The verdict on a file that was read, except that a new one may be moved."""
    if row is None or row.content is None:
        was_damaged = row is not None and row.verdict == "damaged"
        return "damaged" if file.content.is_broken or was_damaged else "new"
    if file.content.xxh128 == row.content.xxh128:
        return "unchanged"
    if row.verdict == "damaged" or file.content.is_broken or same_time(file, row):
        return "damaged"
    return "modified"


def is_due_first(file, row):
    """Whether a file is due in every run, before those that have only not been read for long."""
    if row is None or row.last_read is None or file.content is None:
        return True
    return row.verdict in ("damaged", "unreadable") or row.content is None or is_changed(file, row)


class Judge:
    """Follows a state from run to run and collects what is wrong."""

    def __init__(self):
        self.rows, self.missing, self.wrong, self.judged, self.seen = {}, set(), [], 0, defaultdict(int)

    def complain(self, path, *words):
        self.wrong.append((path, *words))

    def expect(self, path, actual, *allowed):
        self.judged += 1
        self.seen[actual] += 1
        if actual not in allowed:
            self.complain(path, f"is {actual}, expected {' or '.join(allowed)}")

    def judge(self, files, state, run):
        """Compares a state with the files; `run` has the options of the run that wrote it."""
        self.before, self.files, self.state, self.run = self.rows, files, state, run
        self.rows, self.newcomers = {}, []
        self.read = {path for path, row in state.items() if row["last_read"] and row["last_read"] >= run.start}
        for path in files.keys() | state.keys() | self.before.keys():
            if path in files and path in state:
                self.judge_file(path)
            elif path in files:
                self.complain(path, "has no row")
            elif path not in self.before:
                self.complain(path, "has a row, but there was never such a file")
        self.judge_missing()
        self.judge_order()
        self.missing = {path for path, row in state.items() if row["verdict"] == "missing"}

    def judge_file(self, path):
        file, row, actual = self.files[path], self.before.get(path), self.state[path]
        is_accepted = path in self.run.accept
        if not file.is_readable:
            self.judge_unreadable(path, row, actual)
        elif path not in self.read:
            self.judge_unread(path, row, actual)
        else:
            verdict = verdict_of(file, row)
            # Whether a Parquet file that was damaged before it was first read, as through a link, has a wrong checksum isn't known.
            if verdict == "new" and actual["verdict"] == "damaged" and parquet_ending(path) and file.content.rows is None:
                verdict = "damaged"
            kept = replace(row or Row(), last_read=actual["last_read"], verdict=verdict)
            if is_accepted:
                self.expect(path, actual["verdict"], "unchanged", "modified", "new")
                kept = replace(kept, verdict=actual["verdict"], is_accepted=True)
            elif verdict == "new":
                self.newcomers.append(path)
            else:
                self.expect(path, actual["verdict"], verdict)
            if verdict != "damaged" or is_accepted:
                had_one = row is not None and row.content == file.content and row.has_fingerprint
                with_fingerprint = True if not self.run.without_fingerprint else had_one
                kept = replace(kept, content=file.content, modified=file.modified, has_fingerprint=with_fingerprint)
            self.rows[path] = kept
        self.check_row(path, actual)

    def judge_unreadable(self, path, row, actual):
        # Only an attempt to read it tells.
        is_due = is_due_first(self.files[path], row) or self.run.max_age is None
        self.expect(path, actual["verdict"], "unreadable", *["not_read"] * (self.run.is_limited or not is_due))
        self.rows[path] = replace(row or Row(), verdict=actual["verdict"])
        if row and row.verdict == "damaged":
            self.rows[path] = replace(row, verdict="damaged")

    def judge_unread(self, path, row, actual):
        is_damaged = row is not None and row.verdict == "damaged"
        was_unreadable = row is not None and row.verdict == "unreadable"
        self.expect(path, actual["verdict"], "damaged" if is_damaged else "not_read", *["unreadable"] * was_unreadable)
        verdict = "damaged" if is_damaged else actual["verdict"]
        self.rows[path] = replace(row, verdict=verdict) if row else Row(verdict=verdict)

    def judge_missing(self):
        """Files that are gone are missing, unless a new file has their content."""
        gone, came = defaultdict(set), defaultdict(list)
        for path, row in self.before.items():
            if path not in self.files:
                gone[row.content and row.content.xxh128].add(path)
        for path in self.newcomers:
            came[self.files[path].content.xxh128].append(path)
        for digest in gone.keys() | came.keys():
            self.judge_moves(digest, gone[digest], came[digest])

    def judge_moves(self, digest, gone, came):
        moved = [path for path in came if self.state[path]["verdict"] == "moved"]
        for path in came:
            self.expect(path, self.state[path]["verdict"], "new", "moved")
            is_moved = self.state[path]["verdict"] == "moved"
            known = None if is_moved and self.run.without_fingerprint else self.rows[path].has_fingerprint
            self.rows[path] = replace(self.rows[path], verdict=self.state[path]["verdict"], has_fingerprint=known)
        left = {path for path in gone if path in self.state}
        if digest is None:
            # Whether a file that was never read is missing or forgotten says nothing about any bytes.
            moved = gone - left
        sources = {self.state[path]["detail"].removeprefix("from ") for path in moved} if digest else gone - left
        accepted = gone & self.run.accept
        without_row = gone - left - accepted
        if digest and len(moved) != min(len(gone - accepted), len(came)):
            self.complain(tuple(came), f"moved are {moved}, gone are {gone}")
        if sources != without_row and digest:
            self.complain(tuple(moved), f"moved from {sources}, but without a row are {without_row}")
        if left & accepted:
            self.complain(tuple(left & accepted), "accepted as missing, and still in the state")
        for path in left:
            self.expect(path, self.state[path]["verdict"], "missing")
            self.rows[path] = replace(self.before[path], verdict=self.before[path].verdict)
            self.check_row(path, self.state[path])

    def check_row(self, path, actual):
        """The digests and numbers of a row are those of the last good content."""
        row = self.rows[path]
        content = row.content
        if content is None:
            expected = {"xxh128": None, "last_read": None} if row.last_read is None else {"xxh128": None}
        else:
            modified = EPOCH + datetime.timedelta(microseconds=row.modified // 1000)
            expected = {"xxh128": content.xxh128, "bytes": content.bytes, "modified": modified, "tag": None}
            if not row.is_accepted:
                expected["rows"] = content.rows
                if row.has_fingerprint and content.fingerprint:
                    expected["fingerprint"] = content.fingerprint
            if actual["blake3"] is not None or self.run.with_blake3 and path in self.read and row.verdict != "damaged":
                expected["blake3"] = content.blake3
        found = {name: actual[name] for name in expected}
        for name in expected:
            if found[name] != expected[name]:
                self.complain(path, f"has {name} {found[name]}, expected {expected[name]}")
        if content and not row.is_accepted and row.has_fingerprint is not None and path not in self.newcomers:
            if (actual["fingerprint"] is not None) != (row.has_fingerprint and content.rows is not None):
                self.complain(path, f"has the fingerprint {actual['fingerprint']} and {content.rows} rows")
        if path in self.run.accept and actual["accepted"] is None:
            self.complain(path, "was accepted, and the row doesn't say so")

    def judge_order(self):
        """Due files were read, new and changed ones before those that were read longest ago, and none that isn't due."""
        first, rest, read_rest = [], [], []
        for path, file in self.files.items():
            row = self.before.get(path)
            # A file that was missing is back: whether it is due depends on its time, its size and its age.
            if path not in self.state or not file.is_readable or path in self.missing:
                continue
            is_read = path in self.read
            if is_due_first(file, row) or path in self.run.accept:
                first += [] if is_read else [path]
            elif self.run.max_age is not None and row.last_read > self.run.start - self.run.max_age:
                if is_read:
                    self.complain(path, "was read, but isn't due")
            else:
                (read_rest if is_read else rest).append(path)
        if not self.run.is_limited and (first or rest):
            self.complain((first + rest)[:3], f"{len(first) + len(rest)} due files were not read")
        if first and read_rest:
            self.complain(first[:3], f"{len(first)} new or changed files were not read before others")
        if rest and read_rest and self.run.max_bytes:
            latest = max(self.before[path].last_read for path in read_rest)
            earliest = min(self.before[path].last_read for path in rest)
            if latest > earliest:
                self.complain(self.run, f"a file last read at {latest} was read before one last read at {earliest}")
