"""Results over a table of many batches, as counts, XORs and extremes."""

import functools
import operator

from inputs import many
from reference import CANONICAL, KEY, KEY16, MAC_KEY, NUMBERS, hex_name

import xxhash


def xor(numbers):
    return functools.reduce(operator.xor, numbers, 0)


def call(name, value="v"):
    match name:
        case "blake3_keyed" | "highwayhash64" | "highwayhash128" | "highwayhash256":
            return f"({value}, '{KEY.decode()}')"
        case "blake3_derive_key":
            return f"('example.org 2026 tokens', {value})"
        case "siphash13" | "siphash24" | "siphash24_128":
            return f"({value}, '{KEY16.decode()}')"
        case "hmac":
            return f"({value}, '{MAC_KEY.decode()}', 'sha256')"
        case "digest":
            return f"({value}, 'sha256')"
        case _:
            return f"({value})"


# Rows that a filter leaves: all, few, none, those of one batch, those whose values are NULL.
FILTERS = {
    "i >= 0": lambda i: True,
    "i % 7 = 2": lambda i: i % 7 == 2,
    "i < 0": lambda i: False,
    "i BETWEEN 8190 AND 8200": lambda i: 8190 <= i <= 8200,
    "i % 3 = 0": lambda i: i % 3 == 0,
    "i % 1000 = 1": lambda i: i % 1000 == 1,
}


# Rows that are nearly all NULL.
MOSTLY_NULL = "(SELECT i, seed, CASE WHEN i % 50 = 7 THEN v END AS v FROM many) AS t"


def over_filters(query, name):
    rows = list(many())
    yield over(query, name, MOSTLY_NULL, [value if i % 50 == 7 else None for i, value, _, _ in rows])
    for sql, keep in FILTERS.items():
        yield over(query, name, f"many WHERE {sql}", [value for i, value, _, _ in rows if keep(i)])


def over(query, name, source, values):
    hashes = [CANONICAL[name](value) for value in values if value is not None]
    digits = sorted(value.hex() for value in hashes)
    extremes = [digits[0], digits[-1]] if digits else ["NULL", "NULL"]
    number = f"{name}{call(name)}" if name in NUMBERS else f"xxh3({name}{call(name)})"
    of = (lambda h: int.from_bytes(h, "big")) if name in NUMBERS else xxhash.xxh3_64_intdigest
    total = xor(map(of, hashes)) if hashes else "NULL"
    hexed = f"{hex_name(name)}{call(name)}"
    select = f"SELECT count(*), count({name}{call(name)}), bit_xor({number}), min({hexed}), max({hexed})"
    return query("IIITT", f"{select} FROM {source}", [[len(values), len(hashes), total, *extremes]])


def by_columns(query):
    """Parameters that change within a batch."""
    rows = [row for row in many() if row[1] is not None]
    for name in ("xxh3", "xxh64", "xxh32"):
        total = xor(int.from_bytes(CANONICAL[name](v, seed), "big") for _, v, seed, _ in rows)
        yield query("I", f"SELECT bit_xor({name}(v, seed)) FROM many", [[total]])
        few = xor(int.from_bytes(CANONICAL[name](v, seed), "big") for i, v, seed, _ in rows if i % 50 == 7)
        yield query("I", f"SELECT bit_xor({name}(v, seed)) FROM {MOSTLY_NULL}", [[few]])
    total = xor(xxhash.xxh3_64_intdigest(CANONICAL["xxh128"](v, seed)) for _, v, seed, _ in rows)
    yield query("I", "SELECT bit_xor(xxh3(xxh128(v, seed))) FROM many", [[total]])
    named = [row for row in rows if row[3] is not None]
    total = xor(xxhash.xxh3_64_intdigest(CANONICAL["digest"](v, a)) for _, v, _, a in named)
    yield query("II", "SELECT count(digest(v, algorithm)), bit_xor(xxh3(digest(v, algorithm))) FROM many", [[len(named), total]])
    total = xor(xxhash.xxh3_64_intdigest(CANONICAL["blake3"](v, 1 + i % 70)) for i, v, _, _ in rows)
    yield query("I", "SELECT bit_xor(xxh3(blake3(v, 1 + i % 70))) FROM many", [[total]])


def relational(query):
    """Results as keys of GROUP BY, joins and ORDER BY."""
    rows = [row for row in many() if row[1] is not None]
    hashed = [(CANONICAL["xxh3"](value), i, value) for i, value, _, _ in rows]
    groups = [0] * 8
    for digest, _, _ in hashed:
        groups[digest[-1] % 8] += 1
    sql = "SELECT CAST(xxh3(v) % 8 AS BIGINT) AS bucket, count(*) FROM many WHERE v IS NOT NULL GROUP BY 1 ORDER BY 1"
    yield query("II", sql, enumerate(groups))
    yield query("II", "SELECT i, xxh3(v) FROM many WHERE v IS NOT NULL ORDER BY xxh3(v) DESC LIMIT 5",
        [(i, int.from_bytes(digest, "big")) for digest, i, _ in sorted(hashed, reverse=True)[:5]])
    wide = sorted((CANONICAL["blake3"](value), i) for i, value, _, _ in rows)[:5]
    yield query("IX", "SELECT i, blake3(v) FROM many WHERE v IS NOT NULL ORDER BY blake3(v) LIMIT 5",
        [(i, digest.hex()) for digest, i in wide])
    # The values are unique, so their digests are.
    sql = "SELECT count(*), count(DISTINCT xxh128(v)), count(DISTINCT blake3(v)) FROM many WHERE v IS NOT NULL"
    yield query("III", sql, [[len(rows)] * 3])
    join = "SELECT count(*), sum(a.i - b.i) FROM many AS a JOIN many AS b ON"
    for key in ("xxh3({}.v)", "xxh128({}.v)", "blake3({}.v)", "xxh128_hex({}.v)"):
        yield query("II", f"{join} {key.format('a')} = {key.format('b')}", [[len(rows), 0]])
    yield query("I", "SELECT count(*) FROM (SELECT xxh128(v) FROM many GROUP BY xxh128(v)) AS g", [[len(rows) + 1]])
    yield "statement ok\nCREATE TABLE made AS SELECT i, xxh3(v) AS h, blake3(v) AS b, xxh128_hex(v) AS x FROM many\n"
    some = [row for row in many() if 4095 <= row[0] <= 4100]
    expected = [(i, *(("NULL",) * 3 if v is None else (int.from_bytes(CANONICAL["xxh3"](v), "big"),
        CANONICAL["blake3"](v).hex(), CANONICAL["xxh128"](v).hex()))) for i, v, _, _ in some]
    yield query("IIXT", "SELECT i, h, b, x FROM made WHERE i BETWEEN 4095 AND 4100 ORDER BY i", expected)


def round_trips(query):
    total = [sum(1 for row in many() if row[1] is not None)]
    for compressed in ("zstd_compress(v, CAST(i % 22 AS BIGINT))", "zstd_compress(v)", "lz4_compress(v)", "lz4_block_compress(v)"):
        name = compressed.split("_compress")[0]
        for prefix in ("", "try_"):
            back = f"{prefix}{name}_decompress_text({compressed})"
            yield query("I", f"SELECT count(*) FROM many WHERE {back} = v", [total])
            back = f"{prefix}{name}_decompress({compressed})"
            yield query("I", f"SELECT count(*) FROM many WHERE xxh128({back}) = xxh128(v)", [total])


def records(query):
    for name in CANONICAL:
        yield from over_filters(query, name)
    yield from by_columns(query)
    yield from relational(query)
    yield from round_trips(query)
