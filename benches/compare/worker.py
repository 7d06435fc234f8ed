"""Runs the queries of one engine for run.py, on one thread.

usage: worker.py ENGINE

Reads lines of JSON, `["load", PATH]` or `["run", QUERY]`, and prints {"seconds", "value"} for each. The first line that it prints is
{"version"}, or {"missing"}: why the engine can't be had here.
"""

import os

os.environ["POLARS_MAX_THREADS"] = "1"

import json
import sys
import time


class DuckDB:
    """DuckDB with our extension, or with a community extension that is installed: none is downloaded."""

    def __init__(self, extension=None):
        import duckdb

        self.connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
        if extension:
            try:
                self.connection.execute(f"LOAD {extension}")
            except duckdb.IOException:
                raise LookupError(f"not installed here: INSTALL {extension} FROM community, of DuckDB's server") from None
        else:
            import hashlane.duckdb

            hashlane.duckdb.load(self.connection)
        self.version = f"DuckDB {duckdb.__version__}"

    def load(self, path):
        self.connection.execute(f"CREATE OR REPLACE TABLE t AS FROM '{path}'")

    def run(self, query):
        return self.connection.execute(f"SELECT {query} FROM t").fetchone()[0]


class DataFusion:
    """PyPI's datafusion, with our functions or alone."""

    def __init__(self, ours=True):
        import datafusion

        self.context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))
        if ours:
            import hashlane_datafusion

            hashlane_datafusion.register(self.context)
        self.version = f"DataFusion {datafusion.__version__}"

    def load(self, path):
        import pyarrow.parquet

        self.context.deregister_table("t")
        self.context.register_record_batches("t", [pyarrow.parquet.read_table(path).to_batches(max_chunksize=8192)])

    def run(self, query):
        return self.context.sql(f"SELECT {query} AS v FROM t").collect()[0].column(0)[0].as_py()


class Polars:
    """Polars with our plugin and polars-hash. A query returns the column, and of that the number of its values."""

    def __init__(self):
        import polars
        import polars_hash

        import hashlane.polars

        self.names = {"pl": polars, "plh": polars_hash, "hl": hashlane.polars}
        self.version = f"Polars {polars.__version__}"

    def load(self, path):
        self.frame = self.names["pl"].read_parquet(path).rechunk()

    def run(self, query):
        return self.frame.select(eval(query, self.names).alias("v"))["v"]


class ClickHouse:
    """ClickHouse in this process, from chdb."""

    # Left to itself, it would make every column of a Parquet file Nullable.
    TYPES = {"texts": "s String", "rows": "a Int64, b String, c Nullable(String), d DateTime64(6), e Decimal(12, 2)"}

    def __init__(self):
        from chdb.session import Session

        self.session = Session()
        self.session.query("SET max_threads = 1")
        self.version = f"ClickHouse {self.row('SELECT version()')[0]}"

    def row(self, sql):
        return json.loads(self.session.query(sql, "JSONCompactEachRow").bytes())

    def load(self, path):
        self.session.query("DROP TABLE IF EXISTS t")
        columns = self.TYPES["rows" if os.path.basename(path).startswith("rows") else "texts"]
        self.session.query(f"CREATE TABLE t ENGINE = Memory AS SELECT * FROM file('{path}', Parquet, '{columns}')")

    def run(self, query):
        digits, kind = self.row(f"SELECT lower(hex(v)), toTypeName(v) FROM (SELECT {query} AS v FROM t)")
        return int(digits, 16) if kind.startswith("UInt") else digits


ENGINES = {
    "duckdb": DuckDB,
    "hashfuncs": lambda: DuckDB("hashfuncs"),
    "crypto": lambda: DuckDB("crypto"),
    "datafusion": DataFusion,
    "datafusion alone": lambda: DataFusion(ours=False),
    "polars": Polars,
    "clickhouse": ClickHouse,
}


def plain(value):
    """A value as every engine's answer is compared: bytes in hex, a column by its hash."""
    if isinstance(value, bytes | bytearray):
        return value.hex()
    if value is None or isinstance(value, int | str):
        return value
    return f"{len(value)} values, {value.hash().sum()}"


def answer(engine, line):
    verb, argument = json.loads(line)
    start = time.perf_counter()
    value = getattr(engine, verb)(argument)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "value": plain(value)}


def main():
    try:
        engine = ENGINES[sys.argv[1]]()
    except Exception as error:  # An engine that isn't there is left out, whatever it says.
        print(json.dumps({"missing": str(error).splitlines()[0]}), flush=True)
        return
    print(json.dumps({"version": engine.version}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(engine, line)), flush=True)


if __name__ == "__main__":
    main()
