"""`hashlane scrub` finds every flipped bit, and refuses a state that is damaged.

usage: scrub_flips.py PROGRAM [--flips N] [--seed N]

Each bit is flipped in a Parquet file of its own, with or without page checksums, and the file keeps its time. The run that reads the
file again must call it damaged. When the bit is flipped back, the file is unchanged.
"""

import argparse
import os
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq

from scrub.contents import parquet
from scrub.disk import OLDEST
from scrub.program import Program, read_state


def flip(path, bit):
    """Flips a bit of a file in place; the file keeps its time."""
    times = path.stat()
    with open(path, "r+b") as file:
        file.seek(bit // 8)
        byte = file.read(1)[0]
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def write_lake(root, count, choice):
    """Half of the files have page checksums. Files of the same content lie in different folders."""
    kinds = [(with_checksums, parquet(choice, with_checksums)[0]) for with_checksums in [True, False] for _ in range(10)]
    paths = []
    for number in range(count):
        with_checksums, data = kinds[number % len(kinds)]
        path = root / ("checked" if with_checksums else "plain") / f"{number}.parquet"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        os.utime(path, ns=(OLDEST, OLDEST + number))
        paths.append(path)
    return paths


def test_flips(folder, count, choice):
    """Returns what the details of the damaged files say, without numbers."""
    root = folder / "lake"
    root.mkdir()
    paths = write_lake(root, count, choice)
    program = Program(folder, folder / "state/flips.parquet")
    scrub = lambda **more: program.run(root, "--all", **more).verdicts()
    names = [path.relative_to(root).as_posix() for path in paths]
    assert scrub(expected=0) == dict.fromkeys(names, "new")
    assert scrub(expected=0) == dict.fromkeys(names, "unchanged")
    bits = [choice.randrange(8 * path.stat().st_size) for path in paths]
    for path, bit in zip(paths, bits):
        flip(path, bit)
    found = scrub(expected=1)
    lost = {f"{name}, bit {bit}": found.get(name) for name, bit in zip(names, bits) if found.get(name) != "damaged"}
    assert not lost, f"{len(lost)} of {count} flipped bits were not found: {dict(list(lost.items())[:10])}"
    details = [row["detail"] for row in read_state(program.state).values()]
    assert all(details), "damage without a detail"
    # The flipped bits stay known until they are flipped back.
    assert scrub(expected=1) == dict.fromkeys(names, "damaged")
    for path, bit in zip(paths, bits):
        flip(path, bit)
    assert scrub(expected=0) == dict.fromkeys(names, "unchanged")
    return found


def test_without_a_state(folder, choice):
    """A page that doesn't match its checksum is damaged at first sight; without page checksums nothing shows it."""
    root = folder / "unknown"
    root.mkdir()
    program = Program(folder, folder / "state/unknown.parquet")
    for number in range(20):
        data, _, _ = parquet(choice, with_checksums=True)
        path = root / f"{number}.parquet"
        path.write_bytes(data)
        chunk = pq.ParquetFile(path).metadata.row_group(0).column(0)
        start = chunk.data_page_offset if chunk.dictionary_page_offset is None else chunk.dictionary_page_offset
        # The last byte of a column chunk is in the content of its last page.
        flip(path, 8 * (start + chunk.total_compressed_size - 1) + choice.randrange(8))
    done = program.run(root, expected=1)
    assert set(done.verdicts().values()) == {"damaged"} and len(done.findings) == 20, done.verdicts()


def test_damaged_states(folder, count, choice):
    """A damaged state is refused, or it makes no difference: its footer and page headers have no checksums."""
    root = folder / "small"
    root.mkdir()
    write_lake(root, 30, choice)
    good = folder / "state/good.parquet"
    expected = Program(folder, good).run(root, expected=0)
    assert expected.summary["new"] == 30, expected.summary
    whole = good.read_bytes()
    outcomes = Counter()
    bad = folder / "state/bad.parquet"
    program = Program(folder, bad)
    nothing_due = ["--max-age", "30d", "--all"]
    unharmed = Program(folder, good).run(root, *nothing_due, expected=0).verdicts()
    for number in range(count):
        if number % 2:
            data, kind = whole[: choice.randrange(len(whole))], "cut"
        else:
            at = choice.randrange(len(whole))
            data, kind = whole[:at] + bytes([whole[at] ^ 1 << choice.randrange(8)]) + whole[at + 1:], "flipped"
        bad.unlink(missing_ok=True)
        bad.write_bytes(data)
        bad.chmod(0o666)
        done = program.run(root, *nothing_due)
        if done.code == 2:
            assert len(done.errors) == 1 and "state" in done.errors[0] and not done.findings, done
            assert bad.read_bytes() == data, "a refused state was written"
            outcomes[f"{kind}: refused"] += 1
        else:
            assert kind == "flipped" and done.verdicts() == unharmed, (kind, number, done)
            outcomes[f"{kind}: without an effect"] += 1
    return outcomes


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--flips", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = arguments.parse_args()
    print(f"scrub: seed {given.seed}", flush=True)
    choice = random.Random(given.seed)
    folder = Path(tempfile.mkdtemp(prefix="scrub-flips-"))
    folder.chmod(0o755)
    (folder / "state").mkdir()
    (folder / "state").chmod(0o777)
    try:
        found = test_flips(folder, given.flips, choice)
        test_without_a_state(folder, choice)
        outcomes = test_damaged_states(folder, max(given.flips // 5, 20), choice)
    finally:
        shutil.rmtree(folder)
    print(f"scrub: {len(found)} of {given.flips} flipped bits found; damaged states: {dict(outcomes)}", flush=True)


if __name__ == "__main__":
    main()
