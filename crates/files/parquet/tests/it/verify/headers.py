"""Writes Parquet files with checksums, and reads them with flipped bits.

usage: headers.py write FOLDER
       headers.py read FOLDER FLIPS    (a line of FLIPS: NAME BYTE BIT)

`read` prints a line for each flip: `same`, `other` (other values or another schema) or `unreadable`.
"""

import io
import pathlib
import resource
import sys

import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 240
ENCODINGS = {
    "id": "DELTA_BINARY_PACKED",
    "count": "DELTA_BINARY_PACKED",
    "name": "DELTA_BYTE_ARRAY",
    "text": "DELTA_LENGTH_BYTE_ARRAY",
    "tags.list.element": "DELTA_BINARY_PACKED",
    "flag": "RLE",
    "ratio": "BYTE_STREAM_SPLIT",
}


def table():
    """Columns of every kind of levels, some with few values, which get a dictionary."""
    schema = pa.schema(
        [
            pa.field("id", pa.int32(), nullable=False),
            pa.field("count", pa.int64()),
            pa.field("name", pa.string()),
            pa.field("text", pa.string(), nullable=False),
            pa.field("tags", pa.list_(pa.int64())),
            pa.field("names", pa.list_(pa.string())),
            pa.field("point", pa.struct([("x", pa.int64()), ("y", pa.list_(pa.string()))])),
            pa.field("flag", pa.bool_()),
            pa.field("ratio", pa.float64()),
            pa.field("none", pa.string()),
        ]
    )
    rows = range(ROWS)
    columns = {
        "id": [i * 7919 % 1009 for i in rows],
        "count": [None if i % 5 == 0 else i * 7919 % 100 for i in rows],
        "name": [None if i % 7 == 3 else f"item {i % 11}" for i in rows],
        "text": [f"text {i * i} " * (i % 4) for i in rows],
        "tags": [None if i % 9 == 4 else list(range(i % 4)) for i in rows],
        "names": [None if i % 9 == 4 else [None if j == 1 else f"n{j}" for j in range(i % 4)] for i in rows],
        "point": [None if i % 6 == 1 else {"x": None if i % 5 == 2 else i, "y": [f"{i % 3}", None]} for i in rows],
        "flag": [None if i % 13 == 0 else i % 3 == 0 for i in rows],
        "ratio": [i / 7 for i in rows],
        "none": [None] * ROWS,
    }
    return pa.table(columns, schema=schema)


def write(folder):
    encodings = {
        "dictionary": {"use_dictionary": True},
        "plain": {"use_dictionary": False},
        "delta": {"use_dictionary": False, "column_encoding": ENCODINGS},
    }
    for codec in ["zstd", "snappy", "none"]:
        for version in ["1.0", "2.0"]:
            for name, encoding in encodings.items():
                # Without an index and statistics, less contradicts a wrong header.
                for bare in [False, True]:
                    path = folder / f"headers-{codec}-v{version[0]}-{name}{'-bare' if bare else ''}.parquet"
                    pq.write_table(table(), path, compression=codec, data_page_version=version, row_group_size=ROWS // 2,
                                   data_page_size=300, write_batch_size=40, write_page_checksum=True,
                                   write_page_index=not bare, write_statistics=not bare, **encoding)


def read(folder, flips):
    # A flipped size must not take the machine's memory.
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    files, whole = {}, {}
    for line in flips.read_text().splitlines():
        name, byte, bit = line.split()
        data = bytearray(files.setdefault(name, (folder / name).read_bytes()))
        expected = whole.setdefault(name, pq.read_table(folder / name))
        data[int(byte)] ^= 1 << int(bit)
        try:
            found = pq.read_table(io.BytesIO(bytes(data)))
            print("same" if found.equals(expected, check_metadata=True) else "other", flush=True)
        except Exception:  # Whatever its class, the file can't be read.
            print("unreadable", flush=True)


folder = pathlib.Path(sys.argv[2])
if sys.argv[1] == "write":
    write(folder)
else:
    read(folder, pathlib.Path(sys.argv[3]))
