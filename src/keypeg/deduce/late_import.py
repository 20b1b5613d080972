"""Import functions that need NumPy by name, so that the modules that call them can be imported without it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from keypeg.errors import Illegal

LIBRARIES = ("numpy", "numba")


def late_import(function: str) -> Any:
    """Import and return the function "module:function". Raise Illegal if the engine or its libraries are missing.

    The browser has neither: the engine is left out of the package that it loads.
    """
    module, _, name = function.partition(":")
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        missing = error.name or "?"
        if missing.partition(".")[0] not in LIBRARIES and not module.startswith(missing):
            raise
        raise Illegal("extra-missing", extra="engine") from error


def has_numpy() -> bool:
    """Return True if the libraries of the engine can be imported."""
    try:
        for library in LIBRARIES:
            import_module(library)
    except ModuleNotFoundError:
        return False
    return True
