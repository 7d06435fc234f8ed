"""What the README's table compares: for each rival, queries of ours and of theirs over the same rows.

A query is what is selected, from a table with one column s of strings, or with the columns a to e of benches/sql/data.py. In Polars
it is an expression in Python.
"""

from dataclasses import dataclass

ROW = ["a", "b", "c", "d", "e"]
COLUMNS = ", ".join(ROW)
TEXTS = ["short", "text"]
ROWS = ["rows"]

# The macro `generate_surrogate_key` of dbt_utils 1.3, in DuckDB.
NULL_KEY = "_dbt_utils_surrogate_key_null_"
KEY = " || '-' || ".join(f"coalesce(CAST({name} AS VARCHAR), '{NULL_KEY}')" for name in ROW)
SURROGATE_KEY = f"md5(CAST({KEY} AS VARCHAR))"

ENCODED = f"plh.hash_rows({', '.join(map(repr, ROW))}, version=1)"
OURS = f"({', '.join(map(repr, ROW))})"


@dataclass(frozen=True)
class Contest:
    """A query of ours and one of theirs that do the same job, each as the engine that runs it and its text."""

    rival: str
    job: str
    data_sets: list
    ours: tuple
    theirs: tuple
    # Whether both return the same value, which is compared before anything is timed.
    same: bool = True


def duckdb(rival, job, data_sets, ours, theirs, same=True, engine="duckdb"):
    return Contest(rival, job, data_sets, ("duckdb", ours), (engine, theirs), same)


def datafusion(job, ours, theirs, engine="datafusion"):
    return Contest("DataFusion's built-ins", job, TEXTS, ("datafusion", ours), (engine, theirs))


def polars(job, data_sets, ours, theirs):
    return Contest("polars-hash", job, data_sets, ("polars", ours), ("polars", theirs))


def clickhouse(job, data_sets, ours, theirs, same=True):
    return Contest("ClickHouse", job, data_sets, ("duckdb", ours), ("clickhouse", theirs), same)


BUILT_INS = "DuckDB's built-ins"
DBT = "dbt's generate_surrogate_key"
CONTESTS = [
    duckdb(BUILT_INS, "MD5 in hex", TEXTS, "max(hexdigest(s, 'md5'))", "max(md5(s))"),
    duckdb(BUILT_INS, "SHA-1 in hex", TEXTS, "max(hexdigest(s, 'sha1'))", "max(sha1(s))"),
    duckdb(BUILT_INS, "SHA-256 in hex", TEXTS, "max(hexdigest(s, 'sha256'))", "max(sha256(s))"),
    duckdb(BUILT_INS, "64 bits of a string", TEXTS, "bit_xor(xxh3(s))", "bit_xor(hash(s))", same=False),
    duckdb(BUILT_INS, "64 bits of a row", ROWS, f"bit_xor(row_xxh3({COLUMNS}))", f"bit_xor(hash({COLUMNS}))", same=False),
    datafusion("MD5 in hex", "max(hexdigest(s, 'md5'))", "max(md5(s))"),
    datafusion("SHA-256", "max(digest(s, 'sha256'))", "max(sha256(s))"),
    datafusion("BLAKE3", "max(blake3(s))", "max(digest(s, 'blake3'))", engine="datafusion alone"),
    duckdb("hashfuncs", "XXH3", TEXTS, "bit_xor(xxh3(s))", "bit_xor(xxh3_64(s))", engine="hashfuncs"),
    duckdb("hashfuncs", "XXH64", TEXTS, "bit_xor(xxh64(s))", "bit_xor(xxh64(s))", engine="hashfuncs"),
    duckdb("crypto", "BLAKE3", TEXTS, "max(blake3(s))", "max(crypto_hash('blake3', s))", engine="crypto"),
    duckdb("crypto", "SHA-256", TEXTS, "max(digest(s, 'sha256'))", "max(crypto_hash('sha2-256', s))", engine="crypto"),
    polars("XXH3", TEXTS, "hl.xxh3('s')", "plh.col('s').nchash.xxh3_64()"),
    polars("BLAKE3 in hex", TEXTS, "hl.blake3_hex('s')", "plh.col('s').chash.blake3()"),
    polars("SHA-256 in hex", TEXTS, "hl.hexdigest('s', 'sha256')", "plh.col('s').chash.sha2_256()"),
    polars("64 bits of a row", ROWS, f"hl.row_xxh3{OURS}", f"{ENCODED}.nchash.xxh3_64()"),
    polars("BLAKE3 of a row", ROWS, f"hl.row_blake3_hex{OURS}", f"{ENCODED}.chash.blake3()"),
    duckdb(DBT, "row_xxh3", ROWS, f"max(row_xxh3({COLUMNS}))", f"max({SURROGATE_KEY})", same=False),
    duckdb(DBT, "row_xxh128_hex", ROWS, f"max(row_xxh128_hex({COLUMNS}))", f"max({SURROGATE_KEY})", same=False),
    duckdb(DBT, "row_blake3_hex", ROWS, f"max(row_blake3_hex({COLUMNS}))", f"max({SURROGATE_KEY})", same=False),
    clickhouse("XXH64", TEXTS, "max(xxh64(s))", "max(xxHash64(s))"),
    clickhouse("MD5", TEXTS, "max(digest(s, 'md5'))", "max(MD5(s))"),
    clickhouse("SHA-256", TEXTS, "max(digest(s, 'sha256'))", "max(SHA256(s))"),
    # ClickHouse returns NULL if a column is NULL, so that c gets a value.
    clickhouse("64 bits of a row", ROWS, f"max(row_xxh3({COLUMNS}))", "max(cityHash64(a, b, ifNull(c, ''), d, e))", same=False),
]

# Rivals that no machine of ours can run.
ELSEWHERE = {"Snowflake": "a service, which runs on its own machines only"}
