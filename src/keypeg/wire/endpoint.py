"""Endpoints as values, and a matcher from paths to handlers. Independent of HTTP: any transport can serve them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import NoneType, UnionType
from typing import Any, Generic, TypeAlias, TypeVar, cast, get_args
from urllib.parse import quote

import msgspec

from keypeg.errors import Malformed

JSON = "application/json"
MOST_KEPT = 100
"""The most characters of parameters to cache; strangers may send longer ones."""
Texts: TypeAlias = tuple[tuple[str, str], ...]
"""Parameters as they were sent, by name."""

P = TypeVar("P")
B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")


@dataclass(frozen=True)
class Endpoint(Generic[P, B, T]):
    """One request that a client may send: its method and path, its parameters and body, and its response.

    `parameters` is the struct of the parameters in path and query, `body` the struct of the body; either is NoneType if
    there is none. Every endpoint answers errors with `wire.Error`.
    """

    name: str
    method: str
    path: str
    """Such as `/tables/{id}/moves`; every name in braces is a field of `parameters`."""
    parameters: type[P]
    body: type[B]
    response: type[T]
    summary: str
    tag: str
    status: int = 200
    media_type: str = JSON

    @property
    def takes_body(self) -> bool:
        return self.body is not NoneType

    def read_parameters(self, values: Mapping[str, str]) -> P:
        """Decode the parameters from their texts."""
        if self.parameters is NoneType:
            return cast("P", None)
        known = tuple([(name, values[name]) for name in self._names if name in values])
        short = sum([len(text) for _, text in known]) <= MOST_KEPT
        return self._read_kept(known) if short else self._read(known)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(each.encode_name for each in msgspec.structs.fields(self.parameters))  # type: ignore[arg-type]

    @cached_property
    def _read_kept(self) -> Callable[[Texts], P]:
        """Return `_read` with an LRU cache: clients ask for the same table again and again."""
        return lru_cache(maxsize=2000)(self._read)

    def _read(self, values: Texts) -> P:
        try:
            return msgspec.convert(dict(values), self.parameters, strict=False)
        except msgspec.ValidationError as error:
            raise Malformed("request-unreadable", problem=str(error)) from None

    def write_parameters(self, parameters: P) -> tuple[str, dict[str, str | float]]:
        """Return the path with its parameters filled in, and the query: all other parameters that are not None."""
        if parameters is None:
            return self.path, {}
        values: dict[str, str | float | None] = msgspec.to_builtins(parameters)
        path = self.path
        for name in values.keys() & set(re.findall(r"{(\w+)}", path)):
            path = path.replace(f"{{{name}}}", quote(str(values.pop(name)), safe=""))
        return path, {name: value for name, value in values.items() if value is not None}

    def read_body(self, data: bytes) -> B:
        """Decode the body."""
        if self._decoder is None:
            return cast("B", None)
        if not data:
            raise Malformed("request-empty")
        try:
            return self._decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Malformed("request-unreadable", problem=str(error)) from None
        except RecursionError:
            raise Malformed("request-too-deep") from None

    def read_response(self, data: bytes) -> T:
        """Decode a response; raise msgspec.MsgspecError if it is not one of this endpoint."""
        if self.media_type != JSON:
            return cast("T", data if self.response is bytes else data.decode())
        for kind in self._responses[:-1]:
            with suppress(msgspec.ValidationError):
                return msgspec.json.decode(data, type=kind)
        return msgspec.json.decode(data, type=self._responses[-1])

    @cached_property
    def _responses(self) -> tuple[type[T], ...]:
        """The types a response may have, one by one: msgspec cannot choose between the untagged structs of a union."""
        response: object = self.response
        return get_args(response) if isinstance(response, UnionType) else (self.response,)

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[B] | None:
        return None if self.body is NoneType else msgspec.json.Decoder(self.body)


@dataclass(slots=True)
class _Node(Generic[H]):
    """A node in the tree of path segments."""

    literals: dict[str, _Node[H]] = field(default_factory=dict)
    name: str = ""
    """The name of the parameter that `parameter` stands for."""
    parameter: _Node[H] | None = None
    methods: dict[str, H] = field(default_factory=dict)

    def child(self, segment: str) -> _Node[H]:
        if not segment.startswith("{"):
            return self.literals.setdefault(segment, _Node())
        self.name = segment.strip("{}")
        self.parameter = self.parameter or _Node()
        return self.parameter


class Matcher(Generic[H]):
    """A tree of path segments, to find the handlers of a path."""

    def __init__(self, handlers: Iterable[tuple[Endpoint[Any, Any, Any], H]]) -> None:
        self._root: _Node[H] = _Node()
        for endpoint, handler in handlers:
            node = self._root
            for segment in endpoint.path.strip("/").split("/"):
                node = node.child(segment)
            node.methods[endpoint.method] = handler

    def find(self, path: str) -> tuple[Mapping[str, H], dict[str, str]]:
        """Return the handlers by method (empty if the path is unknown), and the parameters in the path."""
        node = self._root
        values: dict[str, str] = {}
        for segment in path.strip("/").split("/"):
            found = node.literals.get(segment)
            if found is None:
                if node.parameter is None:
                    return {}, values
                values[node.name] = segment
                found = node.parameter
            node = found
        return node.methods, values
