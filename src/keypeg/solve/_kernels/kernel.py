"""The decorators of kernels: compile them once, and keep those that Python calls in a cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.dispatcher import Dispatcher

from keypeg.deduce import compiling

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> Dispatcher[F]:
    """Compile a function on its first call, or load it from the cache. It runs without the GIL."""
    compiled = _compiled(function, no_cfunc_wrapper=True)
    # What `cache=True` does, with another cache.
    compiled._cache = _Cache(function)  # type: ignore[attr-defined] # noqa: SLF001
    return compiled


def inner_kernel(function: F) -> Dispatcher[F]:
    """Compile a function that only kernels call, as a part of those.

    Numba would optimise it, and make it ready to run, at every level of calls; that took a third of the time.
    """
    return _compiled(function, no_cfunc_wrapper=True, no_cpython_wrapper=True, pipeline_class=_InnerCompiler)


def _compiled(function: F, **options: Any) -> Dispatcher[F]:
    compiled: Dispatcher[F] = njit(nogil=True, **options)(function)
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


class _InnerCompiler(Compiler):
    """Numba's compiler, for code that is not run on its own."""

    def _compile_core(self) -> Any:
        library = self.state.targetctx.codegen().create_library(self.state.func_id.func_qualname)
        library.__class__ = _InnerLibrary
        self.state.library = library
        return super()._compile_core()


class _InnerLibrary(JITCodeLibrary):
    """Code to be linked into that of other kernels, which is then optimised as a whole."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    @property
    def codegen(self) -> Any:
        return _NOT_RUN


class _NotRun:
    """Stands for the code of a function that has none of its own."""

    def set_env(self, _name: str, _environment: object) -> None:
        pass


_NOT_RUN = _NotRun()
