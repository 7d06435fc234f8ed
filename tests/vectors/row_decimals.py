"""Decimals of every width, with and without trailing zeros."""

from decimal import Context, Decimal

import pyarrow as pa

# As DuckDB stores them: 16, 32, 64 and 128 bits.
TYPES = [(4, 2), (4, 0), (9, 4), (9, 9), (18, 0), (18, 6), (38, 0), (38, 10), (38, 37), (38, 38)]
EXACT = Context(prec=100)


def values(precision, scale):
    """Unscaled values, as decimals: extremes, and each count of trailing zeros."""
    top = 10**precision - 1
    unscaled = [0, None, 1, -1, top, -top, top - 9, 15, 150, -150, 127, 128]
    unscaled += [10**zeros for zeros in range(1, precision)] + [-7 * 10 ** (precision - 1), 25 * 10 ** (precision - 2)]
    return [n if n is None else Decimal(n).scaleb(-scale, EXACT) for n in unscaled]


def columns():
    return {f"d{p}_{s}": pa.array(values(p, s), pa.decimal128(p, s)) for p, s in TYPES}


def small():
    """Arrow's narrow decimals, which Parquet's readers widen."""
    return {
        "decimal32": pa.array(values(9, 2), pa.decimal32(9, 2)),
        "decimal64": pa.array(values(18, 3), pa.decimal64(18, 3)),
    }


def wide():
    """256 bits hold more than the 128 of magnitude that the encoding is for: these still fit."""
    return {"decimal256": pa.array(values(38, 5)[:6], pa.decimal256(50, 5))}


def prices(rows):
    return pa.array([None if i % 29 == 0 else Decimal(i % 1000 * 25 - 4000).scaleb(-2) for i in rows], pa.decimal128(12, 2))
