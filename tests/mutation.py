"""A pytest plugin for `make mutation`: lets mutmut 3.8 work with pytest 9 and with code that caches."""

from __future__ import annotations

import pytest

from keypeg.boxes import box


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give mutmut the attribute that pytest 9 has dropped."""
    for item in items:
        vars(item)["_nodeid"] = item.nodeid


def pytest_sessionstart() -> None:
    """Read the boxes again: a mutant runs in a process in which the unchanged code has read them already."""
    box.cache_clear()
