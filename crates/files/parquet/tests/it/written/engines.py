"""Has pyarrow or DuckDB write Parquet files, read them, and compare them with copies.

    engines.py pyarrow|duckdb write FOLDER
    engines.py pyarrow|duckdb compare FILES COPIES
    engines.py pyarrow flipped FOLDER PLACES
"""

import itertools
import random
import sys
from pathlib import Path


def write_pyarrow(folder):
    import pyarrow as pa
    import pyarrow.parquet as pq

    r = random.Random(6)
    n = 700
    table = pa.table(
        {
            "i": pa.array([r.randrange(1000) if r.random() > 0.1 else None for _ in range(n)], pa.int64()),
            "s": pa.array([f"value {r.randrange(30)}" if r.random() > 0.1 else None for _ in range(n)]),
            "f": pa.array([r.random() for _ in range(n)]),
            "b": pa.array([r.random() < 0.5 for _ in range(n)]),
            "l": pa.array([[r.randrange(9) for _ in range(r.randrange(4))] for _ in range(n)]),
        }
    )
    codecs = ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]
    switches = [(True, True, False), (True, False, False), (False, True, False), (True, True, True)]
    for codec, version, (dictionary, index, checksum) in itertools.product(codecs, ["1.0", "2.0"], switches):
        name = f"pyarrow_{codec}_{version}_{dictionary}_{index}_{checksum}.parquet"
        pq.write_table(
            table,
            folder / name,
            compression=codec,
            data_page_version=version,
            use_dictionary=dictionary,
            write_page_index=index,
            write_page_checksum=checksum,
            row_group_size=300,
            data_page_size=1000,
            bloom_filter_options={"i": True, "s": True} if index else None,
        )
    pq.write_table(table.slice(0, 0), folder / "pyarrow_without_rows.parquet", write_page_index=True)


def write_duckdb(folder):
    import duckdb

    query = """
        SELECT i, 'value ' || i % 20 AS s, CASE WHEN i % 7 > 0 THEN i * 1.5 END AS d, [i, i + 1] AS l
        FROM range(5000) t(i)"""
    for codec in ["uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4_raw"]:
        for version in ["v1", "v2"]:
            path = folder / f"duckdb_{duckdb.__version__}_{codec}_{version}.parquet"
            options = f"FORMAT parquet, CODEC {codec}, PARQUET_VERSION {version}, ROW_GROUP_SIZE 2048"
            duckdb.sql(f"COPY ({query}) TO '{path}' ({options})")


def compare_pyarrow(files, copies):
    import pyarrow.parquet as pq

    for copy in sorted(copies.iterdir()):
        metadata, new = (pq.read_metadata(folder / copy.name) for folder in (files, copies))
        assert metadata.metadata == new.metadata, copy
        # As text, since NaN is not equal to itself.
        table, verified = pq.read_table(files / copy.name), pq.read_table(copy, page_checksum_verification=True)
        assert table.schema.equals(verified.schema, check_metadata=True), copy
        assert table.equals(verified) or table.to_pylist().__repr__() == verified.to_pylist().__repr__(), copy
    print(f"pyarrow: {len(list(copies.iterdir()))} copies equal their files")


def compare_duckdb(files, copies):
    import duckdb

    skipped = 0
    for copy in sorted(copies.iterdir()):
        read = lambda folder: duckdb.sql(f"SELECT * FROM '{folder / copy.name}'").fetchall()
        try:
            rows = read(files)
        except duckdb.Error:  # what DuckDB doesn't read of other writers
            skipped += 1
            continue
        assert repr(rows) == repr(read(copies)), copy
    print(f"DuckDB {duckdb.__version__}: {len(list(copies.iterdir())) - skipped} copies equal their files, {skipped} it doesn't read")


def flipped(folder, places):
    import pyarrow as pa
    import pyarrow.parquet as pq

    # Without threads: after an error, those of pyarrow may still run when Python ends, which then aborts at times.
    lines = places.read_text().splitlines()
    for line in lines:
        name, offset = line.split()
        damaged = bytearray((folder / name).read_bytes())
        damaged[int(offset)] ^= 0x10
        try:
            file = pa.BufferReader(bytes(damaged))
            pq.ParquetFile(file, page_checksum_verification=True, pre_buffer=False).read(use_threads=False)
        except OSError as error:
            assert "CRC checksum verification failed" in str(error), (line, error)
        else:
            raise AssertionError(f"{line}: pyarrow has not seen the flip")
    print(f"pyarrow: {len(lines)} flips found")


if __name__ == "__main__":
    engine, task, *paths = sys.argv[1:]
    paths = [Path(path) for path in paths]
    {
        ("pyarrow", "write"): write_pyarrow,
        ("duckdb", "write"): write_duckdb,
        ("pyarrow", "compare"): compare_pyarrow,
        ("duckdb", "compare"): compare_duckdb,
        ("pyarrow", "flipped"): flipped,
    }[engine, task](*paths)
