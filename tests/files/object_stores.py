"""Runs `hashlane` on objects of local servers that speak the protocols of S3, Azure and Google, and of a web server.

Usage: object_stores.py PROGRAM [AZURITE] (with the Python that has requirements.txt and pyarrow)

AZURITE is `azurite-blob` of the npm package; without it, Azure is not tested.
"""

import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.relay import Relay
from stores.azure import test_azure
from stores.every import test_down, test_no_bucket, test_store
from stores.faults import test_faults
from stores.google import test_google
from support.program import MIB, PROGRAM, environment, one_line, run
from support.servers import Moto
from stores.tables import (
    test_no_credentials, test_nowhere, test_replaced_in_a_query, test_unreliable, test_web_tables,
)


def test_s3(folder):
    moto = Moto()
    test_store(moto, folder)
    test_no_bucket(moto)
    test_nowhere(moto)
    test_no_credentials(moto)
    test_unreliable(moto, folder)
    test_replaced_in_a_query(moto, folder)
    test_faults(moto, folder)
    one_line(run("sum", "ftp://a/b", expected=2), "unsupported scheme", "s3://")
    test_down(moto)


def test_s3_restart(folder):
    """S3 stops while an object of six ranges is read, and returns with it at the same address."""
    content = random.Random(4).randbytes(45 * MIB)
    seed = folder / "large"
    seed.write_bytes(content)
    moto = Moto(seed)
    child = subprocess.Popen(
        # Incompressible data, one thread: everything that was read has been written, except a few MiB.
        [PROGRAM, "compress", "-c", "lz4", "-T", "1", "-o", "-", "s3://bucket/large"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(HASHLANE_RETRY_SECONDS="150", **moto.settings),
    )
    # The output is not read further, so the program waits with at most four ranges of 8 MiB read ahead.
    stream = bytearray(child.stdout.read(MIB))
    moto.stop()
    ended = threading.Event()

    def pieces():
        while piece := os.read(child.stdout.fileno(), 1 << 16):
            stream.extend(piece)
        ended.set()

    drain = threading.Thread(target=pieces)
    drain.start()
    # The server stays down until the ranges read ahead have been written.
    before = -1
    while len(stream) > before and not ended.is_set():
        before = len(stream)
        ended.wait(timeout=2)
    assert not ended.is_set() and child.poll() is None, child.stderr.read()[-600:]
    assert MIB < len(stream) < 44 * MIB, len(stream)
    moto = Moto(seed, moto.port)
    drain.join(timeout=180)
    error = child.stderr.read()
    assert child.wait(timeout=60) == 0 and error == b"", error[-600:]
    back = subprocess.run([PROGRAM, "decompress"], input=stream, capture_output=True, check=True)
    assert back.stdout == content
    moto.stop()


def test_web():
    content = random.Random(3).randbytes(30 * MIB + 1)
    expected = hashlib.sha256(content).hexdigest()
    relay = Relay({"/a/big": content, "/empty": b"", "/signed?sig=1/2": b"signed"})
    read = lambda path, **more: run("sum", "-a", "sha256", f"{relay.url}{path}", **more)
    assert read("/a/big").stdout.decode().split()[0] == expected
    assert all(wanted for command, wanted in relay.requests if command == "GET"), "all by range"
    assert read("/empty").stdout.decode().split()[0] == hashlib.sha256(b"").hexdigest()
    signed = read("/signed?sig=1/2").stdout.decode()
    assert signed.split()[0] == hashlib.sha256(b"signed").hexdigest()
    # An address is requested as it was written.
    for path in ["/a+b", "/a%2Bb", "/a%2Fb", "/a/b", "/a%20b", "/a/", "/a//b", "/a%252Fb", "/%C3%A4", "/a;b", "/a%3Bb"]:
        relay.files[path] = path.encode()
        assert read(path).stdout.decode().split()[0] == hashlib.sha256(path.encode()).hexdigest(), path
        del relay.files[path]
        one_line(read(path, expected=2), path, "no such object")
    one_line(read("/a/../empty", expected=2), "because its path has the part '..'")
    one_line(read("/none", expected=2), "no such object")
    one_line(read("/*", expected=2), "pattern")

    # The server cuts off a body in the middle, twice.
    cuts = iter(["cut", "cut"])
    relay.fault = lambda handler: next(cuts, None) if handler.command == "GET" else None
    assert read("/a/big").stdout.decode().split()[0] == expected
    assert next(cuts, None) is None

    # The server is down for a while: errors, then healthy again.
    errors = iter([503] * 4)

    def failing(handler):
        status = next(errors, None) if handler.command == "GET" else None
        if status:
            handler.refuse(status)
            return "refused"

    relay.fault = failing
    assert read("/a/big").stdout.decode().split()[0] == expected

    # The server stops in the middle of a read, and returns at the same address.
    files, port = relay.files, relay.server_address[1]
    seen = threading.Event()

    def noticing(handler):
        if handler.command == "GET":
            seen.set()
            time.sleep(0.3)
            return "cut"

    relay.fault = noticing

    def restart():
        nonlocal relay
        assert seen.wait(timeout=60)
        relay.shutdown()
        relay.server_close()
        time.sleep(1)
        relay = Relay(files, port)

    restarting = threading.Thread(target=restart)
    restarting.start()
    assert read("/a/big").stdout.decode().split()[0] == expected
    restarting.join(timeout=60)

    # The object is replaced between two ranges.
    gets = []

    def replacing(handler):
        if handler.command == "GET":
            gets.append(1)
            if len(gets) == 2:
                relay.files["/a/big"] = content[:-1] + b"!"

    relay.fault = replacing
    one_line(read("/a/big", expected=2), "changed while it was read")
    relay.files["/a/big"] = content

    # The server rejects the credentials.
    def forbidding(handler):
        handler.refuse(403, b"<Error><Code>InvalidAccessKeyId</Code></Error>")
        return "refused"

    relay.fault = forbidding
    s3 = {
        "AWS_ENDPOINT_URL": relay.url, "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "wrong", "AWS_SECRET_ACCESS_KEY": "wrong",
    }
    one_line(run("sum", "s3://bucket/key", expected=2, **s3), "access is denied", "credentials")
    relay.shutdown()


def in_a_folder(name, test, *arguments):
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        test(*arguments, Path(folder))
    print(f"object stores: {name} ok, {time.monotonic() - start:.0f} s", flush=True)


def main():
    azurite = sys.argv[2] if len(sys.argv) > 2 else ""
    in_a_folder("web", lambda _: test_web())
    in_a_folder("web tables", test_web_tables)
    in_a_folder("s3", test_s3)
    in_a_folder("s3 restart", test_s3_restart)
    in_a_folder("gs", test_google)
    if Path(azurite).is_file() and shutil.which("node"):
        in_a_folder("az", test_azure, azurite)
    else:
        print("object stores: az not tested, for want of Azurite, which npm installs", flush=True)


if __name__ == "__main__":
    main()
