"""Packages that the wheel doesn't depend on."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["optional"]


def optional(package: str, user: str) -> Any:
    """A package that `user` needs.

    Raises:
        ImportError: it isn't installed.
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise ModuleNotFoundError(f"{user} needs the package {package}: pip install {package}", name=package) from None
