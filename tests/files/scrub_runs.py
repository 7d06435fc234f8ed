"""What a run of `hashlane scrub` refuses, and what it prints and keeps.

usage: scrub_runs.py PROGRAM (with the Python that has pyarrow)
"""

import csv
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import xml.etree.ElementTree
from pathlib import Path

import blake3
import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

from scrub.contents import fingerprint_of
from scrub.disk import OLDEST
from scrub.program import NOBODY, Program, read_state

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
FILES = {"a.csv": b"a\n1\n", "deep/b.bin": b"b" * 1000, "deep/c.bin": b"c" * 2000, "left.tmp": b"temporary"}


def make_lake(folder):
    """A lake of a few old files and a table, and the program with a state outside."""
    root = folder / "lake"
    for name, data in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    for part in range(2):
        pq.write_table(pa.table({"n": list(range(part * 10, part * 10 + 10))}), root / f"part-{part}.parquet")
    for path in root.rglob("*"):
        os.utime(path, ns=(OLDEST, OLDEST))
    state = folder / "state"
    state.mkdir()
    state.chmod(0o777)
    return root, Program(folder, state / "scrub.parquet")


def text(program, *arguments, expected=0):
    """What a run prints for people."""
    child = program.start(*arguments, json_lines=False)
    out, error = child.communicate(timeout=120)
    assert child.returncode == expected, (child.returncode, out, error)
    return out.decode().splitlines()


def test_refused_states(folder):
    root, program = make_lake(folder)
    program.run(root, expected=0)
    whole = program.state.read_bytes()
    table = pq.ParquetFile(program.state).read()
    for change, word in [({b"hashlane.scrub.version": b"1"}, "version"), ({b"hashlane.scrub.root": b"/elsewhere"}, "/elsewhere")]:
        changed = table.replace_schema_metadata(table.schema.metadata | change)
        pq.write_table(changed, program.state, write_page_checksum=True)
        program.refuses(root, words=[word])
    pq.write_table(pa.table({"n": [1]}), program.state, write_page_checksum=True)
    program.refuses(root, words=["is not a state"])
    program.state.write_bytes(b"text")
    program.refuses(root, words=["state"])
    program.state.write_bytes(whole)
    program.run(root, expected=0)
    # Without a folder there is no place for a state by itself.
    alone = Program(folder, program.state)
    done = subprocess.run([alone.path, "scrub", root / "a.csv", root / "left.tmp"], capture_output=True, text=True)
    assert done.returncode == 2 and "--state" in done.stderr, done


def test_two_at_once(folder):
    """The second run on a state says that another one is at work. The lock ends with its process."""
    root, program = make_lake(folder)
    first = program.start(root, "--rate", "500B/s")
    journal = program.state.with_name("scrub.parquet.journal")
    while not journal.exists():
        assert first.poll() is None, first.communicate()
        time.sleep(0.01)
    time.sleep(0.2)
    program.refuses(root, words=["another scrub", "scrub.parquet"])
    first.send_signal(signal.SIGKILL)
    first.communicate(timeout=60)
    done = program.run(root, expected=0)
    assert set(done.verdicts().values()) == {"new"}, done.verdicts()


def test_written_while_read(folder):
    """A file that is written while it is read is never damaged, and is read again."""
    root, program = make_lake(folder)
    big = root / "big.bin"
    big.write_bytes(os.urandom(1 << 20))
    os.utime(big, ns=(OLDEST, OLDEST))
    program.run(root, expected=0)
    stop = threading.Event()

    def write():
        number = 0
        while not stop.wait(0.01):
            number += 1
            with open(big, "r+b") as file:
                file.seek(number * 4096 % (1 << 20))
                file.write(os.urandom(16))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        # At this rate each of the three attempts takes a second.
        done = program.run(root, "--rate", "1MB/s", "--all")
    finally:
        stop.set()
        writer.join()
    row = next(finding for finding in done.findings if finding["path"] == "big.bin")
    assert row["verdict"] == "not_read" and row["detail"], row
    done = program.run(root, expected=0)
    assert done.verdicts() == {"big.bin": "modified"}, done.verdicts()


def test_unreadable_folder(folder):
    """The files of a folder that can't be read are unreadable, not missing."""
    root, program = make_lake(folder)
    program.run(root, expected=0)
    (root / "deep").chmod(0)
    found = program.run(root, expected=2).verdicts()
    assert found == {"deep/b.bin": "unreadable", "deep/c.bin": "unreadable"}, found
    (root / "deep").chmod(0o755)
    assert program.run(root, expected=0).verdicts() == {}
    program.refuses(folder / "nowhere", words=["nowhere"])


def test_accepted(folder):
    """A damaged Parquet file that was accepted is as it should be, under another path too, but a copy of it is not."""
    root, program = make_lake(folder)
    broken = root / "broken.parquet"
    broken.write_bytes((root / "part-0.parquet").read_bytes()[:-9])
    os.utime(broken, ns=(OLDEST, OLDEST))
    assert program.run(root, expected=1).verdicts()["broken.parquet"] == "damaged"
    assert program.run(root, expected=1).verdicts() == {"broken.parquet": "damaged"}
    assert program.run(root, "--accept", "broken.parquet", expected=0).verdicts() == {"broken.parquet": "modified"}
    assert program.run(root, expected=0).verdicts() == {}
    broken.rename(root / "deep/renamed.parquet")
    assert program.run(root, expected=0).verdicts() == {"deep/renamed.parquet": "moved"}
    assert program.run(root, expected=0).verdicts() == {}
    shutil.copy2(root / "deep/renamed.parquet", root / "copy.parquet")
    assert program.run(root, expected=1).verdicts() == {"copy.parquet": "damaged"}
    (root / "copy.parquet").unlink()
    (root / "a.csv").unlink()
    assert program.run(root, expected=1).verdicts() == {"a.csv": "missing", "copy.parquet": "missing"}
    assert program.run(root, "--accept=a.csv", "--accept=copy.parquet", expected=0).verdicts() == {}
    program.refuses(root, "--accept", "a.csv", words=["a.csv", "accepted"])


def test_outputs(folder):
    root, program = make_lake(folder)
    assert text(program, root, "--exclude", "*.tmp")[-2].startswith("5 files, "), "left.tmp is left out"
    (root / "deep/b.bin").write_bytes(b"B" * 1000)
    os.utime(root / "deep/b.bin", ns=(OLDEST, OLDEST))
    (root / "a.csv").unlink()
    history, findings, junit = folder / "state/history", folder / "state/findings.parquet", folder / "state/junit.xml"
    lines = text(program, root, "--history", history, "--output", findings, "--junit", junit, expected=1)
    told = {tuple(line.split(":")[0].split(maxsplit=1)) for line in lines[:3]}
    assert told == {("missing", "a.csv"), ("damaged", "deep/b.bin"), ("new", "left.tmp")}, lines
    assert "1 damaged, 1 missing, 1 new, 3 unchanged" in lines[3], lines
    rows = {row["path"]: row["verdict"] for row in pq.read_table(findings).to_pylist()}
    assert rows == {"a.csv": "missing", "deep/b.bin": "damaged", "left.tmp": "new"}, rows
    (kept,) = history.iterdir()
    assert kept.name.startswith("scrub-") and read_state(kept) == read_state(program.state)
    cases = xml.etree.ElementTree.parse(junit).getroot()
    failed = [case.get("name") for case in cases.iter("testcase") if case.find("failure") is not None or case.find("error") is not None]
    assert sorted(failed) == ["a.csv", "deep/b.bin"], failed
    table = list(csv.DictReader(text(program, root, "--csv", expected=1)))
    assert {(row["path"], row["verdict"]) for row in table} >= {("a.csv", "missing"), ("deep/b.bin", "damaged")}, table
    assert text(program, root, "--quiet", expected=1) == [], "--quiet"


def test_fingerprint(folder):
    """The fingerprint of the summary is that of all rows, in whatever files they are."""
    root, program = make_lake(folder)
    for name in FILES:
        (root / name).unlink()
    summary = program.run(root, expected=0).summary
    assert summary["rows"] == 20, summary
    assert summary["fingerprint"] == fingerprint_of(pa.table({"n": list(reversed(range(20)))})), summary
    rows = read_state(program.state).values()
    assert len({row["columns"] for row in rows}) == 1 and len({row["fingerprint"] for row in rows}) == 2
    # Files of other columns have no fingerprint together.
    pq.write_table(pa.table({"m": [1]}), root / "other.parquet")
    assert not program.run(root, expected=0).summary.get("fingerprint")


def test_lists(folder):
    root, program = make_lake(folder)
    listed = folder / "list.csv"

    def check(rows, expected, code=1):
        with open(listed, "w", newline="") as file:
            writer = csv.DictWriter(file, ["path", "bytes", "rows", "digest"])
            writer.writeheader()
            writer.writerows(rows)
        done = program.run(root, "--files", listed, expected=code)
        told = {path: verdict for path, verdict in done.verdicts().items() if verdict in ("unlisted", "missing", "mismatch")}
        assert told == expected, (told, expected)

    rows = [{"path": name, "bytes": len(data), "digest": xxhash.xxh3_128_hexdigest(data)} for name, data in FILES.items()]
    # All of them, named in each way that a list may.
    parts = [{"path": f"file://{root}/part-0.parquet", "rows": 10}, {"path": f"{root}/part-1.parquet", "rows": 10}]
    check(rows + parts, {}, 0)
    check(rows[1:] + parts, {"a.csv": "unlisted"})
    check(rows + parts + [{"path": "none.bin"}], {"none.bin": "missing"})
    check(rows + [parts[0], parts[1] | {"rows": 11}], {"part-1.parquet": "mismatch"})
    check([rows[0] | {"bytes": 3}] + rows[1:] + parts, {"a.csv": "mismatch"})
    check([rows[0] | {"digest": "0" * 32}] + rows[1:] + parts, {"a.csv": "mismatch"})
    strong = {"path": "a.csv", "digest": blake3.blake3(FILES["a.csv"]).hexdigest()}
    lines = [f"{row['path']},{strong['digest'] if row['path'] == 'a.csv' else ''}\n" for row in rows + parts]
    listed.write_text("path,digest\n" + "".join(lines))
    # The digests of the state are XXH3-128 until a run reads the files for BLAKE3.
    program.run(root, "--digest", "blake3", "--files", listed, expected=0)


def test_deploy(folder):
    """The commands of deploy run, over a lake of the test."""
    root, program = make_lake(folder)
    names = {
        "${STATE_DIRECTORY}/%i": f"{folder}/state/nightly", "%f": str(root), "/srv/lake": str(root),
        "s3://ops/scrub/orders.parquet": f"{folder}/state/orders.parquet", "s3://lake/orders/": str(root),
    }
    files = [path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix not in (".md", ".timer")]
    assert len(files) == 3, files
    for file in files:
        (command,) = re.findall(r"(?<!`)hashlane (scrub --[^\n\"]*?) ?(?:2>|[\"\n])", file.read_text())
        for name, here in names.items():
            command = command.replace(name, here)
        # The one without --state keeps its state in the lake.
        (root / ".hashlane").mkdir(exist_ok=True)
        (root / ".hashlane").chmod(0o777)
        done = subprocess.run([*NOBODY, program.path, *command.split()], capture_output=True, text=True)
        assert done.returncode == 0 and " 6 new" in done.stdout, (file, command, done)


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    tests = [
        test_refused_states, test_two_at_once, test_written_while_read, test_unreadable_folder, test_accepted, test_outputs,
        test_fingerprint, test_lists, test_deploy,
    ]
    for test in tests:
        folder = Path(tempfile.mkdtemp(prefix="scrub-runs-"))
        folder.chmod(0o755)
        try:
            test(folder)
        finally:
            shutil.rmtree(folder)
        print(f"scrub: {test.__name__.removeprefix('test_').replace('_', ' ')} ok", flush=True)


if __name__ == "__main__":
    main()
