"""Parquet files as other systems write them, in the command, in DataFusion and in DuckDB.

usage: parquet_writers.py PROGRAM EXTENSION    (DuckDB and chdb on the path)

Polars, DuckDB, ClickHouse (chdb) and pyarrow write the files; those of parquet-java are in tests/vectors/parquet_java, with
the program that wrote them in tests/files/parquet_java. Fingerprints are computed from the values that the writer was given, by
tests/vectors/row_encoding.py and xxhash. If PROGRAM lacks `sql`, DataFusion is left out.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/vectors"))
import row_encoding

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
EXTENSION = pathlib.Path(sys.argv[2]).resolve()
JAVA = ROOT / "tests/vectors/parquet_java"


def run(*arguments, code=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, (arguments, done.returncode, done.stdout, done.stderr)
    return done


HAS_SQL = "sql" in re.findall(r"^  (\w+)", run("--help").stdout, re.MULTILINE)


def one_line(done, *words):
    """Checks that standard error is a single line of ours with these words."""
    text = done.stderr
    assert text.startswith("hashlane: ") and text.count("\n") == 1, text
    assert all(word in text for word in words), (text, words)


def in_duckdb(sql):
    connection = duckdb.connect(config={"allow_unsigned_extensions": True})
    connection.execute(f"LOAD '{EXTENSION}'")
    return connection.execute(sql).fetchall()


def in_datafusion(sql):
    lines = run("sql", "--json", "-c", sql).stdout.splitlines()
    return [tuple(json.loads(line).values()) for line in lines]


def engines():
    return [in_duckdb, in_datafusion] if HAS_SQL else [in_duckdb]


def fingerprint(rows):
    total = sum(xxhash.xxh3_128_intdigest(row) for row in rows) % 2**128
    return f"hl1:{len(rows)}:{total:032x}"


def expected(columns):
    """The fingerprints of columns, given as the bytes of each of their values, and of the rows."""
    found = {name: fingerprint([row_encoding.fields([value]) for value in values]) for name, values in columns.items()}
    found[None] = fingerprint([row_encoding.fields(values) for values in zip(*columns.values(), strict=True)])
    return found


def check_fingerprints(path, columns):
    """Checks that the command and both engines return the fingerprints of the file's values."""
    known = expected(columns)
    lines = [json.loads(line) for line in run("parquet", "fingerprint", "--json", path).stdout.splitlines()]
    assert {line["column"]: line["fingerprint"] for line in lines} == known, (lines, known)
    sql = f"SELECT column_name, fingerprint FROM parquet_fingerprint('{path}')"
    for engine in engines():
        assert dict(engine(sql)) == known, (engine, engine(sql), known)


def failed_checks(path):
    """The failed checks of parquet_verify, the same in both engines, as (column, check, detail)."""
    deep = {in_duckdb: "deep := true", in_datafusion: "true"}
    sql = "SELECT column_name, check_name, detail FROM parquet_verify('{}', {}) WHERE NOT ok"
    answers = [sorted(engine(sql.format(path, deep[engine]))) for engine in engines()]
    assert all(answer == answers[0] for answer in answers), answers
    return answers[0]


def polars_int128(folder):
    """Arrow's library panics at the type in ARROW:schema. Nothing of ours needs that schema."""
    path = folder / "polars.parquet"
    values = [1, -(2**100), None]
    pl.DataFrame({"id": [1, 2, 3], "big": pl.Series(values, dtype=pl.Int128)}).write_parquet(path)
    bytes_of = [None if value is None else value.to_bytes(16, "little", signed=True) for value in values]
    check_fingerprints(path, {
        "id": [row_encoding.integer(value) for value in (1, 2, 3)],
        "big": [row_encoding.NULL if value is None else row_encoding.binary(value) for value in bytes_of],
    })
    run("parquet", "verify", "--deep", path)
    if HAS_SQL:
        for sql in (f"SELECT id FROM '{path}'", f"SELECT count(*) FROM '{path}'"):
            one_line(run("sql", "-c", sql, code=2), str(path), "Int128")
        one_line(run("diff", path, path, "--key", "id", code=2), str(path), "Int128")
        # The prompt and later statements need no test: the first statement ends the process.
        assert run("sql", "-c", "SELECT 1 AS a", "--csv").stdout == "a\n1\n"


def duckdb_wide_deltas(folder):
    """DuckDB's deltas of 33 bits: read as DuckDB reads them, and reported by verify."""
    path = folder / "deltas.parquet"
    numbers = [-(2**31) + i if i % 2 == 0 else 2**31 - 1 - i for i in range(150_000)]
    numbers = [None if i % 11 == 0 else number for i, number in enumerate(numbers)]
    lists = [[number, None, i] if i % 5 else [] for i, number in enumerate(numbers)]
    source = folder / "source.parquet"
    table = pa.table({"v": pa.array(numbers, pa.int32()), "l": pa.array(lists, pa.list_(pa.int32())),
                      "u": pa.array([i * 7919 % 2**16 for i in range(len(numbers))], pa.uint16())})
    pq.write_table(table, source)
    connection = duckdb.connect()
    connection.execute(f"COPY (FROM '{source}') TO '{path}' (PARQUET_VERSION V2, ROW_GROUP_SIZE 150000)")
    back = connection.execute(f"SELECT v FROM '{path}'").fetchall()
    assert [v for v, in back] == numbers
    try:
        pq.read_table(path, columns=["v"])
        sys.exit("DuckDB writes deltas that pyarrow reads: the test no longer tests anything")
    except OSError:
        pass
    check_fingerprints(path, {name: row_encoding.column(table[name]) for name in table.column_names})
    wrong = failed_checks(path)
    assert wrong and {column for column, _, _ in wrong} == {"v"}, wrong
    assert all(check == "page_decode" and "DuckDB" in detail and "PARQUET_VERSION V1" in detail for _, check, detail in wrong), wrong
    run("parquet", "verify", "--deep", path, code=1)
    if HAS_SQL:
        done = run("sql", "-c", f"SELECT sum(v) FROM '{path}'", code=1)
        one_line(done, str(path), "DuckDB", "PARQUET_VERSION V1")


CLICKHOUSE = """
import sys, chdb
chdb.query('''SELECT CAST(number AS UInt32) AS id, if(modulo(number, 3) = 0, unhex('61FF'), unhex(hex(modulo(number, 7) + 249))) AS s,
    if(modulo(number, 4) = 0, NULL, 'Größe') AS t, [unhex('FE'), 'b'] AS l, concat(toString(number), unhex('C3')) AS long
    FROM numbers(5000) INTO OUTFILE '%s' TRUNCATE FORMAT Parquet''' % sys.argv[1])
"""


def clickhouse_strings(folder):
    """Strings that aren't UTF-8, ClickHouse's default for String: the bytes are hashed as strings."""
    path = folder / "clickhouse.parquet"
    subprocess.run([sys.executable, "-c", CLICKHOUSE, path], check=True, timeout=300)

    def string(value):
        return row_encoding.counted(0x05, value)

    numbers = range(5000)
    check_fingerprints(path, {
        "id": [row_encoding.integer(i) for i in numbers],
        "s": [string(b"a\xff" if i % 3 == 0 else bytes([i % 7 + 249])) for i in numbers],
        "t": [row_encoding.NULL if i % 4 == 0 else string("Größe".encode()) for i in numbers],
        "l": [row_encoding.sequence([string(b"\xfe"), string(b"b")]) for _ in numbers],
        "long": [string(str(i).encode() + b"\xc3") for i in numbers],
    })
    wrong = failed_checks(path)
    assert {column for column, _, _ in wrong} == {"s", "l.list.element", "long"}, wrong
    assert all("isn't UTF-8" in detail for _, _, detail in wrong), wrong
    printed = run("parquet", "verify", "--deep", path, code=1).stdout
    assert "isn't UTF-8" in printed and "long" in printed, printed
    if HAS_SQL:
        one_line(run("sql", "-c", f"SELECT t, s FROM '{path}'", code=1), str(path), "hashlane parquet verify --deep")


def java_unknown_nulls(folder):
    """parquet-java before 1.18 writes -1 as the number of NULLs of a column without statistics: unknown, not wrong."""
    files = sorted(JAVA.glob("unknown_nulls_*.parquet"))
    assert len(files) == 3, files
    for path in files:
        table = pq.read_table(path)
        assert table["number"].null_count == 34
        check_fingerprints(path, {name: row_encoding.column(table[name]) for name in table.column_names})
        assert failed_checks(path) == []
        run("parquet", "verify", "--deep", path)
        # Another negative number is damage.
        content = path.read_bytes()
        header = bytes.fromhex("15 c801 15 01 15 c801")  # 100 values, -1 NULLs, 100 rows
        assert header in content, path
        damaged = folder / path.name
        damaged.write_bytes(content.replace(header, bytes.fromhex("15 c801 15 03 15 c801")))
        assert any("-2 NULLs" in detail for _, _, detail in failed_checks(damaged)), failed_checks(damaged)
        run("parquet", "fingerprint", damaged, code=2)


def undecodable(folder):
    """The error about a page that can't be decompressed names the file and the column."""
    path = folder / "damaged.parquet"
    table = pa.table({"id": list(range(1000)), "word": [f"word {i}" for i in range(1000)]})
    pq.write_table(table, path, use_dictionary=False, compression="zstd")
    chunk = pq.read_metadata(path).row_group(0).column(1)
    content = bytearray(path.read_bytes())
    magic = content.index(bytes.fromhex("28b52ffd"), chunk.data_page_offset)
    content[magic : magic + 4] = bytes(4)
    path.write_bytes(content)
    one_line(run("parquet", "fingerprint", path, code=2), str(path), "column word")


def unsupported(folder):
    """Errors name LZO and INTERVAL."""
    path = folder / "interval.parquet"
    duckdb.connect().execute(f"COPY (SELECT INTERVAL (i) DAY AS v, i FROM range(10) t(i)) TO '{path}'")
    one_line(run("parquet", "fingerprint", path, code=2), "column v", "INTERVAL")
    run("parquet", "verify", "--deep", path)
    # No writer on PyPI supports LZO, so this changes the codec's number in the footer from 0 to 3.
    lzo = folder / "lzo.parquet"
    pq.write_table(pa.table({"v": pa.array([1, 2, 3])}), lzo, compression="none", use_dictionary=False, store_schema=False)
    content = lzo.read_bytes()
    before = b"\x18\x01v\x15\x00"  # path_in_schema, codec
    assert content.count(before) == 1, content
    lzo.write_bytes(content.replace(before, b"\x18\x01v\x15\x06").replace(b"\x19\x18\x01v\x15\x00", b"\x19\x18\x01v\x15\x06"))
    one_line(run("parquet", "fingerprint", lzo, code=2), "column v", "LZO")
    assert "LZO" in run("parquet", "verify", "--deep", lzo, code=1).stdout


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for step in [polars_int128, duckdb_wide_deltas, clickhouse_strings, java_unknown_nulls, undecodable, unsupported]:
            step(folder)
            print(f"{step.__name__}: fine in {len(engines())} engines and the command")


main()
