"""The queries of the SQL benchmarks, and the limits on their times.

There is a table with one column s of strings for each of words, short, uuid and text, and one of rows.
"""

# The queries over texts: a name, and what is selected.
DUCKDB = {
    "floor": "sum(strlen(s))",
    "hash": "bit_xor(hash(s))",
    "xxh3": "bit_xor(xxh3(s))",
    "xxh3 seeded": "bit_xor(xxh3(s, 7))",
    "naive xxh3": "bit_xor(hashlane_naive_xxh3(s))",
    "32-byte BLOB": "count(hashlane_trivial32(s))",
    "xxh128": "count(xxh128(s))",
    "blake3": "count(blake3(s))",
    "naive blake3": "count(hashlane_naive_blake3(s))",
    "digest md5": "count(digest(s, 'md5'))",
    "md5": "count(md5(s))",
    "digest sha256": "count(digest(s, 'sha256'))",
    "sha256": "count(sha256(s))",
}
# `digest` is ours; the testing build has DataFusion's own one as `engine_digest`.
DATAFUSION = {
    "floor": "sum(octet_length(s))",
    "xxh3": "bit_xor(xxh3(s))",
    "xxh3 seeded": "bit_xor(xxh3(s, 7))",
    "naive xxh3": "bit_xor(naive_xxh3(s))",
    "xxh128": "count(xxh128(s))",
    "blake3": "count(blake3(s))",
    "digest blake3": "count(digest(s, 'blake3'))",
    "engine digest blake3": "count(engine_digest(s, 'blake3'))",
    "digest md5": "count(digest(s, 'md5'))",
    "engine digest md5": "count(engine_digest(s, 'md5'))",
    "md5": "count(md5(s))",
    "digest sha256": "count(digest(s, 'sha256'))",
    "engine digest sha256": "count(engine_digest(s, 'sha256'))",
    "sha256": "count(sha256(s))",
}

# The queries over rows. The usual method today is the md5 of the joined values; `hash` is the engine's own
# hash of a row, for its joins.
ROW = "a, b, c, d, e"
TEXTS = "concat_ws('|', CAST(a AS VARCHAR), b, c, CAST(d AS VARCHAR), CAST(e AS VARCHAR))"
OF_ROWS = {
    "floor": "sum(octet_length(b))",
    "md5": f"max(md5({TEXTS}))",
    "row_xxh3": f"bit_xor(row_xxh3({ROW}))",
    "row_xxh128": f"max(row_xxh128({ROW}))",
    "row_blake3": f"max(row_blake3({ROW}))",
    "fingerprint": f"fingerprint({ROW})",
}
DUCKDB_ROWS = {**OF_ROWS, "floor": "sum(strlen(b))", "hash": f"bit_xor(hash({ROW}))"}
# The testing build has `create_hashes`, which DataFusion uses for joins and groups.
DATAFUSION_ROWS = {**OF_ROWS, "hash": f"bit_xor(engine_hash({ROW}))"}

# Queries that are compared with the reference packages first; the last one differs between engines.
CHECKS = [
    "bit_xor(xxh3(s))",
    "max(xxh128_hex(s))",
    "max(blake3_hex(s))",
    "max(hexdigest(s, 'md5'))",
    "max(hexdigest(s, 'sha256'))",
]
DUCKDB_CHECKS = ["bit_xor(hashlane_naive_xxh3(s))", "lower(max(hex(hashlane_naive_blake3(s))))"]
DATAFUSION_CHECKS = ["bit_xor(naive_xxh3(s))", "max(encode(engine_digest(s, 'blake3'), 'hex'))"]


ROW_CHECKS = [f"bit_xor(row_xxh3({ROW}))", f"fingerprint({ROW})"]


def columns(words, short, uuid, text):
    return {"words": words, "short": short, "uuid": uuid, "text": text}


def same(limit):
    """One limit for all columns."""
    return columns(limit, limit, limit, limit)


def by_isa(avx512, avx2):
    """Limits by instruction set; the portable form has none."""
    return {"avx512": avx512, "avx2": avx2}


def always(limits):
    """The same limits with AVX2 and AVX-512."""
    return by_isa(limits, limits)


def at_most(name, base, limits):
    """`name` takes at most this many times as long as `base`."""
    return f"{name} / {base}", lambda ns: ns[name] / ns[base], "at most", limits


def at_least(name, base, limits):
    """`name` takes at least this many times as long as `base`."""
    return f"{name} / {base}", lambda ns: ns[name] / ns[base], "at least", limits


def within(name, base, limits):
    """`name` takes at most this many nanoseconds a row more than `base`."""
    return f"{name} - {base}, ns", lambda ns: ns[name] - ns[base], "at most", limits


DUCKDB_BARS = [
    at_most("xxh3", "floor", by_isa(columns(1.15, 1.35, 1.4, 1.5), columns(1.2, 1.5, 1.4, 1.6))),
    at_most("xxh3", "hash", always(columns(0.65, 0.75, 0.95, None))),
    within("32-byte BLOB", "floor", always(same(12))),
    at_least("naive blake3", "blake3", always(same(3.3))),
    at_least("md5", "blake3", always(same(6))),
    at_least("sha256", "blake3", always(same(10))),
    within("blake3", "32-byte BLOB", always(columns(6, 6, 6, None))),
]
DATAFUSION_BARS = [
    at_least("naive xxh3", "xxh3", by_isa(columns(2.5, 1.8, 1.25, None), columns(1.6, 1.2, 1.0, None))),
    at_least("engine digest blake3", "digest blake3", by_isa(same(8), same(4))),
    at_least("engine digest md5", "digest md5", by_isa(same(10), same(5))),
    at_least("engine digest sha256", "digest sha256", by_isa(same(2.8), same(1.6))),
]
BARS_OF_ROWS = [
    at_least("md5", "row_xxh3", always({"rows": 8})),
    at_least("md5", "row_blake3", always({"rows": 3})),
    at_most("fingerprint", "row_xxh3", always({"rows": 1.3})),
]
DUCKDB_BARS_OF_ROWS = [
    at_most("row_xxh3", "hash", by_isa({"rows": 1.0}, {"rows": 1.4})),
    *BARS_OF_ROWS,
]
DATAFUSION_BARS_OF_ROWS = [at_most("row_xxh3", "hash", always({"rows": 2})), *BARS_OF_ROWS]

# DuckDB before 2.0 can't run aggregates of an extension, such as the fingerprint.
WITH_AGGREGATES = DUCKDB_ROWS, DUCKDB_BARS_OF_ROWS, ROW_CHECKS
WITHOUT_AGGREGATES = (
    {name: call for name, call in DUCKDB_ROWS.items() if name != "fingerprint"},
    [bar for bar in DUCKDB_BARS_OF_ROWS if "fingerprint" not in bar[0]],
    ROW_CHECKS[:1],
)
