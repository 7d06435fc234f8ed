"""Arguments that a call may leave out."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def given(argument: T | None) -> tuple[T, ...]:
    """The argument, or none where it is None: a dictionary that a call does without."""
    return () if argument is None else (argument,)
