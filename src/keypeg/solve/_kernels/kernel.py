"""The decorator of every kernel: compile it once, and keep it in a cache that survives renamed modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.options import DefaultOptions

from keypeg.deduce import compiling

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> Dispatcher[F]:
    """Compile a function on its first call, or load it from the cache. It runs without the GIL."""
    return _cached(function)


def inner_kernel(function: F) -> Dispatcher[F]:
    """Compile a function that only kernels call, and that makes no arrays.

    It has no wrapper for Python, which takes a third of the time to compile, and counts no references to arrays: these
    are atomic, and took more than half of a search.
    """
    return _cached(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_references(counted=False))


def array_kernel(function: F) -> Dispatcher[F]:
    """Compile a function that only kernels call, and that makes arrays."""
    return _cached(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_references(counted=True))


def _references(*, counted: bool) -> dict[str, bool]:
    """Return the option that counts references to arrays. It is private: without it kernels are only slower."""
    return {"_nrt": counted} if hasattr(DefaultOptions, "_nrt") else {}


def _cached(function: F, **options: Any) -> Dispatcher[F]:
    compiled: Dispatcher[F] = njit(nogil=True, **options)(function)
    # What `cache=True` does, with another cache.
    compiled._cache = _Cache(function)  # type: ignore[attr-defined] # noqa: SLF001
    return compiled


class _Cache(FunctionCache):
    """Numba's cache, which is emptied if it cannot be read.

    Numba unpickles an index before it looks whether that is outdated, and fails if it names a module that is gone.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 # unpickling may raise anything
            self.flush()
            found = None
        if found is None:
            compiling.tell()
        return found
