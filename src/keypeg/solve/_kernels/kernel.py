"""The decorator of every kernel: compile it once, and keep it in a cache that survives renamed modules.

Where no cache can be written, every process compiles its kernels anew.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from numba import njit
from numba.core.caching import FunctionCache, NullCache
from numba.core.dispatcher import Dispatcher
from numba.core.options import DefaultOptions

from keypeg.deduce import compiling

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> Dispatcher[F]:
    """Compile a function on its first call, or load it from the cache. It runs without the GIL."""
    return _cached(function)


def inner_kernel(function: F) -> Dispatcher[F]:
    """Compile a function that only kernels call, and that makes no arrays.

    It has no Python wrapper, which takes a third of the compile time, and does not count references to arrays: the
    counters are atomic, and took more than half of a search's time.
    """
    return _cached(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_references(counted=False))


def array_kernel(function: F) -> Dispatcher[F]:
    """Compile a function that only kernels call, and that makes arrays."""
    return _cached(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_references(counted=True))


def _references(*, counted: bool) -> dict[str, bool]:
    """Return the private Numba option that counts references to arrays. If it goes away, kernels are only slower."""
    return {"_nrt": counted} if hasattr(DefaultOptions, "_nrt") else {}


def _cached(function: F, **options: Any) -> Dispatcher[F]:
    compiled: Dispatcher[F] = njit(nogil=True, **options)(function)
    # Do what `cache=True` does, but with `_Cache`.
    compiled._cache = _cache_of(function)  # type: ignore[attr-defined] # noqa: SLF001
    return compiled


def _cache_of(function: Callable[..., Any]) -> FunctionCache | NullCache:
    try:
        return _Cache(function)
    except RuntimeError:  # Numba found no folder that it can write
        return _NoCache()


class _Cache(FunctionCache):
    """Numba's cache, but cleared if it cannot be read, and left alone if it cannot be written, as on a full disk.

    Numba unpickles an index before checking whether it is outdated, and fails if it names a module that no longer
    exists.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 # unpickling may raise anything
            with suppress(OSError):
                self.flush()
            found = None
        if found is None:
            compiling.tell()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)


class _NoCache(NullCache):
    """No cache: every kernel is compiled."""

    def load_overload(self, _sig: Any, _target_context: Any) -> None:
        compiling.tell()
