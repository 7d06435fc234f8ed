"""What changed between two snapshots of a lake, from the lists of their files, by the program in this package."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hashlane import _native
from hashlane._diff import Changes, _Stream, _check_tolerance, _key, _reading
from hashlane._optional import optional
from hashlane._program import MISSING, PROGRAM
from hashlane._sql import identifier, literal

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = optional("duckdb", "hashlane.diff_files")


def diff_files(
    left: Any,
    right: Any,
    *,
    key: str | Sequence[str] | None,
    tolerance: float | Mapping[str, float] | None = None,
    relative_tolerance: float | Mapping[str, float] | None = None,
) -> Changes:
    """Which rows and values differ between two snapshots of a lake, each given as the list of its Parquet files.

    A list is a table with the columns `path`, `bytes` and `rows`, or the path of a CSV or Parquet file with them. A file that
    both lists have is equal and isn't read. The result is that of `diff`; with `key=None` it has the rows that one snapshot has
    more often than the other, with all their columns. The tolerances are those of `diff`.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: a list or a file can't be read, or can't be compared, as the message says.
    """
    try:
        names = [] if key is None else _key(key)
        options = _options(names, tolerance=tolerance, relative_tolerance=relative_tolerance)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("hashlane.diff:", "hashlane.diff_files:")) from None
    con = duckdb.connect()
    try:
        # Times without a zone are in UTC, as the row encoding has them.
        con.execute("SET TimeZone = 'UTC'")
        with tempfile.TemporaryDirectory() as folder:
            lists = [_list(con, side, files, folder) for side, files in (("left", left), ("right", right))]
            changes = os.path.join(folder, "changes.parquet")
            _run(folder, "diff", f"--left-files={lists[0]}", f"--right-files={lists[1]}", *options, f"--output={changes}", "--force")
            con.execute(f"CREATE TABLE changes AS SELECT {_columns(names)} FROM read_parquet({literal(changes)})")
    except BaseException:
        con.close()
        raise
    return Changes(con, has_columns=bool(names))


def _options(key: list[str], **tolerances: float | Mapping[str, float] | None) -> list[str]:
    """The program's options for the key and the tolerances."""
    options = [f"--key={','.join(map(_name, key))}"] if key else ["--multiset"]
    for option, value in tolerances.items():
        _check_tolerance(option, value)
        if value is None or value == {}:
            continue
        if not key:
            raise ValueError(f"hashlane.diff_files: rows without a key are compared whole: leave {option} out, or name a key")
        options.append(f"--{option.replace('_', '-')}={_rule(value)}")
    return options


def _columns(key: list[str]) -> str:
    """The columns of the result: a row that was added or removed has one row, not one for each value."""
    if not key:
        return "*"
    own = (f"""if("change" IN ('added', 'removed'), NULL, {identifier(name)}) AS {identifier(name)}""" for name in ("column", "left", "right"))
    return ", ".join(['DISTINCT "change"', *map(identifier, key), *own])


def _list(con: duckdb.DuckDBPyConnection, side: str, files: Any, folder: str) -> str:
    """The path of a list, which is written if it is a table."""
    if isinstance(files, (str, os.PathLike)):
        # A file of this name, not standard input.
        return "./-" if os.fspath(files) == "-" else os.fspath(files)
    if not hasattr(files, "__arrow_c_stream__"):
        raise TypeError(
            f"hashlane.diff_files: the {side} list is {files!r:.80}; pass a table with the columns path, bytes and rows, or the path of one"
        )
    path = os.path.join(folder, f"{side}.parquet")
    with _reading(side, "list"):
        columns, stream = _native.table_stream(files.__arrow_c_stream__())
        con.register("input", _Stream(stream))
        names = ", ".join(identifier(name) for name, _, _ in columns)
        con.execute(f"COPY (FROM input AS t({names})) TO {literal(path)} (FORMAT parquet)")
    con.unregister("input")
    return path


def _run(folder: str, *arguments: str) -> None:
    """Runs the program. What it complains of is the error, in which lists of the folder have no paths."""
    if not PROGRAM.exists():
        raise ValueError(f"hashlane.diff_files: {MISSING}")
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    if done.returncode not in (0, 1):
        lines = done.stderr.strip().splitlines() or [f"the program ended with {done.returncode}"]
        line = lines[-1].removeprefix("hashlane: ")
        for side in ("left", "right"):
            line = line.replace(os.path.join(folder, f"{side}.parquet"), f"the {side} list")
        raise ValueError(f"hashlane.diff_files: {line}")


def _rule(value: float | Mapping[str, float]) -> str:
    """A tolerance as the program reads it."""
    if not isinstance(value, Mapping):
        return repr(value)
    return ",".join(f"{_name(name)}={number!r}" for name, number in value.items())


def _name(name: str) -> str:
    """The name of a column in a list of names."""
    return '"' + name.replace('"', '""') + '"'
