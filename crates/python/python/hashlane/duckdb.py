"""The functions in DuckDB, by the extension that lies in this package.

    import hashlane

    con = hashlane.duckdb.connect()
    con.sql("SELECT xxh3(name) FROM 'customers.parquet'")

Nothing is downloaded. DuckDB 1.4, 1.5 and 2.0 are supported.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import duckdb

__all__ = ["connect", "extension_path", "load"]


def extension_path() -> str:
    """The path of the extension, for `LOAD` in a program of your own."""
    return str(Path(__file__).with_name("hashlane.duckdb_extension"))


def connect(
    database: str | os.PathLike[str] = ":memory:",
    read_only: bool = False,
    config: dict[str, Any] | None = None,
) -> duckdb.DuckDBPyConnection:
    """Connects to a database, as `duckdb.connect` does, and loads the functions.

    The extension is not signed, so the connection allows unsigned extensions unless `config` says otherwise.
    """
    config = {"allow_unsigned_extensions": "true", **(config or {})}
    con = duckdb.connect(database, read_only=read_only, config=config)
    try:
        load(con)
    except BaseException:
        con.close()
        raise
    return con


def load(con: duckdb.DuckDBPyConnection) -> None:
    """Loads the functions into the database of a connection, which must allow unsigned extensions.

    Raises:
        ValueError: the connection does not allow them, which can only be set when a database is opened.
    """
    allowed = con.execute("SELECT current_setting('allow_unsigned_extensions')").fetchone()
    if allowed is None or str(allowed[0]).lower() != "true":
        raise ValueError(
            "this connection does not allow unsigned extensions, which can only be set when it is made: "
            "use hashlane.duckdb.connect(), or "
            "duckdb.connect(…, config={'allow_unsigned_extensions': 'true'})"
        )
    path = extension_path().replace("'", "''")
    con.execute(f"LOAD '{path}'")
