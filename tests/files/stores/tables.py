"""Objects as tables of `hashlane sql` and `hashlane diff`."""

import gzip
import json
import random
import time

import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

from support.relay import Relay
from support.program import one_line, run
from support.proxy import UNAVAILABLE, Proxy

ROWS = 3000
WORDS = [None if i % 7 == 0 else f"word {i * 7919 % 1009}" for i in range(ROWS)]
HASHES = sum(xxhash.xxh3_64_intdigest(word.encode()) for word in WORDS if word is not None)
ODD = "odd name+%20 ?#é.parquet"


def answer(table, **settings):
    """The number of rows and of NULLs, and a sum of hashes, as the file's own reader gives them."""
    query = (
        "SELECT count(*) AS rows, count(word) AS words, CAST(sum(CAST(xxh3(word) AS DECIMAL(30, 0))) AS VARCHAR) AS hashes, "
        f"CAST(fingerprint(id, word) AS VARCHAR) AS print FROM '{table}'"
    )
    done = run("sql", "--json", "-c", query, **settings)
    return json.loads(done.stdout)


def write_files(folder):
    """Writes the same rows to one file and to two, in every format. Returns the files by key."""
    folder = folder / "tables"
    folder.mkdir()
    ids = list(range(ROWS))
    table = pa.table({"id": pa.array(ids, pa.int64()), "word": WORDS})
    half = ROWS // 2
    (folder / "deep").mkdir()
    (folder / "parts").mkdir()
    pq.write_table(table.slice(0, half), folder / "parts/a.parquet", row_group_size=half // 3)
    pq.write_table(table.slice(half), folder / "parts/b.parquet", row_group_size=half // 3)
    pq.write_table(table, folder / "all.parquet", row_group_size=ROWS // 3)
    pq.write_table(table, folder / "deep/c.parquet")
    pq.write_table(table, folder / ODD)
    csv = "id,word\n" + "".join(f"{i},{'' if word is None else word}\n" for i, word in zip(ids, WORDS))
    (folder / "all.csv").write_text(csv)
    (folder / "all.csv.gz").write_bytes(gzip.compress(csv.encode()))
    lines = "".join(json.dumps({"id": i, "word": word}) + "\n" for i, word in zip(ids, WORDS))
    (folder / "all.json").write_text(lines)
    changed = WORDS[:5] + ["changed"] + WORDS[6:-1]
    pq.write_table(pa.table({"id": pa.array(ids[:-1], pa.int64()), "word": changed}), folder / "changed.parquet")
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}


def test_tables(server, folder):
    for key, path in write_files(folder).items():
        server.put(f"tables/{key}", path.read_bytes())
    folder = folder / "tables"
    at, settings = f"{server.root}/tables", server.settings
    expected = answer(folder / "all.parquet")
    assert (expected["rows"], expected["words"]) == (ROWS, ROWS - WORDS.count(None)), expected
    assert expected["hashes"] == str(HASHES), (expected, HASHES)
    for key in [
        "all.parquet", ODD, "parts/*.parquet", "parts/", "parts", "p*/[ab].parquet", "all.json", "all.csv", "all.csv.gz",
    ]:
        assert answer(f"{at}/{key}", **settings) == expected, key
    assert answer(f"{at}/**/c.parquet", **settings) == expected
    test_statements(server, at, expected)
    test_diff(server, at, folder)
    test_refusals(server, at, folder)


def test_statements(server, at, expected):
    """Several statements of a session: tables and table functions."""
    statements = [
        f"SELECT count(word) AS n FROM '{at}/parts/'",
        f"SELECT count(*) AS n FROM parquet_verify('{at}/parts/*.parquet') WHERE NOT ok",
        f"SELECT count(DISTINCT file) AS n FROM parquet_verify('{at}/parts/*.parquet')",
        f"SELECT count(*) AS n FROM file_digests('{at}/parts/*', 'sha256')",
    ]
    done = run("sql", "--json", "-c", "; ".join(statements), **server.settings)
    assert [json.loads(line)["n"] for line in done.stdout.splitlines() if line] == [expected["words"], 0, 2, 2], done


def test_diff(server, at, folder):
    here, settings = folder / "all.parquet", server.settings
    def diff(left, right, expected):
        printed = run("diff", left, right, "--key", "id", "--json", expected=expected, **settings).stdout
        # Without the summary, which has the names of the sides.
        return b"".join(printed.splitlines(keepends=True)[:-1])

    assert diff(f"{at}/all.parquet", here, 0) == b""
    assert diff(f"{at}/parts/*.parquet", f"{at}/all.csv.gz", 0) == b""
    assert diff(here, f"{at}/all.json", 0) == b""
    changes = diff(f"{at}/all.parquet", f"{at}/changed.parquet", 1)
    assert changes == diff(here, folder / "changed.parquet", 1) and changes.count(b"\n") == 2, changes


def test_refusals(server, at, folder):
    settings = server.settings

    def fails(name, *words, **more):
        done = run("sql", "-c", f"SELECT count(word) FROM '{name}'", expected=1, **settings | more)
        assert done.stdout == b"", done
        one_line(done, name, *words)
        output = folder / "output.parquet"
        done = run("diff", name, folder / "all.parquet", "--key", "id", "-o", output, expected=2, **settings | more)
        one_line(done, name, *words)
        assert not output.exists()

    fails(f"{at}/none.parquet", "no such object")
    fails(f"{at}/none*.parquet", "matches no object")
    unknown = "s4://bucket/a.parquet"
    done = run("sql", "-c", f"FROM '{unknown}'", expected=1, **settings)
    one_line(done, unknown, "has an unsupported scheme")
    done = run("diff", unknown, folder / "all.parquet", "--key", "id", expected=2, **settings)
    one_line(done, "s4: is not a scheme that hashlane diff reads")
    server.put("tables/text.txt", b"text")
    fails(f"{at}/text.txt", "ends like none of Parquet (.parquet)")
    content = (folder / "all.parquet").read_bytes()
    server.put("tables/short.parquet", content[: len(content) // 2])
    fails(f"{at}/short.parquet", "footer")
    # Intact at both ends, damaged in between.
    chunk = pq.ParquetFile(folder / "all.parquet").metadata.row_group(1).column(1)
    start = chunk.dictionary_page_offset or chunk.data_page_offset
    damaged = content[:start] + b"\xff" * chunk.total_compressed_size + content[start + chunk.total_compressed_size:]
    server.put("tables/damaged.parquet", damaged)
    fails(f"{at}/damaged.parquet")


def test_nowhere(server):
    for name in ["a.parquet", "*.parquet"]:
        done = run("sql", "-c", f"SELECT * FROM '{server.nowhere}/{name}'", expected=1, **server.settings)
        one_line(done, f"{server.nowhere}/{name}" if name == "a.parquet" else server.nowhere, "the bucket or container does not exist")


def test_replaced_in_a_query(moto, folder):
    """An object is replaced by one of the same size while a statement and a comparison read it."""
    one, other = folder / "one.parquet", folder / "other.parquet"
    for path, seed in [(one, 1), (other, 2)]:
        values = random.Random(seed)
        table = pa.table({"id": pa.array(range(200_000), pa.int64()), "v": [values.getrandbits(62) for _ in range(200_000)]})
        pq.write_table(table, path, row_group_size=10_000, compression="none", use_dictionary=False, write_statistics=False)
    assert one.stat().st_size == other.stat().st_size
    versions = [one.read_bytes(), other.read_bytes()]
    for command in [
        ["sql", "-c", "SELECT sum(v) FROM 's3://bucket/r.parquet'"],
        ["diff", "s3://bucket/r.parquet", one, "--key", "id"],
    ]:
        moto.put("r.parquet", versions[0])
        proxy = Proxy(moto.port)
        seen = []

        def replacing(request):
            # The footer has been read, the rows have not.
            if request.startswith("GET"):
                seen.append(request)
                if len(seen) == 3:
                    moto.put("r.parquet", versions[1])

        proxy.before = replacing
        settings = moto.settings | {"AWS_ENDPOINT_URL": proxy.url}
        done = run(*command, expected=1 if command[0] == "sql" else 2, **settings)
        one_line(done, "s3://bucket/r.parquet", "changed while it was read")
        proxy.stop()


def test_unreliable(moto, folder):
    """A store that answers 503 to every other request gives the same result."""
    moto.put("all.parquet", (folder / "tables/all.parquet").read_bytes())
    proxy = Proxy(moto.port)
    turns = []

    def failing(request):
        turns.append(request)
        if len(turns) % 2:
            return UNAVAILABLE

    proxy.before = failing
    settings = moto.settings | {"AWS_ENDPOINT_URL": proxy.url}
    assert answer("s3://bucket/all.parquet", **settings) == answer(folder / "tables/all.parquet")
    run("diff", "s3://bucket/all.parquet", folder / "tables/all.parquet", "--key", "id", **settings)
    assert len(turns) > 4, turns
    proxy.before = lambda request: UNAVAILABLE
    done = run("sql", "-c", "SELECT * FROM 's3://bucket/all.parquet'", expected=1, **settings, HASHLANE_RETRY_SECONDS="1")
    one_line(done, "s3://bucket/all.parquet", "HASHLANE_RETRY_SECONDS")
    proxy.stop()


def test_no_credentials(moto):
    """If neither the environment nor a metadata service has credentials, the error comes soon and says what to set."""
    keys = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
    settings = {name: value for name, value in moto.settings.items() if name not in keys}
    settings["AWS_METADATA_ENDPOINT"] = f"http://127.0.0.1:{Relay({}).server_address[1]}"
    start = time.monotonic()
    done = run("sql", "-c", "SELECT * FROM 's3://bucket/all.parquet'", expected=1, **settings)
    one_line(done, "s3://bucket/all.parquet", "AWS_ACCESS_KEY_ID", "AWS_SKIP_SIGNATURE")
    one_line(run("sum", "s3://bucket/all.parquet", expected=2, **settings), "AWS_ACCESS_KEY_ID")
    # Not a measurement: without a limit, it would try for HASHLANE_RETRY_SECONDS twice.
    assert time.monotonic() - start < 30


def test_web_tables(folder):
    write_files(folder)
    folder = folder / "tables"
    names = ["all.parquet", "all.csv", "all.csv.gz", "all.json"]
    files = {f"/{name}": (folder / name).read_bytes() for name in names}
    files["/signed.parquet?sig=1/2"] = files["/all.parquet"]
    relay = Relay(files)
    expected = answer(folder / "all.parquet")
    for name in [*names, "signed.parquet?sig=1/2"]:
        assert answer(f"{relay.url}/{name}") == expected, name
    run("diff", f"{relay.url}/all.parquet", folder / "all.parquet", "--key", "id")
    query = lambda name: run("sql", "-c", f"SELECT * FROM '{relay.url}/{name}'", expected=1)
    one_line(query("none.parquet"), "none.parquet", "no such object")
    one_line(query("*.parquet"), "pattern", "name each")
    # The error doesn't repeat a secret in an address.
    failed = query("none.parquet?sig=secret")
    one_line(failed, "none.parquet")
    assert b"secret" not in failed.stderr, failed.stderr
    relay.shutdown()
