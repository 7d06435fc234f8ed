"""Hash and compression functions for DuckDB, Polars, Arrow and Parquet files.

The same call gives the same bytes in each of them, on every machine, in every release:

    hashlane.duckdb    the DuckDB extension, which lies in this package
    hashlane.polars    expressions
    hashlane.arrow     functions over anything with Arrow's PyCapsule interface
    hashlane.parquet   verify, fingerprint and compare Parquet files, add checksums
    hashlane.diff      which rows and values of two Arrow tables differ, by DuckDB; diff_files: of two lists of a lake's files
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from hashlane._native import __version__

if TYPE_CHECKING:
    from hashlane import arrow as arrow
    from hashlane import duckdb as duckdb
    from hashlane import parquet as parquet
    from hashlane import polars as polars
    from hashlane._diff import diff as diff
    from hashlane._diff_files import diff_files as diff_files

__all__ = ["__version__", "arrow", "diff", "diff_files", "duckdb", "parquet", "polars"]


def __getattr__(name: str) -> object:
    # Each is imported when it is used, since DuckDB and Polars need not be installed.
    if name in ("arrow", "duckdb", "parquet", "polars"):
        return importlib.import_module(f"hashlane.{name}")
    if name in ("diff", "diff_files"):
        return getattr(importlib.import_module(f"hashlane._{name}"), name)
    raise AttributeError(f"module 'hashlane' has no attribute {name!r}")
