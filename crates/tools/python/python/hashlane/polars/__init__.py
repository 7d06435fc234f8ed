"""Every function as an expression of Polars.

    import polars as pl
    import hashlane.polars as hl

    df.with_columns(key=hl.row_xxh128_hex("customer_id", "region"), h=hl.xxh3("name", seed=7))
    df.group_by("region").agg(hl.fingerprint("customer_id", "name"))

A value is a column by name, an expression, or a literal that is no str (`pl.lit("…")` is one that is). A parameter, such
as `seed` or `algorithm`, is a Python value for all rows, or an expression. Scalar functions work in `select`, `filter`,
`group_by`, lazily and in the streaming engine; aggregates give one value for each group. `row_xxh3(pl.all())` takes all
columns as a row, and `row_xxh3(["customer_id", "region"])` those of the list. A value that is a list itself is
`pl.lit([…])`.

A parameter that is not allowed is a ValueError or a TypeError when the expression is made; what is wrong with a column
is Polars' own error, in the words of the SQL functions.
"""

from hashlane._optional import optional

optional("polars", "hashlane.polars")

from hashlane.polars import _functions  # noqa: E402
from hashlane.polars._functions import *  # noqa: E402, F403

__all__ = list(_functions.__all__)
