"""Sketches beside tests/vectors/sketch.py, an implementation of docs/sketch-format.md in Python.

usage: sketches.py EXTENSION|PROGRAM

EXTENSION is run in the DuckDB that Python imports, PROGRAM is `hashlane`, which runs DataFusion. Two tables of random rows of
many types, with planted differences: their sketches must be the same bytes, and the differences those that were planted.
"""

import datetime
import decimal
import pathlib
import random
import sys
import tempfile

import pyarrow as pa
import pyarrow.parquet

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "vectors")]
import sketch
from support.either import is_extension, write

P = 9
ROWS = 3_000
SCHEMA = pa.schema(
    {
        "id": pa.int64(),
        "small": pa.int8(),
        "large": pa.uint64(),
        "paid": pa.bool_(),
        "price": pa.decimal128(12, 2),
        "exact": pa.decimal128(38, 10),
        "whole": pa.decimal128(20, 0),
        "share": pa.decimal128(18, 18),
        "real": pa.float64(),
        "single": pa.float32(),
        "name": pa.string(),
        "data": pa.binary(),
        "day": pa.date32(),
        "clock": pa.time64("us"),
        "at": pa.timestamp("us"),
        "seen": pa.timestamp("us", tz="UTC"),
    }
)
OTHERS = [name for name in SCHEMA.names if name != "id"]
REALS = [0.0, -0.0, 1.5, 0.1, 1e300, 5e-324, float("inf"), float("-inf"), float("nan"), -2.0**-149]
SINGLES = [0.0, -0.0, 1.5, 2.0**127, 2.0**-149, float("inf"), float("nan")]
TEXTS = ["", "N", "a|b:c", "3:abc", " padded ", "füchschen", "東京", "🦊", "x" * 5_000, "y" * 65_536, "z" * 65_537, "line\nbreak\t"]
EPOCH = datetime.datetime(1970, 1, 1)


def moment():
    """A point in time from the year 1 to 9999."""
    return EPOCH + datetime.timedelta(microseconds=random.randint(-62_135_596_800 * 10**6, 253_402_300_799 * 10**6))


def scaled(digits, scale):
    """A decimal, often with zeros at its end."""
    unscaled = random.choice([0, 1, 10 ** (digits - 1), 10**digits - 1, random.randrange(10**digits)])
    sign = random.randint(0, 1)
    return decimal.Decimal((sign if unscaled else 0, tuple(map(int, str(unscaled))), -scale))


def row(key):
    at = moment()
    values = {
        "small": random.choice([-128, 0, 127]),
        "large": random.choice([0, 2**64 - 1, 2**63]),
        "paid": random.random() < 0.5,
        "price": scaled(12, 2),
        "exact": scaled(38, 10),
        "whole": scaled(20, 0),
        "share": scaled(18, 18),
        "real": random.choice([*REALS, random.uniform(-1e9, 1e9)]),
        "single": random.choice(SINGLES),
        "name": random.choice([*TEXTS, f"name {random.random()}"]),
        "data": random.choice([b"", b"N", b"|", bytes(range(256)), random.randbytes(9)]),
        "day": at.date(),
        "clock": at.time(),
        "at": moment(),
        "seen": moment().replace(tzinfo=datetime.timezone.utc),
    }
    return {"id": key, **{name: None if random.random() < 0.1 else value for name, value in values.items()}}


def tables():
    """Two tables, the second with rows changed, removed and added."""
    extremes = [-(2**63), 2**63 - 1, 0, -1]
    left = [row(key) for key in [*extremes, *random.sample(range(1, 10**12), ROWS)]]
    right = [dict(found) for found in left]
    for found in random.sample(right, 120):
        found["name"] = f"changed {random.random()}"
    del right[5:60]
    right += [row(key) for key in random.sample(range(2 * 10**12, 3 * 10**12), 40)]
    # A duplicate is a difference too.
    left.append(dict(left[100]))
    random.shuffle(right)
    return left, right


def can_aggregate(program):
    if not is_extension(program):
        return True
    from support.extension import HAS_AGGREGATES

    return HAS_AGGREGATES


def keyed(found, keys):
    key = tuple(found[name] for name in keys)
    return sketch.row(key[0] if len(key) == 1 else key, *(found[name] for name in OTHERS if name not in keys))


def expected(left, right, keys):
    """What differs, by counting rows."""
    counts = {}
    for rows, sign in ((left, 1), (right, -1)):
        for found in rows:
            hashed = keyed(found, keys)
            counts[hashed] = counts.get(hashed, 0) + sign
    return sorted(
        ("left" if count > 0 else "right", key, hashed, abs(count))
        for (key, hashed), count in counts.items()
        if count
    )


def check(program, folder, left, right, keys, kind):
    columns = ", ".join(f'"{name}"' for name in OTHERS if name not in keys)
    quoted = [f'"{name}"' for name in keys]
    key = quoted[0] if len(keys) == 1 else f"row({', '.join(quoted)})"
    forms = [f"list_row_sketch(array_agg(row({key}, {columns})), {P})"] if len(keys) == 1 else []
    forms += [f"row_sketch({P}, {key}, {columns})"] if can_aggregate(program) else []
    wanted = [sketch.write(P, [keyed(found, keys) for found in rows], kind) for rows in (left, right)]
    differences = expected(left, right, keys)
    assert sketch.difference(*wanted) == differences, "the reference does not decode its own sketches"
    for form in forms:
        result = f"{folder}/result.parquet"
        select = f"SELECT a.s AS a, b.s AS b, sketch_diff(a.s, b.s) AS d, sketch_info(a.s) AS i FROM (SELECT {form} AS s FROM '{folder}/left.parquet') AS a, (SELECT {form} AS s FROM '{folder}/right.parquet') AS b"
        write(program, select, result)
        [found] = pa.parquet.read_table(result).to_pylist()
        assert [found["a"], found["b"]] == wanted, f"{form}: other bytes"
        rows = sorted((each["side"], each["key"], each["hash"], each["rows"]) for each in found["d"])
        assert rows == differences, f"{form}: {len(rows)} differences, not {len(differences)}"
        assert f'"p":{P},"cells":{4 << P},"rows":{len(left)},"keys":"{kind}"' in found["i"], found["i"]
        print(f"{form[:40]}… has the same bytes, and {len(rows)} differences")


def main():
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    random.seed(seed)
    left, right = tables()
    with tempfile.TemporaryDirectory() as folder:
        for name, rows in (("left", left), ("right", right)):
            pa.parquet.write_table(pa.Table.from_pylist(rows, schema=SCHEMA), f"{folder}/{name}.parquet")
        check(sys.argv[1], folder, left, right, ["id"], "integer")
        named = [found for found in left if found["name"] is not None and found["day"] is not None]
        others = [found for found in right if found["name"] is not None and found["day"] is not None]
        for name, rows in (("left", named), ("right", others)):
            pa.parquet.write_table(pa.Table.from_pylist(rows, schema=SCHEMA), f"{folder}/{name}.parquet")
        check(sys.argv[1], folder, named, others, ["name"], "hashed")
        check(sys.argv[1], folder, named, others, ["name", "day"], "hashed")


main()
