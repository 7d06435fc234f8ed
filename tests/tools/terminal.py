"""Runs `hashlane` on a terminal: it shows a bar and colours only there, and handles Ctrl-C.

Usage: terminal.py PROGRAM (with the Python that has pyarrow)

Tests that look at an unfinished command read from a web server, which holds back the middle of a file until the test
has looked. So nothing here depends on speed.
"""

import fcntl
import os
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.relay import Relay

PROGRAM = sys.argv[1]
MIB = 1 << 20
COLOUR = re.compile(rb"\x1b\[[0-9;]*m")
# Bytes done and a rate, and the remaining time if the total is known.
BAR = re.compile(rb"[0-9.]+ (?:[KMG]i)?B.*[0-9.]+ (?:[KMG]i)?B/s")
KNOWN_BAR = re.compile(rb"[0-9.]+ (?:[KMG]i)?B / [0-9.]+ [KMG]iB .*B/s .* left")
CTRL_C = b"\x03"


class Terminal:
    """Starts the program on its own terminal, with standard output elsewhere if `stdout` is set."""

    def __init__(self, *arguments, stdout=None, launcher=(), **variables):
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        tty = os.ttyname(self.slave)
        # A new session's first terminal becomes its controlling terminal, which sends it signals.
        line = 'tty=$1 out=$2; shift 2; exec "$@" <"$tty" >"$out" 2>"$tty"'
        command = [*launcher, PROGRAM, *map(str, arguments)]
        self.process = subprocess.Popen(
            ["sh", "-c", line, "sh", tty, str(stdout or tty), *command],
            start_new_session=True, env=environment(**variables),
        )
        self.shown = b""

    def pump(self, seconds=0.02):
        while select.select([self.master], [], [], seconds)[0]:
            self.shown += os.read(self.master, 1 << 16)
            seconds = 0

    def wait_for(self, condition, what):
        """Waits until the condition holds, with the program still running."""
        for _ in range(3000):
            self.pump()
            if condition():
                return
            assert self.process.poll() is None, (what, self.process.args, self.shown[-500:])
        raise AssertionError((what, self.process.args, self.shown[-500:]))

    def shows(self, pattern):
        self.wait_for(lambda: pattern.search(self.shown), pattern.pattern)

    def press(self, keys):
        os.write(self.master, keys)

    def end(self):
        """The exit status; negative if a signal ended the program."""
        for _ in range(3000):
            self.pump()
            if self.process.poll() is not None:
                self.pump()
                os.close(self.slave)
                os.close(self.master)
                return self.process.returncode
        raise AssertionError(("it does not end", self.process.args, self.shown[-500:]))


def environment(**variables):
    """The environment without variables that affect colours, and with a common kind of terminal."""
    names = ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLORTERM", "CI")
    mine = {key: value for key, value in os.environ.items() if key not in names}
    return mine | {"TERM": "xterm-256color", "NO_PROXY": "127.0.0.1"} | variables


def run(*arguments, expected=0, **variables):
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
        timeout=120, env=environment(**variables),
    )
    assert done.returncode == expected, (arguments, done.returncode, done.stderr[-500:])
    return done


class Held:
    """A server that holds back the middle of a file until it is told to send it."""

    def __init__(self, folder):
        self.folder = folder
        self.relay = Relay({f"/{path.name}": path.read_bytes() for path in folder.iterdir() if path.is_file()})
        self.relay.fault = self.fault
        self.asked, self.free = threading.Event(), threading.Event()

    def fault(self, handler):
        wanted = handler.headers.get("Range")
        content = self.relay.files.get(handler.path)
        if handler.command == "GET" and wanted and content:
            first, last = map(int, wanted.removeprefix("bytes=").split("-"))
            if first <= len(content) // 2 <= last:
                self.asked.set()
                self.free.wait(timeout=120)

    def hold(self):
        self.asked.clear()
        self.free.clear()

    def url(self, name):
        return f"{self.relay.url}/{name}"


def make_files(folder):
    """A Parquet file of incompressible random numbers, its sums, its zstd frame."""
    dice = random.Random(1)
    numbers = [pa.array(struct.unpack("<200000q", dice.randbytes(1_600_000)), pa.int64()) for _ in range(4)]
    table = pa.table(dict(zip("abcd", numbers, strict=True)))
    path = folder / "numbers.parquet"
    pq.write_table(table, path, row_group_size=20_000, use_dictionary=False, compression="none", write_page_checksum=True)
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    (folder / "damaged.parquet").write_bytes(content)
    run("compress", path)
    run("sum", path, "-o", folder / "SUMS")


def readers(name, folder, out):
    """The commands that read a file, by path or by URL."""
    return [
        ["sum", "-a", "blake3", name],
        ["parquet", "verify", name],
        ["parquet", "fingerprint", name],
        ["parquet", "diff", name, name],
        ["parquet", "add-crc", "--force", name, out / "copy.parquet"],
        ["parquet", "add-crc", "--force", name, "-o", out],
        ["compress", "--force", name, "-o", out / "copy.zst"],
        ["decompress", "--force", f"{name}.zst", "-o", out / "copy"],
    ]


def test_progress(folder, out, held):
    for arguments in readers(held.url("numbers.parquet"), folder, out):
        held.hold()
        terminal = Terminal(*arguments)
        terminal.shows(BAR)
        held.free.set()
        assert terminal.end() == 0, (arguments, terminal.shown[-500:])
    # The total is known for local files. Many of them take a while.
    path = folder / "numbers.parquet"
    sums = (folder / "SUMS").read_text() + f"XXH3 ({folder / 'damaged.parquet'}) = {'0' * 16}\n"
    (out / "SUMS").write_text(sums * 1000)
    many = folder / "many"
    many.mkdir()
    for number in range(2000):
        (many / f"{number}.parquet").hardlink_to(path)
    for arguments in [
        ["sum", *[path] * 2000],
        ["check", out / "SUMS"],
        ["parquet", "verify", *[path] * 2000],
        ["parquet", "fingerprint", *[path] * 2000],
        ["parquet", "add-crc", many, "-o", out / "copies"],
    ]:
        terminal = Terminal(*arguments)
        terminal.shows(KNOWN_BAR)
        terminal.press(CTRL_C)
        assert terminal.end() == -signal.SIGINT, (arguments[:2], terminal.process.returncode)
        assert not list(out.rglob(".hashlane-*")), (arguments[:2], "an unfinished file")
    (out / "SUMS").unlink()
    shutil.rmtree(many)
    # The folder is removed if no copy was complete.
    shutil.rmtree(out / "copies", ignore_errors=True)
    for path in out.iterdir():
        path.unlink()


def test_no_progress(folder, out, held):
    """No bar is shown in a pipe, or for objects on a terminal."""
    path = folder / "numbers.parquet"
    for arguments in [*readers(path, folder, out), ["check", folder / "SUMS"]]:
        done = run(*arguments)
        assert done.stderr == b"", (arguments, done.stderr[:500])
        assert b"\r" not in done.stdout and b"\x1b" not in done.stdout, (arguments, done.stdout[:500])
        # A bar would be on standard error, so only that is a terminal.
        terminal = Terminal(*arguments, stdout="/dev/null")
        assert terminal.end() == 0 and not COLOUR.search(terminal.shown), arguments
    for arguments in readers(held.url("numbers.parquet"), folder, out):
        held.hold()
        terminal = Terminal(*arguments, "--json", stdout="/dev/null")
        terminal.wait_for(held.asked.is_set, "the server is asked")
        # A bar is drawn five times a second.
        time.sleep(0.5)
        held.free.set()
        assert terminal.end() == 0 and terminal.shown == b"", (arguments, terminal.shown[:500])
    terminal = Terminal("check", "--quiet", folder / "SUMS")
    assert terminal.end() == 0 and terminal.shown == b"", terminal.shown[:500]
    for path in out.iterdir():
        path.unlink()


def test_colours(folder):
    damaged, missing = folder / "damaged.parquet", folder / "missing"
    sums = folder / "WRONG"
    sums.write_text(f"XXH3 ({damaged}) = {'0' * 16}\n")
    for arguments, expected in [
        (["parquet", "verify", damaged], 1), (["check", sums], 1), (["sum", missing], 2),
    ]:
        for variables, coloured in [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]:
            terminal = Terminal(*arguments, **variables)
            assert terminal.end() == expected, (arguments, terminal.shown)
            assert bool(COLOUR.search(terminal.shown)) == coloured, (arguments, variables, terminal.shown)
        done = run(*arguments, expected=expected)
        assert not COLOUR.search(done.stdout + done.stderr), (arguments, done)
    sums.unlink()


def test_interrupts(folder, out, held):
    """A program that is stopped half-way leaves no new file."""
    url = held.url("numbers.parquet")
    before = b"what was there before"
    (out / "copy.zst").write_bytes(before)
    # Whether there is an unfinished file while the input is read.
    for arguments, unfinished in [
        (["compress", "--force", url, "-o", out / "copy.zst"], True),
        (["decompress", f"{url}.zst", "-o", out / "copy"], True),
        (["parquet", "add-crc", url, out / "copy.parquet"], True),
        (["sum", url, "-o", out / "SUMS"], True),
        (["parquet", "add-crc", url, "-o", out / "new/folder"], True),
        (["parquet", "verify", url], False),
    ]:
        for end in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            held.hold()
            terminal = Terminal(*arguments)
            terminal.wait_for(held.asked.is_set, "the server is asked")
            if unfinished:
                terminal.wait_for(lambda: list(out.rglob(".hashlane-*")), "an unfinished file")
            if end == signal.SIGINT:
                terminal.press(CTRL_C)
            else:
                terminal.process.send_signal(end)
            assert terminal.end() == -end, (arguments, end, terminal.process.returncode, terminal.shown)
            held.free.set()
            assert [path.name for path in out.iterdir()] == ["copy.zst"], (arguments, end)
            assert (out / "copy.zst").read_bytes() == before, (arguments, end)
    (out / "copy.zst").unlink()


def test_interrupted_loop(out, held):
    """Ctrl-C also ends a shell's loop, which would continue after a program that exits with 130 by itself."""
    if not shutil.which("bash"):
        print("terminal: there is no bash: its loops were not tried")
        return
    held.hold()
    loop = 'for i in 1 2; do "$@"; echo next; done'
    compress = ["compress", held.url("numbers.parquet"), "-o", out / "copy.zst"]
    terminal = Terminal(*compress, launcher=["bash", "-c", loop, "bash"])
    terminal.wait_for(lambda: list(out.glob(".hashlane-*")), "an unfinished file")
    terminal.press(CTRL_C)
    assert terminal.end() == -signal.SIGINT and b"next" not in terminal.shown, terminal.shown
    held.free.set()
    assert not list(out.iterdir()), list(out.iterdir())


def test_interrupted_lines(folder, out, held):
    """`sum > SUMS` writes to the shell's file, which contains only whole lines at any time."""
    held.hold()
    small = folder / "small"
    small.write_bytes(b"small")
    files = [*[small] * 500, held.url("numbers.parquet"), *[small] * 500]
    terminal = Terminal("sum", "--threads", "1", *files, stdout=out / "SUMS")
    terminal.wait_for(held.asked.is_set, "the server is asked")
    terminal.press(CTRL_C)
    assert terminal.end() == -signal.SIGINT, terminal.process.returncode
    held.free.set()
    lines = (out / "SUMS").read_text()
    whole = run("sum", small).stdout.decode()
    assert lines == whole * (len(lines) // len(whole)), lines[-200:]
    assert 0 < len(lines) < len(whole) * 501, len(lines)
    (out / "SUMS").unlink()


def test_nohup(out, held):
    """A program that was started to outlive the terminal does."""
    held.hold()
    target = out / "copy.zst"
    terminal = Terminal("compress", held.url("numbers.parquet"), "-o", target, stdout="/dev/null", launcher=["nohup"])
    terminal.wait_for(lambda: list(out.glob(".hashlane-*")), "an unfinished file")
    terminal.process.send_signal(signal.SIGHUP)
    time.sleep(0.3)
    held.free.set()
    assert terminal.end() == 0 and target.exists(), (terminal.process.returncode, terminal.shown)
    target.unlink()


def test_no_sql():
    """A terminal isn't asked for SQL."""
    terminal = Terminal("sql")
    assert terminal.end() == 1 and b"there is no SQL" in terminal.shown, terminal.shown


def main():
    # In the background or under nohup, this program may ignore signals. The programs that it starts would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name), Path(name) / "out"
        out.mkdir()
        make_files(folder)
        held = Held(folder)
        steps = {
            "progress": lambda: test_progress(folder, out, held),
            "no progress": lambda: test_no_progress(folder, out, held),
            "colours": lambda: test_colours(folder),
            "interrupts": lambda: test_interrupts(folder, out, held),
            "interrupted loop": lambda: test_interrupted_loop(out, held),
            "interrupted lines": lambda: test_interrupted_lines(folder, out, held),
            "no SQL": test_no_sql,
            "nohup": lambda: test_nohup(out, held),
        }
        for title in sys.argv[2:] or steps:
            steps[title]()
            print(f"terminal: {title} ok", flush=True)


if __name__ == "__main__":
    main()
