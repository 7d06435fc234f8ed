"""Runs `hashlane` on objects of an S3-compatible server and of a small web server, on loopback.

Usage: object_stores.py PROGRAM (with the Python that has moto[server] and boto3)
"""

import atexit
import hashlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import boto3
import botocore.config

from relay import Relay

PROGRAM = sys.argv[1]
MIB = 1 << 20


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# With a file for its argument, the server has it as s3://bucket/large before it listens.
SERVER = """
import sys
from pathlib import Path
from moto.s3.models import s3_backends
from moto.server import main
seed, *arguments = sys.argv[1:]
if seed:
    backend = s3_backends["123456789012"]["aws"]
    backend.create_bucket("bucket", "us-east-1")
    # moto works a tag out when it is first asked for, and wrongly where two ask at once.
    backend.put_object("bucket", "large", Path(seed).read_bytes()).etag
main(arguments)
"""


class Moto:
    """moto's server as a process of its own, which forgets its objects when it stops."""

    def __init__(self, seed="", port=None):
        self.port = port or free_port()
        arguments = [str(seed), "-H", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        atexit.register(self.process.kill)
        self.url = f"http://127.0.0.1:{self.port}"
        self.credentials = {
            "AWS_ENDPOINT_URL": self.url, "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
        }
        for _ in range(400):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert self.process.poll() is None, "moto has ended"
                time.sleep(0.1)
        raise AssertionError("moto does not listen")

    def client(self):
        return boto3.client(
            "s3", endpoint_url=self.url, region_name="us-east-1",
            aws_access_key_id="key", aws_secret_access_key="secret",
            config=botocore.config.Config(retries={"max_attempts": 0}),
        )

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


def environment(**variables):
    mine = {
        key: value for key, value in os.environ.items() if not key.startswith(("AWS_", "HASHLANE_"))
    }
    return mine | {"HASHLANE_RETRY_SECONDS": "20", "NO_PROXY": "127.0.0.1", **variables}


def run(*arguments, expected=0, **variables):
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, timeout=180,
        env=environment(**variables),
    )
    assert done.returncode == expected, (arguments, done.returncode, done.stderr[-600:])
    return done


def one_line(done, *words):
    text = done.stderr.decode()
    assert text.count("\n") == 1, text
    assert all(word in text for word in words), (text, words)


def test_s3(moto):
    credentials = moto.credentials
    client = moto.client()
    client.create_bucket(Bucket="bucket")
    objects = {
        "empty": b"", "one": b"x", "dir/a.parquet": random.Random(1).randbytes(100_000),
        "dir/b.parquet": b"b", "dir/b.csv": b"c", "dir/deep/c.parquet": b"d",
        "big": random.Random(2).randbytes(9 * MIB + 17), "odd name+%20 ?#é": b"odd",
    }
    for key, body in objects.items():
        client.put_object(Bucket="bucket", Key=key, Body=body)
    for key, body in objects.items():
        line = run("sum", "-a", "sha256", f"s3://bucket/{key}", **credentials).stdout.decode()
        assert line.split()[0] == hashlib.sha256(body).hexdigest(), key
    for pattern, expected in [
        ("dir/*.parquet", ["dir/a.parquet", "dir/b.parquet"]),
        ("dir/**/*.parquet", ["dir/a.parquet", "dir/b.parquet", "dir/deep/c.parquet"]),
        ("d?r/b.[cp]*", ["dir/b.csv", "dir/b.parquet"]),
    ]:
        lines = run("sum", "-a", "sha256", f"s3://bucket/{pattern}", **credentials).stdout.decode()
        names = [line.split(maxsplit=1)[1] for line in lines.splitlines()]
        assert names == [f"s3://bucket/{key}" for key in expected], (pattern, names)
    for path, word in [
        ("s3://bucket/missing", "no such object"), ("s3://nowhere/key", "bucket"),
        ("s3://bucket/*.nothing", "matches no object"), ("s3://nowhere/*", "bucket"),
        ("s3://bucket", "bucket, not an object"), ("ftp://a/b", "no store"),
    ]:
        one_line(run("sum", path, expected=2, **credentials), path, word)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "big.zst"
        run("compress", "s3://bucket/big", "-o", out, **credentials)
        client.upload_file(str(out), "bucket", "big.zst")
        back = run("decompress", "s3://bucket/big.zst", "-o", "-", **credentials).stdout
        assert back == objects["big"]
    moto.stop()
    start = time.monotonic()
    credentials["HASHLANE_RETRY_SECONDS"] = "3"
    one_line(run("sum", "s3://bucket/one", expected=2, **credentials), "s3://bucket/one", "HASHLANE_RETRY_SECONDS")
    # Not a measurement: without a bound this would go on for minutes.
    assert time.monotonic() - start < 60


def test_s3_restart(folder):
    """S3 stops while an object of six ranges is read, and comes back with it at the same address."""
    content = random.Random(4).randbytes(45 * MIB)
    seed = folder / "large"
    seed.write_bytes(content)
    moto = Moto(seed)
    child = subprocess.Popen(
        # Nothing to compress, one thread: what has been read has come out, but for a few MiB.
        [PROGRAM, "compress", "-c", "lz4", "-T", "1", "-o", "-", "s3://bucket/large"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(HASHLANE_RETRY_SECONDS="150", **moto.credentials),
    )
    # Nobody reads on, so the program waits with at most four ranges of 8 MiB ahead.
    stream = bytearray(child.stdout.read(MIB))
    moto.stop()
    ended = threading.Event()

    def pieces():
        while piece := os.read(child.stdout.fileno(), 1 << 16):
            stream.extend(piece)
        ended.set()

    drain = threading.Thread(target=pieces)
    drain.start()
    # Down until what was ahead has come out.
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
    one_line(read("/none", expected=2), "no such object")
    one_line(read("/*", expected=2), "pattern")

    # Cut in the middle of a body, twice.
    cuts = iter(["cut", "cut"])
    relay.fault = lambda handler: next(cuts, None) if handler.command == "GET" else None
    assert read("/a/big").stdout.decode().split()[0] == expected
    assert next(cuts, None) is None

    # Down for a while: errors, then well again.
    errors = iter([503] * 4)

    def failing(handler):
        status = next(errors, None) if handler.command == "GET" else None
        if status:
            handler.refuse(status)
            return "refused"

    relay.fault = failing
    assert read("/a/big").stdout.decode().split()[0] == expected

    # The server stops in the middle of a read, and comes back at the same address.
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

    # Replaced between two ranges.
    gets = []

    def replacing(handler):
        if handler.command == "GET":
            gets.append(1)
            if len(gets) == 2:
                relay.files["/a/big"] = content[:-1] + b"!"

    relay.fault = replacing
    one_line(read("/a/big", expected=2), "changed while it was read")
    relay.files["/a/big"] = content

    # Credentials that the server does not take.
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


def main():
    test_web()
    print("object stores: web ok", flush=True)
    test_s3(Moto())
    print("object stores: s3 ok", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        test_s3_restart(Path(folder))
    print("object stores: s3 restart ok", flush=True)


if __name__ == "__main__":
    main()
