"""The row functions over the tables of row_tables.py, by polars-hash.

The tables are committed below rows/, and what is hashed is what polars reads from those files. On
every row, row_encoding.py must give the same bytes as polars-hash, and the packages xxhash and
blake3 the same digests: otherwise there are no vectors.
"""

import hashlib
import pathlib

import blake3
import polars as pl
import polars_hash as plh
import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

import row_encoding
import row_tables

FOLDER = pathlib.Path(__file__).resolve().parent / "rows"

# Columns that polars-hash has no say on, by file, and why.
OURS = {
    "maps.parquet": {
        "map_or_null": "polars-hash 0.9.3 gives a NULL map the bytes of an empty one",
        "uuid": "polars reads Arrow's UUID as BLOB; the bytes are those of polars-hash over the UUID's text",
    },
    "arrow_own.arrow": {
        "runs": "polars does not read run-end encoded arrays",
        "runs_i64": "polars does not read run-end encoded arrays",
        "at_us_offset": "polars takes zones by name alone",
        "decimal256": "polars does not read Decimal256",
        "list_view": "polars does not read list views",
        "list_view_large": "polars does not read list views",
        "no_elements": "polars does not read FixedSizeList of size 0",
    },
}

# Sets beside each column alone and all of a file's: orders, neighbours and repetitions.
COMBINATIONS = {
    "integers.parquet": [["u64", "i8"], ["i8", "u64"], ["i8", "i8"], ["flag", "i64", "flag"]],
    "floats.parquet": [["f64", "f32"], ["f32", "f64"]],
    "texts.parquet": [["text", "blob"], ["blob", "text"], ["four", "word", "id"]],
    "times.parquet": [["day", "time_us", "at_us"], ["at_us", "at_us_zoned"]],
    "units.parquet": [["lasts_ms", "lasts_us"]],
    "decimals.parquet": [["d4_2", "d38_10"], ["id", "d18_0"]],
    "nested.parquet": [["x", "y"], ["xy"], ["y", "x"], ["xy", "x"], ["words", "one_list"], ["numbers", "pair"], ["id", "deep", "line"]],
    "nulls.parquet": [["none", "none"], ["point", "list"], ["none", "id", "none"]],
    "maps.parquet": [["map", "map_of_points"]],
    "arrow_types.arrow": [["text_view", "blob_view"], ["hidden_in_struct", "hidden_in_list"]],
    "many.parquet": [["id"], ["customer", "name", "price"], ["tags"], ["place", "paid"], ["paid"], ["name"]],
}

# Longer rows are told apart by their digests alone.
LONGEST_BYTES = 200


def digest_functions():
    """Each digest as polars-hash makes it, in canonical hex, and as another package does."""
    canonical = {"return_binary": True, "byte_order": "big"}
    return {
        "xxh3": (lambda row: row.nchash.xxh3_64(), lambda n: f"{n:016x}", xxhash.xxh3_64_hexdigest),
        "xxh128": (lambda row: row.nchash.xxh3_128(**canonical), bytes.hex, xxhash.xxh3_128_hexdigest),
        "blake3": (lambda row: row.chash.blake3(), str, lambda data: blake3.blake3(data).hexdigest()),
        "sha256": (lambda row: row.chash.sha2_256(), str, lambda data: hashlib.sha256(data).hexdigest()),
    }


def digests(encoded, names=("xxh3", "xxh128", "blake3")):
    """The digests of rows' bytes, by polars-hash."""
    frame = pl.DataFrame({"row": encoded}, schema={"row": pl.Binary})
    results = {}
    for name in names:
        expression, text, other = digest_functions()[name]
        results[name] = [text(value) for value in frame.select(expression(plh.col("row")))["row"].to_list()]
        assert results[name] == [other(row) for row in encoded], f"{name}: polars-hash and the other package differ"
    return results


def hash_rows(frame):
    return frame.select(plh.hash_rows(pl.all(), version=1).alias("row"))["row"].to_list()


def encode(file, table, columns):
    """The bytes of each row, by polars-hash wherever it can, and who says so."""
    encoded = row_encoding.rows([table[name] for name in columns])
    if OURS.get(file, {}).keys() & set(columns):
        if columns == ["uuid"]:
            texts = [None if value is None else str(value) for value in table["uuid"].to_pylist()]
            assert hash_rows(pl.DataFrame({"uuid": texts})) == encoded
        return encoded, "row_encoding.py"
    for (i, row), own in zip(enumerate(hash_rows(polars_frame(file, columns))), encoded, strict=True):
        assert row == own, f"{file}, {columns}, row {i}: polars-hash {row.hex()}, row_encoding.py {own.hex()}"
    return encoded, "polars-hash"


def polars_frame(file, columns):
    path = FOLDER / file
    if path.suffix == ".parquet":
        frame = pl.read_parquet(path, columns=list(dict.fromkeys(columns)))
    else:
        frame = pl.from_arrow(read(path).select(list(dict.fromkeys(columns))))
    # A row may have a column twice, a frame may not.
    return frame.select(pl.col(name).alias(f"{i} {name}") for i, name in enumerate(columns))


def total(encoded):
    """hash_agg: the sum of row_xxh128, big-endian."""
    numbers = (int(value, 16) for value in digests(encoded, ["xxh128"])["xxh128"])
    return f"{sum(numbers) % 2**128:032x}"


def aggregates(encoded):
    return {
        "hash_agg": total(encoded),
        "fingerprint": f"hl1:{len(encoded)}:{total(encoded)}",
        "by_id_modulo_3": [total(encoded[rest::3]) for rest in range(3)],
    }


def exclusive_or(digits):
    result = 0
    for value in digits:
        result ^= int(value, 16)
    return str(result)


def entry(file, table, columns):
    encoded, source = encode(file, table, columns)
    head = {"file": file, "columns": columns, "source": source}
    if table.num_rows > 1000:
        hashed = digests(encoded)
        of_hashes = {name: exclusive_or(digests([bytes.fromhex(v) for v in hashed[name]], ["xxh3"])["xxh3"]) for name in ("xxh128", "blake3")}
        of_bytes = exclusive_or(hashed["xxh3"])
        sums = {"xor_xxh3": of_bytes, **{f"xor_xxh3_of_{name}": value for name, value in of_hashes.items()}}
        return {**head, **aggregates(encoded), **sums}
    named = ["xxh3", "xxh128", "blake3"] + ["sha256"] * (len(columns) == len(table.column_names))
    rows = {"bytes": [row.hex() if len(row) <= LONGEST_BYTES else None for row in encoded], **digests(encoded, named)}
    return {**head, **aggregates(encoded), **rows}


def sets(file, table):
    names = table.column_names
    single = [] if table.num_rows > 1000 else [[name] for name in names[1:]]
    chosen = [*single, *COMBINATIONS.get(file, []), names[1:], names]
    return [columns for i, columns in enumerate(chosen) if columns not in chosen[:i]]


def wide_integers():
    """128-bit integers, which Arrow has no type for."""
    edges = [2**n + d for n in (63, 64, 70, 126, 127) for d in (-1, 0, 1)]
    kinds = {"Int128": [0, -1, *edges, *(-edge for edge in edges)], "UInt128": [0, *edges, 2**128 - 1]}
    for kind, values in kinds.items():
        limit = 2**127 if kind == "Int128" else 2**128
        values = [value for value in values if -(2**127) <= value < limit]
        encoded = hash_rows(pl.DataFrame({"v": pl.Series(values, dtype=getattr(pl, kind))}))
        assert encoded == [row_encoding.fields([row_encoding.integer(value)]) for value in values]
        yield {"type": kind, "values": [str(value) for value in values], "bytes": [row.hex() for row in encoded], **digests(encoded)}


def long_values():
    """Values that are too long to commit, by the SQL that makes them."""
    for sql, value in {
        "repeat('hashlane10', 10000)": "hashlane10" * 10_000,
        "repeat('é', 32768)": "é" * 32_768,
        "repeat('hashlane10', 100000)": "hashlane10" * 100_000,
    }.items():
        encoded = hash_rows(pl.DataFrame({"v": [value]}))
        assert encoded == [row_encoding.fields([row_encoding.string(value)])]
        yield {"sql": sql, "length": len(value.encode()), **{name: of[0] for name, of in digests(encoded).items()}}


NOTES = {
    "bytes": f"row_bytes of each row in order of id, null where it is longer than {LONGEST_BYTES} bytes",
    "digests": "row_xxh3, row_xxh128, row_blake3 and row_digest('sha256', …) of each row in order of id, in canonical hex",
    "by_id_modulo_3": "hash_agg of the rows whose id % 3 is 0, 1 and 2",
    "xor_xxh3": "bit_xor(row_xxh3(…)), and of xxh3 over row_xxh128 and row_blake3",
    "duckdb": "typeof what read_parquet gives, by version where they are not of one mind",
    "differs": "engines that read another value than the file's, as other units, and so give other bytes",
    "empty_hash_agg": "00" * 16,
}


def rows_file():
    described, entries = [], []
    for file, make in row_tables.TABLES.items():
        table = committed(file, make())
        columns = [describe(file, field) for field in table.schema]
        described.append({"file": file, "rows": table.num_rows, "columns": columns})
        entries += [entry(file, table, columns) for columns in sets(file, table)]
    return {
        **NOTES,
        "files": described,
        "sets": entries,
        "integers": list(wide_integers()),
        "long": list(long_values()),
    }


def describe(file, field):
    column = {"name": field.name, "arrow": str(field.type)}
    if file.endswith(".parquet"):
        column |= duckdb(field.type)
    if reason := OURS.get(file, {}).get(field.name):
        column["ours"] = reason
    return column


DUCKDB_VERSIONS = ["1.4.5", "1.5.6", "2.0.1"]
DUCKDB = {
    "null": '"NULL"', "bool": "BOOLEAN", "string": "VARCHAR", "binary": "BLOB", "fixed_size_binary[4]": "BLOB",
    "int8": "TINYINT", "int16": "SMALLINT", "int32": "INTEGER", "int64": "BIGINT",
    "uint8": "UTINYINT", "uint16": "USMALLINT", "uint32": "UINTEGER", "uint64": "UBIGINT",
    "halffloat": "FLOAT", "float": "FLOAT", "double": "DOUBLE",
    "date32[day]": "DATE", "time32[ms]": "TIME", "time64[us]": "TIME",
    "timestamp[ms]": "TIMESTAMP", "timestamp[us]": "TIMESTAMP", "timestamp[ns]": "TIMESTAMP_NS",
}  # fmt: skip


def duckdb(kind):
    """What DuckDB reads a column of Parquet as; rows_duckdb.py checks it with DuckDB."""
    if pa.types.is_duration(kind):
        return {"duckdb": "BIGINT", "differs": [f"duckdb-{version}" for version in DUCKDB_VERSIONS]}
    if pa.types.is_time64(kind) and kind.unit == "ns":
        return {"duckdb": {"1.4.5": "TIME", "1.5.6": "TIME_NS", "2.0.1": "TIME_NS"}, "differs": ["duckdb-1.4.5"]}
    if pa.types.is_timestamp(kind) and kind.unit == "ns" and kind.tz:
        zoned = "TIMESTAMP WITH TIME ZONE"
        return {"duckdb": {"1.4.5": zoned, "1.5.6": zoned, "2.0.1": "TIMESTAMPTZ_NS"}, "differs": ["duckdb-1.4.5", "duckdb-1.5.6"]}
    if kind == pa.uuid():
        # DataFusion 55 reads FixedSizeBinary(16) and nothing of the extension.
        return {"duckdb": "UUID", "differs": ["datafusion"]}
    return {"duckdb": duckdb_type(kind)}


def duckdb_type(kind):
    if pa.types.is_timestamp(kind) and kind.tz:
        return "TIMESTAMP WITH TIME ZONE"
    if pa.types.is_decimal(kind):
        return f"DECIMAL({kind.precision},{kind.scale})"
    if pa.types.is_dictionary(kind):
        return duckdb_type(kind.value_type)
    if pa.types.is_map(kind):
        return f"MAP({duckdb_type(kind.key_type)}, {duckdb_type(kind.item_type)})"
    if pa.types.is_struct(kind):
        fields = (f"{field.name} {duckdb_type(field.type)}" for field in kind)
        return f"STRUCT({', '.join(fields)})"
    if pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind):
        return f"{duckdb_type(kind.value_type)}[]"
    return DUCKDB[str(kind)]


def committed(file, table):
    """The table as its file has it; without --check, an outdated file is written again."""
    path = FOLDER / file
    if not (path.exists() and alike(read(path), table)):
        if not writing:
            raise SystemExit(f"rows/{file} is not what row_tables.py makes")
        FOLDER.mkdir(exist_ok=True)
        write(path, table)
        print(f"rows/{file}: {path.stat().st_size} bytes")
    assert alike(read(path), table), f"rows/{file} does not read back as it was written"
    return read(path)


# Set by generate.py: with --check nothing is written.
writing = False


def write(path, table):
    if path.suffix == ".parquet":
        # Row groups that end amid an engine's batch.
        pq.write_table(table, path, compression="zstd", row_group_size=1500)
    else:
        with pa.ipc.new_file(path, table.schema) as out:
            out.write_table(table)


def read(path):
    if path.suffix == ".parquet":
        return pq.read_table(path)
    return pa.ipc.open_file(path).read_all()


def alike(one, other):
    """Of the same types and values. The bits of NaNs differ in floats alone, so those are compared."""
    if one.schema != other.schema or one.num_rows != other.num_rows:
        return False
    return all(values(a) == values(b) for a, b in zip(one.columns, other.columns))


def values(column):
    if pa.types.is_floating(column.type):
        whole = column.combine_chunks()
        return whole.view(f"uint{column.type.bit_width}").to_pylist()
    return row_encoding.column(column)
