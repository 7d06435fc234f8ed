"""Hashlane in DuckDB: find the rows that changed between two versions of a table.

    make extension
    pip install duckdb
    python examples/in_duckdb.py
"""

import pathlib

import duckdb

EXTENSION = pathlib.Path(__file__).resolve().parents[1] / "build" / "hashlane.duckdb_extension"


def connect():
    """A connection with Hashlane in it. The extension is not signed, which DuckDB must be told."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{EXTENSION}'")
    return connection


def changed(connection):
    """The keys whose text has another digest today than yesterday."""
    return connection.execute("""
        SELECT id, xxh128_hex(y.text) AS yesterday, xxh128_hex(t.text) AS today
        FROM yesterday y JOIN today t USING (id)
        WHERE xxh128(y.text) <> xxh128(t.text)
        ORDER BY id
    """).fetchall()


if __name__ == "__main__":
    con = connect()
    con.execute("CREATE TABLE yesterday AS SELECT i AS id, 'text of row ' || i AS text FROM range(1000) t(i)")
    con.execute("CREATE TABLE today AS SELECT id, replace(text, '77', 'seventy-seven') AS text FROM yesterday")
    for row in changed(con):
        print(*row)
