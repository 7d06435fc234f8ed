"""Tests that every store must pass."""

import hashlib
import json
import random
import shutil
import subprocess
import time

import pyarrow as pa
import pyarrow.parquet as pq

from stores.keys import test_keys
from support.program import MIB, PROGRAM, environment, one_line, run
from stores.tables import test_tables

OBJECTS = {
    "empty": b"", "one": b"x", "dir/a.parquet": random.Random(1).randbytes(100_000),
    "dir/b.parquet": b"b", "dir/b.csv": b"c", "dir/deep/c.parquet": b"d",
    "big": random.Random(2).randbytes(9 * MIB + 17), "odd name+%20 ?#é": b"odd",
    "a folder/für \"é\" & <ü>": b"folder",
}
PATTERNS = {
    "dir/*.parquet": ["dir/a.parquet", "dir/b.parquet"],
    "dir/**/*.parquet": ["dir/a.parquet", "dir/b.parquet", "dir/deep/c.parquet"],
    "d?r/b.[cp]*": ["dir/b.csv", "dir/b.parquet"],
    "a folder/f*": ["a folder/für \"é\" & <ü>"],
}


def line_of(server, key):
    return f"{hashlib.sha256(OBJECTS[key]).hexdigest()}  {server.root}/{key}"


def test_sums(server):
    for key, body in OBJECTS.items():
        server.put(key, body)
    sums = lambda *keys: run(
        "sum", "-a", "sha256", *(f"{server.root}/{key}" for key in keys), **server.settings
    ).stdout.decode().splitlines()
    for key in OBJECTS:
        assert sums(key) == [line_of(server, key)], key
    assert sums(*OBJECTS) == [line_of(server, key) for key in OBJECTS]
    for pattern, keys in PATTERNS.items():
        assert sums(pattern) == [line_of(server, key) for key in keys], pattern


def test_missing(server):
    fails = lambda path, *words: one_line(
        run("sum", path, expected=2, **server.settings), path, *words
    )
    fails(f"{server.root}/missing", "no such object")
    fails(f"{server.root}/*.nothing", "matches no object")
    fails(server.root, "bucket, not an object")
    # The other objects are still read.
    done = run(
        "sum", "-a", "sha256", f"{server.root}/missing", f"{server.root}/one", expected=2,
        **server.settings,
    )
    one_line(done, "no such object")
    assert done.stdout.decode().splitlines() == [line_of(server, "one")]


def test_no_bucket(server):
    for path in [f"{server.nowhere}/key", f"{server.nowhere}/*"]:
        done = run("sum", path, expected=2, **server.settings)
        one_line(done, path, "the bucket or container does not exist")


def test_compression(server, folder):
    out = folder / "big.zst"
    run("compress", f"{server.root}/big", "-o", out, **server.settings)
    server.put("big.zst", out.read_bytes())
    back = run("decompress", f"{server.root}/big.zst", "-o", "-", **server.settings).stdout
    assert back == OBJECTS["big"]


def write_parquet(path):
    rows = 40_000
    words = [None if i % 7 == 0 else f"word {i * 7919 % 1009}" for i in range(rows)]
    table = pa.table({"id": pa.array(range(rows), pa.int64()), "word": words})
    pq.write_table(table, path, row_group_size=15_000, write_page_checksum=True)


def same_as_file(server, file, *arguments, expected=0):
    """The command prints the same for an object as for the file that it was made from."""
    url = f"{server.root}/{file.name}"
    here = run("parquet", *arguments, file, expected=expected)
    there = run("parquet", *arguments, url, expected=expected, **server.settings)
    assert here.stdout and here.stderr == there.stderr == b"", (here, there)
    assert there.stdout.decode() == here.stdout.decode().replace(str(file), url), (arguments, there)


def test_parquet(server, folder):
    sound, damaged = folder / "sound.parquet", folder / "damaged.parquet"
    write_parquet(sound)
    chunk = pq.ParquetFile(sound).metadata.row_group(2).column(1)
    content = bytearray(sound.read_bytes())
    content[chunk.dictionary_page_offset + chunk.total_compressed_size - 1] ^= 1
    damaged.write_bytes(content)
    for file in [sound, damaged]:
        server.put(file.name, file.read_bytes())
    same_as_file(server, sound, "verify", "--deep")
    same_as_file(server, sound, "fingerprint")
    same_as_file(server, damaged, "verify", "--json", expected=1)


def test_parquet_folders(server, folder):
    """An address that ends in a slash means the Parquet files below it."""
    file = folder / "sound.parquet"
    keys = ["a.parquet", "deep/er/b.parquet"]
    for key in [*keys, "notes.txt", "deep/a.parquet.bak"]:
        server.put(f"lake/{key}", file.read_bytes())
    server.put("lake-2/c.parquet", file.read_bytes())
    lines = run("parquet", "verify", "--json", f"{server.root}/lake/", **server.settings).stdout.splitlines()
    assert {json.loads(line)["file"] for line in lines} == {f"{server.root}/lake/{key}" for key in keys}
    for argument in ["lake/", "lake/**/*.parquet"]:
        out = folder / "copies"
        run("parquet", "add-crc", f"{server.root}/{argument}", "-o", out, **server.settings)
        copies = sorted(path for path in out.rglob("*") if path.is_file())
        assert copies == [out / key for key in keys], copies
        for copy in copies:
            assert pq.read_table(copy, page_checksum_verification=True) == pq.read_table(file), copy
        shutil.rmtree(out)
    done = run("parquet", "verify", f"{server.root}/dir/deep/er/", expected=2, **server.settings)
    one_line(done, f"{server.root}/dir/deep/er/", "matches no object")


def test_replaced(server):
    """An object of six ranges is replaced by one of the same size while it is read."""
    content = random.Random(4).randbytes(45 * MIB)
    server.put("large", content)
    child = subprocess.Popen(
        # Incompressible data, one thread: everything that was read has been written, except a few MiB.
        [PROGRAM, "compress", "-c", "lz4", "-T", "1", "-o", "-", f"{server.root}/large"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**server.settings),
    )
    # The output is not read further, so the program waits with at most four ranges of 8 MiB read ahead.
    child.stdout.read(MIB)
    server.put("large", content[:-1] + bytes([content[-1] ^ 1]))
    _, error = child.communicate(timeout=180)
    assert child.returncode == 2 and error.count(b"\n") == 1, (child.returncode, error[-600:])
    assert b"changed while it was read" in error, error


def test_down(server):
    """The server has stopped permanently."""
    server.stop()
    start = time.monotonic()
    done = run("sum", f"{server.root}/one", expected=2, **server.settings, HASHLANE_RETRY_SECONDS="1")
    one_line(done, f"{server.root}/one", "HASHLANE_RETRY_SECONDS")
    # Not a measurement: without a limit, this would continue for minutes.
    assert time.monotonic() - start < 60


def test_store(server, folder):
    test_keys(server, folder)
    test_sums(server)
    test_missing(server)
    test_compression(server, folder)
    test_parquet(server, folder)
    test_parquet_folders(server, folder)
    test_tables(server, folder)
    test_replaced(server)
