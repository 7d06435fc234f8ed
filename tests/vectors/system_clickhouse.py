"""ClickHouse's hashes of one value and of several, by chdb."""

import json
import random
import uuid

# ClickHouse's call for each function, with {} for the arguments.
FUNCTIONS = {
    "clickhouse_siphash64": "toString(sipHash64({}))",
    "clickhouse_siphash128": "lower(hex(sipHash128({})))",
    "clickhouse_cityhash64": "toString(cityHash64({}))",
    "clickhouse_halfmd5": "toString(halfMD5({}))",
}

# Functions of a String t that are well-known hashes, or that other functions of ours equal. tests/engines/dialects.py has ours.
OF_TEXTS = [
    "xxHash32(t)",
    "xxHash64(t)",
    "xxh3(t)",
    "leftPad(hex(xxh3_128(t)), 32, '0')",
    "xxHash64Spark(t)",
    "CRC32(t)",
    "murmurHash3_32(t)",
    "murmurHash3_64(t)",
    "hex(murmurHash3_128(t))",
    "farmFingerprint64(t)",
    "hex(sipHash128Reference(t))",
    "icebergHash(t)",
    "hex(MD5(t))",
    "hex(SHA1(t))",
    "hex(SHA224(t))",
    "hex(SHA256(t))",
    "hex(SHA384(t))",
    "hex(SHA512(t))",
    "hex(SHA512_256(t))",
    "hex(keccak256(t))",
    "hex(RIPEMD160(t))",
    "hex(HMAC('sha256', t, 'key'))",
]

# The types by their names in the vectors, with ClickHouse's.
TYPES = {
    "boolean": "Bool",
    "tinyint": "Int8",
    "smallint": "Int16",
    "int": "Int32",
    "bigint": "Int64",
    "hugeint": "Int128",
    "utinyint": "UInt8",
    "usmallint": "UInt16",
    "uint": "UInt32",
    "ubigint": "UInt64",
    "uhugeint": "UInt128",
    "float": "Float32",
    "double": "Float64",
    "decimal(4,1)": "Decimal(4, 1)",
    "decimal(9,2)": "Decimal(9, 2)",
    "decimal(10,2)": "Decimal(10, 2)",
    "decimal(18,6)": "Decimal(18, 6)",
    "decimal(38,10)": "Decimal(38, 10)",
    "string": "String",
    "binary": "String",
    "date": "Date32",
    "timestamp_s": "DateTime64(0, 'UTC')",
    "timestamp_ms": "DateTime64(3, 'UTC')",
    "timestamp": "DateTime64(6, 'UTC')",
    "timestamp_ns": "DateTime64(9, 'UTC')",
    "uuid": "UUID",
}
BITS = {"tinyint": 8, "smallint": 16, "int": 32, "bigint": 64, "hugeint": 128}
SCALES = {"timestamp_s": 0, "timestamp_ms": 3, "timestamp": 6, "timestamp_ns": 9}
# 1900-01-01 and 2262-01-01: what ClickHouse has in nanoseconds as well.
SECONDS = (-2208988800, 9214646400)


def missing():
    try:
        import chdb
    except ImportError:
        return "chdb"


def versions():
    import chdb

    return {"clickhouse": chdb.engine_version if hasattr(chdb, "engine_version") else chdb.chdb_version}


def value(kind, rng):
    """A random value as the vectors write it: numbers, or texts if JSON's numbers are too short."""
    if kind == "boolean":
        return rng.random() < 0.5
    if kind in BITS:
        bits = BITS[kind]
        number = rng.randrange(-(2 ** (bits - 1)), 2 ** (bits - 1)) >> rng.randrange(bits)
        return str(number) if bits == 128 else number
    if kind.startswith("u") and kind[1:] in BITS:
        bits = BITS[kind[1:]]
        number = rng.getrandbits(bits) >> rng.randrange(bits)
        return str(number) if bits >= 64 else number
    if kind == "float":
        return f"{rng.getrandbits(32):08x}"
    if kind == "double":
        return f"{rng.getrandbits(64):016x}"
    if kind.startswith("decimal"):
        digits = int(kind[8:].split(",")[0])
        return str(rng.randrange(-(10**digits) + 1, 10**digits) // 10 ** rng.randrange(digits))
    if kind == "string":
        return "".join(rng.choice("aZ09 é東𝄞") for _ in range(rng.randrange(70)))
    if kind == "binary":
        return rng.randbytes(rng.randrange(200)).hex()
    if kind == "date":
        return rng.randrange(-25567, 106000)
    if kind in SCALES:
        return rng.randrange(*(second * 10 ** SCALES[kind] for second in SECONDS))
    return str(uuid.UUID(int=rng.getrandbits(128)))


def expression(kind, column):
    """ClickHouse's value of a column of a file, in which all are texts."""
    if kind == "float":
        return f"reinterpretAsFloat32(reverse(unhex({column})))"
    if kind == "double":
        return f"reinterpretAsFloat64(reverse(unhex({column})))"
    if kind == "binary":
        return f"unhex({column})"
    if kind == "date":
        return f"CAST(toInt32({column}) AS Date32)"
    if kind in SCALES:
        return f"CAST(reinterpret(toInt64({column}), 'DateTime64({SCALES[kind]})') AS {TYPES[kind]})"
    if kind.startswith("decimal"):
        digits, scale = kind[8:-1].split(",")
        width = 32 if int(digits) <= 9 else 64 if int(digits) <= 18 else 128
        return f"reinterpret(toInt{width}({column}), 'Decimal{width}({scale})')"
    return f"CAST({column} AS {TYPES[kind]})"


def hashes(kinds, rows):
    """The results of each function for rows of values of these types."""
    import pathlib
    import tempfile

    import chdb

    def cell(v):
        return json.dumps(v if isinstance(v, str) else str(v).lower(), ensure_ascii=False)

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rows.jsonl"
        path.write_text("".join("[" + ",".join(map(cell, [i, *row])) + "]\n" for i, row in enumerate(rows)))
        names = [f"c{i}" for i in range(len(kinds))]
        schema = ", ".join(f"{name} String" for name in ["id", *names])
        values = ", ".join(expression(kind, name) for kind, name in zip(kinds, names))
        calls = ", ".join(call.format(values) for call in FUNCTIONS.values())
        sql = f"SELECT {calls} FROM file('{path}', JSONCompactEachRow, '{schema}') ORDER BY toInt64(id)"
        lines = str(chdb.query(sql, "TSV")).split("\n")[:-1]
    assert len(lines) == len(rows)
    results = zip(*(line.split("\t") for line in lines))
    return dict(zip(FUNCTIONS, map(list, results)))


def text_hashes(texts):
    """The results of OF_TEXTS, as texts, for values in hex."""
    import pathlib
    import tempfile

    import chdb

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "texts.tsv"
        path.write_text("".join(f"{i}\t{value}\n" for i, value in enumerate(texts)))
        calls = ", ".join(f"toString({call})" for call in OF_TEXTS)
        sql = f"SELECT {calls} FROM (SELECT id, unhex(h) AS t FROM file('{path}', TSV, 'id UInt64, h String')) ORDER BY id"
        lines = str(chdb.query(sql, "TSV")).split("\n")[:-1]
    assert len(lines) == len(texts)
    return dict(zip(OF_TEXTS, map(list, zip(*(line.split("\t") for line in lines)))))


def random_texts(count, rng):
    """Random bytes in hex, of lengths that reach every case of the hashes."""
    lengths = [*range(18), 31, 32, 33, 63, 64, 65, 127, 128, 129, 239, 240, 241, 256, 1000]
    lengths += [rng.randrange(100) if i % 4 else rng.randrange(600) for i in range(max(count - len(lengths), 0))]
    return [rng.randbytes(length).hex() for length in lengths[:count]]


def texts(count):
    values = random_texts(count, random.Random(96055))
    return {"texts": values, **text_hashes(values)}


def tables(count, rng):
    rows_of_types = [[kind] for kind in TYPES] + [["string", "bigint"], ["int", "int", "int"], list(TYPES)]
    made = []
    for kinds in rows_of_types:
        rows = [[value(kind, rng) for kind in kinds] for _ in range(count if len(kinds) < 9 else max(count // 10, 20))]
        made.append({"types": kinds, "rows": rows, **hashes(kinds, rows)})
    return made
