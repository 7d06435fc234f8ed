"""Arguments that a call may leave out."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def given(argument: T | None) -> tuple[T, ...]:
    """The argument, or no argument if it is None, such as a missing dictionary."""
    return () if argument is None else (argument,)
