"""Calls of the row functions on literals, with the bytes that polars-hash gives the same values."""

from datetime import date, datetime, time
from decimal import Decimal

import polars as pl
import pyarrow as pa
import row_encoding
import rows as vectors
from row_nested import POINT

NAN, INFINITY = float("nan"), float("inf")
I32, I64, F64, TEXT, BLOB = pa.int32(), pa.int64(), pa.float64(), pa.string(), pa.binary()
WIDE = "1234567890123456789012345678.9012345678"


def decimals(*texts, precision=38, scale=10):
    return [(pa.decimal128(precision, scale), Decimal(text)) for text in texts]


def at(count, unit="us", zone=None):
    return pa.timestamp(unit, zone), count


# Arguments as SQL, and the values they are.
BOTH = [
    ("7, 'ok'", [(I64, 7), (TEXT, "ok")]),
    ("NULL, [1, 300]", [(pa.null(), None), (pa.list_(I64), [1, 300])]),
    ("NULL", [(pa.null(), None)]),
    ("NULL, NULL", [(pa.null(), None)] * 2),
    ("true", [(pa.bool_(), True)]),
    ("false, true, CAST(NULL AS BOOLEAN)", [(pa.bool_(), value) for value in (False, True, None)]),
    ("0, -1, 1, 127, 128, -128, -129", [(I64, n) for n in (0, -1, 1, 127, 128, -128, -129)]),
    ("9223372036854775807, CAST('-9223372036854775808' AS BIGINT)", [(I64, 2**63 - 1), (I64, -(2**63))]),
    ("CAST(1 AS TINYINT), CAST(1 AS SMALLINT), CAST(1 AS INTEGER), CAST(1 AS BIGINT)", [(I64, 1)] * 4),
    ("CAST(1 AS UBIGINT), CAST('18446744073709551615' AS UBIGINT)", [(I64, 1), (pa.uint64(), 2**64 - 1)]),
    ("CAST(1.50 AS DECIMAL(4,2))", decimals("1.50", precision=4, scale=2)),
    ("CAST('1.5' AS DECIMAL(4,1)), CAST('1.5' AS DECIMAL(38,10))", decimals("1.5", "1.5")),
    ("CAST('0' AS DECIMAL(38,10)), CAST('-0.07' AS DECIMAL(4,2)), CAST('100' AS DECIMAL(9,0))", decimals("0", "-0.07", "100")),
    (f"CAST('{WIDE}' AS DECIMAL(38,10)), CAST(NULL AS DECIMAL(9,2))", [*decimals(WIDE), (pa.decimal128(9, 2), None)]),
    (f"CAST('{'9' * 38}' AS DECIMAL(38,0)), CAST('-0.{'9' * 38}' AS DECIMAL(38,38))",
        [(pa.decimal128(38, 0), Decimal("9" * 38)), (pa.decimal128(38, 38), Decimal("-0." + "9" * 38))]),
    ("CAST(1.5 AS DOUBLE), CAST(1.5 AS FLOAT)", [(F64, 1.5)] * 2),
    ("CAST('-0.0' AS DOUBLE), CAST('0' AS DOUBLE), CAST('-0.0' AS FLOAT)", [(F64, 0.0)] * 3),
    ("CAST('NaN' AS DOUBLE), CAST('NaN' AS FLOAT), -CAST('NaN' AS DOUBLE)", [(F64, NAN)] * 3),
    ("CAST('Infinity' AS DOUBLE), CAST('-Infinity' AS FLOAT)", [(F64, INFINITY), (F64, -INFINITY)]),
    ("CAST('0.1' AS DOUBLE), CAST('0.1' AS FLOAT)", [(F64, 0.1), (pa.float32(), 0.1)]),
    ("CAST('5e-324' AS DOUBLE), CAST('1.7976931348623157e308' AS DOUBLE)", [(F64, 5e-324), (F64, 1.7976931348623157e308)]),
    ("''", [(TEXT, "")]),
    ("'ab', 'c'", [(TEXT, "ab"), (TEXT, "c")]),
    ("'a', 'bc'", [(TEXT, "a"), (TEXT, "bc")]),
    ("'hello world!', 'hello worlds!', CAST(NULL AS VARCHAR)", [(TEXT, "hello world!"), (TEXT, "hello worlds!"), (TEXT, None)]),
    ("'Größe, 東京 🌍', 'it''s'", [(TEXT, "Größe, 東京 🌍"), (TEXT, "it's")]),
    ("unhex(''), unhex('00ff'), unhex('6f6b')", [(BLOB, b""), (BLOB, b"\0\xff"), (BLOB, b"ok")]),
    ("DATE '2020-01-01', TIMESTAMP '1969-12-31 23:59:59.999999', TIME '12:34:56.789'",
        [(pa.date32(), date(2020, 1, 1)), at(-1), (pa.time64("us"), time(12, 34, 56, 789_000))]),
    ("DATE '1970-01-01', DATE '1969-12-31', DATE '0001-01-01', CAST(NULL AS DATE)",
        [(pa.date32(), day) for day in (date(1970, 1, 1), date(1969, 12, 31), date(1, 1, 1), None)]),
    ("TIMESTAMP '2024-02-29 12:00:00', CAST('2024-02-29' AS TIMESTAMP)",
        [(pa.timestamp("us"), datetime(2024, 2, 29, 12)), (pa.timestamp("us"), datetime(2024, 2, 29))]),
    ("TIME '00:00:00', TIME '23:59:59.999999'", [(pa.time64("us"), time(0)), (pa.time64("us"), time(23, 59, 59, 999_999))]),
    ("['a', NULL, ''], [[1], [2]], [[1, 2]]",
        [(pa.list_(TEXT), ["a", None, ""]), (pa.list_(pa.list_(I64)), [[1], [2]]), (pa.list_(pa.list_(I64)), [[1, 2]])]),
    ("[], [NULL], [[], NULL]", [(pa.list_(pa.null()), []), (pa.list_(pa.null()), [None]), (pa.list_(pa.list_(I64)), [[], None])]),
    ("{'x': 1, 'word': 'a'}", [(POINT, {"x": 1, "word": "a"})]),
    ("{'other': 1, 'names': 'a'}, 1, 'a'", [(POINT, {"x": 1, "word": "a"}), (I64, 1), (TEXT, "a")]),
    ("{'a': NULL}, [{'a': 1}, {'a': 2}]",
        [(pa.struct([("a", pa.null())]), {"a": None}), (pa.list_(pa.struct([("a", I64)])), [{"a": 1}, {"a": 2}])]),
    ("{'a': {'b': [true, NULL]}}", [(pa.struct([("a", pa.struct([("b", pa.list_(pa.bool_()))]))]), {"a": {"b": [True, None]}})]),
    ("repeat('hashlane10', 30)", [(TEXT, "hashlane10" * 30)]),
]  # fmt: skip

DUCKDB = [
    ("1::UTINYINT, 1::USMALLINT, 1::UINTEGER, 255::UTINYINT, 4294967295::UINTEGER", [(I64, n) for n in (1, 1, 1, 255, 2**32 - 1)]),
    ("1::HUGEINT, (-1)::HUGEINT, 1::UHUGEINT", [(I64, 1), (I64, -1), (I64, 1)]),
    ("'170141183460469231731687303715884105727'::HUGEINT, '-170141183460469231731687303715884105728'::HUGEINT",
        [(pl.Int128, 2**127 - 1), (pl.Int128, -(2**127))]),
    ("'340282366920938463463374607431768211455'::UHUGEINT, '18446744073709551616'::HUGEINT",
        [(pl.UInt128, 2**128 - 1), (pl.Int128, 2**64)]),
    ("7, 7::TINYINT, 1.50, -0.0", [(I32, 7), (I32, 7), *decimals("1.5", "0")]),
    ("[1, 300]::SMALLINT[2], ['a', NULL]::VARCHAR[2], NULL::INTEGER[3]",
        [(pa.list_(I32), [1, 300]), (pa.list_(TEXT), ["a", None]), (pa.list_(I32), None)]),
    ("row(1, 'a'), {'x': 1, 'word': 'a'}, NULL::STRUCT(x INTEGER, word VARCHAR)",
        [(POINT, {"x": 1, "word": "a"}), (POINT, {"x": 1, "word": "a"}), (POINT, None)]),
    ("'red'::ENUM('green', 'red'), NULL::ENUM('green', 'red')", [(TEXT, "red"), (TEXT, None)]),
    ("[{'x': 1, 'word': NULL}, NULL, {'x': NULL, 'word': 'a'}]",
        [(pa.list_(POINT), [{"x": 1, "word": None}, None, {"x": None, "word": "a"}])]),
    ("'1969-12-31 23:59:59'::TIMESTAMP_S, '1969-12-31 23:59:59.999'::TIMESTAMP_MS, '1969-12-31 23:59:59.999999999'::TIMESTAMP_NS",
        [at(-1, "s"), at(-1, "ms"), at(-1, "ns")]),
    ("'2020-01-01 00:00:00+00'::TIMESTAMPTZ, '2020-01-01 02:00:00+02'::TIMESTAMPTZ", [at(1_577_836_800_000_000, zone="UTC")] * 2),
    ("'infinity'::TIMESTAMP, '-infinity'::TIMESTAMP, 'infinity'::DATE, '-infinity'::DATE",
        [at(2**63 - 1), at(-(2**63) + 1), (pa.date32(), 2**31 - 1), (pa.date32(), -(2**31) + 1)]),
    ("'290309-12-22 (BC) 00:00:00'::TIMESTAMP, '5877642-06-25 (BC)'::DATE", [at(-9223372022400000000), (pa.date32(), -(2**31) + 2)]),
    ("'a\\x00b\\xFF'::BLOB, chr(0)", [(BLOB, b"a\0b\xff"), (TEXT, "\0")]),
    ("'-nan'::DOUBLE, 1e0, 'inf'::FLOAT", [(F64, NAN), (F64, 1.0), (F64, INFINITY)]),
    ("MAP {'b': 1, 'a': NULL}, MAP {}", [(pa.map_(TEXT, I32), [("b", 1), ("a", None)]), (pa.list_(pa.null()), [])]),
    # A NULL map is not an empty one, and a UUID is its text: both are ours alone.
    ("NULL::MAP(VARCHAR, INTEGER)", [(pa.null(), None)]),
    ("'0123456789ABCDEF0123456789ABCDEF'::UUID", [(TEXT, "01234567-89ab-cdef-0123-456789abcdef")]),
]  # fmt: skip


# Polars has no 24:00:00: its day ends a nanosecond earlier.
MIDNIGHT = ("TIME '24:00:00'", row_encoding.fields([row_encoding.signed(0x08, 86_400 * 10**9)]))


def arrow_cast(sql, kind):
    return f"arrow_cast({sql}, '{kind}')"


# A Time32 is cast from an Int32 alone.
ONE = arrow_cast(1, "Int32")

DATAFUSION = [
    (", ".join(arrow_cast(number, kind) for number, kind in ((1, "UInt8"), (1, "UInt16"), (1, "UInt32"), (255, "UInt8"), (2**32 - 1, "UInt32"))),
        [(I64, n) for n in (1, 1, 1, 255, 2**32 - 1)]),
    (f"{arrow_cast(1.5, 'Float16')}, 1.50, -0.0", [(F64, 1.5), (F64, 1.5), (F64, 0.0)]),
    (", ".join(arrow_cast(-1, f"Duration({unit})") for unit in ("Second", "Millisecond", "Microsecond", "Nanosecond")),
        [(pa.duration(unit), -1) for unit in ("s", "ms", "us", "ns")]),
    (", ".join(arrow_cast(-1, f"Timestamp({unit}, None)") for unit in ("Second", "Millisecond", "Microsecond", "Nanosecond")),
        [at(-1, unit) for unit in ("s", "ms", "us", "ns")]),
    (arrow_cast("9223372036854775807", "Timestamp(Millisecond, None)"), [at(2**63 - 1, "ms")]),
    (arrow_cast("1577836800000", 'Timestamp(Millisecond, Some("America/New_York"))'), [at(1_577_836_800_000, "ms", "UTC")]),
    (", ".join(arrow_cast("'red'", kind) for kind in ("Utf8", "LargeUtf8", "Utf8View", "Dictionary(Int8, Utf8)", "Dictionary(UInt32, Utf8View)")),
        [(TEXT, "red")] * 5),
    (", ".join(arrow_cast("X'00ff'", kind) for kind in ("Binary", "LargeBinary", "BinaryView", "FixedSizeBinary(2)")), [(BLOB, b"\0\xff")] * 4),
    (", ".join(arrow_cast("[1, NULL]", kind) for kind in ("List(Int8)", "LargeList(UInt16)", "FixedSizeList(2, Int64)")),
        [(pa.list_(I64), [1, None])] * 3),
    (arrow_cast(300, "Dictionary(Int16, Int64)"), [(I64, 300)]),
    (f"{arrow_cast(ONE, 'Time32(Second)')}, {arrow_cast(ONE, 'Time32(Millisecond)')}, TIME '23:59:59.999999999'",
        [(pa.time32("s"), 1), (pa.time32("ms"), 1), (pa.time64("ns"), 86_399_999_999_999)]),
    ("struct(1, 'a'), named_struct('x', 1, 'word', 'a')", [(POINT, {"x": 1, "word": "a"})] * 2),
    ("make_array(), MAP {'b': 1, 'a': NULL}", [(pa.list_(I64), []), (pa.map_(TEXT, I64), [("b", 1), ("a", None)])]),
]  # fmt: skip


def series(name, kind, value):
    if isinstance(kind, pa.DataType):
        return pl.from_arrow(pa.table({name: pa.array([value], kind)})).to_series()
    return pl.Series(name, [value], dtype=kind)


def row(values):
    """The bytes of one row, on which polars-hash and our encoder agree."""
    [encoded] = vectors.hash_rows(pl.DataFrame([series(str(i), *value) for i, value in enumerate(values)]))
    plain = [row_encoding.integer(value) if not isinstance(kind, pa.DataType)
        else row_encoding.column(pa.array([value], kind))[0] for kind, value in values]  # fmt: skip
    assert encoded == row_encoding.fields(plain), values
    return encoded


def hashes(encoded):
    hashed = vectors.digests([encoded], ["xxh3", "xxh128", "blake3", "sha256"])
    return {name: of[0] for name, of in hashed.items()}


def literals(query, cases):
    for sql, values in cases:
        encoded = row(values)
        of = hashes(encoded)
        select = f"SELECT row_bytes({sql}), row_xxh3({sql}), row_xxh128({sql}), row_blake3({sql})"
        yield query("XIXX", select, [[encoded.hex(), int(of["xxh3"], 16), of["xxh128"], of["blake3"]]])


def forms(query):
    """The hex forms and row_digest, and rows too long to print."""
    for sql, values in BOTH[:5]:
        encoded = row(values)
        of = hashes(encoded)
        select = f"SELECT row_xxh3_hex({sql}), row_xxh128_hex({sql}), row_blake3_hex({sql}), row_digest('sha256', {sql})"
        yield query("TTTX", select, [[of["xxh3"], of["xxh128"], of["blake3"], of["sha256"]]])
    for long in vectors.long_values():
        sql = long["sql"]
        yield query("IXX", f"SELECT row_xxh3({sql}), row_xxh128({sql}), row_blake3({sql})",
            [[int(long["xxh3"], 16), long["xxh128"], long["blake3"]]])  # fmt: skip


TABLE = [(0, 1, "a"), (1, None, "a"), (2, 1, None), (3, None, None), (4, 1, "a"), (5, -300, "a word of more than 12 bytes"), (6, 1, "")]


def over_a_table(query):
    rows = ", ".join(f"({id}, {'NULL' if n is None else n}, {'NULL' if s is None else repr(s)})" for id, n, s in TABLE)
    yield "statement ok\nCREATE TABLE t(id BIGINT, n INTEGER, s VARCHAR)\n"
    yield f"statement ok\nINSERT INTO t VALUES {rows}\n"
    encoded = {id: row([(I64, n), (TEXT, s)]) for id, n, s in TABLE}
    expected = [(id, of.hex(), int(hashes(of)["xxh3"], 16), hashes(of)["xxh128"]) for id, of in encoded.items()]
    yield query("IXIX", "SELECT id, row_bytes(n, s), row_xxh3(n, s), row_xxh128(n, s) FROM t ORDER BY id", expected)
    # A row of constants and columns, and one of a whole struct.
    mixed = [(id, row([(TEXT, "k"), (I64, n), (pa.null(), None), (I64, n)]).hex()) for id, n, _ in TABLE]
    yield query("IX", "SELECT id, row_bytes('k', n, NULL, n) FROM t ORDER BY id", mixed)
    point = [(id, row([(POINT, {"x": n, "word": s})]).hex()) for id, n, s in TABLE]
    yield query("IX", "SELECT id, row_bytes({'x': n, 'word': s}) FROM t ORDER BY id", point)
    yield from sums(query, encoded)


def sums(query, encoded):
    """Sums of rows, in the engines that have aggregates of ours."""

    def aggregates(*record):
        return "onlyif aggregates\n" + query(*record)

    def total(ids):
        ids = list(ids)
        digits = vectors.total([encoded[id] for id in ids]) if ids else "0" * 32
        return digits, f"hl1:{len(ids)}:{digits}"

    select = "SELECT hash_agg(n, s), fingerprint(n, s) FROM"
    yield aggregates("XT", f"{select} t", [total(encoded)])
    yield aggregates("XT", f"{select} (SELECT * FROM t ORDER BY id DESC) AS r", [total(encoded)])
    yield aggregates("XT", f"{select} t WHERE id < 0", [total([])])
    yield aggregates("XT", f"{select} t WHERE id = 3", [total([3])])
    # Rows 0 and 4 are one row twice, which a sum does not lose.
    yield aggregates("XT", f"{select} t WHERE id IN (0, 4)", [total([0, 4])])
    yield aggregates("XT", f"{select} (SELECT * FROM t UNION ALL SELECT * FROM t) AS r", [total([*encoded, *encoded])])
    groups = [(rest, *total(id for id in encoded if id % 2 == rest)) for rest in (0, 1)]
    by_rest = "SELECT id % 2 AS rest, hash_agg(n, s), fingerprint(n, s) FROM t GROUP BY id % 2 ORDER BY rest"
    yield aggregates("IXT", by_rest, groups)
    # For every row, the sum of it and of all before it.
    running = [(id, total(range(id + 1))[1]) for id in encoded]
    yield aggregates("IT", "SELECT id, fingerprint(n, s) OVER (ORDER BY id) FROM t ORDER BY id", running)


def records(query):
    yield from literals(query, BOTH)
    yield from forms(query)
    yield from over_a_table(query)


def hugeints(query):
    """Every 128-bit integer of the vectors, through text."""
    names = {"Int128": "HUGEINT", "UInt128": "UHUGEINT"}
    for of in vectors.wide_integers():
        values = ", ".join(f"({i}, '{value}')" for i, value in enumerate(of["values"]))
        call = f"row_bytes(CAST(v AS {names[of['type']]}))"
        yield query("IX", f"SELECT id, {call} FROM (VALUES {values}) AS r(id, v) ORDER BY id", enumerate(of["bytes"]))


def duckdb_records(query):
    yield from literals(query, DUCKDB)
    sql, encoded = MIDNIGHT
    yield query("X", f"SELECT row_bytes({sql})", [[encoded.hex()]])
    yield from hugeints(query)


def datafusion_records(query):
    yield from literals(query, DATAFUSION)
