"""Parquet files that can be trusted.

    import hashlane.parquet as hp
    import polars as pl

    pl.DataFrame(hp.verify("warehouse/**/*.parquet", deep=True)).filter(pl.col("ok").ne_missing(True))
    hp.fingerprint("orders.parquet").to_pylist()

Each function returns an Arrow table, which pyarrow, Polars and DuckDB read without a copy. Paths may be patterns, and
addresses in object stores (`s3://`, `gs://`, `az://`, `https://`). A file that can't be read is an OSError; Ctrl-C stops
the work.
"""

from __future__ import annotations

import os
from typing import Union

from hashlane import _native
from hashlane._native import Table

__all__ = ["add_crc", "diff", "fingerprint", "verify"]

Path = Union[str, "os.PathLike[str]"]


def verify(path: Path, *, deep: bool = False) -> Table:
    """What is right and wrong with files: a row for the footer and for each row group, column chunk and page.

    `ok` is False for damage, and NULL where nothing vouches for the bytes. With `deep` the pages are decoded as well, and
    counts and statistics compared with the values.
    """
    return _native.table("parquet_verify", _text(path), deep)


def fingerprint(path: Path, *, ordered: bool = False) -> Table:
    """The fingerprint of each column and, where `column_name` is NULL, of the rows.

    It is the same for the same content, whatever the writer, the codec and the encoding; and whatever the order of the
    rows, unless `ordered`.
    """
    return _native.table("parquet_fingerprint", _text(path), ordered)


def diff(a: Path, b: Path) -> Table:
    """How the content of two files differs: a row for each difference; none if they are equal."""
    return _native.table("parquet_diff", _text(a), _text(b))


def add_crc(
    path: Path, output: Path, *, overwrite: bool = False, keep_wrong: bool = False
) -> Table:
    """Copies a file and gives its pages the checksums that they lack: one row that says what was done.

    Nothing is encoded anew. A page whose checksum is wrong is an error, unless `keep_wrong` copies it as it is, so that
    readers still find the damage.
    """
    return _native.add_crc(_text(path), _text(output), overwrite, keep_wrong)


def _text(path: Path) -> str:
    text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"a path is {type(text).__name__}; pass a str or a path of str")
    return text
