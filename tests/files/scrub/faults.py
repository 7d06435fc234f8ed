"""Plants faults of every kind in a lake. A path has at most one fault at a time, until the judge has seen it settled."""

import time
from collections import Counter
from dataclasses import replace

from scrub.contents import ZSTD, content_of, flipped_page, parquet, parquet_ending, random_file, random_kind, undecodable_page
from scrub.disk import File
from scrub.model import is_race
from scrub.program import spelled


class Faults:
    """Plants faults on a disk; `accept` has the paths that the next run must accept, as the state has them."""

    def __init__(self, disk, judge, choice):
        self.disk, self.judge, self.choice = disk, judge, choice
        self.planted, self.accept, self.busy = Counter(), set(), set()
        # The bytes of damaged files before the damage, of removed files, and of damaged files that were removed.
        self.whole, self.removed, self.away = {}, {}, {}

    def plant(self, count):
        """Plants faults of random kinds, but first as many of each kind as its `LEAST`, if there are files for them."""
        self.accept, self.busy = set(), set()
        kinds = list(KINDS)
        weights = [KINDS[kind][0] for kind in kinds]
        first = [kind for kind in kinds for _ in range(LEAST.get(kind, 1))]
        left = count - sum(self.plant_one(kind) for kind in self.choice.sample(first, min(count, len(first))))
        for kind in self.choice.choices(kinds, weights, k=20 * left):
            left -= left and self.plant_one(kind)
        assert not left, f"{left} faults found no file"
        self.disk.check()

    def plant_one(self, kind):
        """Plants a fault if there is a file for it."""
        _, pick, plant = KINDS[kind]
        path = pick(self)
        if path is None:
            return False
        self.busy.add(path)
        plant(self, path)
        self.planted[kind] += 1
        return True

    def one_of(self, paths):
        paths = sorted(set(paths) - self.busy)
        return self.choice.choice(paths) if paths else None

    def clean(self, fits=lambda path, file: True):
        """A file that has the content and the time of its row, and whose content was never accepted."""
        paths = sorted(self.disk.files)
        for path in self.choice.sample(paths, len(paths)):
            file, row = self.disk.files[path], self.judge.rows.get(spelled(path))
            if path in self.busy or file.link or row is None or not file.is_readable or row.is_accepted:
                continue
            if row.damaged or row.verdict == "unreadable":
                continue
            if (row.content, row.modified) == (file.content, file.modified) and not file.content.is_broken and fits(path, file):
                return path
        return None

    def with_bytes(self):
        return self.clean(lambda path, file: file.content.bytes > 0)

    def parquet(self):
        return self.clean(lambda path, file: file.content.rows is not None)

    def undecodable(self):
        # Pages with checksums need no decoding.
        is_plain = lambda path, file: file.content.rows is not None and path.endswith(".parquet")
        return self.clean(lambda path, file: is_plain(path, file) and ZSTD in self.disk.data(path) and not self.has_checksums(path))

    def has_checksums(self, path):
        return self.disk.data(path) in self.disk.checked

    def racy(self):
        return self.clean(lambda path, file: file.content.bytes > 0 and is_race(self.judge.rows[spelled(path)]))

    def away_paths(self):
        return self.one_of(path for path in self.away if path not in self.disk.files and spelled(path) in self.judge.missing)

    def checked(self):
        # Only files with page checksums have these names.
        return self.clean(lambda path, file: path.endswith((".parq", ".pq")))

    def other(self):
        return self.clean(lambda path, file: file.content.rows is None)

    def damaged(self):
        """A damaged file whose bytes before the damage are known."""
        return self.one_of(path for path in self.whole if path in self.disk.files and self.verdict(path) == "damaged")

    def locked(self):
        return self.one_of(path for path, file in self.disk.files.items() if not file.link and not file.is_readable)

    def gone(self):
        return self.one_of(path for path in self.removed if path not in self.disk.files and spelled(path) in self.judge.missing)

    def verdict(self, path):
        row = self.judge.rows.get(spelled(path))
        return row.verdict if row else None

    def fresh(self):
        return self.disk.new_path(random_kind(self.choice))

    def spoil(self, path, data):
        """Changes the bytes of a file in place and keeps its time."""
        self.whole[path] = self.disk.data(path), self.disk.files[path]
        self.disk.damage(path, data, replace(content_of(data), rows=None))

    def rewrite_as(self, path, kind):
        data, content = random_file(self.choice, kind)
        if kind == "checked":
            self.disk.checked.add(data)
        self.rewrite(path, data, content)

    def rewrite(self, path, data, content):
        self.disk.write(path, data, content, self.disk.new_time())


def new(self, path):
    kind = "checked" if parquet_ending(path) else self.choice.choice(["csv", "other", "empty"])
    self.rewrite_as(path, kind)


def new_link(self, _):
    self.disk.add_link()


def broken_link(self, path):
    (self.disk.folder / path).unlink()
    (self.disk.folder / path).symlink_to("nowhere")
    self.disk.files[path] = File(link="nowhere")


def born_damaged(self, _):
    data, rows, fingerprint = parquet(self.choice, True)
    data = flipped_page(data, self.choice)
    path = self.disk.new_path("checked")
    self.busy.add(path)
    self.rewrite(path, data, content_of(data, rows, fingerprint, is_broken=True))


def rewritten(self, path):
    self.rewrite_as(path, "csv" if self.disk.files[path].content.rows is None else "checked")


def appended(self, path):
    data = self.disk.data(path) + b"more"
    self.rewrite(path, data, content_of(data))


def same_size(self, path):
    """Other bytes of the same size, and a new time."""
    data = bytes(byte ^ 0x55 for byte in self.disk.data(path))
    self.rewrite(path, data, content_of(data))


def touched(self, path):
    self.disk.touch(path, self.disk.new_time())


def flipped(self, path):
    data = bytearray(self.disk.data(path))
    data[self.choice.randrange(len(data))] ^= 1 << self.choice.randrange(8)
    self.spoil(path, bytes(data))


def cut(self, path):
    data = self.disk.data(path)
    self.spoil(path, data[: self.choice.randrange(len(data))])


def grown(self, path):
    self.spoil(path, self.disk.data(path) + b"\0" * 7)


def torn(self, path):
    """A page that doesn't match its checksum, in a file with a new time."""
    whole = self.disk.data(path)
    self.whole[path] = whole, self.disk.files[path]
    data = flipped_page(whole, self.choice)
    self.rewrite(path, data, content_of(data, is_broken=True))


def cut_with_a_new_time(self, path):
    whole = self.disk.data(path)
    self.whole[path] = whole, self.disk.files[path]
    data = whole[: self.choice.randrange(len(whole))]
    self.rewrite(path, data, content_of(data, is_broken=True))


def undecodable(self, _):
    while ZSTD not in (data := parquet(self.choice, False)[0]):
        pass
    data = undecodable_page(data)
    path = self.disk.new_path("plain")
    self.busy.add(path)
    self.rewrite(path, data, content_of(data, 1, is_undecodable=True))


def undecodable_with_a_new_time(self, path):
    whole = self.disk.data(path)
    self.whole[path] = whole, self.disk.files[path]
    data = undecodable_page(whole)
    self.rewrite(path, data, content_of(data, self.disk.files[path].content.rows, is_undecodable=True))


def touched_now(self, path):
    """The next read is perhaps within two seconds of the time of change."""
    self.disk.touch(path, time.time_ns() + self.choice.randrange(-5 * 10**9, 8 * 10**9))


def removed(self, path):
    self.removed[path] = self.disk.data(path), self.disk.files[path]
    self.disk.remove(path)


def moved(self, path):
    new_path = self.disk.new_path("other") + parquet_ending(path)
    self.busy.add(new_path)
    self.disk.move(path, new_path)


def copied(self, path):
    new_path = self.disk.new_path("other") + parquet_ending(path)
    self.busy.add(new_path)
    self.disk.copy(path, new_path)


def copied_and_removed(self, path):
    copied(self, path)
    removed(self, path)


def locked(self, path):
    self.disk.allow(path, False)


def unlocked(self, path):
    self.disk.allow(path, True)


def returned(self, path):
    """A missing file is back, with its time or with another."""
    data, file = self.removed.pop(path)
    self.disk.write(path, data, file.content, file.modified if self.choice.random() < 0.5 else self.disk.new_time())


def returned_damaged(self, path):
    data, file = self.removed.pop(path)
    data += b"?"
    self.disk.write(path, data, content_of(data), file.modified)


def damage_removed(self, path):
    self.away[path] = self.disk.data(path), self.disk.files[path]
    self.disk.remove(path)


def damage_returned(self, path):
    """A damaged file was missing for a while, and is back with another time."""
    data, file = self.away.pop(path)
    self.disk.write(path, data, file.content, self.disk.new_time())


def repaired(self, path):
    """A damaged file has its bytes again, with its time or with another."""
    data, file = self.whole.pop(path)
    self.disk.write(path, data, file.content, file.modified if self.choice.random() < 0.5 else self.disk.new_time())


def accepted(self, path):
    del self.whole[path]
    self.accept.add(spelled(path))


def accepted_as_missing(self, path):
    del self.removed[path]
    self.accept.add(spelled(path))


# The weight, the file that it needs, and the fault.
KINDS = {
    "new": (6, Faults.fresh, new),
    "new link": (2, Faults.fresh, new_link),
    "broken link": (2, Faults.other, broken_link),
    "born damaged": (3, Faults.fresh, born_damaged),
    "rewritten": (8, Faults.clean, rewritten),
    "appended": (6, Faults.other, appended),
    "same size": (5, lambda self: self.clean(lambda path, file: file.content.rows is None and file.content.bytes), same_size),
    "touched": (6, Faults.clean, touched),
    "flipped": (20, Faults.with_bytes, flipped),
    "cut": (8, Faults.with_bytes, cut),
    "grown": (4, Faults.clean, grown),
    "damaged page with a new time": (5, Faults.checked, torn),
    "cut with a new time": (4, Faults.parquet, cut_with_a_new_time),
    "removed": (8, Faults.clean, removed),
    "moved": (10, Faults.clean, moved),
    "copied": (5, Faults.clean, copied),
    "copied and removed": (4, Faults.clean, copied_and_removed),
    "locked": (5, Faults.clean, locked),
    "unlocked": (5, Faults.locked, unlocked),
    "returned": (5, Faults.gone, returned),
    "returned damaged": (3, Faults.gone, returned_damaged),
    "undecodable": (3, Faults.fresh, undecodable),
    "undecodable with a new time": (4, Faults.undecodable, undecodable_with_a_new_time),
    "touched now": (5, Faults.clean, touched_now),
    "flipped by chance of the time": (4, Faults.racy, flipped),
    "damaged and removed": (4, Faults.damaged, damage_removed),
    "damaged and returned": (6, Faults.away_paths, damage_returned),
    "damaged and locked": (3, Faults.damaged, locked),
    "repaired": (8, Faults.damaged, repaired),
    "accepted": (6, Faults.damaged, accepted),
    "accepted as missing": (3, Faults.gone, accepted_as_missing),
}

# So that later runs have files for every kind.
LEAST = {"removed": 4, "flipped": 6, "cut": 3, "locked": 2, "touched now": 3, "damaged and removed": 2}
