"""Expressions that the plugin computes."""

from __future__ import annotations

from typing import Any, Iterable, Union

import polars as pl
from polars.plugins import register_plugin_function

from hashlane import _native

# Polars' allocator for plugins, which early versions don't have.
_allocator = getattr(getattr(pl, "polars", None), "_allocator", None)
if _allocator is not None:
    _native.use_allocator(_allocator)

IntoColumn = Union[pl.Expr, pl.Series, str, bytes, int, float, bool, None]


def call(
    name: str,
    values: Iterable[IntoColumn],
    before: tuple[Any, ...] = (),
    after: tuple[Any, ...] = (),
    is_row: bool = False,
) -> pl.Expr:
    """A scalar function. `before` and `after` are the parameters around its values; wildcards add values to a row."""
    return _expression(name, values, before, after, is_row, is_elementwise=True)


def aggregate(
    name: str,
    values: Iterable[IntoColumn],
    before: tuple[Any, ...] = (),
    after: tuple[Any, ...] = (),
    is_row: bool = False,
) -> pl.Expr:
    """An aggregate: one value for each group."""
    return _expression(name, values, before, after, is_row, returns_scalar=True)


def _expression(
    name: str,
    values: Iterable[IntoColumn],
    before: tuple[Any, ...],
    after: tuple[Any, ...],
    is_row: bool,
    **flags: bool,
) -> pl.Expr:
    columns = [_column(value) for value in values]
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


def _column(value: IntoColumn) -> pl.Expr:
    if isinstance(value, pl.Expr):
        return value
    if isinstance(value, str):
        return pl.col(value)
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
