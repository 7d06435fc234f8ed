"""What the functions over Arrow columns take."""

from __future__ import annotations

from typing import Protocol, Union


class ArrayColumn(Protocol):
    """A column of one chunk."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class StreamColumn(Protocol):
    """A column of chunks."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Column = Union[ArrayColumn, StreamColumn]

#: One value for all rows.
Value = Union[str, bytes, int, float, bool, None]
