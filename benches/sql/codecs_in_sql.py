"""Codecs within whole queries of DuckDB, beside functions that call the crates once a row.

Those are in the testing extension (crates/engines/duckdb/src/testing/naive.rs) and keep nothing from row to row.
They run over the first rows of a table only, since a context a row is slow.
"""

import statistics

import polars

import data

ROWS = {"urls": 400_000, "json": 60_000}
NAIVE_ROWS = 4_000
ROUNDS = 9

# A constant that is made once, as a program would pass it.
DICTIONARY, PACK = "getvariable('dictionary')", "getvariable('pack')"

SETUP = [
    "CREATE OR REPLACE TABLE source AS SELECT * FROM '{parquet}'",
    # Trained on other rows than those that are compressed. Over lists, since DuckDB before 2.0 has no aggregates of extensions.
    "SET VARIABLE dictionary = (SELECT list_zstd_train_dict(list(s), 16384) FROM source WHERE i % 2 = 1 AND i < 40000)",
    "SET VARIABLE pack = (SELECT list_block_pack(list(s ORDER BY i)) FROM source WHERE i < 40000)",
    "CREATE OR REPLACE TABLE t AS SELECT s, (hash(i) % {places} + 1)::UBIGINT AS place, zstd_compress(s) AS z, "
    f"zstd_compress(s, 3, {DICTIONARY}) AS d, lz4_block_compress(s) AS l FROM source WHERE i % 2 = 0",
    f"CREATE OR REPLACE TABLE few AS SELECT * FROM t LIMIT {NAIVE_ROWS}",
]

# A name, our call, the naive one, and how many times as long that takes at least: by table, none where it
# is only for the record.
QUERIES = [
    ("zstd_compress", "zstd_compress(s)", "hashlane_naive_zstd_compress(s)", {"urls": 20}),
    ("zstd_decompress", "zstd_decompress(z)", "hashlane_naive_zstd_decompress(z)", {"urls": 80}),
    (
        "zstd_compress, dictionary",
        f"zstd_compress(s, 3, {DICTIONARY})",
        f"hashlane_naive_zstd_compress_dict(s, {DICTIONARY})",
        {"urls": 40, "json": 15},
    ),
    (
        "zstd_decompress, dictionary",
        f"zstd_decompress(d, {DICTIONARY})",
        f"hashlane_naive_zstd_decompress_dict(d, {DICTIONARY})",
        {"urls": 100, "json": 20},
    ),
    ("lz4_block_compress", "lz4_block_compress(s)", "hashlane_naive_lz4_block_compress(s)", {}),
    ("lz4_block_decompress", "lz4_block_decompress(l)", "hashlane_naive_lz4_block_decompress(l)", {}),
    ("block_get", f"block_get({PACK}, place)", f"hashlane_naive_block_get({PACK}, place)", {}),
]

# What has to be true of all rows: each side reads what the other one wrote.
CHECKS = [
    "zstd_decompress_text(hashlane_naive_zstd_compress(s)) = s",
    f"zstd_decompress_text(hashlane_naive_zstd_compress_dict(s, {DICTIONARY}), {DICTIONARY}) = s",
    "hashlane_naive_zstd_decompress(z) = s::BLOB",
    f"hashlane_naive_zstd_decompress_dict(d, {DICTIONARY}) = s::BLOB",
    "lz4_block_decompress_text(hashlane_naive_lz4_block_compress(s)) = s",
    "hashlane_naive_lz4_block_decompress(l) = s::BLOB",
    f"hashlane_naive_block_get({PACK}, place) = block_get({PACK}, place)",
    "zstd_decompress(z) = s::BLOB",
    f"zstd_decompress(d, {DICTIONARY}) = s::BLOB",
    "lz4_block_decompress(l) = s::BLOB",
]
# By a join, which no function of packs is part of.
PLACES = f"SELECT count(*) FROM few JOIN source ON i + 1 = place WHERE block_get_text({PACK}, place) = source.s"


def prepare(table, folder):
    """Writes a table as Parquet."""
    parquet = folder / f"{table}.parquet"
    values = data.compressible(table, ROWS[table] * 2)
    polars.DataFrame({"i": range(len(values)), "s": values}).write_parquet(parquet)
    return parquet


def load(engine, parquet):
    for statement in SETUP:
        engine.run(statement.format(parquet=parquet, places=40_000))
    for check in CHECKS:
        wrong = engine.run(f"SELECT count(*) FROM few WHERE ({check}) IS NOT TRUE")["rows"][0][0]
        if wrong:
            raise SystemExit(f"{engine.name} {engine.version}: {wrong} rows where not {check}")
    found = engine.run(PLACES)["rows"][0][0]
    if found != NAIVE_ROWS:
        raise SystemExit(f"{engine.name} {engine.version}: {found} right values of {NAIVE_ROWS} from a pack")


def time(engine):
    """The seconds of each of our queries, then of each naive one."""
    selects = [(ours, "t") for _, ours, _, _ in QUERIES] + [(naive, "few") for _, _, naive, _ in QUERIES]
    return [engine.run(f"SELECT count({call}) FROM {table}")["seconds"] for call, table in selects]


def measure(engines, folder):
    """Times all tables in all engines, prints what comes out, and yields the rows of the record."""
    for table in ROWS:
        parquet = prepare(table, folder)
        for engine in engines:
            load(engine, parquet)
        rounds = {engine: [] for engine in engines}
        for _ in range(ROUNDS):
            for engine in engines:
                rounds[engine].append(time(engine))
        for engine in engines:
            medians = [statistics.median(times) for times in zip(*rounds[engine])]
            yield from report(engine, table, medians)


def report(engine, table, medians):
    print(f"\n{engine.name} {engine.version}, {table}: ns a row, and how many times as long one call a row takes")
    ours, naives = medians[: len(QUERIES)], medians[len(QUERIES) :]
    for (name, call, naive_call, bars), seconds, naive_seconds in zip(QUERIES, ours, naives):
        ns, naive = seconds / ROWS[table] * 1e9, naive_seconds / NAIVE_ROWS * 1e9
        bar, ratio = bars.get(table), naive / ns
        held = "" if bar is None else f", at least {bar}: {'held' if ratio >= bar else 'MISSED'}"
        print(f"  {name:<30}{ns:10.1f}{naive:12.1f}{ratio:9.1f}{held}")
        for who, sql, took, rows in (
            (name, call, seconds, ROWS[table]),
            (f"naive {name}", naive_call, naive_seconds, NAIVE_ROWS),
        ):
            yield {
                "engine": engine.name,
                "version": engine.version,
                "instruction_set": engine.isa,
                "column": table,
                "query": who,
                "sql": f"count({sql})",
                "median_seconds": f"{took:.4f}",
                "ns_per_row": f"{took / rows * 1e9:.2f}",
            }
