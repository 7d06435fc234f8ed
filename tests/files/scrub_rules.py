"""What `hashlane scrub` reads, takes for damage and leaves out: a test for each rule of docs/scrub.md.

usage: scrub_rules.py PROGRAM (with the Python that has pyarrow)
"""

import datetime
import io
import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from scrub.contents import ZSTD
from scrub.disk import OLDEST
from scrub.program import FAKETIME, NOBODY, Program, read_state

YEAR = datetime.timedelta(days=365)


class Lake:
    """A lake of a few old files, and the program with a state outside."""

    def __init__(self, folder, **files):
        self.folder, self.root = folder, folder / "lake"
        self.root.mkdir(parents=True)
        (folder / "state").mkdir()
        (folder / "state").chmod(0o777)
        self.program = Program(folder, folder / "state/scrub.parquet")
        for name, data in files.items():
            self.write(name, data)

    def write(self, name, data, modified=OLDEST):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, ns=(modified, modified))

    def scrub(self, *arguments, expected=0, **options):
        return self.program.run(self.root, *arguments, expected=expected, **options).verdicts()

    def found(self, *arguments, runs, **options):
        """The verdicts of the last of some runs on `b`, and how many it took until `b` was read."""
        for number in range(1, runs + 1):
            verdicts = self.program.run(self.root, "--all", *arguments, **options).verdicts()
            if verdicts["b"] != "not_read":
                return verdicts["b"], number
        return "not_read", runs


def test_race(folder):
    """Two seconds around the read are a race, in the future and in the past; the finding says so."""
    lake = Lake(folder)
    now = time.time_ns()
    far = {"future": now + 10**18, "soon": now + 600 * 10**9, "past": now - 600 * 10**9}
    for name, modified in (far | {"now": now}).items():
        lake.write(name, b"one", modified)
    lake.scrub()
    read = read_state(lake.program.state)["now"]["last_read"]
    is_race = read.replace(tzinfo=datetime.timezone.utc).timestamp() < now / 10**9 + 2
    for name, modified in (far | {"now": now}).items():
        lake.write(name, b"two", modified)
    done = lake.program.run(lake.root, expected=1)
    assert done.verdicts() == dict.fromkeys(far, "damaged") | {"now": "modified" if is_race else "damaged"}, done.verdicts()
    details = {finding["path"]: finding["detail"] for finding in done.findings}
    assert "time of change is the same" in details["past"] and ("2 seconds" in details["now"]) == is_race, details


def test_clock_behind(folder):
    """After a run under a clock that was behind, a flipped bit is damage."""
    lake = Lake(folder, a=b"one")
    if FAKETIME:
        lake.scrub(clock=-6 * YEAR)
        lake.write("a", b"two")
        assert lake.scrub(expected=1) == {"a": "damaged"}


def test_clock_ahead(folder):
    """A last read in the future is due."""
    lake = Lake(folder, a=b"one", b=b"one")
    if FAKETIME:
        lake.scrub(clock=10 * YEAR)
        lake.write("b", b"two")
        assert lake.scrub("--max-age", "30d", expected=1) == {"b": "damaged"}


def undecodable(data):
    """The file with bytes that are flipped where pyarrow can't decompress it any more."""
    for place in range(200, len(data) // 2, 7):
        broken = data[:place] + bytes(byte ^ 0xFF for byte in data[place:place + 16]) + data[place + 16:]
        try:
            pq.ParquetFile(io.BytesIO(broken)).read()
        except OSError:
            return broken
    raise AssertionError("pyarrow reads everything")


def test_undecodable(folder):
    """Pages that can't be decompressed are damage at first sight, with a new time, and in every later run."""
    lake = Lake(folder)
    table = pa.table({"id": list(range(5000)), "s": [f"v{i * 7919 % 5000}" for i in range(5000)]})
    for codec in ["snappy", "gzip", "lz4", "zstd", "brotli"]:
        pq.write_table(table, lake.root / f"{codec}.parquet", compression=codec, use_dictionary=False)
    names = sorted(path.name for path in lake.root.iterdir())
    whole = {name: (lake.root / name).read_bytes() for name in names}
    broken = {name: undecodable(data) for name, data in whole.items()}
    for name in names:
        lake.write(name, whole[name])
        lake.write(f"born/{name}", broken[name])
    born = {f"born/{name}": "damaged" for name in names}
    assert lake.scrub(expected=1) == dict.fromkeys(names, "new") | born
    assert lake.scrub(expected=1) == born
    # A run that checks less forgets nothing.
    assert lake.scrub("--no-fingerprint", expected=1) == born
    for name in names:
        lake.write(name, broken[name], OLDEST + 10**9)
    assert lake.scrub(expected=1) == born | dict.fromkeys(names, "damaged")
    for name in names:
        lake.write(name, whole[name], OLDEST + 2 * 10**9)
        lake.write(f"born/{name}", whole[name])
    assert lake.scrub(expected=0) == dict.fromkeys(born, "new")


def test_known_content_turns_out_damaged(folder):
    lake = Lake(folder)
    table = pa.table({"id": list(range(5000))})
    pq.write_table(table, lake.root / "a.parquet", compression="zstd", use_dictionary=False, row_group_size=2500)
    whole = (lake.root / "a.parquet").read_bytes()
    # The head of the frame after the magic number, in the second row group, so that only decoding it tells.
    place = whole.rindex(ZSTD) + len(ZSTD)
    lake.write("a.parquet", whole[:place] + bytes(byte ^ 0xFF for byte in whole[place:place + 4]) + whole[place + 4:])
    assert lake.scrub("--no-fingerprint") == {"a.parquet": "new"}
    assert lake.scrub(expected=1) == {"a.parquet": "damaged"}
    assert lake.scrub("--no-fingerprint", expected=1) == {"a.parquet": "damaged"}
    lake.write("a.parquet", whole, OLDEST + 10**9)
    assert lake.scrub() == {"a.parquet": "new"}


def test_link_that_leads_elsewhere(folder):
    lake = Lake(folder, **{"a": b"one", "b": b"two"})
    link = lake.root / "link"
    link.symlink_to("a")
    lake.scrub()
    link.unlink()
    link.symlink_to("b")
    assert lake.scrub() == {"link": "modified"}
    assert lake.scrub() == {}
    lake.write("b", b"oww")
    assert lake.scrub(expected=1) == {"b": "damaged", "link": "damaged"}


def test_damage_that_was_away(folder):
    lake = Lake(folder, a=b"one")
    lake.scrub()
    lake.write("a", b"two")
    assert lake.scrub(expected=1) == {"a": "damaged"}
    (lake.root / "a").unlink()
    assert lake.scrub(expected=1) == {"a": "missing"}
    lake.write("a", b"two", OLDEST + 10**9)
    # Also if the budget doesn't reach it.
    assert lake.scrub("--max-time", "0s", expected=1) == {"a": "damaged"}
    assert lake.scrub(expected=1) == {"a": "damaged"}
    lake.write("a", b"one", OLDEST + 2 * 10**9)
    assert lake.scrub() == {}


def test_turns(folder):
    """A file that grows, is damaged or can't be read, as large as the budget, keeps no other file from its turn."""
    big = b"x" * 300_000
    for kind in ["grows", "damaged", "unreadable"]:
        lake = Lake(folder / kind, aaa=big, b=b"one", c=b"one", zzz=big)
        lake.scrub()
        lake.write("b", b"two")
        if kind == "damaged":
            lake.write("aaa", big[:-1] + b"y")
        if kind == "unreadable":
            (lake.root / "aaa").chmod(0)
        for run in range(8):
            if kind == "grows":
                lake.write("aaa", big + b"x" * run, OLDEST + run * 10**9)
            # A new file in each run.
            lake.write(f"a{run}", big)
            verdict, _ = lake.found("--max-bytes", "100kB", runs=1)
            if verdict == "damaged":
                break
        assert verdict == "damaged", (kind, run, verdict)
        tried = {path: row["last_tried"] for path, row in read_state(lake.program.state).items()}
        for _ in range(30):
            lake.program.run(lake.root, "--max-bytes", "100kB")
        state = read_state(lake.program.state)
        stuck = [path for path in state if state[path]["last_tried"] == tried.get(path)]
        assert not stuck, f"{kind}: {stuck} had no turn in 30 runs"


def test_excluded(folder):
    lake = Lake(folder, **{"a.tmp": b"one", "b": b"one", "left/c": b"one"})
    lake.scrub()
    lake.write("a.tmp", b"two")
    assert lake.scrub("--exclude", "*.tmp", "--exclude", "left") == {}
    counts = lake.program.run(lake.root, "--exclude", "*.tmp", "--exclude", "left", expected=0).summary
    assert (counts["excluded"], counts["missing"], counts["files"]) == (2, 0, 1), counts
    # A path leads from the lake or from the working folder, or is absolute.
    for path in ["left/c", lake.root / "left/c", os.path.relpath(lake.root / "left")]:
        counts = lake.program.run(lake.root, "--exclude", path, "--max-age", "1d").summary
        assert counts["excluded"] == 1, (path, counts)
    # What is known of them stays.
    assert lake.scrub(expected=1) == {"a.tmp": "damaged"}
    assert lake.scrub("--exclude", "*.tmp") == {}
    listed = folder / "list.csv"
    listed.write_text("path\na.tmp\nb\nleft/c\n")
    done = lake.program.run(lake.root, "--exclude", "*.tmp", "--files", listed, "--all", expected=0)
    assert ("a.tmp", "not_read") in [(finding["path"], finding["verdict"]) for finding in done.findings], done


def test_links_to_folders(folder):
    lake = Lake(folder, **{"in/a": b"one"})
    (folder / "out").mkdir()
    (folder / "out/b").write_bytes(b"one")
    (lake.root / "again").symlink_to("in")
    (lake.root / "circle").symlink_to("..")
    done = lake.program.run(lake.root, "--exclude", "circle", expected=0)
    assert done.verdicts() == {"in/a": "new"} and not done.errors, done
    (lake.root / "away").symlink_to("../out")
    done = lake.program.run(lake.root, "--exclude", "circle", expected=2)
    assert len(done.errors) == 1 and "away" in done.errors[0] and "--exclude" in done.errors[0], done
    assert lake.scrub("--exclude", "away", "--exclude", "circle") == {}


def test_empty_files(folder):
    lake = Lake(folder, **{"p1/_SUCCESS": b"", "p2/a": b""})
    lake.scrub()
    (lake.root / "p1/_SUCCESS").unlink()
    lake.write("p3/_SUCCESS", b"")
    assert lake.scrub(expected=1) == {"p1/_SUCCESS": "missing", "p3/_SUCCESS": "new"}


def test_encoded_lists(folder):
    """A URL may have `%20` for a space, or be a name with `%20`."""
    lake = Lake(folder, **{"b c": b"one", "per%20cent": b"one", "ü": b"one"})
    listed = folder / "list.csv"
    for names in [["b%20c", "per%2520cent", "%C3%BC"], ["b c", "per%20cent", "ü"]]:
        for start in [f"file://{lake.root}/", f"file:{lake.root}/", f"file://localhost{lake.root}/", f"{lake.root}/", ""]:
            listed.write_text("path\n" + "".join(f"{start}{name}\n" for name in names))
            done = lake.program.run(lake.root, "--files", listed, expected=0)
            assert not {"missing", "unlisted"} & set(done.verdicts().values()), (start, names, done)


def test_accept(folder):
    """One file is read, however its path is written."""
    lake = Lake(folder, **{"a": b"one", "deep/b": b"one", "big": b"x" * 100_000})
    lake.scrub()
    here = os.getcwd()
    os.chdir(folder)
    try:
        for number, typed in enumerate(["deep/b", "./deep/b", lake.root / "deep/b", "lake/deep/b", "lake/../lake/./deep/b"]):
            lake.write("a", b"bad")
            lake.write("deep/b", b"%d" % number)
            done = lake.program.run("lake", "--accept", typed, expected=0)
            assert done.verdicts() == {"deep/b": "modified"} and done.summary["read_bytes"] == 1, (typed, done)
            assert lake.scrub(expected=1) == {"a": "damaged"}
        lake.program.refuses("lake", "--accept", "nowhere", words=["nowhere", "absolute"])
        lake.program.refuses("lake", "--accept", "a", "--exclude", "a", words=["--exclude"])
        lake.write("lake/a", b"one")
        lake.program.refuses("lake", "--accept", "lake/a", words=["lake/a", "absolute"])
    finally:
        os.chdir(here)


def test_gone_lake(folder):
    lake = Lake(folder, a=b"one")
    lake.scrub()
    before = lake.program.state.read_bytes()
    shutil.rmtree(lake.root)
    lake.program.refuses(lake.root, words=["lake: No such file"])
    assert lake.program.state.read_bytes() == before


def test_units(folder):
    lake = Lake(folder, a=b"one")
    for option in ["--rate", "--max-bytes"]:
        done = lake.program.run(lake.root, option, "200", expected=2)
        assert "200MB" in done.errors[0], done


def test_damaged_journal(folder):
    """A journal with a flipped digit is refused, and so are lines that are missing."""
    lake = Lake(folder, **{f"f{number}": b"x" * 200 for number in range(40)})
    journal = lake.program.state.with_name("scrub.parquet.journal")
    child = lake.program.start(lake.root, "--rate", "1kB/s", "--threads", "1")
    while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
        assert child.poll() is None, child.communicate()
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.communicate(timeout=60)
    whole = journal.read_bytes()
    whole = whole[:whole.rindex(b"\n") + 1]
    choice = random.Random(len(whole))
    for _ in range(20):
        digits = [place for place, byte in enumerate(whole) if chr(byte).isdigit()]
        place = choice.choice(digits)
        other = b"%d" % ((whole[place] - 47) % 10)
        journal.write_bytes(whole[:place] + other + whole[place + 1:])
        lake.program.refuses(lake.root, words=["journal", "checksum"])
    journal.write_bytes(whole)
    assert set(lake.scrub().values()) == {"new"}


def test_left_over_files(folder):
    """What a killed run leaves is removed by the next one of the same state."""
    lake = Lake(folder, a=b"one")
    state = lake.program.state.parent
    other = state / ".hashlane-other.tmp"
    other.touch()
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
    command = [*NOBODY, lake.program.path, "scrub", "--state", lake.program.state, lake.root]
    # The state is longer than that, and the system ends the program.
    done = subprocess.run(command, preexec_fn=limit, capture_output=True)
    assert done.returncode == -signal.SIGXFSZ, done
    names = lambda: {path.name for path in state.iterdir()}
    left = names() - {other.name, "scrub.parquet.journal"}
    assert len(left) == 1, left
    lake.scrub()
    assert names() == {other.name, "scrub.parquet", "scrub.parquet.journal"}, names()


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name, test in [(name, test) for name, test in globals().items() if name.startswith("test_")]:
        folder = Path(tempfile.mkdtemp(prefix="scrub-rules-"))
        folder.chmod(0o755)
        try:
            test(folder)
        finally:
            shutil.rmtree(folder)
        print(f"scrub: {name.removeprefix('test_').replace('_', ' ')} ok", flush=True)
    if not FAKETIME:
        print("scrub: clocks ahead and behind not tested, for want of libfaketime", flush=True)


if __name__ == "__main__":
    main()
