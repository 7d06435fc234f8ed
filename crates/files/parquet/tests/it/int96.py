"""Writes timestamps near and far as INT96 with pyarrow, and what their fingerprints are.

    venv/bin/python int96.py FOLDER

FOLDER/expected.json has the fingerprint of each column of each file, by the encoder of
tests/vectors/row_encoding.py and xxhash.
"""

import datetime
import json
import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[5] / "tests/vectors"))
import row_encoding

US = pa.timestamp("us")
near = [datetime.datetime(1970, 1, 1), datetime.datetime(2024, 2, 29, 12, 30, 0, 123456), None,
        datetime.datetime(1677, 9, 22), datetime.datetime(2262, 4, 11, 23, 47, 16, 854775)]
far = [datetime.datetime(1, 1, 1), datetime.datetime(1066, 10, 14, 9, 0, 0, 1), None,
       datetime.datetime(2262, 4, 11, 23, 47, 16, 854776), datetime.datetime(9999, 12, 31, 23, 59, 59, 999999)]


def points(times):
    ids = pa.array([bytes(range(i, i + 16)) for i in range(len(times))], pa.uuid())
    return pa.StructArray.from_arrays([ids, pa.array(times, US)], ["id", "at"])


def tables():
    lists = [[time, None, time] for time in far] + [[], None]
    yield "near", pa.table({"at": pa.array(near, US), "lists": pa.array([[time] for time in near], pa.list_(US))})
    # Nanoseconds that no microseconds hold, in range.
    yield "nanoseconds", pa.table({"at": pa.array([0, 1, -1, 2**63 - 1, -2**63 + 1, None], pa.timestamp("ns"))})
    yield "far", pa.table({"at": pa.array(near + far, US), "point": points(near + far)})
    yield "lists", pa.table({"lists": pa.array(lists, pa.list_(US))})
    # Every value in a row group of its own: some are near, some far.
    yield "mixed", pa.table({"at": pa.array(near + far, US), "near": pa.array(near + near, US)})


def main():
    folder = pathlib.Path(sys.argv[1])
    expected = {}
    for name, table in tables():
        size = 1 if name == "mixed" else None
        pq.write_table(table, folder / f"{name}.parquet", use_deprecated_int96_timestamps=True, row_group_size=size)
        types = [pq.ParquetFile(folder / f"{name}.parquet").schema.column(i).physical_type
                 for i in range(len(pq.ParquetFile(folder / f"{name}.parquet").schema))]
        assert "INT96" in types and "INT64" not in types, types
        expected[name] = {}
        for column in table.column_names:
            rows = row_encoding.rows([table[column]])
            total = sum(xxhash.xxh3_128_intdigest(row) for row in rows) % 2**128
            expected[name][column] = f"hl1:{len(rows)}:{total:032x}"
    (folder / "expected.json").write_text(json.dumps(expected), encoding="utf-8")


main()
