"""A lake on this machine, and what the test knows of its files without reading them again."""

import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from scrub.contents import parquet_ending, random_file, random_folders, random_kind, random_name
from scrub.program import spelled

DAY = 86_400
# Where the times of files start: their age must not hide damage, so it is far from the time of a run.
OLDEST = 1_700_000_000 * 10**9
FUTURE = 1_950_000_000 * 10**9


@dataclass(frozen=True)
class File:
    """A file: its content, its time of change, and the file that it leads to if it is a link."""

    content: object = None
    modified: int = 0
    is_readable: bool = True
    link: str | None = None


class Disk:
    """The files of a folder by their path. A path has the bytes of its name as Python has them in `str`."""

    def __init__(self, folder, choice):
        self.folder, self.choice = folder, choice
        self.files, self.number, self.folders = {}, 0, []
        # The contents with page checksums.
        self.checked = set()

    def fill(self, count):
        self.folders = random_folders(self.choice, max(count // 40, 5))
        while len(self.files) < count:
            if self.files and self.choice.random() < 0.03:
                self.add_link()
            else:
                self.add_random(random_kind(self.choice))

    def add_random(self, kind):
        data, content = random_file(self.choice, kind)
        if kind == "checked":
            self.checked.add(data)
        path = self.new_path(kind)
        self.write(path, data, content, self.new_time())
        return path

    def new_path(self, kind):
        self.number += 1
        return self.choice.choice(self.folders) + random_name(self.choice, kind, self.number)

    def new_time(self):
        # Some clocks are ahead, those of cameras and of other machines.
        if self.choice.random() < 0.15:
            return FUTURE + self.choice.randrange(3000 * DAY) * 10**9 + self.choice.randrange(10**9)
        return OLDEST + self.choice.randrange(300 * DAY) * 10**9 + self.choice.randrange(10**9)

    def add_link(self):
        target = self.choice.choice(sorted(path for path, file in self.files.items() if file.link is None))
        path = self.new_path("other") + parquet_ending(target)
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(os.path.relpath(self.folder / target, place.parent))
        self.files[path] = File(link=target)

    def write(self, path, data, content, modified):
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        # A new file takes the place of the old one, as writers of lakes do it.
        fresh = place.parent / f".fresh-{self.number}"
        fresh.write_bytes(data)
        os.utime(fresh, ns=(modified, modified))
        os.replace(fresh, place)
        self.files[path] = File(content, modified)

    def damage(self, path, data, content):
        """Other bytes, in place, and the same time."""
        (self.folder / path).write_bytes(data)
        self.touch(path, self.files[path].modified)
        self.files[path] = replace(self.files[path], content=content)

    def touch(self, path, modified):
        os.utime(self.folder / path, ns=(modified, modified))
        self.files[path] = replace(self.files[path], modified=modified)

    def move(self, old, new):
        (self.folder / new).parent.mkdir(parents=True, exist_ok=True)
        os.rename(self.folder / old, self.folder / new)
        self.files[new] = self.files.pop(old)

    def copy(self, old, new):
        (self.folder / new).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(self.folder / old, self.folder / new)
        self.files[new] = self.files[old]

    def remove(self, path):
        (self.folder / path).unlink()
        del self.files[path]

    def allow(self, path, is_readable):
        (self.folder / path).chmod(0o644 if is_readable else 0)
        self.files[path] = replace(self.files[path], is_readable=is_readable)

    def data(self, path):
        return (self.folder / path).read_bytes()

    def look(self):
        """The files as a program sees them, through links: by their path as the state has it."""
        return {spelled(path): self.target(file) for path, file in self.files.items()}

    def target(self, file):
        """The file at the end of links; one without content if they lead nowhere."""
        while file.link is not None:
            file = self.files.get(file.link, File(is_readable=False))
        return file

    def check(self):
        """The model has the files that are there."""
        names = {
            os.path.relpath(os.path.join(folder, name), self.folder)
            for folder, folders, names in os.walk(self.folder) for name in names if ".hashlane" not in Path(folder).parts
        }
        assert names == set(self.files), (names ^ set(self.files))
