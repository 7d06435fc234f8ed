"""Writes small Parquet files with checksums, in all the ways in which pyarrow writes pages.

usage: pages.py FOLDER
"""

import datetime
import decimal
import pathlib
import sys
import uuid

import pyarrow as pa
import pyarrow.parquet as pq

CODECS = ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]
ROWS = 60


def mixed():
    """A column of each kind of levels: required, optional, repeated."""
    schema = pa.schema(
        [
            pa.field("id", pa.int32(), nullable=False),
            pa.field("name", pa.string()),
            pa.field("tags", pa.list_(pa.int64())),
        ]
    )
    return pa.table(
        {
            "id": [i * 7919 % 1009 for i in range(ROWS)],
            "name": [None if i % 7 == 3 else f"item {i % 11}" for i in range(ROWS)],
            "tags": [None if i % 9 == 4 else list(range(i % 4)) for i in range(ROWS)],
        },
        schema=schema,
    )


def every_type():
    """A column of each type that has an order of its own, with NULLs in each."""
    day = datetime.date(2000, 1, 1)
    nan = float("nan")
    columns = {
        "bool": pa.array([i % 3 == 0 for i in range(ROWS)]),
        "i8": pa.array([i - 30 for i in range(ROWS)], pa.int8()),
        "u8": pa.array([i * 4 for i in range(ROWS)], pa.uint8()),
        "u32": pa.array([(i * 0x5555_5555) % 2**32 for i in range(ROWS)], pa.uint32()),
        "u64": pa.array([(i * 0x5555_5555_5555_5555) % 2**64 for i in range(ROWS)], pa.uint64()),
        "i64": pa.array([(-1) ** i * i**9 for i in range(ROWS)], pa.int64()),
        "f16": pa.array([(i - 30) / 8 for i in range(ROWS)], pa.float32()).cast(pa.float16()),
        "f32": pa.array([nan if i % 10 == 0 else -0.0 if i % 2 else 0.0 for i in range(ROWS)], pa.float32()),
        "f64": pa.array([nan if i % 10 == 0 else (i - 30) / 7 for i in range(ROWS)], pa.float64()),
        "nan": pa.array([nan] * ROWS, pa.float64()),
        "null": pa.array([None] * ROWS, pa.int32()),
        "date": pa.array([day + datetime.timedelta(days=i * 100 - 3000) for i in range(ROWS)]),
        "time": pa.array([datetime.time(i % 24, i) for i in range(ROWS)]),
        "stamp": pa.array([datetime.datetime(1950 + i, 1, 1) for i in range(ROWS)], pa.timestamp("us")),
        "dec9": pa.array([decimal.Decimal(i - 30) / 4 for i in range(ROWS)], pa.decimal128(9, 2)),
        "dec38": pa.array([decimal.Decimal((i - 30) * 10**20) / 4 for i in range(ROWS)], pa.decimal128(38, 2)),
        "uuid": pa.array([uuid.UUID(int=i * 3**70 % 2**128).bytes for i in range(ROWS)], pa.binary(16)),
        "bytes": pa.array([bytes([i * 5 % 256] * (i % 5)) for i in range(ROWS)], pa.binary()),
        "text": pa.array([chr(0x100 + i * 400) * (i % 3) for i in range(ROWS)], pa.string()),
    }
    holes = {}
    for name, column in columns.items():
        indices = pa.array([None if i % 8 == 5 else i for i in range(ROWS)])
        holes[name] = column.take(indices)
    holes["point"] = pa.array([None if i % 6 == 1 else {"x": None if i % 5 == 2 else i, "y": [i, None]} for i in range(ROWS)])
    return pa.table(holes)


def write(folder, name, table, **options):
    pq.write_table(table, folder / f"{name}.parquet", row_group_size=ROWS // 2, data_page_size=64,
                   write_batch_size=8, **options)


def main():
    folder = pathlib.Path(sys.argv[1])
    for codec in CODECS:
        for version in ["1.0", "2.0"]:
            for dictionary in [False, ["name"]]:
                name = f"flips-{codec}-v{version[0]}-{'dictionary' if dictionary else 'plain'}"
                write(folder, name, mixed(), compression=codec, data_page_version=version,
                      use_dictionary=dictionary, write_page_checksum=True, write_page_index=True)
    for version in ["1.0", "2.0"]:
        for codec in CODECS:
            write(folder, f"types-{codec}-v{version[0]}", every_type(), compression=codec,
                  data_page_version=version, write_page_checksum=True, write_page_index=True)
        write(folder, f"types-v{version[0]}-without", every_type(), data_page_version=version)
        for encoding, column in [
            ("DELTA_BINARY_PACKED", pa.array([None if i % 5 == 0 else (-2) ** 63 if i == 1 else i * i * (-1) ** i for i in range(ROWS)], pa.int64())),
            ("DELTA_LENGTH_BYTE_ARRAY", pa.array([None if i % 5 == 0 else "x" * i for i in range(ROWS)])),
            ("DELTA_BYTE_ARRAY", pa.array([None if i % 5 == 0 else f"prefix/{i // 3}/{i}" for i in range(ROWS)])),
            ("BYTE_STREAM_SPLIT", pa.array([None if i % 5 == 0 else i / 3 for i in range(ROWS)], pa.float64())),
            ("RLE", pa.array([None if i % 5 == 0 else i % 3 == 0 for i in range(ROWS)])),
        ]:
            write(folder, f"{encoding.lower()}-v{version[0]}", pa.table({"c": column}), use_dictionary=False,
                  column_encoding={"c": encoding}, data_page_version=version, write_page_checksum=True,
                  write_page_index=True)


main()
