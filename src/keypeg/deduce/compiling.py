"""Announce that a kernel is about to be compiled, which takes seconds."""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[], None]] = []
"""Called before every compilation of a kernel, but not when a kernel is loaded from the cache."""


def tell() -> None:
    """Call all listeners."""
    for listener in listeners:
        listener()
