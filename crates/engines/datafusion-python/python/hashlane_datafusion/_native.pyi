"""The functions as capsules."""

from typing import Protocol

__version__: str
DATAFUSION_VERSION: str

class Scalar(Protocol):
    def __datafusion_scalar_udf__(self) -> object: ...

class Aggregate(Protocol):
    def __datafusion_aggregate_udf__(self) -> object: ...

def functions() -> tuple[list[Scalar], list[Aggregate]]: ...
def examples() -> list[tuple[str, str]]: ...
