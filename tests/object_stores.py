"""Runs `hashlane` on objects of an S3-compatible server and of a small web server, on loopback.

Usage: object_stores.py PROGRAM (with the Python that has moto[server] and boto3)
"""

import hashlib
import http.server
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import boto3
import botocore.config

PROGRAM = sys.argv[1]
MIB = 1 << 20


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Moto:
    """moto's server as a process of its own, which forgets its objects when it stops."""

    def __init__(self):
        self.port = free_port()
        command = "from moto.server import main; main()"
        arguments = ["-H", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        self.url = f"http://127.0.0.1:{self.port}"
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


class Relay(http.server.ThreadingHTTPServer):
    """Files with ranges and tags, and the faults that `fault` asks for, each once for a request."""

    daemon_threads = True

    def __init__(self, files, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.files, self.requests, self.fault = files, [], lambda handler: None
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        """Connections are cut on purpose."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.answer()

    def do_GET(self):
        self.answer()

    def refuse(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def answer(self):
        server = self.server
        wanted = self.headers.get("Range")
        with server.lock:
            server.requests.append((self.command, wanted))
        fault = server.fault(self)
        if fault == "refused":
            return
        content = server.files.get(self.path)
        if content is None:
            return self.refuse(404)
        tag = f'"{hashlib.md5(content).hexdigest()}"'
        if self.headers.get("If-Match", tag) != tag:
            return self.refuse(412)
        start, end = 0, len(content)
        if wanted:
            first, last = re.fullmatch(r"bytes=(\d+)-(\d+)", wanted).groups()
            start, end = int(first), min(int(last) + 1, len(content))
        self.send_response(206 if wanted else 200)
        if wanted:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(content)}")
        self.send_header("Content-Length", str(end - start))
        self.send_header("ETag", tag)
        self.end_headers()
        if self.command == "GET":
            if fault == "cut":
                end = start + (end - start) // 2
                self.close_connection = True
            self.wfile.write(content[start:end])

    def log_message(self, *arguments):
        pass


def run(*arguments, expected=0, **variables):
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("AWS_", "HASHLANE_"))
    }
    environment |= {"HASHLANE_RETRY_SECONDS": "20", "NO_PROXY": "127.0.0.1", **variables}
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, timeout=180, env=environment
    )
    assert done.returncode == expected, (arguments, done.returncode, done.stderr[-600:])
    return done


def one_line(done, *words):
    text = done.stderr.decode()
    assert text.count("\n") == 1, text
    assert all(word in text for word in words), (text, words)


def test_s3(moto):
    credentials = {
        "AWS_ENDPOINT_URL": moto.url, "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
    }
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


if __name__ == "__main__":
    main()
