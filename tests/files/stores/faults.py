"""What a store answers when something is wrong: a proxy before moto answers in its place."""

import hashlib
import json

from support.program import one_line, run
from support.proxy import Proxy

LOGIN = b"<!DOCTYPE html><html><body><p>Please log in<br></body></html>"
RESET = b""


def reply(status, body=b"", **headers):
    """An HTTP answer that ends its connection."""
    headers = {"Content-Length": len(body), "Connection": "close", **headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body


def error(status, code):
    return reply(status, f"<Error><Code>{code}</Code><Message>m</Message></Error>".encode())


class Faulty:
    """A bucket with objects `f/a` and `f/b`, and the program before whose store a proxy stands."""

    def __init__(self, moto, folder):
        self.moto, self.folder, self.proxy = moto, folder, Proxy(moto.port)
        self.settings = moto.settings | {"AWS_ENDPOINT_URL": self.proxy.url, "HASHLANE_RETRY_SECONDS": "5"}
        for key in "ab":
            moto.put(f"f/{key}", key.encode())

    def answers(self, which, *answers):
        """Gives these answers to requests of which the first line has `which`, and no others."""
        left = iter(answers)
        self.proxy.before = lambda request: next(left, None) if which in request else None

    def always(self, which, answer):
        self.proxy.before = lambda request: answer if which in request else None

    def run(self, *arguments, expected=0):
        return run(*arguments, expected=expected, **self.settings)

    def sums(self):
        out = self.run("sum", "-a", "sha256", "s3://bucket/f/*").stdout.decode()
        assert out == "".join(f"{hashlib.sha256(key.encode()).hexdigest()}  s3://bucket/f/{key}\n" for key in "ab"), out

    def scrub(self, state, url="s3://bucket/f/", expected=0):
        done = self.run("scrub", "--all", "--json", "--state", state, url, expected=expected)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return {line["path"]: line["verdict"] for line in lines if "path" in line}, done


def test_lists(faulty):
    """A list that is cut off is asked for again. What is no list is an error, and nothing is missing."""
    listing = "list-type=2"
    half = b"<?xml version='1.0'?><ListBucketResult><Contents><Key>f/a</Key>"
    truncated = b"<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"
    for answers in [
        [reply("200 OK", half)], [reply("200 OK", half, **{"Content-Length": 999})], [RESET],
        [error("200 OK", "SlowDown")], [error("400 Bad Request", "RequestTimeout")] * 2,
    ]:
        faulty.answers(listing, *answers)
        faulty.sums()
    state = faulty.folder / "lists.parquet"
    faulty.proxy.before = lambda request: None
    assert faulty.scrub(state)[0] == {"a": "new", "b": "new"}
    before = state.read_bytes()
    for page, words in [
        (LOGIN, "didn't answer with a list of objects"), (b"", "didn't answer with a list of objects"),
        (b"{}", "didn't answer with a list of objects"), (truncated, "the server's list of objects is incomplete"),
    ]:
        faulty.always(listing, reply("200 OK", page))
        findings, done = faulty.scrub(state, expected=2)
        one_line(done, words)
        assert not findings and state.read_bytes() == before
        one_line(faulty.run("sum", "s3://bucket/f/*", expected=2), words)


def test_causes(faulty):
    """An error names its cause, not only its status, though an answer to HEAD has no body."""
    url = "s3://bucket/f/a"
    for status, code, words in [
        ("403 Forbidden", "InvalidObjectState", "the object is archived (InvalidObjectState): restore it"),
        ("403 Forbidden", "RequestTimeTooSkewed", "the clock of this machine is wrong (RequestTimeTooSkewed): set it"),
        ("400 Bad Request", "ExpiredToken", "the credentials have expired (ExpiredToken): renew them"),
        ("403 Forbidden", "AccessDenied", "access is denied (AccessDenied): check the credentials"),
    ]:
        refused = reply(status, **{"Content-Length": 99})

        def before(request):
            return refused if request.startswith("HEAD") else error(status, code)

        faulty.proxy.before = before
        one_line(faulty.run("sum", url, expected=2), url, words)
    for code in ["RequestTimeout", "SlowDown"]:
        status = "400 Bad Request" if code == "RequestTimeout" else "503 Slow Down"
        faulty.answers("GET", error(status, code))
        faulty.sums()


def test_login(faulty):
    """A web page in place of an object is not the object."""
    url = "s3://bucket/f/a.csv"
    faulty.moto.put("f/a.csv", b"id\n1\n")
    for page in [LOGIN, b""]:
        faulty.always("a.csv", reply("200 OK", page, **{"Last-Modified": "Sat, 01 Nov 2025 00:00:00 GMT"}))
        one_line(faulty.run("sum", url, expected=2), url)
        done = faulty.run("sql", "-c", f"SELECT * FROM '{url}'", expected=1)
        one_line(done, url, "has no ETag")
        assert not done.stdout, done


def test_state(faulty):
    """The connection breaks while the state is written: before the store has it, or after."""
    state = "s3://bucket/f/state.parquet"
    put = "PUT /bucket/f/state.parquet"
    faulty.answers(put, RESET)
    assert faulty.scrub(state)[0] == {"a": "new", "b": "new", "a.csv": "new"}
    # The state is in the lake and not one of its files.
    faulty.answers(put, RESET, RESET)
    assert faulty.scrub(state)[0] == {"a": "unchanged", "b": "unchanged", "a.csv": "unchanged"}

    def after(request):
        """The store writes the state, and the answer is lost."""
        if put in request and not lost:
            lost.append(request)
            current = faulty.moto.get("f/state.parquet")
            faulty.moto.put("f/state.parquet", current + b"!")
            return RESET

    # Another writer's state is not overwritten.
    lost = []
    faulty.proxy.before = after
    _, done = faulty.scrub(state, expected=2)
    one_line(done, state, "changed while it was read")


def test_nothing(faulty):
    """An address that names nothing is an error, unless the state knows what was there."""
    faulty.proxy.before = lambda request: None
    for number, url in enumerate(["s3://bucket/typo/", "s3://bucket/typo", "s3://bucket/f/a/"]):
        state = faulty.folder / f"nothing-{number}.parquet"
        findings, done = faulty.scrub(state, url, expected=2)
        one_line(done, url, "names no object")
        assert not findings and not state.exists()
    state, url = faulty.folder / "night.parquet", "s3://bucket/night/"
    faulty.moto.put("night/x", b"x")
    assert faulty.scrub(state, url)[0] == {"x": "new"}
    faulty.moto.client.delete_object(Bucket="bucket", Key="night/x")
    assert faulty.scrub(state, url, expected=1)[0] == {"x": "missing"}
    # An object that only marks the folder is no file of it.
    faulty.moto.put("night/", b"")
    assert faulty.scrub(state, url, expected=1)[0] == {"x": "missing"}
    faulty.moto.put("night/x", b"x")
    for _ in range(2):
        assert faulty.scrub(state, url)[0] == {"x": "unchanged"}


def test_faults(moto, folder):
    faulty = Faulty(moto, folder)
    test_lists(faulty)
    test_causes(faulty)
    test_login(faulty)
    test_state(faulty)
    test_nothing(faulty)
    faulty.proxy.stop()
