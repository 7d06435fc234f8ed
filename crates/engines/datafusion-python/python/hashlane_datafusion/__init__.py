"""Hash and compression functions for the DataFusion of Python.

    import datafusion, hashlane_datafusion

    ctx = datafusion.SessionContext()
    hashlane_datafusion.register(ctx)
    ctx.sql("SELECT xxh3('hashlane')")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashlane_datafusion._native import DATAFUSION_VERSION, __version__, functions

if TYPE_CHECKING:
    from datafusion import SessionContext

__all__ = ["__version__", "register"]


def register(ctx: SessionContext) -> None:
    """Registers every scalar function and every aggregate in a session.

    The table functions over files (`parquet_verify` and so on) are not among them: use `hashlane.parquet` of the package
    `hashlane`. `digest` replaces the built-in function of that name, and returns the same for its algorithms.

    Raises:
        ImportError: `datafusion` is missing, or its major version is another one than this package was built for.
        ValueError: the environment variable HASHLANE_ISA names an instruction set that this CPU lacks.
    """
    AggregateUDF, ScalarUDF = _check_version()
    scalars, aggregates = functions()
    for function in scalars:
        ctx.register_udf(ScalarUDF.from_pycapsule(function))
    for function in aggregates:
        ctx.register_udaf(AggregateUDF.from_pycapsule(function))


def _check_version():
    """The classes of functions of the installed `datafusion`, if its major version is the one of this package.

    Structs of other major versions have other layouts: calling them would crash the process.
    """
    major = DATAFUSION_VERSION.partition(".")[0]
    wanted = f"hashlane-datafusion {__version__} needs datafusion {major}"
    try:
        import datafusion
    except ImportError as error:
        raise ImportError(f"{wanted}: pip install 'datafusion=={major}.*'") from error
    installed = datafusion.__version__
    if installed.partition(".")[0] != major:
        raise ImportError(f"{wanted}, and {installed} is installed: pip install 'datafusion=={major}.*'")
    return datafusion.AggregateUDF, datafusion.ScalarUDF
