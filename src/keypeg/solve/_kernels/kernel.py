"""The decorators of all kernels: compile a kernel once, and keep it in a cache that survives renamed modules.

Where no cache can be written, every process compiles its kernels anew. All that we use of Numba without its
documentation is in this file. If a release takes it away, kernels are only slower, or compiled more often.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from numba import njit

from keypeg.deduce import compiling

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

F = TypeVar("F", bound=Callable[..., Any])


def _known(**options: bool) -> dict[str, Any]:
    """Return those of these options that this Numba has."""
    try:
        from numba.core.options import DefaultOptions
    except ImportError:
        return {}
    return {name: value for name, value in options.items() if hasattr(DefaultOptions, name)}


UNWRAPPED = _known(no_cpython_wrapper=True, no_cfunc_wrapper=True)
COUNTED, UNCOUNTED = _known(_nrt=True), _known(_nrt=False)
"""With and without counting references to arrays; a kernel that is told neither does as the one that calls it."""


def kernel(function: F) -> Dispatcher[F]:
    """Compile a function on its first call, or load it from the cache. It runs without the GIL."""
    return _cached(function)


def inner_kernel(function: F) -> Dispatcher[F]:
    """Compile a function that only kernels call, and that makes no arrays.

    It has no Python wrapper, which takes a third of the compile time, and does not count references to arrays: the
    counters are atomic, and took more than half of a search's time.
    """
    return _cached(function, **UNWRAPPED, **UNCOUNTED)


def array_kernel(function: F) -> Dispatcher[F]:
    """Compile a function that only kernels call, and that makes arrays."""
    return _cached(function, **UNWRAPPED, **COUNTED)


def is_compiled(kernel: Dispatcher[F]) -> bool:
    """Return True if calling this kernel will not compile it, as far as that can be told."""
    if kernel.signatures:
        return True
    name = kernel.py_func.__name__
    try:
        return any(Path(str(kernel.stats.cache_path)).glob(f"{name}.{name}-*.nbi"))
    except AttributeError:
        return False


def _cached(function: F, **options: Any) -> Dispatcher[F]:
    compiled: Dispatcher[F]
    if _new_cache:
        compiled = njit(nogil=True, **options)(function)
        if hasattr(compiled, "_cache"):
            compiled._cache = _new_cache(function)  # noqa: SLF001 - what `cache=True` does, but with our cache
            return compiled
    try:
        compiled = njit(nogil=True, cache=True, **options)(function)
    except RuntimeError:  # Numba found no folder that it can write
        compiled = njit(nogil=True, **options)(function)
    return compiled


try:
    from numba.core.caching import FunctionCache, NullCache
except ImportError:
    _new_cache: Callable[[Callable[..., Any]], FunctionCache | NullCache] | None = None
else:

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

    def _new_cache(function: Callable[..., Any]) -> FunctionCache | NullCache:
        try:
            return _Cache(function)
        except RuntimeError:  # Numba found no folder that it can write
            return _NoCache()
