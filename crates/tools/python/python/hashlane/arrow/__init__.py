"""Every function over anything with Arrow's PyCapsule interface.

    import hashlane.arrow as ha

    ha.xxh3(table["name"])                         # a column of pyarrow, Polars, pandas, arro3, nanoarrow, …
    ha.row_xxh128_hex(table["id"], table["city"])  # a key for each row, of values of any types
    ha.xxh3("hashlane")                            # a value gives a value
    ha.fingerprint(*table.columns)                 # an aggregate gives a value

An argument is a column, an object with `__arrow_c_stream__` or `__arrow_c_array__`, or a Python value for all rows: a str,
bytes, an int, a float, a bool or None, which is NULL. Columns may have any chunks; a stream is read chunk by chunk. The
result is an `Array`, which pyarrow, Polars and others read without a copy: `pyarrow.chunked_array(a)`,
`polars.Series(a)`, `a.to_pylist()`. Python's lock is free while a call computes.

Wrong types are a TypeError and wrong values a ValueError, in the words of the SQL functions.
"""

from __future__ import annotations

from typing import Any

from hashlane import _native
from hashlane._native import Array, Table
from hashlane.arrow import _functions
from hashlane.arrow._functions import *  # noqa: F403
from hashlane.arrow._types import Column, Value

__all__ = ["Array", "Column", "Table", "Value", "call", *_functions.__all__]


def call(name: str, *args: Column | Value) -> Any:
    """Calls the function of this name, with its arguments in the order of SQL."""
    return _native.call(name, *args)
