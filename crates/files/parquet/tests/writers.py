"""Writes the same rows with pyarrow and with DuckDB under many settings, and what their fingerprints are.

    PYTHONPATH=…/duckdb/1.5.6 venv/bin/python writers.py FOLDER

FOLDER/expected.json has the fingerprint of each column and of the rows, by the encoder of
tests/vectors/row_encoding.py and xxhash; polars-hash must agree on every column that it covers.
"""

import datetime
import decimal
import json
import pathlib
import random
import sys
import uuid

import duckdb
import polars as pl
import polars_hash as plh
import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "tests/vectors"))
import row_encoding

ROWS = 4000
# The row in which changed-*.parquet differ.
CHANGED = 3000
# polars-hash has no say on these; see tests/vectors/rows.py.
OURS = {"map", "uuid"}


def table():
    random.seed(6)
    utc = datetime.timezone.utc
    day = datetime.date(1969, 12, 1)
    moment = datetime.datetime(2024, 2, 29, 12, 30, 0, 123456)

    def column(kind, value, nulls=0.1):
        values = [None if random.random() < nulls and i != CHANGED else value(i) for i in range(ROWS)]
        return pa.array(values, kind)

    point = pa.struct([("x", pa.int32()), ("word", pa.string())])
    words = ["", "a", "hashlane", "Größe", "a text of more than twelve bytes"]
    return pa.table({
        "id": pa.array(range(ROWS), pa.int64()),
        "u8": column(pa.uint8(), lambda i: i % 256),
        "u64": column(pa.uint64(), lambda i: 2**64 - 1 - i),
        "i16": column(pa.int16(), lambda i: i - 2000),
        "required": column(pa.int32(), lambda i: i % 7 - 3, nulls=0),
        "flag": column(pa.bool_(), lambda i: i % 3 == 0),
        "half": column(pa.float16(), lambda i: i / 8),
        "real": column(pa.float64(), lambda i: [0.0, -0.0, float("nan"), i / 3][i % 4]),
        "word": column(pa.string(), lambda i: random.choice(words)),
        "text": column(pa.string(), lambda i: f"row {i} " + "x" * (i % 40)),
        "blob": column(pa.binary(), lambda i: bytes([i % 256]) * (i % 5)),
        "four": column(pa.binary(4), lambda i: i.to_bytes(4, "big")),
        "uuid": column(pa.uuid(), lambda i: uuid.UUID(int=i * 2**90 + i).bytes),
        "small": column(pa.decimal128(9, 2), lambda i: decimal.Decimal(i * 50).scaleb(-2)),
        "medium": column(pa.decimal128(18, 4), lambda i: decimal.Decimal(-i * 10**9).scaleb(-4)),
        "wide": column(pa.decimal128(38, 10), lambda i: decimal.Decimal(i * 10**25 + i).scaleb(-10)),
        "day": column(pa.date32(), lambda i: day + datetime.timedelta(days=i)),
        "time": column(pa.time32("ms"), lambda i: datetime.time(i % 24, i % 60, 1, 5000)),
        "time_us": column(pa.time64("us"), lambda i: datetime.time(i % 24, i % 60, 1, i)),
        "at_ms": column(pa.timestamp("ms"), lambda i: datetime.datetime(1960, 1, 1) + datetime.timedelta(hours=i)),
        "at_us": column(pa.timestamp("us"), lambda i: moment + datetime.timedelta(microseconds=i)),
        "at_ns": column(pa.timestamp("ns"), lambda i: moment + datetime.timedelta(days=i)),
        "at_utc": column(pa.timestamp("us", "UTC"), lambda i: moment.replace(tzinfo=utc) + datetime.timedelta(days=i)),
        "list": column(pa.list_(pa.int32()), lambda i: [None, *range(i % 4)][: i % 6]),
        "points": column(pa.list_(point), lambda i: [{"x": i, "word": random.choice(words)}, None][: i % 3]),
        "struct": column(point, lambda i: {"x": None if i % 5 == 0 else i, "word": str(i)}),
        "map": column(pa.map_(pa.string(), pa.int64()), lambda i: [(str(k), k) for k in range(i % 3)]),
        "none": pa.nulls(ROWS),
    })


def fingerprint(encoded):
    total = sum(xxhash.xxh3_128_intdigest(row) for row in encoded) % 2**128
    return f"{len(encoded)}:{total:032x}"


def expected(table):
    """The fingerprints of the columns and of the rows; the ordered ones have the row's number first."""
    numbers = pa.array(range(len(table)), pa.uint64())
    result = {"columns": {}, "ordered": {}}
    for name in table.column_names:
        result["columns"][name] = "hl1:" + fingerprint(row_encoding.rows([table[name]]))
        result["ordered"][name] = "hl1o:" + fingerprint(row_encoding.rows([numbers, table[name]]))
        if name not in OURS:
            encoded = row_encoding.rows([table[name]])
            frame = pl.from_arrow(table.select([name]))
            assert frame.select(plh.hash_rows(pl.all(), version=1).alias("row"))["row"].to_list() == encoded, name
    result["row"] = "hl1:" + fingerprint(row_encoding.rows([table[name] for name in table.column_names]))
    result["ordered_row"] = "hl1o:" + fingerprint(
        row_encoding.rows([numbers, *(table[name] for name in table.column_names)]))
    return result


def by_pyarrow(table, folder):
    for i, settings in enumerate([
        {},
        {"compression": "none", "use_dictionary": False, "data_page_version": "2.0"},
        {"compression": "zstd", "row_group_size": 777, "data_page_size": 512},
        {"compression": "gzip", "version": "1.0", "store_schema": False, "coerce_timestamps": None},
        {"compression": "lz4", "data_page_version": "2.0", "row_group_size": 1500, "write_page_checksum": True},
        {"compression": "brotli", "dictionary_pagesize_limit": 256, "store_decimal_as_integer": True},
        {"use_dictionary": False, "column_encoding": {
            "text": "DELTA_BYTE_ARRAY", "word": "DELTA_LENGTH_BYTE_ARRAY", "id": "DELTA_BINARY_PACKED",
            "real": "BYTE_STREAM_SPLIT", "flag": "RLE"}},
    ]):
        if settings.get("version") == "1.0":
            # Format 1.0 has neither: it writes unsigned numbers wider and nanoseconds as microseconds.
            settings["coerce_timestamps"] = None
        pq.write_table(table, folder / f"pyarrow-{i}.parquet", **settings)
    arrow = table
    for name, kind in [("text", pa.large_string()), ("word", pa.dictionary(pa.int8(), pa.string())),
                       ("blob", pa.large_binary()), ("list", pa.large_list(pa.int64())), ("day", pa.date64()),
                       ("id", pa.int32()), ("at_ms", pa.timestamp("us")), ("small", pa.decimal128(20, 5))]:
        arrow = arrow.set_column(arrow.column_names.index(name), name, arrow[name].cast(kind))
    pq.write_table(arrow, folder / "pyarrow-types.parquet")
    # The crate parquet writes UUIDs as 16 bytes without a name, unless built with extension types.
    pq.write_table(table.drop_columns(["uuid"]), folder / "pyarrow-plain.parquet")
    required = table.schema.get_field_index("required")
    schema = table.schema.set(required, table.schema.field(required).with_nullable(False))
    pq.write_table(table.cast(schema), folder / "pyarrow-required.parquet")


def by_duckdb(folder):
    connection = duckdb.connect(config={"threads": 2})
    connection.execute("SET TimeZone = 'UTC'")
    source = folder / "pyarrow-0.parquet"
    for i, settings in enumerate([
        "",
        "COMPRESSION zstd, ROW_GROUP_SIZE 2048",
        "COMPRESSION uncompressed, PARQUET_VERSION V2",
        "COMPRESSION gzip, DICTIONARY_SIZE_LIMIT 1",
        "COMPRESSION lz4_raw, PARQUET_VERSION V2, ROW_GROUP_SIZE 2048",
    ]):
        settings = f", {settings}" if settings else ""
        connection.execute(f"COPY (SELECT * FROM '{source}') TO '{folder / f'duckdb-{i}.parquet'}' (FORMAT parquet{settings})")
    shuffled = f"SELECT * FROM '{source}' ORDER BY hash(id)"
    connection.execute(f"COPY ({shuffled}) TO '{folder / 'shuffled.parquet'}' (FORMAT parquet)")
    enum = f"SELECT * REPLACE (word::ENUM('', 'a', 'hashlane', 'Größe', 'a text of more than twelve bytes') AS word) FROM '{source}'"
    connection.execute(f"COPY ({enum}) TO '{folder / 'duckdb-enum.parquet'}' (FORMAT parquet)")


def changed(table, folder):
    """Files in which one value is another."""
    for name, change in [
        ("text", lambda text: text + "!"),
        ("flag", lambda flag: not flag),
        ("wide", lambda wide: wide + 1),
        ("list", lambda numbers: [*numbers, 1]),
    ]:
        values = table[name].to_pylist()
        values[CHANGED] = change(values[CHANGED])
        column = pa.array(values, table[name].type)
        other = table.set_column(table.column_names.index(name), name, column)
        pq.write_table(other, folder / f"changed-{name}.parquet", row_group_size=2048)


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = table()
    by_pyarrow(rows, folder)
    by_duckdb(folder)
    changed(rows, folder)
    (folder / "expected.json").write_text(json.dumps(expected(rows)), encoding="utf-8")


main()
