"""The functions in DuckDB, by the extension that lies in this package.

    import hashlane

    con = hashlane.duckdb.connect()
    con.sql("SELECT xxh3(name) FROM 'customers.parquet'")

Nothing is downloaded. DuckDB 1.4, 1.5 and 2.0 are supported.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hashlane._optional import optional
from hashlane._sql import literal

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = optional("duckdb", "hashlane.duckdb")

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

    After a crash, DuckDB applies the log of a database before it can load an extension, which fails if a generated column,
    a DEFAULT or a CHECK calls a function of the extension. The log is then applied with the functions loaded.

    Raises:
        ValueError: the connection does not allow unsigned extensions, or is read-only and its log must be applied first.
    """
    config = {"allow_unsigned_extensions": "true", **(config or {})}
    try:
        con = duckdb.connect(database, read_only=read_only, config=config)
    except duckdb.Error as error:
        if "replaying WAL" not in str(error):
            raise
        if read_only or str(config.get("access_mode", "")).lower() == "read_only":
            raise ValueError(
                f"the log of {os.fspath(database)!r} can't be applied by a read-only connection: connect once without read_only, "
                "or attach the file to hashlane.duckdb.connect() by ATTACH … (READ_ONLY)"
            ) from error
        _apply_log(database, config, error)
        con = duckdb.connect(database, read_only=read_only, config=config)
    try:
        load(con)
    except BaseException:
        con.close()
        raise
    return con


def _apply_log(database: str | os.PathLike[str], config: dict[str, Any], failure: duckdb.Error) -> None:
    """Applies the log of a database that can't be opened, which a database attached after LOAD can."""
    # The caller gets a connection to the file itself: cursors of DuckDB 1 would start in the database in memory, and a file
    # that is attached to one database can't be opened by another.
    with duckdb.connect(config=config) as con:
        load(con)
        try:
            con.execute(f"ATTACH {literal(os.fspath(database))} AS applied; CHECKPOINT applied; DETACH applied")
        except duckdb.Error:
            raise failure from None


def load(con: duckdb.DuckDBPyConnection) -> None:
    """Loads the functions into the database of a connection, which must allow unsigned extensions.

    Raises:
        ValueError: the connection does not allow them, which can only be set when a database is opened.
    """
    # All rows are fetched: a result that isn't read to its end would stay open on the connection.
    allowed = con.execute("SELECT current_setting('allow_unsigned_extensions')").fetchall()
    if str(allowed[0][0]).lower() != "true":
        raise ValueError(
            "this connection does not allow unsigned extensions, which can only be set when it is made: "
            "use hashlane.duckdb.connect(), or "
            "duckdb.connect(…, config={'allow_unsigned_extensions': 'true'})"
        )
    con.execute(f"LOAD {literal(extension_path())}")
