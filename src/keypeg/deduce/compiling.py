"""Who wants to know that a kernel is being compiled, which takes seconds."""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[], None]] = []
"""Called before every kernel that has to be compiled; never where it is loaded from the cache."""


def tell() -> None:
    """Tell all listeners."""
    for listener in listeners:
        listener()
