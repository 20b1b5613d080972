"""Check the arguments of public calls against their type annotations; a wrong one is refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache, wraps
from inspect import Parameter, signature
from itertools import chain
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from keypeg.errors import Malformed

P = ParamSpec("P")
R = TypeVar("R")
Fits = Callable[[Any], bool]
BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
LISTS = (list, tuple, set, frozenset)
"""Iterables whose items can be checked without consuming them."""
MOST_SAID = 4
"""The most types of a union that an error message names."""


def checked(call: Callable[P, R]) -> Callable[P, R]:
    """Wrap `call` to raise Malformed for an argument not of its annotated type. Annotations are read on first call."""
    fitting: set[tuple[type, ...]] = set()
    """Combinations of argument types known to fit. Used only if the types alone decide."""

    @cache
    def expected() -> tuple[tuple[str, ...], dict[str, tuple[Fits, object]], bool]:
        parameters, fields = signature(call).parameters.values(), _fields(call)
        names = tuple(each.name for each in parameters if each.kind in BY_PLACE)
        return names, fields, all(_by_type(kind) for _, kind in fields.values())

    @wraps(call)
    def checking(*args: P.args, **kwargs: P.kwargs) -> R:
        types = tuple(map(type, args))
        if types in fitting and not kwargs:
            return call(*args, **kwargs)
        names, fields, by_type = expected()
        for name, value in chain(zip(names, args, strict=False), kwargs.items()):
            if name in fields and not fields[name][0](value):
                called = type(args[0]).__name__ if call.__name__ == "__init__" else call.__name__
                raise wrong_type(called, name, _said(fields[name][1]), value)
        if by_type and not kwargs:
            fitting.add(types)
        return call(*args, **kwargs)

    return checking


def check_fields(value: object) -> None:
    """Raise Malformed if a field of a dataclass is not of its annotated type."""
    made: Any = type(value)
    for name, (fits, kind) in _fields(made).items():
        if not fits(getattr(value, name)):
            raise wrong_type(made.__name__, name, _said(kind), getattr(value, name))


@cache
def _fields(annotated: Any) -> dict[str, tuple[Fits, object]]:
    hints = get_type_hints(annotated)
    kept = annotated.__dataclass_fields__ if is_dataclass(annotated) else hints
    return {name: (_fits(kind), kind) for name, kind in hints.items() if name != "return" and name in kept}


def _by_type(kind: Any) -> bool:
    """Return True if a value's type alone decides whether it fits, regardless of its contents."""
    if get_origin(kind) in (Union, UnionType):
        return all(map(_by_type, get_args(kind)))
    plain = isinstance(kind, type) and get_origin(kind) is None
    return kind is None or (plain and not hasattr(kind, "_fields") and not getattr(kind, "_is_protocol", False))


def _fits(kind: Any) -> Fits:
    """Return a predicate for values of this type. For a type that cannot be tested it is always true."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is None or kind is NoneType:
        return lambda value: value is None
    if kind is int:
        return lambda value: hasattr(value, "__index__")  # NumPy integers too
    if kind is float:
        return lambda value: hasattr(value, "__float__")
    if origin in (Union, UnionType):
        some = [_fits(each) for each in inner]
        return lambda value: any(fits(value) for fits in some)
    if origin is Literal:
        return lambda value: value in inner
    if isinstance(origin, type) and issubclass(origin, Mapping):
        values = _fits(inner[1])
        return lambda value: isinstance(value, Mapping) and all(map(values, value.values()))
    if origin is tuple and inner[-1] is not Ellipsis:
        parts = [_fits(each) for each in inner]
        return lambda value: (
            isinstance(value, list | tuple)
            and len(value) == len(parts)
            and all(fits(each) for fits, each in zip(parts, value, strict=True))
        )
    if isinstance(origin, type) and origin is not type and issubclass(origin, Iterable) and inner:
        items = _fits(inner[0])
        return lambda value: (
            isinstance(value, Iterable)
            and not isinstance(value, str | bytes)
            and (not isinstance(value, LISTS) or all(map(items, value)))
        )
    if hasattr(kind, "_fields"):  # a plain pair will do for Marks
        return lambda value: isinstance(value, list | tuple) and len(value) == len(kind._fields)
    if getattr(kind, "_is_protocol", False):
        names = [name for name in vars(kind) if name == "__call__" or not name.startswith("_")]
        return lambda value: all(hasattr(value, name) for name in names)
    if isinstance(kind, type) and kind is not Any:
        return lambda value: isinstance(value, kind)
    return lambda _: True


def wrong_type(call: str, name: str, wanted: str, value: object) -> Malformed:
    """Return the error for an argument of the wrong type."""
    given = repr(value)
    short = given if len(given) <= 60 else f"{given[:57]}…"
    return Malformed("argument-type", call=call, argument=name, wanted=wanted, given=short, type=type(value).__name__)


def _said(kind: Any) -> str:
    """Format a type for an error message, much as Python source would write it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        said = [_said(each) for each in inner]
        return " | ".join(said if len(said) <= MOST_SAID else [*said[: MOST_SAID - 1], "…", said[-1]])
    if origin is Literal:
        return " | ".join(map(repr, inner))
    if origin is Callable:
        return "function"
    if origin is not None:
        name = "list" if len(inner) == 1 else "dict" if issubclass(origin, Mapping) else origin.__name__
        return f"{name}[{', '.join('…' if each is Ellipsis else _said(each) for each in inner)}]"
    return "None" if kind is NoneType else getattr(kind, "__name__", str(kind))
