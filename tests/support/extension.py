"""DuckDB with the extension, and calls of our aggregates in the form that this DuckDB has: from 2.0 on by name, before over a list."""

import os

import duckdb

HAS_AGGREGATES = int(duckdb.__version__.split(".")[0]) >= 2


def load(extension):
    """The SQL that loads the extension; after hashlane_v2 also the hashlane beside it, which has the table functions."""
    path = os.path.abspath(extension)
    paths = [path, path.replace("hashlane_v2.", "hashlane.")] if os.path.basename(path).startswith("hashlane_v2.") else [path]
    return "; ".join("LOAD '" + path.replace("'", "''") + "'" for path in paths)


def connect(extension, database=":memory:", **config):
    """A connection with the extension loaded."""
    connection = duckdb.connect(database, config={"allow_unsigned_extensions": True, **config})
    connection.execute(load(extension))
    return connection


def call(name, value, *parameters, order="", where=""):
    """`name(value, parameters ORDER BY order) FILTER (where)` in SQL, or a call with the same result."""
    order = f" ORDER BY {order}" if order else ""
    where = f" FILTER ({where})" if where else ""
    if HAS_AGGREGATES:
        return f"{name}({', '.join(map(str, (value, *parameters)))}{order}){where}"
    arguments = (f"list({value}{order}){where}", *parameters)
    return f"list_{name}({', '.join(map(str, arguments))})"
