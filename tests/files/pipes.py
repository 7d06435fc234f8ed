"""Runs `hashlane compress` and `hashlane decompress` with the tools zstd and lz4.

Usage: pipes.py PROGRAM [STEP…]
"""

import bz2
import gzip
import hashlib
import json
import lzma
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

import brotli
import cramjam

PROGRAM = sys.argv[1]
TOOLS = ["zstd", "lz4"]
MIB = 1 << 20
FLIPS = 100


def run(*arguments, data=b"", expected=0, **options):
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], input=data, capture_output=True, timeout=300, **options
    )
    assert done.returncode == expected, (arguments, done.returncode, done.stderr[-500:])
    return done


def tool(name, *arguments, data):
    return subprocess.run(
        [name, *arguments], input=data, capture_output=True, check=True, timeout=300
    ).stdout


def one_line(done, *words):
    """Checks that the message is a single line with these words."""
    text = done.stderr.decode()
    assert text.count("\n") == 1, text
    assert text.startswith("hashlane: ") and all(word in text for word in words), (text, words)


def mixed(size, seed=1):
    """Text, runs, noise and repeats in turn."""
    dice = random.Random(seed)
    words = [dice.randbytes(dice.randint(2, 9)).hex().encode() for _ in range(2000)]
    parts, have = [], 0
    while have < size:
        kind = dice.randrange(4)
        if kind == 0:
            part = b" ".join(dice.choices(words, k=4000))
        elif kind == 1:
            part = bytes([dice.randrange(256)]) * dice.randint(1, 200_000)
        elif kind == 2:
            part = dice.randbytes(dice.randint(1, 60_000))
        else:
            part = parts[dice.randrange(len(parts))] if parts else b"a"
        parts.append(part)
        have += len(part)
    return b"".join(parts)[:size]


def sizes():
    edges = [1 << 16, 1 << 18, MIB, 4 * MIB, 8 * MIB]
    around = [edge + step for edge in edges for step in (-1, 0, 1)]
    return [0, 1, 2, 100, *around, 16 * MIB + 5]


def test_both_ways(name):
    data = mixed(16 * MIB + 5)
    for size in sizes():
        content = data[:size]
        for threads in (1, 3):
            ours = run("compress", "-c", name, "-T", threads, data=content).stdout
            assert tool(name, "-d", "-c", data=ours) == content, (name, size, threads)
            assert run("decompress", data=ours).stdout == content, (name, size, threads)
        theirs = tool(name, "-c", data=content)
        assert run("decompress", data=theirs).stdout == content, (name, size)


def test_levels(name, levels):
    content = mixed(3 * MIB, 2)
    lengths = []
    for level in levels:
        ours = run("compress", "-c", name, "-l", level, data=content).stdout
        assert tool(name, "-d", "-c", data=ours) == content, (name, level)
        lengths.append(len(ours))
    assert lengths[-1] < lengths[0], lengths
    for level in (levels[0] - 1, levels[-1] + 1, 0):
        one_line(run("compress", "-c", name, "-l", level, data=b"a", expected=2), "is out of range")


def test_settings_of_the_tools():
    content = mixed(5 * MIB, 3)
    for options in (["-19"], ["--fast=5"], ["--no-check"], ["--long=27"], ["-T2"], ["--rsyncable", "-T2"]):
        theirs = tool("zstd", *options, "-c", data=content)
        assert run("decompress", data=theirs).stdout == content, options
    for options in (["-9"], ["-BD"], ["-BD", "-B4"], ["-BX"], ["--no-frame-crc"], ["-B5", "-BD", "-BX"]):
        theirs = tool("lz4", *options, "-c", data=content)
        assert run("decompress", data=theirs).stdout == content, options


def test_several_frames():
    content = mixed(100_000, 4)
    skippable = (0x184D2A57).to_bytes(4, "little") + (9).to_bytes(4, "little") + b"123456789"
    zstd, lz4 = (tool(name, "-c", data=content) for name in TOOLS)
    stream = skippable + zstd + lz4 + skippable + zstd + skippable
    assert run("decompress", data=stream).stdout == content * 3
    one_line(run("decompress", data=zstd + b"garbage!", expected=2), "trailing garbage", str(len(zstd)))
    one_line(run("decompress", data=zstd + b"xy", expected=2), "2 bytes follow")
    one_line(run("decompress", data=b"", expected=2), "empty")
    one_line(run("decompress", data=b"some text", expected=2), "does not start with the magic number of a known format")
    legacy = tool("lz4", "-l", "-c", data=content)
    assert run("decompress", data=legacy).stdout == content
    assert run("decompress", data=legacy + zstd + legacy).stdout == content * 3


def alone(content):
    return lzma.compress(content, format=lzma.FORMAT_ALONE)


def of_deflate(content):
    compressor = zlib.compressobj(wbits=-15)
    return compressor.compress(content) + compressor.flush()


# Readers and writers of the other formats, if Python has them.
OTHERS = {
    "gzip": (gzip.decompress, gzip.compress),
    "zlib": (zlib.decompress, zlib.compress),
    "deflate": (lambda stream: zlib.decompress(stream, wbits=-15), of_deflate),
    "bzip2": (bz2.decompress, bz2.compress),
    "xz": (lzma.decompress, lzma.compress),
    "lzma": (lzma.decompress, alone),
    "brotli": (brotli.decompress, lambda content: brotli.compress(content, quality=4)),
    "snappy_frame": (lambda stream: bytes(cramjam.snappy.decompress(stream)), lambda content: bytes(cramjam.snappy.compress(content))),
    "snappy_java": (None, None),
    "hadoop_snappy": (None, None),
    "hadoop_lz4": (None, None),
    "lz4_java": (None, None),
    "brotli_large": (None, None),
}
# Formats that are recognized by their magic numbers.
TOLD = ["gzip", "bzip2", "xz", "snappy_frame", "snappy_java", "lz4_java", "lz4_legacy"]


def test_other_formats():
    data = mixed(17 * MIB, 11)
    for name, (read, write) in OTHERS.items():
        named = () if name in TOLD else ("-c", name)
        level = () if name.startswith(("snappy", "lz4", "hadoop")) else ("-l", 1)
        for size in (0, 1, 70_000, 8 * MIB + 1, len(data)):
            content = data[:size]
            ours = run("compress", "-c", name, *level, data=content).stdout
            if read:
                assert read(ours) == content, (name, size)
            assert run("decompress", *named, data=ours).stdout == content, (name, size)
            if write and size:
                assert run("decompress", *named, data=write(content)).stdout == content, (name, size)
    for name in ("gzip", "bzip2", "xz"):
        ours = run("compress", "-c", name, *("-l", 1), data=data).stdout
        assert tool(name, "-d", "-c", data=ours) == data, name
        theirs = tool(name, "-1", "-c", data=data) + tool(name, "-c", data=b"more")
        assert run("decompress", data=theirs).stdout == data + b"more", name
        one_line(run("decompress", data=ours[:-1], expected=2), "cut off", name)
        one_line(run("decompress", data=ours + b"garbage", expected=2), "at byte")
    # The format that `lz4 -l` writes.
    ours = run("compress", "-c", "lz4_legacy", data=data).stdout
    assert tool("lz4", "-d", "-c", data=ours) == data
    assert b"one block" in run("compress", "-c", "lz4_raw", data=b"a", expected=2).stderr
    for name, level, given in [("gzip", 9, "GZIP(9)"), ("bzip2", 1, "bz2(1)"), ("xz", 0, "Xz(0)")]:
        ours = run("compress", "-c", given, data=data).stdout
        assert ours == run("compress", "-c", name, "-l", level, data=data).stdout, given
        assert run("decompress", "-c", given, data=ours).stdout == data, given
    assert b"out of range" in run("compress", "-c", "gzip(10)", data=b"a", expected=2).stderr
    one_line(run("compress", "-c", "gzip(9)", "-l", 9, data=b"a", expected=2), "both give a level")
    one_line(run("compress", "-c", "snappy_frame", "-l", 1, data=b"a", expected=2), "no levels")
    for name in ("brotli", "gzip"):
        one_line(run("compress", "-c", name, "--adapt", data=b"a", expected=2), "one level")
    hadoop = run("compress", "-c", "hadoop_snappy", data=b"hashlane").stdout
    one_line(run("decompress", data=hadoop, expected=2), "it looks like hadoop_snappy")


def test_dictionaries(folder):
    """Raw content and a trained dictionary, in both directions, compared with the tool."""
    lines = [b'{"user": %d, "status": "shipped", "url": "/orders/%d"}' % (i * 7919 % 100_003, i * 31 % 997) for i in range(4000)]
    raw, trained = folder / "raw", folder / "trained"
    raw.write_bytes(b"".join(lines[:200]))
    samples = folder / "samples"
    samples.mkdir()
    for number, line in enumerate(lines):
        (samples / str(number)).write_bytes(line)
    subprocess.run(["zstd", "-q", "--train", "-r", samples, "-o", trained, "--maxdict=4096"], check=True)
    content = b"".join(lines[3000:3003])
    for dictionary in (raw, trained):
        for threads in (1, 3):
            ours = run("compress", "-D", dictionary, "-T", threads, data=content).stdout
            assert len(ours) < len(run("compress", data=content).stdout)
            assert tool("zstd", "-d", "-c", "-D", dictionary, data=ours) == content
            assert run("decompress", "-D", dictionary, data=ours).stdout == content
        theirs = tool("zstd", "-c", "-D", dictionary, data=content)
        assert run("decompress", "-D", dictionary, data=theirs).stdout == content
        one_line(run("decompress", data=theirs, expected=2), "none was given" if dictionary == trained else "")
    theirs = tool("zstd", "-c", "-D", trained, data=content)
    one_line(run("decompress", "-D", raw, data=theirs, expected=2), "raw content")
    one_line(run("compress", "-D", raw, "-c", "gzip", data=content, expected=2), "for zstd")
    one_line(run("compress", "-D", folder / "missing", data=content, expected=2), "missing")


def test_threads_make_no_difference(folder):
    content = mixed(100 * MIB, 5)
    path = folder / "mixed"
    path.write_bytes(content)
    for name in TOOLS:
        outputs = []
        for threads in (2, 4):
            out = folder / f"out.{threads}"
            run("compress", "-c", name, "-T", threads, path, "-o", out)
            outputs.append(out.read_bytes())
        assert outputs[0] == outputs[1], name
        assert tool(name, "-d", "-c", data=outputs[0]) == content, name
        run("decompress", folder / "out.2", "-o", folder / "back", "-f")
        assert (folder / "back").read_bytes() == content, name
        for out in folder.glob("out.*"):
            out.unlink()


def test_damage(folder):
    """Any flipped bit and any cut of the stream gives an error, and no file."""
    content = mixed(300_000, 6)
    dice = random.Random(7)
    target = folder / "damaged.out"
    for name in TOOLS:
        stream = run("compress", "-c", name, "-T", 2, data=content).stdout
        bits = [*range(20 * 8), *(dice.randrange(len(stream) * 8) for _ in range(FLIPS))]
        mutants = []
        for bit in bits:
            mutant = bytearray(stream)
            mutant[bit // 8] ^= 1 << bit % 8
            mutants.append(bytes(mutant))
        cuts = [1, 3, 4, 5, 7, len(stream) - 1, len(stream) - 4, *(dice.randrange(len(stream)) for _ in range(40))]
        ends = ends_of_frames(name, stream)
        mutants += [stream[:cut] for cut in cuts if cut not in ends]
        for number, mutant in enumerate(mutants):
            done = subprocess.run(
                [PROGRAM, "decompress", "-o", target], input=mutant, capture_output=True, timeout=60
            )
            # zstd's header has an unused bit, and a larger window decodes to the same content.
            if done.returncode == 0:
                assert target.read_bytes() == content, (name, number)
                target.unlink()
                continue
            assert done.returncode == 2, (name, number, done)
            one_line(done, "standard input")
            assert not target.exists() and not list(folder.glob(".hashlane-*")), (name, number)


def ends_of_frames(name, stream):
    """A zstd stream that is cut between frames is a valid shorter stream, so the cut can't be detected."""
    if name == "lz4":
        return {0}
    magic = (0xFD2FB528).to_bytes(4, "little")
    ends, at = {0, len(stream)}, stream.find(magic)
    while at >= 0:
        ends.add(at)
        at = stream.find(magic, at + 1)
    return ends


def test_window():
    # No single segment, a window of 2 GiB, an empty last block.
    frame = (0xFD2FB528).to_bytes(4, "little") + bytes([0x00, 21 << 3]) + bytes([1, 0, 0])
    one_line(run("decompress", data=frame, expected=2), "2048 MiB", "128 MiB", "--window-limit")
    assert run("decompress", "--window-limit", "2GiB", data=frame).stdout == b""


def test_checksums(folder):
    content = mixed(3 * MIB, 9)
    path, out = folder / "content", folder / "content.zst"
    path.write_bytes(content)
    done = run("compress", "-a", "sha256,md5", "--json", path)
    report = json.loads(done.stdout)
    for end, data in (("content", content), ("compressed", out.read_bytes())):
        assert report[end]["size"] == len(data)
        assert report[end]["checksums"]["sha256"] == hashlib.sha256(data).hexdigest()
        assert report[end]["checksums"]["md5"] == hashlib.md5(data).hexdigest()
    path.unlink()
    sums = folder / "SUMS"
    run("decompress", "-a", "sha256", "--sums", sums, out)
    assert path.read_bytes() == content
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", sums], check=True)
    one_line(run("compress", path, expected=2), "exists already", "-f")
    run("compress", "-f", path)
    one_line(run("decompress", folder / "SUMS", expected=2), "-o")


def test_endings(folder):
    content = mixed(9 * MIB, 10)
    path = folder / "ending"
    path.write_bytes(content)
    one_line(run("compress", path, "-o", "/dev/full", expected=2), "No space left")
    one_line(run("compress", folder / "missing", expected=2), "missing")
    one_line(run("compress", folder, expected=2), "directory")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "compress"], input=content, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    one_line(done, "standard output", "No space left")
    # The reader closes its end.
    child = subprocess.Popen([PROGRAM, "compress", "-l", "1", "-o", "-", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdout.read(1)
    child.stdout.close()
    assert child.wait(timeout=60) == 141 and child.stderr.read() == b""
    # Ctrl-C in the middle of a file.
    out = folder / "interrupted.zst"
    child = subprocess.Popen([PROGRAM, "compress", "-o", out], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdin.write(content)
    child.stdin.flush()
    wait_for(lambda: list(folder.glob(".hashlane-*")))
    child.send_signal(signal.SIGINT)
    assert child.wait(timeout=60) == -signal.SIGINT
    assert not out.exists() and not list(folder.glob(".hashlane-*"))


def wait_for(condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def test_adapt(folder):
    """The level rises with a slow pipe, and falls with /dev/null."""
    path = folder / "adapting"
    path.write_bytes(mixed(48 * MIB, 11))
    report = run("compress", "--adapt", "-l", 9, "--json", "-T", 1, path, "-o", "/dev/null").stdout
    fast = json.loads(report)
    assert fast["last_level"] < fast["first_level"] == 9, fast
    child = subprocess.Popen(
        [PROGRAM, "compress", "--adapt=min=1,max=9", "-l", "1", "--json", "-T", "1", path, "-o", "-"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    stream = bytearray()
    while part := child.stdout.read(256 << 10):
        stream += part
        time.sleep(0.2)
    slow = json.loads(child.stderr.read())
    assert child.wait() == 0
    assert slow["last_level"] > slow["first_level"] == 1, slow
    assert tool("zstd", "-d", "-c", data=bytes(stream)) == path.read_bytes()
    one_line(run("compress", "--adapt=min=5,max=4", data=b"", expected=2), "--adapt")
    one_line(run("compress", "--adapt=min=5", "-l", "3", data=b"", expected=2), "--level")


def main():
    # In the background or under nohup, this program may ignore signals. The programs that it starts would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    missing = [name for name in TOOLS if not shutil.which(name)]
    if missing:
        sys.exit(f"not tested: {' and '.join(missing)} not installed (Debian: apt-get install zstd lz4)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        steps = [
            lambda: test_several_frames(),
            lambda: test_checksums(folder),
            lambda: test_endings(folder),
            lambda: test_window(),
            lambda: test_settings_of_the_tools(),
            lambda: test_levels("lz4", [1, 2, 3, 9, 12]),
            lambda: test_levels("zstd", [-7, -1, 1, 3, 9, 19, 22]),
            lambda: test_adapt(folder),
            lambda: test_both_ways("lz4"),
            lambda: test_both_ways("zstd"),
            lambda: test_other_formats(),
            lambda: test_dictionaries(folder),
            lambda: test_damage(folder),
            lambda: test_threads_make_no_difference(folder),
        ]
        names = "frames checksums endings window settings lz4-levels zstd-levels adapt lz4 zstd others dictionaries damage threads"
        wanted = sys.argv[2:] or names.split()
        for title, step in zip(names.split(), steps, strict=True):
            if title in wanted:
                step()
                print(f"pipes: {title} ok", flush=True)


if __name__ == "__main__":
    main()
