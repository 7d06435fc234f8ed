"""How `hashlane` handles files it may not read, full disks, and files that change while it runs.

Usage: faults.py PROGRAM (with the Python that has pyarrow)

In each case: one clear line, exit code 2, no partial output, and the other files are still processed.
"""

import contextlib
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.program import NOBODY, for_everyone
from support.relay import Relay

PROGRAM = sys.argv[1]
MIB = 1 << 20
IS_ROOT = os.geteuid() == 0


def start(*arguments, launcher=(), **options):
    return subprocess.Popen(
        [*launcher, PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
    )


def end(child):
    """Exit code, standard output and the lines on standard error."""
    out, error = child.communicate(timeout=300)
    return child.returncode, out.decode(), error.decode().splitlines()


def run(*arguments, expected=0, **options):
    code, out, lines = end(start(*arguments, **options))
    assert code == expected, (arguments, code, out, lines)
    return out, lines


def complains(lines, *words):
    assert len(lines) == 1 and lines[0].startswith("hashlane: "), lines
    assert all(str(word) in lines[0] for word in words), (lines, words)


def write_parquet(path, rows, seed):
    """Random numbers, which don't compress."""
    numbers = struct.unpack(f"<{rows}q", random.Random(seed).randbytes(8 * rows))
    table = pa.table({"id": pa.array(range(rows), pa.int64()), "n": pa.array(numbers, pa.int64())})
    pq.write_table(
        table, path, row_group_size=100_000, use_dictionary=False, compression="none",
        write_page_checksum=True,
    )


def make_files(folder, rows, *names):
    """Parquet files and their frames, and the sums of all files."""
    paths = [folder / f"{name}.parquet" for name in names]
    for seed, path in enumerate(paths):
        write_parquet(path, rows, seed)
        run("compress", path)
    run("sum", *paths, "-o", folder / "SUMS")
    return paths


def commands(path, out):
    """Every command over one file."""
    return [
        ["sum", "-a", "blake3,crc32", path],
        # Each thread reads and hashes its own parts.
        ["sum", "-a", "blake3", "--threads", "1", path],
        ["sum", "--s3", "SHA256", "--part-size", "1MiB", path],
        ["parquet", "verify", path],
        ["parquet", "verify", "--deep", path],
        ["parquet", "fingerprint", path],
        ["parquet", "diff", path, path],
        ["parquet", "add-crc", path, out / "copy.parquet"],
        ["parquet", "add-crc", path, "-o", out],
        ["compress", path, "-o", out / "copy.zst"],
        ["compress", "-c", "lz4", path, "-o", out / "copy.lz4"],
        ["decompress", f"{path}.zst", "-o", out / "copy"],
    ]


def listing(folder):
    return sorted(path.name for path in folder.iterdir())


def test_not_readable(folder):
    locked, fine = make_files(folder, 2000, "locked", "fine")
    out = folder / "out"
    out.mkdir()
    out.chmod(0o777)
    as_nobody = {"launcher": NOBODY}
    locked.chmod(0)
    Path(f"{locked}.zst").chmod(0)
    for arguments in commands(locked, out):
        _, lines = run(*arguments, expected=2, **as_nobody)
        complains(lines, locked.name, "Permission denied")
    assert listing(out) == [], "a file of what can't be read"
    # The other files are still processed.
    for arguments in [
        ["sum"], ["parquet", "verify"], ["parquet", "fingerprint"], ["parquet", "add-crc", "-o", out],
    ]:
        printed, lines = run(*arguments, locked, fine, expected=2, **as_nobody)
        complains(lines, locked, "Permission denied")
        assert fine.name in printed and locked.name not in printed, (arguments, printed)
    assert listing(out) == ["fine.parquet"]
    printed, lines = run("check", folder / "SUMS", expected=2, **as_nobody)
    assert printed == f"{locked}: FAILED open or read\n{fine}: OK\n", printed
    assert len(lines) == 2 and "Permission denied" in lines[0], lines
    assert lines[1].endswith("listed files that could not be read: 1"), lines
    # A manifest and a folder that can't be read.
    (folder / "SUMS").chmod(0)
    complains(run("check", folder / "SUMS", expected=2, **as_nobody)[1], "SUMS", "Permission denied")
    closed = folder / "closed"
    closed.mkdir(mode=0)
    for arguments in commands(closed / "any.parquet", out):
        complains(run(*arguments, expected=2, **as_nobody)[1], "any.parquet", "Permission denied")


def test_not_writable(folder):
    """Outputs in a read-only folder."""
    [path] = make_files(folder, 2000, "file")
    closed, out = folder / "closed", folder / "out"
    closed.mkdir(mode=0o555)
    out.mkdir()
    out.chmod(0o777)
    for arguments in [
        ["sum", path, "-o", closed / "SUMS"],
        ["parquet", "add-crc", path, closed / "copy.parquet"],
        ["parquet", "add-crc", path, "-o", closed],
        ["parquet", "add-crc", path, "-o", closed / "new"],
        ["compress", path, "-o", closed / "copy.zst"],
        ["decompress", f"{path}.zst", "-o", closed / "copy"],
        ["compress", path, "-a", "md5", "--sums", closed / "SUMS", "-o", out / "copy.zst"],
        ["man", closed],
    ]:
        _, lines = run(*arguments, expected=2, launcher=NOBODY)
        complains(lines, closed, "Permission denied")
        assert listing(closed) == [], (arguments, listing(closed))


@contextlib.contextmanager
def small_disk(folder):
    """A disk of 1 MiB, or `None` if we may not mount one."""
    disk = folder / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "hashlane-test", disk]
    if not IS_ROOT or subprocess.run(command, capture_output=True).returncode != 0:
        yield None
        return
    try:
        yield disk
    finally:
        subprocess.run(["umount", disk], check=True)


def writers(path, disk):
    return [
        (["compress", path, "-o", disk / "copy"], disk / "copy"),
        (["compress", "-T", "4", "-c", "lz4", path, "-o", disk / "copy"], disk / "copy"),
        (["decompress", f"{path}.zst", "-o", disk / "copy"], disk / "copy"),
        (["parquet", "add-crc", path, disk / "copy"], disk / "copy"),
    ]


def test_full_disk(folder):
    path, other = make_files(folder, 200_000, "file", "other")
    assert path.stat().st_size > 3 * MIB
    with small_disk(folder) as disk:
        if not disk:
            print("faults: no disk of 1 MiB could be mounted (are you root?): /dev/full alone was tried")
        else:
            for arguments, target in writers(path, disk):
                _, lines = run(*arguments, expected=2)
                complains(lines, target, "No space left")
                assert listing(disk) == [], (arguments, listing(disk))
                # The previous content stays unchanged.
                target.write_bytes(b"before")
                _, lines = run(*arguments, "--force", expected=2)
                complains(lines, target, "No space left")
                assert listing(disk) == [target.name] and target.read_bytes() == b"before", arguments
                target.unlink()
            fill(disk)
            for arguments in [
                ["sum", *[path] * 1000, "-o", disk / "SUMS"],
                ["compress", path, "-a", "md5", "--sums", disk / "SUMS", "-f", "-o", folder / "copy"],
            ]:
                _, lines = run(*arguments, expected=2)
                complains(lines, disk, "No space left")
                assert listing(disk) == ["filler"], (arguments, listing(disk))
            # Each file is tried, even after a failure.
            _, lines = run("parquet", "add-crc", path, other, "-o", disk, expected=2)
            assert len(lines) == 2 and all("No space left" in line for line in lines), lines
    device = Path("/dev/full")
    if not device.exists():
        print("faults: there is no /dev/full: writing to it was not tried")
        return
    for arguments in [
        ["compress", path, "-o", device], ["decompress", f"{path}.zst", "-o", device],
        ["parquet", "add-crc", path, device], ["sum", path, "-o", device],
    ]:
        complains(run(*arguments, expected=2)[1], device, "No space left")
    for arguments in [
        ["sum", path], ["check", folder / "SUMS"], ["parquet", "verify", path],
        ["parquet", "fingerprint", path], ["compress", path, "-o", "-"],
        ["decompress", f"{path}.zst", "-o", "-"], ["parquet", "add-crc", "-f", path, folder / "copy"],
    ]:
        with device.open("wb") as full:
            child = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE)
            code, _, lines = child.wait(timeout=60), "", child.stderr.read().decode().splitlines()
        assert code == 2, (arguments, code, lines)
        complains(lines, "output", "No space left")


def fill(disk):
    with (disk / "filler").open("wb", buffering=0) as filler:
        with contextlib.suppress(OSError):
            while True:
                filler.write(bytes(4096))


def shrink(path):
    os.truncate(path, path.stat().st_size // 2)


def grow(path):
    with path.open("ab") as file:
        file.write(b"more")


def overwrite(path):
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"other bytes")


def changed_meanwhile(arguments, path, change):
    """Stops the program while it has the file open, changes the file, and continues the program. Returns `None` if the
    program finished before it was stopped."""
    child = start(*arguments)
    is_open = False
    while not is_open and child.poll() is None:
        with contextlib.suppress(OSError):
            folder = Path(f"/proc/{child.pid}/fd")
            is_open = any(link.is_symlink() and link.readlink() == path for link in folder.iterdir())
    child.send_signal(signal.SIGSTOP)
    time.sleep(0.02)
    change(path)
    child.send_signal(signal.SIGCONT)
    code, _, lines = end(child)
    if code == 0:
        return None
    assert code == 2, (arguments, change.__name__, code, lines)
    return lines


def test_changing(folder):
    if not Path("/proc/self/fd").exists():
        print("faults: without /proc nobody knows when a file is being read: changes of files were not tried")
        return
    [original] = make_files(folder, 800_000, "file")
    frame = Path(f"{original}.zst")
    out = folder / "out"
    out.mkdir()
    for number, arguments in enumerate(commands(original, out)):
        path = frame if arguments[0] == "decompress" else original
        before = path.read_bytes()
        for change in [shrink, grow, overwrite]:
            lines = None
            # Sometimes the program finishes before it is stopped. If it always does, that is a bug.
            for _ in range(20):
                path.write_bytes(before)
                lines = lines or changed_meanwhile(arguments, path, change)
                if lines:
                    break
                for leftover in out.iterdir():
                    leftover.unlink()
            assert lines, (arguments, change.__name__, "went well every time")
            complains(lines, path, "changed while it was read")
            assert listing(out) == [], (arguments, change.__name__, listing(out))
        path.write_bytes(before)


def test_secrets(folder):
    """Passwords and signatures in URLs appear in no line, error, file or file name."""
    [path] = make_files(folder, 2000, "file")
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    secrets = ["p4ssw0rd", "s1gn4ture", "t0ken"]
    query = "?X-Amz-Date=1&X-Amz-Security-Token=t0ken&X-Amz-Signature=s1gn4ture"
    names = {name: (folder / name).read_bytes() for name in ["file.parquet", "file.parquet.zst"]}
    names["damaged.parquet"] = bytes(content)
    relay = Relay({f"/{name}{query}": content for name, content in names.items()})
    url, damaged = (f"http://user:p4ssw0rd@127.0.0.1:{relay.server_address[1]}/{name}.parquet{query}" for name in ["file", "damaged"])
    shown = f"http://***@127.0.0.1:{relay.server_address[1]}/file.parquet?X-Amz-Date=1&X-Amz-Security-Token=***&X-Amz-Signature=***"
    frame = url.replace(".parquet", ".parquet.zst")
    missing = url.replace("file", "missing")
    out = folder / "out"
    out.mkdir()
    blake3 = run("sum", "-a", "blake3", path)[0].split()[0]
    (folder / "URLS").write_text(f"BLAKE3 ({url}) = {blake3}\nBLAKE3 ({damaged}) = {blake3}\nBLAKE3 ({missing}) = {blake3}\n")
    for arguments, expected in [
        (["sum", url], 0), (["sum", "--json", url], 0), (["sum", "--s3", "CRC32", url], 0),
        (["sum", "--s3", "CRC32", "--json", url], 0), (["sum", url, "-o", "SUMS"], 0), (["sum", url, missing], 2),
        (["check", folder / "URLS"], 1), (["check", "--json", folder / "URLS"], 1),
        (["parquet", "verify", url], 0), (["parquet", "verify", "--all", "--json", url], 0),
        (["parquet", "verify", damaged, url], 1), (["parquet", "verify", "--json", "--deep", damaged, url], 1),
        (["parquet", "fingerprint", url], 0), (["parquet", "fingerprint", "--json", url], 0),
        (["parquet", "diff", url, url], 0), (["parquet", "diff", url, missing], 2),
        (["parquet", "add-crc", url, "copy.parquet"], 0), (["parquet", "add-crc", damaged, "copy2.parquet"], 2),
        (["parquet", "add-crc", damaged, url, "-o", "copies"], 2), (["parquet", "add-crc", "--json", "-f", url, "-o", "copies"], 0),
        (["compress", "-a", "md5", url], 0), (["compress", "-f", "-a", "md5", "--sums", "SUMS2", url], 0),
        (["compress", "-f", "-a", "md5", "--json", url], 0), (["compress", missing], 2),
        (["decompress", "-f", "-a", "md5", "--json", frame], 0), (["decompress", "-o", "copy", url], 2),
    ]:
        child = start(*arguments, cwd=out, env=os.environ | {"HASHLANE_RETRY_SECONDS": "0", "NO_PROXY": "127.0.0.1"})
        code, printed, lines = end(child)
        assert code == expected, (arguments, code, printed, lines)
        text = "\n".join([printed, *lines, *listing(out)])
        assert not any(secret in text for secret in secrets), (arguments, text)
        if "--json" not in arguments and arguments[-1] == url and expected == 0 and arguments[1] != "diff":
            assert shown in text or "-f" in arguments or "--sums" in arguments, (arguments, text)
    assert shown in (out / "SUMS").read_text() and shown in (out / "SUMS2").read_text()
    assert "file.parquet.zst" in listing(out) and listing(out / "copies") == ["file.parquet"], listing(out)
    for path in filter(Path.is_file, out.rglob("*")):
        assert not any(secret.encode() in path.read_bytes() for secret in secrets), path


def main():
    global PROGRAM
    steps = {
        "not readable": test_not_readable,
        "not writable": test_not_writable,
        "full disk": test_full_disk,
        "changing": test_changing,
        "secrets": test_secrets,
    }
    with tempfile.TemporaryDirectory() as name:
        top = Path(name).resolve()
        top.chmod(0o755)
        PROGRAM = for_everyone(top)
        for title in sys.argv[2:] or steps:
            folder = top / title
            folder.mkdir(mode=0o755)
            steps[title](folder)
            print(f"faults: {title} ok", flush=True)


if __name__ == "__main__":
    main()
