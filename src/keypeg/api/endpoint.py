"""An endpoint: one request that a client may send, declared by the function that answers it.

The parameters of the function say what it needs. Those named here are supplied by the host:

- `asked` is the decoded body, `table` the locked table that the path names, `now` the time;
- `who` is the id of the person who asks, None for someone new; `person` makes someone new a person first;
- `away` tells since when people at a table are away; `call` has everything else (see `keypeg.api.host.Call`).

All others are parameters of the path or the query. A function that takes the table changes it: it returns a `Change`,
whose entries the host commits before it answers. `computes` names the rules of a question that may take seconds; the
host may then call the function in another process.

Nothing here knows HTTP: any host can serve endpoints, and a client can be written against them.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache, update_wrapper
from inspect import CO_COROUTINE, Parameter, signature
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar, get_args, get_origin, get_type_hints, overload
from urllib.parse import quote

import msgspec

from keypeg.api.fields import TableId
from keypeg.api.limits import Limit
from keypeg.core import Rules
from keypeg.errors import Malformed
from keypeg.table.log import Change

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
MOST_KEPT = 100
"""The most characters of parameters to cache; strangers may send longer ones."""
SUPPLIED = frozenset({"asked", "table", "who", "person", "now", "away", "call"})
Texts: TypeAlias = tuple[tuple[str, str], ...]
"""Parameters as they were sent, by name."""

A = ParamSpec("A")
R = TypeVar("R")
T = TypeVar("T")


class Terms(msgspec.Struct, frozen=True):
    """How an endpoint is reached and described, and what a request costs."""

    method: str
    path: str
    """Such as `/tables/{id}/moves`; every name in braces is a parameter."""
    summary: str
    tag: str
    limit: Limit
    cost: float = 1.0
    by_guest: bool = True
    """False if a request counts only for its address, not for a guest."""
    status: int = 200
    media_type: str = JSON
    filename: str = ""
    """The name under which browsers save the answer."""
    computes: Callable[..., Rules] | None = None
    """From the arguments of the function to the rules of the position that it is about."""
    long: bool = False
    """True if computing may take seconds whatever the rules are."""


class Endpoint(Generic[A, R, T]):
    """A function that answers a request, with its terms. Calling it calls the function.

    Every endpoint answers errors with `keypeg.api.errors.Error`.
    """

    def __init__(self, function: Callable[A, R], terms: Terms) -> None:
        update_wrapper(self, function)
        self.function = function
        self.terms = terms
        self.name = function.__name__
        code: Any = function.__code__
        self.needs: tuple[str, ...] = code.co_varnames[: code.co_argcount]
        """The names of the parameters of the function."""
        self.joins = "person" in self.needs
        """True if someone new becomes a person before it is answered."""
        self.waits = bool(code.co_flags & CO_COROUTINE)
        self.changes = "table" in self.needs
        """True if it changes a table."""
        self.names = tuple(each for each in self.needs if each not in {"table", "now"})
        """The names of the arguments that do not come with the table."""

    def __call__(self, *args: A.args, **kwargs: A.kwargs) -> R:
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.terms.method} {self.terms.path}>"

    def __reduce__(self) -> str:
        """Pickle it by name, as functions are."""
        return self.name

    # What is sent and answered

    @cached_property
    def hints(self) -> dict[str, Any]:
        return get_type_hints(self.function, include_extras=True)

    @cached_property
    def parameters(self) -> type[Any]:
        """The struct of the parameters in path and query; NoneType if there are none."""
        known = signature(self.function).parameters
        fields: list[Any] = [("id", TableId)] if "table" in known else []
        for name, each in known.items():
            if name not in SUPPLIED:
                field = (name, self.hints[name])
                fields.append(field if each.default is Parameter.empty else (*field, each.default))
        return msgspec.defstruct(f"Of_{self.name}", fields, frozen=True) if fields else NoneType

    @property
    def body(self) -> Any:
        """The struct of the body; NoneType if there is none."""
        return self.hints.get("asked", NoneType)

    @cached_property
    def response(self) -> Any:
        """The type of the answer."""
        answer = self.hints["return"]
        return get_args(answer)[0] if get_origin(answer) is Change else answer

    @property
    def takes_body(self) -> bool:
        return "asked" in self.needs

    @cached_property
    def given(self) -> Callable[[Any], tuple[Any, ...]]:
        """A function from a call to the arguments of these `names`."""
        places = ["" if each == "call" else each if each in SUPPLIED else f"parameters.{each}" for each in self.names]
        if "" not in places and len(places) > 1:
            return attrgetter(*places)
        getters: list[Callable[[Any], Any]] = [attrgetter(place) if place else _itself for place in places]
        return lambda call: tuple([get(call) for get in getters])

    def read_parameters(self, values: Mapping[str, str]) -> Any:
        """Decode the parameters from their texts."""
        if self.parameters is NoneType:
            return None
        known = tuple([(name, values[name]) for name in self._names if name in values])
        short = sum([len(text) for _, text in known]) <= MOST_KEPT
        return self._read_kept(known) if short else self._read(known)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(each.encode_name for each in msgspec.structs.fields(self.parameters))

    @cached_property
    def _read_kept(self) -> Callable[[Texts], Any]:
        """Return `_read` with an LRU cache: clients ask for the same table again and again."""
        return lru_cache(maxsize=2000)(self._read)

    def _read(self, values: Texts) -> Any:
        try:
            return msgspec.convert(dict(values), self.parameters, strict=False)
        except msgspec.ValidationError as error:
            raise Malformed("request-unreadable", problem=str(error)) from None

    def write_parameters(self, parameters: Any) -> tuple[str, dict[str, str | float]]:
        """Return the path with its parameters filled in, and the query: all other parameters that are not None."""
        path = self.terms.path
        if parameters is None:
            return path, {}
        values: dict[str, str | float | None] = msgspec.to_builtins(parameters)
        for name in values.keys() & set(re.findall(r"{(\w+)}", path)):
            path = path.replace(f"{{{name}}}", quote(str(values.pop(name)), safe=""))
        return path, {name: value for name, value in values.items() if value is not None}

    def read_body(self, data: bytes) -> Any:
        """Decode the body."""
        if not self.takes_body:
            return None
        if not data:
            raise Malformed("request-empty")
        try:
            return self._decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Malformed("request-unreadable", problem=str(error)) from None
        except RecursionError:
            raise Malformed("request-too-deep") from None

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.body)

    def read_response(self, data: bytes) -> T:
        """Decode a response; raise msgspec.MsgspecError if it is not one of this endpoint."""
        response: Any = self.response
        if self.terms.media_type != JSON:
            text: Any = data if response is bytes else data.decode()
            return text  # type: ignore[no-any-return]
        # One by one: msgspec cannot choose between the untagged structs of a union.
        *kinds, last = get_args(response) if isinstance(response, UnionType) else (response,)
        for kind in kinds:
            with suppress(msgspec.ValidationError):
                return msgspec.json.decode(data, type=kind)  # type: ignore[no-any-return]
        return msgspec.json.decode(data, type=last)  # type: ignore[no-any-return]


def _itself(call: Any) -> Any:
    return call


class _Declare:
    """A decorator that makes an Endpoint of a function."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    @overload
    def __call__(self, function: Callable[A, Change[T]]) -> Endpoint[A, Change[T], T]: ...
    @overload
    def __call__(self, function: Callable[A, Coroutine[Any, Any, T]]) -> Endpoint[A, Coroutine[Any, Any, T], T]: ...
    @overload
    def __call__(self, function: Callable[A, T]) -> Endpoint[A, T, T]: ...
    def __call__(self, function: Callable[..., Any]) -> Endpoint[..., Any, Any]:
        return Endpoint(function, self._terms)


def endpoint(  # noqa: PLR0913 - options by name
    method: str,
    path: str,
    summary: str,
    tag: str,
    limit: Limit,
    cost: float = 1.0,
    *,
    by_guest: bool = True,
    status: int = 200,
    media_type: str = JSON,
    filename: str = "",
    computes: Callable[..., Rules] | None = None,
    long: bool = False,
) -> _Declare:
    """Declare the endpoint that a function answers; see the top of this file."""
    return _Declare(
        Terms(method, path, summary, tag, limit, cost, by_guest, status, media_type, filename, computes, long)
    )


Handler: TypeAlias = Callable[[Any], Awaitable[Any]]
"""Answers an endpoint in the way of one host, from its call."""
