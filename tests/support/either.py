"""Queries by the extension in the DuckDB that Python imports, or by the program `hashlane`, which runs DataFusion."""

import subprocess


def is_extension(path):
    return path.endswith(".duckdb_extension")


def write(engine, query, path):
    """Writes the rows of a query to a Parquet file."""
    if not is_extension(engine):
        subprocess.run([engine, "sql", "-f", "-o", path, query], check=True)
        return
    from support.extension import connect

    connection = connect(engine)
    connection.execute("SET TimeZone = 'America/New_York'")
    connection.execute(f"COPY ({query}) TO '{path}'")
