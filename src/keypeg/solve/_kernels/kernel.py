"""The decorator of every kernel: compile it once, and keep it in a cache that survives renamed modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> Dispatcher[F]:
    """Compile a function on its first call, or load it from the cache. It runs without the GIL."""
    compiled = njit(nogil=True)(function)
    # What `cache=True` does, with another cache.
    compiled._cache = _Cache(function)  # type: ignore[attr-defined] # noqa: SLF001
    return compiled


class _Cache(FunctionCache):
    """Numba's cache, which is emptied if it cannot be read.

    Numba unpickles an index before it looks whether that is outdated, and fails if it names a module that is gone.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 # unpickling may raise anything
            self.flush()
            return None
