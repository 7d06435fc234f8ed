"""Which rows and which values of two tables differ, by the macro `table_diff` in DuckDB."""

from __future__ import annotations

import contextlib
import html
import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import resources
from typing import TYPE_CHECKING, Any

from hashlane import _native
from hashlane._by_name import by_name, has_common_values, is_null, number_kind, without_encoding
from hashlane._optional import optional
from hashlane._sql import identifier, literal

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = optional("duckdb", "hashlane.diff")

from hashlane.duckdb import connect

__all__ = ["Changes", "diff"]

# The columns of the result beside the key.
_OWN = ("change", "column", "left", "right")
# The most changes that notebooks show, and the most characters of a value.
_SHOWN, _CHARACTERS = 20, 160


class Changes:
    """Changes as a table, printed as DuckDB prints a relation. Any library that knows Arrow's PyCapsule interface reads it, and
    DuckDB by its name."""

    def __init__(self, con: duckdb.DuckDBPyConnection, has_columns: bool = True) -> None:
        # A relation doesn't keep its connection open in every DuckDB.
        self._con = con
        # Whether a row is the change of a column, or a whole row of a table.
        self._has_columns = has_columns

    @property
    def columns(self) -> list[str]:
        """`change`, the key, `column`, `left` and `right`."""
        return list(self._con.table("changes").columns)

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The rows as tuples."""
        return self._con.table("changes").fetchall()

    def show(self) -> None:
        """Prints the rows, or the first and last ones of many."""
        print(self)

    def df(self) -> Any:
        """The rows as a DataFrame of pandas."""
        optional("pandas", "df()")
        return self._con.table("changes").df()

    def pl(self) -> Any:
        """The rows as a DataFrame of Polars."""
        return optional("polars", "pl()").DataFrame(self)

    def arrow(self) -> Any:
        """The rows as a table of pyarrow."""
        return optional("pyarrow", "arrow()").table(self)

    def __repr__(self) -> str:
        return str(self._con.table("changes")) if len(self) else "no differences"

    def _repr_html_(self) -> str:
        """What notebooks show: how many changes there are of each kind and column, and the first ones."""
        if not len(self):
            return "no differences"
        counts = ""
        if self._has_columns:
            counted = self._con.sql('SELECT "change", coalesce("column", \'\') AS "column", count(*) AS "rows" FROM changes GROUP BY ALL ORDER BY ALL')
            counts = _html(counted.columns, counted.fetchall())
        first = self._con.execute(f"FROM changes LIMIT {_SHOWN}").fetchall()
        shown = f"<p>The first {_SHOWN} of {len(self)}</p>" if len(self) > _SHOWN else ""
        return counts + _html(self.columns, first) + shown

    def __len__(self) -> int:
        return len(self._con.table("changes"))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._con.table("changes").__arrow_c_stream__(requested_schema)


def _html(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    """A table of values as text, whatever they hold."""
    def cell(value: Any) -> str:
        if value is None:
            return "<td><i>NULL</i></td>"
        text = str(value)
        text = text[:_CHARACTERS] + "…" if len(text) > _CHARACTERS else text
        # Control characters, and those that turn the text around, are written out.
        text = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
        return f"<td>{html.escape(text)}</td>"

    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class _Stream:
    """One stream of a table. DuckDB asks for it twice, for the types and for the rows."""

    def __init__(self, stream: object) -> None:
        self._stream = stream

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._stream


@contextlib.contextmanager
def _reading(side: str, what: str = "table") -> Iterator[None]:
    """Says which table can't be read."""
    try:
        yield
    except (duckdb.Error, TypeError, ValueError) as error:
        if "Required module 'pyarrow'" in str(error):
            optional("pyarrow", f"DuckDB {duckdb.__version__}")
        reason = str(error).partition("\n")[0]
        raise ValueError(f"hashlane.diff: the {side} {what} can't be read: {reason}") from error


def _refuse_objects(table: Any) -> None:
    """Polars exports its type Object as bytes, which are pointers."""
    if type(table).__module__.startswith("polars"):
        for name, of in getattr(table, "schema", {}).items():
            if str(of) == "Object":
                raise TypeError(f"the column {name!r} has the type Object of Polars: convert it to a type of Arrow, such as String")


def _with_named_index(table: Any) -> Any:
    """The index of pandas as columns, if it has names. pandas exports any other one as a column too, unless it counts rows."""
    if not type(table).__module__.startswith("pandas") or not hasattr(table, "reset_index"):
        return table
    names = list(table.index.names)
    named = table.reset_index([place for place, name in enumerate(names) if name is not None]) if any(
        name is not None for name in names
    ) else table
    return named.reset_index(drop=True)


class _Side:
    """A table that is copied into DuckDB, where its columns are c0, c1 and so on: Arrow tells cases apart, DuckDB doesn't."""

    def __init__(self, con: duckdb.DuckDBPyConnection, side: str, table: Any) -> None:
        self.side = side
        if not hasattr(table, "__arrow_c_stream__"):
            given = f"{' '.join(repr(table).split()):.80}, of type {type(table).__name__}"
            raise TypeError(
                f"hashlane.diff: the {side} table is {given}; pass a table with "
                "__arrow_c_stream__, such as duckdb.read_parquet(path), a DataFrame of Polars (a LazyFrame after collect()) or "
                "a table of pyarrow"
            )
        with _reading(side):
            _refuse_objects(table)
            columns, stream = _native.table_stream(_with_named_index(table).__arrow_c_stream__())
        self.places = {name: place for place, (name, _, _) in enumerate(columns)}
        if len(self.places) < len(columns):
            twice = next(name for place, (name, _, _) in enumerate(columns) if self.places[name] != place)
            raise ValueError(f"hashlane.diff: the {side} table has two columns named {twice!r}: rename one of them")
        with _reading(side):
            con.register("input", _Stream(stream))
            con.execute(f'CREATE TABLE "{side}" AS FROM input AS t({", ".join(f"c{at}" for at in range(len(columns)))})')
        con.unregister("input")
        null = duckdb.type('"NULL"')
        self.types: dict[str, Any] = {}
        for (name, only_nulls, has_nanoseconds), of in zip(columns, con.table(side).types):
            if has_nanoseconds and "TIME_NS" not in str(of):
                raise ValueError(
                    f"hashlane.diff: column {name!r} of the {side} table has times in nanoseconds, which this DuckDB reads as "
                    "microseconds: cast it to text, or use DuckDB 1.5 or later"
                )
            self.types[name] = null if only_nulls else of

    def expression(self, name: str, order: Any) -> str:
        """A column with the fields of its structs in the order of another type."""
        return by_name(f"c{self.places[name]}", self.types[name], order)


def diff(
    a: Any,
    b: Any,
    *,
    key: str | Sequence[str],
    tolerance: float | Mapping[str, float] | None = None,
    relative_tolerance: float | Mapping[str, float] | None = None,
) -> Changes:
    """Which rows and values differ between two tables: anything with `__arrow_c_stream__`, such as a relation of DuckDB.

    A row for each row that `a` (`removed`) or `b` (`added`) alone has, and one for each value that differs (`changed`), with
    both values as text. Columns, those of the key too, and the fields of structs are matched by name, in any order; names
    that differ in case are two names. A column that one table lacks, or whose types have no values in common, is a row with
    `column` as its change, and the types in `left` and `right`. Values are compared, not how they are stored: 1.5 equals
    1.50, and NULL is a value. An index of pandas is a column if it has a name.

    With a `tolerance`, floats and decimals are equal if they differ by at most this number. A dictionary has the tolerances
    of some columns, which may also hold integers. With a `relative_tolerance` they may differ by so many times the greater
    magnitude; with both, by both together.

    Both tables are copied into memory by DuckDB, which must be installed.

    Raises:
        TypeError: an argument is not a table.
        ValueError: a table lacks a column of the key, has a key twice, or has a column that can't be compared, or a column with
            a tolerance has no numbers.
    """
    names = _key(key)
    _check_tolerance("tolerance", tolerance)
    _check_tolerance("relative_tolerance", relative_tolerance)
    con = connect()
    try:
        # Times without a zone are in UTC, as the row encoding has them.
        con.execute("SET TimeZone = 'UTC'")
        left, right = _Side(con, "left", a), _Side(con, "right", b)
        _check_key(names, left, right)
        shared, differences = _columns(left, right)
        compared = [name for name in shared if name not in names]
        close = _close(_kinds(left, right, compared), tolerance, relative_tolerance)
        _compare(con, left, right, names, shared)
        _remove_close(con, close)
        for name in differences:
            types = (str(side.types[name]) if name in side.types else None for side in (left, right))
            con.execute('INSERT INTO changes ("change", "column", "left", "right") VALUES (\'column\', ?, ?, ?)', [name, *types])
    except BaseException:
        con.close()
        raise
    return Changes(con)


def _key(key: str | Sequence[str]) -> list[str]:
    names = [key] if isinstance(key, str) else list(key) if isinstance(key, (list, tuple)) else [key]
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"hashlane.diff: key is {key!r:.80}; allowed is the name of a column, or a list of names")
    if not names:
        raise ValueError("hashlane.diff: key is an empty list: name at least one column")
    result = [name.lower() for name in (*_OWN, *names)]
    for place, name in enumerate(names, len(_OWN)):
        if result[place] in result[:place]:
            raise ValueError(f"hashlane.diff: the result would have two columns named {name!r}: rename that column")
    return names


def _check_tolerance(argument: str, tolerance: Any) -> None:
    given = list(tolerance.values()) if isinstance(tolerance, Mapping) else [] if tolerance is None else [tolerance]
    for number in given:
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise TypeError(f"hashlane.diff: {argument} is {number!r:.80}; allowed is a number, or a dictionary of numbers by column")
        if not (math.isfinite(number) and number >= 0):
            raise ValueError(f"hashlane.diff: {argument} is {number!r}; allowed is a number of 0 or more")


class _Numbers:
    """The numbers of a column: its kinds on both sides, and the types of its floats, none for other numbers."""

    def __init__(self, both: list[Any]) -> None:
        self.kinds = {number_kind(of) for of in both if not is_null(of)}
        self.floats = ["DOUBLE" if is_null(of) else str(of) for of in both] if self.kinds == {"double"} else []


def _kinds(left: _Side, right: _Side, compared: list[str]) -> dict[str, _Numbers]:
    return {name: _Numbers([side.types[name] for side in (left, right)]) for name in compared}


def _tolerances(argument: str, tolerance: float | Mapping[str, float] | None, columns: dict[str, _Numbers]) -> dict[str, float]:
    """The tolerance of each column that has one."""
    if isinstance(tolerance, Mapping):
        for name in tolerance:
            if name not in columns:
                has = ", ".join(columns)
                raise ValueError(f"hashlane.diff: {argument} names {name!r}, which isn't a compared column; these are {has}")
            if None in columns[name].kinds or not columns[name].kinds:
                raise ValueError(f"hashlane.diff: {argument} names {name!r}, which holds no numbers: leave it out")
        return dict(tolerance)
    if tolerance is None:
        return {}
    return {name: tolerance for name, numbers in columns.items() if numbers.kinds in ({"double"}, {"decimal"})}


def _close(
    columns: dict[str, _Numbers], tolerance: float | Mapping[str, float] | None, relative_tolerance: float | Mapping[str, float] | None
) -> dict[str, tuple[float, float, list[str]]]:
    """Both tolerances of each column that has one, and the types of its floats."""
    absolute = _tolerances("tolerance", tolerance, columns)
    relative = _tolerances("relative_tolerance", relative_tolerance, columns)
    return {name: (absolute.get(name, 0), relative.get(name, 0), columns[name].floats) for name in {**absolute, **relative}}


def _remove_close(con: duckdb.DuckDBPyConnection, close: dict[str, tuple[float, float, list[str]]]) -> None:
    """Removes the changes within a tolerance. The text of a number gives this number back."""
    for name, (most, factor, floats) in close.items():
        is_changed = """change = 'changed' AND "column" = ? AND "left" IS NOT NULL AND "right" IS NOT NULL"""
        if floats:
            left, right = (f'CAST("{side}" AS {of})::DOUBLE' for side, of in zip(("left", "right"), floats))
            allowed = f"?::DOUBLE + ?::DOUBLE * greatest(abs({left}), abs({right}))"
            is_close = f"isfinite({left}) AND isfinite({right}) AND abs({left} - {right}) <= {allowed}"
            con.execute(f"DELETE FROM changes WHERE {is_changed} AND {is_close}", [name, most, factor])
            continue
        # The difference of integers and decimals is exact, and the tolerances are the numbers that they print.
        changed = con.execute(f'SELECT rowid, "left", "right" FROM changes WHERE {is_changed}', [name])
        allowed, share, rows = Fraction(str(most)), Fraction(str(factor)), []
        while batch := changed.fetchmany(100_000):
            numbers = ((row, Fraction(left), Fraction(right)) for row, left, right in batch)
            rows += [row for row, left, right in numbers if abs(left - right) <= allowed + share * max(abs(left), abs(right))]
        con.execute("DELETE FROM changes WHERE rowid IN (SELECT unnest(?::BIGINT[]))", [rows])


def _check_key(names: list[str], left: _Side, right: _Side) -> None:
    for name in names:
        for side in (left, right):
            if name not in side.types:
                has = ", ".join(side.types)
                raise ValueError(f"hashlane.diff: the {side.side} table has no key column {name!r}; it has {has}")
        types = left.types[name], right.types[name]
        if not has_common_values(*types):
            raise ValueError(
                f"hashlane.diff: the key column {name!r} is {types[0]} in the left table and {types[1]} in the right table, "
                "which never have equal values: cast one of them"
            )


def _columns(left: _Side, right: _Side) -> tuple[list[str], list[str]]:
    """The columns to compare, and those that can't be because the types have no values in common."""
    shared, differences = [], []
    for name in dict.fromkeys((*left.types, *right.types)):
        both = name in left.types and name in right.types
        if not both or not has_common_values(left.types[name], right.types[name]):
            differences.append(name)
            continue
        for side in (left, right):
            if of := without_encoding(side.types[name]):
                raise ValueError(
                    f"hashlane.diff: column {name!r} of the {side.side} table has the type {of}, which can't be compared: "
                    "cast it to text or leave it out"
                )
        shared.append(name)
    return shared, differences


def _compare(con: duckdb.DuckDBPyConnection, left: _Side, right: _Side, key: list[str], shared: list[str]) -> None:
    """Creates the table `changes` with the rows and values that differ, and drops the tables."""
    with _comparing():
        _find(con, left, right, key, shared)
    con.execute('DROP VIEW left_shared; DROP VIEW right_shared; DROP TABLE "left"; DROP TABLE "right"')


@contextlib.contextmanager
def _comparing() -> Iterator[None]:
    """Says in one line why tables can't be compared."""
    try:
        yield
    except (duckdb.InvalidInputException, duckdb.ConversionException, duckdb.BinderException, duckdb.NotSupportedError) as error:
        _, ours, problem = str(error).partition("table_diff: ")
        text = problem if ours else "DuckDB can't compare the tables: " + str(error)
        raise ValueError("hashlane.diff: " + text.partition("\n")[0]) from error


def _find(con: duckdb.DuckDBPyConnection, left: _Side, right: _Side, key: list[str], shared: list[str]) -> None:
    """Creates the table `changes`. Column 0 of `shared` is c0 on both sides."""
    orders = [(right if is_null(left.types[name]) else left).types[name] for name in shared]
    for side in (left, right):
        columns = (
            f"{side.expression(name, order)} AS c{place}" for place, (name, order) in enumerate(zip(shared, orders))
        )
        con.execute(f'CREATE VIEW {side.side}_shared AS SELECT {", ".join(columns)} FROM "{side.side}"')
    con.execute(resources.files("hashlane").joinpath("table_diff.sql").read_text("utf-8"))
    keys = {f"c{shared.index(name)}": name for name in key}
    named = ", ".join(f"{column} AS {identifier(name)}" for column, name in keys.items())
    names = ", ".join(map(literal, shared))
    found = f"table_diff('left_shared', 'right_shared', [{', '.join(map(literal, keys))}])"
    con.execute(
        f'CREATE TABLE changes AS SELECT "change", {named}, [{names}][1 + "column"[2:]::INTEGER] AS "column", "left", "right" '
        f"FROM {found}"
    )
