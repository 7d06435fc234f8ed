"""Names and texts in SQL."""

from __future__ import annotations

__all__ = ["identifier", "literal"]


def identifier(name: str) -> str:
    """A name in quotes."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text in quotes."""
    return "'" + text.replace("'", "''") + "'"
