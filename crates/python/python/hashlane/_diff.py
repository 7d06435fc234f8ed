"""Which rows and which values of two tables differ, by the macro `table_diff` in DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Any

import duckdb

from hashlane.duckdb import connect

__all__ = ["Changes", "diff"]


class Changes:
    """Changes as a table, read by any library that knows Arrow's PyCapsule interface: `pyarrow.table(c)`,
    `polars.DataFrame(c)`, or in DuckDB by its name."""

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        # A relation doesn't keep its connection open in every DuckDB.
        self._con = con

    @property
    def columns(self) -> list[str]:
        """`change`, the key, `column`, `left` and `right`."""
        return list(self._con.table("changes").columns)

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The rows as tuples."""
        return self._con.table("changes").fetchall()

    def __len__(self) -> int:
        return len(self._con.table("changes"))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._con.table("changes").__arrow_c_stream__(requested_schema)


class _Stream:
    """Passes only the stream of a table to DuckDB, which refuses its own relations on another connection."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


def diff(a: Any, b: Any, *, key: str | Sequence[str]) -> Changes:
    """Which rows and values differ between two tables: anything with `__arrow_c_stream__`, such as a relation of DuckDB.

    A row for each row that `a` (`removed`) or `b` (`added`) alone has, and one for each value that differs (`changed`), with
    both values as text. Columns are matched by name, and those of one table alone are not compared. Values are compared,
    not how they are stored: 1.5 equals 1.50, and NULL is a value.

    Both tables are copied into memory by DuckDB, which must be installed.

    Raises:
        duckdb.Error: a table lacks a column of the key, or a key is in a table twice.
    """
    names = [key] if isinstance(key, str) else list(key)
    con = connect()
    try:
        con.execute(resources.files("hashlane").joinpath("table_diff.sql").read_text("utf-8"))
        for name, table in (("a", a), ("b", b)):
            con.register("input", _Stream(table))
            con.execute(f"CREATE TABLE {name} AS FROM input")
            con.unregister("input")
        lists = ", ".join("'" + name.replace("'", "''") + "'" for name in names)
        con.execute(f"CREATE TABLE changes AS FROM table_diff('a', 'b', [{lists}])")
        con.execute("DROP TABLE a; DROP TABLE b")
    except BaseException:
        con.close()
        raise
    return Changes(con)
