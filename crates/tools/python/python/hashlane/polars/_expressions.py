"""Expressions that the plugin computes."""

from __future__ import annotations

from typing import Any, Iterable, Sequence, Union

import polars as pl
from polars.plugins import register_plugin_function

from hashlane import _native

# Polars' allocator for plugins, which early versions don't have.
_allocator = getattr(getattr(pl, "polars", None), "_allocator", None)
if _allocator is not None:
    _native.use_allocator(_allocator)

IntoColumn = Union[pl.Expr, pl.Series, str, bytes, int, float, bool, None]
IntoColumns = Union[IntoColumn, Sequence[IntoColumn]]


def call(
    name: str,
    values: Iterable[IntoColumns],
    before: tuple[Any, ...] = (),
    after: tuple[Any, ...] = (),
    is_row: bool = False,
) -> pl.Expr:
    """A scalar function. `before` and `after` are the parameters around its values; wildcards add values to a row."""
    return _expression(name, values, before, after, is_row, is_elementwise=True)


def aggregate(
    name: str,
    values: Iterable[IntoColumns],
    before: tuple[Any, ...] = (),
    after: tuple[Any, ...] = (),
    is_row: bool = False,
) -> pl.Expr:
    """An aggregate: one value for each group."""
    return _expression(name, values, before, after, is_row, returns_scalar=True)


def _expression(
    name: str,
    values: Iterable[IntoColumns],
    before: tuple[Any, ...],
    after: tuple[Any, ...],
    is_row: bool,
    **flags: bool,
) -> pl.Expr:
    if is_row:
        values = _flattened(values)
    columns = [_column(name, value) for value in values]
    if not columns:
        raise TypeError(f"{name}: there is no column; name at least one")
    parameters = [_parameter(name, place, value) for place, value in enumerate(before)]
    first = len(before) + 1
    parameters += [_parameter(name, place, value) for place, value in enumerate(after, first)]
    # Polars names a result after the first argument, so the values come first.
    return register_plugin_function(
        plugin_path=_native.__file__,
        function_name=name,
        args=columns + parameters,
        input_wildcard_expansion=is_row,
        **flags,
    )


def _flattened(values: Iterable[IntoColumns]) -> Iterable[IntoColumn]:
    """The values of a row: a list stands for the columns in it, as in Polars' own functions."""
    for value in values:
        yield from value if isinstance(value, (list, tuple)) else (value,)


def _column(name: str, value: IntoColumns) -> pl.Expr:
    if isinstance(value, pl.Expr):
        return value
    if isinstance(value, str):
        return pl.col(value)
    if isinstance(value, (list, tuple)):
        raise TypeError(
            f"{name}: {value!r} is a list where one column or value is expected: name a column, or write "
            "pl.lit([…]) for a value that is a list"
        )
    return _literal(value)


def _parameter(name: str, place: int, value: Any) -> pl.Expr:
    if isinstance(value, pl.Expr):
        return value
    if isinstance(value, pl.Series):
        return pl.lit(value)
    _native.check(name, place, value)
    return _literal(value)


def _literal(value: Any) -> pl.Expr:
    if isinstance(value, (bytearray, memoryview)):
        return pl.lit(bytes(value))
    if isinstance(value, int) and not isinstance(value, bool):
        # Polars would take the smallest type, or none for a seed above 2^63.
        return pl.lit(value, dtype=pl.Int64 if -(2**63) <= value < 2**63 else pl.UInt64)
    return pl.lit(value)
