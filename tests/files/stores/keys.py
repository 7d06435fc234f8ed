"""Odd keys: every command reads the object that a key names, or refuses the key by its name. No command ever reads or writes
another object. The store's own client says which keys there are, and what each object holds."""

import hashlib
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq

from support.program import one_line, run

# Each is followed by keys that a client would reach which removes, merges, decodes or encodes something.
KEYS = [
    "/a.parquet", "a.parquet", "//a.parquet", "a.parquet/", "./a.parquet", "../a.parquet", "a.parquet//",
    "d//b.parquet", "d/b.parquet", "d/./b.parquet", "d/../b.parquet", "b.parquet", "/d/b.parquet", "d/b.parquet/.",
    "c%2Fd.parquet", "c/d.parquet", "c%252Fd.parquet", "%2e%2e/e.parquet", "e.parquet", "...", "d/.../e.parquet",
    "s p.parquet", "s%20p.parquet", "s+p.parquet", "s%2Bp.parquet", " s.parquet", "s.parquet ", "s.parquet", "  ",
    "t\tab.parquet", "tab.parquet", "l\nine.parquet", "r\rn.parquet", "del\x7f.parquet", "\x01.parquet",
    "\u00e9.parquet", "e\u0301.parquet", "\u202e.parquet", "\U0010fffd.parquet", "\U0010fffd%00002fa.parquet", "\ufeff.parquet",
    "w*.parquet", "w?.parquet", "w[1].parquet", "w1.parquet", "q?x=1.parquet", "q", "h#1.parquet", "h",
    "back\\slash.parquet", "back/slash.parquet", "amp&lt;.parquet", "<a>.parquet", "\"'.parquet", "~.parquet", "c:d@e;f=g,h.parquet",
    "key=%20/1.parquet", "{x}.parquet", "x^`|.parquet", "100%.parquet", "a" * 300 + ".parquet",
]
MARKER = "marker/"


def is_refused(key):
    """Whether the program can't name an object: `object_store` has no path for these, or uses the character itself."""
    parts = {"", ".", ".."} & set(key.split("/"))
    return bool(parts) or any(c < " " or c in "\x7f\U0010fffd" for c in key)


def content(rows):
    """A Parquet file of so many rows, which are its number."""
    file = io.BytesIO()
    pq.write_table(pa.table({"id": pa.array([rows] * rows, pa.int64())}), file, write_page_checksum=True)
    return file.getvalue()


def put_all(server):
    """Writes an object of its own for each key that the server holds. Returns the numbers of their rows."""
    held = {}
    for rows, key in enumerate(KEYS, 1):
        if set(key) & set(server.unlisted):
            continue
        body = content(rows)
        try:
            server.put(key, body)
            if server.get(key) == body:
                held[key] = rows
        except (AssertionError, server.errors):
            pass
    # Some servers take two keys for one.
    return {key: rows for key, rows in held.items() if server.get(key) == content(rows)}


def printed(server, *arguments):
    done = run(*arguments, expected=None, **server.settings)
    assert done.returncode in (0, 1, 2), done
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
    return lines, done.stderr.decode()


def escaped(key):
    """A key as errors show it."""
    names = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
    return "".join(names.get(c, f"\\u{{{ord(c):x}}}") if c < " " or c == "\x7f" else c for c in key)


def check_errors(server, errors, keys):
    """Exactly these keys are refused, each in one line with its name."""
    lines = errors.splitlines()
    for key in keys:
        assert any(f"{server.root}/{escaped(key)}: " in line and "because its key" in line for line in lines), (key, errors)
    assert len(lines) == len(keys), (errors, keys)


def test_sums(server, held):
    expected = {f"{server.root}/{key}": hashlib.sha256(content(rows)).hexdigest()
                for key, rows in held.items() if not is_refused(key)}
    refused = [key for key in held if is_refused(key)]
    for names in [[f"{server.root}/{key}" for key in held if "*" not in key], [f"{server.root}/**"]]:
        lines, errors = printed(server, "sum", "--json", "-a", "sha256", *names)
        found = {line["file"]: line["hex"] for line in lines}
        wanted = {name: digest for name, digest in expected.items() if "*" not in name or len(names) == 1}
        assert found == wanted and len(lines) == len(wanted), set(found.items()) ^ set(wanted.items())
        check_errors(server, errors, refused)


def test_check(server, held, folder):
    """Every digest belongs to the object of another key: none is found."""
    keys = [key for key in held if not set(key) & set("\n\r\\")]
    for shift, verdict in [(0, "OK"), (1, "FAILED")]:
        digests = [hashlib.sha256(content(held[key])).hexdigest() for key in keys]
        digests = digests[shift:] + digests[:shift]
        manifest = folder / "keys.sha256"
        manifest.write_text("".join(f"{digest}  {server.root}/{key}\n" for digest, key in zip(digests, keys)))
        out = run("check", manifest, expected=None, **server.settings).stdout.decode()
        for key in keys:
            wanted = "FAILED open or read" if is_refused(key) else verdict
            name = f"{server.root}/{key}"
            assert f"{name}: {wanted}\n" in out or f"{escaped(name)}: {wanted}\n" in out, (key, wanted, out)


def test_parquet(server, held):
    for key, rows in held.items():
        name = f"{server.root}/{key}"
        if "*" in key or key.endswith("/"):
            continue
        lines, errors = printed(server, "parquet", "fingerprint", "--json", name)
        found = {line["rows"] for line in lines}
        assert found == (set() if is_refused(key) else {rows}), (key, found, errors)
        check_errors(server, errors, [key] if is_refused(key) else [])
    lines, errors = printed(server, "parquet", "verify", "--json", f"{server.root}/")
    files = {line["file"] for line in lines if line["check"] == "summary" and line["ok"]}
    named = [key for key in held if key.endswith(".parquet")]
    assert files == {f"{server.root}/{key}" for key in named if not is_refused(key)}, (files, errors)
    check_errors(server, errors, [key for key in named if is_refused(key)])


def quoted(server, key):
    return "'" + f"{server.root}/{key}".replace("'", "''") + "'"


def test_queries(server, held):
    for key, rows in held.items():
        if not key.endswith(".parquet") or "*" in key:
            continue
        table = quoted(server, key)
        done = run("sql", "--csv", "-c", f"SELECT DISTINCT id FROM {table}", expected=None, **server.settings)
        if is_refused(key):
            assert done.returncode != 0 and not done.stdout, (key, done)
            one_line(done, "because its key", escaped(f"{server.root}/{key}"))
        else:
            assert done.stdout.split() == [b"id", str(rows).encode()], (key, rows, done)


def test_diff(server, held):
    """An object and the plain one beside it are different, or one of them is refused."""
    if "a.parquet" not in held:
        return
    plain = f"{server.root}/a.parquet"
    for key, rows in held.items():
        if key in ("a.parquet", "w*.parquet") or not key.endswith(".parquet"):
            continue
        done = run("diff", plain, f"{server.root}/{key}", "--key", "id", expected=None, **server.settings)
        assert done.returncode != 0, (key, done)
        assert (b"because its key" in done.stderr) == is_refused(key), (key, done)


def test_scrub(server, held, folder):
    server.put(MARKER, b"")
    state = folder / "keys.parquet"
    lines, errors = printed(server, "scrub", "--json", "--state", state, f"{server.root}/")
    found = {line["path"]: line["verdict"] for line in lines if line.get("path")}
    wanted = {key.replace("\\", "\\\\"): "unreadable" if is_refused(key) else "new" for key in held}
    assert found == wanted, set(found.items()) ^ set(wanted.items())
    # Without the keys that can't be read, all is well.
    exclude = [f"--exclude={''.join(f'[{c}]' if c in '*?[' else c for c in key)}" for key in held if is_refused(key)]
    rows = pq.read_table(state).to_pylist()
    digests = {row["path"]: row["bytes"] for row in rows if row["verdict"] == "new"}
    assert digests == {key: len(content(held[key])) for key in wanted.keys() & held.keys() if wanted[key] == "new"} | {
        key.replace("\\", "\\\\"): len(content(held[key])) for key in held if "\\" in key and not is_refused(key)
    }
    state.unlink()
    run("scrub", "--state", state, *exclude, f"{server.root}/", **server.settings)


def test_keys(server, folder):
    held = put_all(server)
    assert len(held) > 20, held
    test_sums(server, held)
    test_check(server, held, folder)
    test_parquet(server, held)
    test_queries(server, held)
    test_diff(server, held)
    test_scrub(server, held, folder)
    return len(held)
