"""A cluster reads CSV and JSON as one machine does: compressed, in several frames, with line breaks, below Hive folders."""

import bz2
import gzip
import json
import lzma

ROWS = [{"id": number, "note": f"first line {number}\nsecond, of {number}"} for number in range(2000)]
ENDINGS = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def csv(rows):
    return "".join('{id},"{note}"\r\n'.format(**row) for row in rows).encode()


def files():
    """Names, and contents in two frames."""
    lines = lambda rows: "".join(json.dumps(row) + "\n" for row in rows).encode()
    for ending, compress in ENDINGS.items():
        yield f"a.csv{ending}", compress(b"id,note\n" + csv(ROWS[:1500])) + compress(csv(ROWS[1500:]))
        yield f"a.json{ending}", compress(lines(ROWS[:1500])) + compress(lines(ROWS[1500:]))
    # One column, of which a reader that doesn't decompress makes no rows.
    yield "one.csv.gz", gzip.compress(b"id\nabc\ndef\nghi\n")
    yield "hive/y=1/a.csv", b"id,note\n1,x\n"
    yield "hive/y=__HIVE_DEFAULT_PARTITION__/b.csv.gz", gzip.compress(b"note,id\nz,2\n")


def write(folder):
    for name, content in files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def upload(server, key):
    for name, content in files():
        server.put(f"{key}/{name}", content)


def test_texts(cluster, at):
    select = lambda what, table: cluster.sql("--csv", "-c", f"SELECT {what} FROM '{at}/{table}'").stdout.decode()
    for ending in ENDINGS:
        for name in (f"a.csv{ending}", f"a.json{ending}"):
            found = select("count(*) AS n, sum(id) AS s, sum(length(note)) AS l", name)
            assert found == f"n,s,l\n2000,1999000,{sum(len(row['note']) for row in ROWS)}\n", (name, found)
    assert select("count(*) AS n", "one.csv.gz") == "n\n3\n"
    assert select("sum(id) AS s, count(y) AS y, max(note) AS note", "hive/") == "s,y,note\n3,1,z\n"
    assert select("id", "hive/y=1/a.csv") == "id\n1\n"
