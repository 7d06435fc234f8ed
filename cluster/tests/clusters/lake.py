"""Parquet files with every kind of column, on disk and in a bucket."""

import datetime
import decimal
import math
import random

import pyarrow as pa
import pyarrow.parquet as pq

# All columns.
ALL = "id, name, price, small, paid, day, at, amount, body, tags, place"


def table(rows, seed):
    """Rows with NULLs, empty values, NaN, both zeros and nested values. A third of them are there twice."""
    generator = random.Random(seed)
    pick = lambda *values: [generator.choice(values) for _ in range(rows)]
    words = [f"word {generator.randrange(rows)} " * generator.randrange(1, 5) for _ in range(rows)]
    columns = {
        "id": pa.array(generator.randrange(rows * 2 // 3) for _ in range(rows)),
        "name": pa.array([generator.choice([None, "", word, "Größe, 東京 🌍"]) for word in words]),
        "price": pa.array(pick(None, 0.0, -0.0, math.nan, 1.5, -2.25, math.inf), pa.float64()),
        "small": pa.array(pick(None, -1, 0, 127), pa.int8()),
        "paid": pa.array(pick(True, False, None)),
        "day": pa.array(pick(None, datetime.date(1970, 1, 1), datetime.date(2024, 2, 29))),
        "at": pa.array(pick(None, datetime.datetime(2001, 2, 3, 4, 5, 6, 789)), pa.timestamp("us")),
        "amount": pa.array(pick(None, decimal.Decimal("12.34"), decimal.Decimal("-0.01")), pa.decimal128(12, 2)),
        "body": pa.array([None if i % 11 == 0 else word.encode() * 3 for i, word in enumerate(words)], pa.binary()),
        "tags": pa.array(pick(None, [], ["a"], ["b", None]), pa.list_(pa.string())),
        "place": pa.array(pick(None, {"x": 1, "y": None}, {"x": 2, "y": "z"})),
    }
    return pa.table(columns)


def write(folder, files, rows, prefix="part"):
    """Writes files named part-000.parquet and so on, and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(files):
        path = folder / f"{prefix}-{number:03}.parquet"
        pq.write_table(table(rows, number), path, row_group_size=max(rows // 3, 1), write_page_checksum=True)
        paths.append(path)
    return paths


def upload(server, key, paths):
    for path in paths:
        server.put(f"{key}/{path.name}", path.read_bytes())
