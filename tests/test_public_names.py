"""We use other packages by their public names alone: what is private may change with any of their releases."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import keypeg

SOURCES = Path(keypeg.__file__).parent
NUMBA = SOURCES / "solve/_kernels/kernel.py"
"""The one file that uses what Numba does not document; it works without."""
PRIVATE = ("numba.core", "uvicorn.protocols")
"""Packages that are private, though their names do not begin with an underscore."""
SPECIAL = {"__future__", "__main__"}


def private_imports(source: str) -> Iterator[str]:
    """Yield what a file imports of other packages that is private."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{each.name}" for each in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] in SPECIAL | {"keypeg"}:
                continue
            if any(part.startswith("_") for part in parts) or f"{name}.".startswith(tuple(f"{p}." for p in PRIVATE)):
                yield name


def test_other_packages_are_used_by_their_public_names() -> None:
    found = {path: list(private_imports(path.read_text("utf-8"))) for path in SOURCES.rglob("*.py")}
    assert all(name.startswith("numba.core.") for name in found.pop(NUMBA))
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import asyncio._x",
        "from numba.core.caching import FunctionCache",
        "from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol",
        "def late():\n    from numba import _helperlib",
        "import numba.core as core",
    ],
)
def test_a_private_import_is_found(source: str) -> None:
    assert list(private_imports(source))


def test_what_is_our_own_or_public_is_not() -> None:
    ours = (
        "from __future__ import annotations\nimport httptools\nfrom keypeg.solve import _kernels\nfrom a import b as _b"
    )
    assert not list(private_imports(ours))
