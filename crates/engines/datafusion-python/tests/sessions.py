"""Sessions with the functions of hashlane, and what the tests read from them."""

import pyarrow as pa
from datafusion import SessionContext

import hashlane_datafusion

TEXTS = ["", "a", "hashlane", "x" * 12, "y" * 13, "é" * 40, "z" * 300, *(f"customer#{i:09}" for i in range(50))]


def session(config=None, runtime=None):
    ctx = SessionContext(config, runtime)
    hashlane_datafusion.register(ctx)
    return ctx


def table(ctx, name, *batches):
    """Registers a table; each batch is a partition."""
    ctx.deregister_table(name)
    ctx.register_record_batches(name, [[batch] for batch in batches])


def rows(ctx, sql):
    """The rows of a query."""
    return [tuple(row.values()) for batch in ctx.sql(sql).collect() for row in batch.to_pylist()]


def column(ctx, sql):
    """The values of a query's only column."""
    return [value for batch in ctx.sql(sql).collect() for value in batch.column(0).to_pylist()]


def text(value):
    """A value as examples and references have it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "NULL" if value is None else value.hex() if isinstance(value, bytes) else str(value)


def text_layouts(values):
    """Strings in every layout that a column of text has, by name."""
    array = pa.array(values, pa.string())
    keys = pa.array([0, None, 1, 0], pa.int8())
    return {
        "offsets": array,
        "large offsets": array.cast(pa.large_string()),
        "views": pa.array(values, pa.string_view()),
        "dictionary": array.dictionary_encode(),
        "small dictionary": pa.DictionaryArray.from_arrays(keys, pa.array([values[-2], values[1]])),
        "slice": pa.array(["cut off", *values, None]).slice(1, len(values)),
        "slice of views": pa.array(["cut off", *values, None], pa.string_view()).slice(1, len(values)),
        "only NULLs": pa.array([None, None], pa.string()),
        "no rows": array.slice(0, 0),
    }


def bytes_layouts(values):
    """Bytes in every layout that a column of bytes has, by name."""
    array = pa.array(values, pa.binary())
    return {
        "offsets": array,
        "large offsets": array.cast(pa.large_binary()),
        "views": pa.array(values, pa.binary_view()),
        "dictionary": array.dictionary_encode(),
        "fixed size": pa.array([b"0123456789abcdef", None, bytes(16)], pa.binary(16)),
        "slice": pa.array([b"cut off", *values, None]).slice(1, len(values)),
        "no rows": array.slice(0, 0),
    }
