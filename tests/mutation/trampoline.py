"""Stands in front of every function of a mutated module and calls it, or the mutant of it that is switched on."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from mutmut.utils.format_utils import make_mutant_key

type_of_function = Callable[..., Any]
switched_on: dict[str, str] = {}
"""By function: its mutant that runs instead of it."""
reached: set[str] = set()
"""The functions that were called."""


def trampoline(mutants: dict[str, type_of_function]) -> Callable[[type_of_function], type_of_function]:
    """Decorate a function. mutmut fills `mutants` below it, before anything can call it."""

    def decorate(function: type_of_function) -> type_of_function:
        owner, _, name = function.__qualname__.rpartition(".")
        key = f"{function.__module__}.{make_mutant_key(name, owner or None)}"

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            reached.add(key)
            return mutants[switched_on.get(key, "_mutmut_orig")](*args, **kwargs)

        return call

    return decorate


def switch_on(mutant: str) -> None:
    """Let this mutant, `MODULE.FUNCTION__mutmut_NUMBER`, run from now on."""
    switched_on[mutant.partition("__mutmut_")[0]] = mutant.rpartition(".")[2]
