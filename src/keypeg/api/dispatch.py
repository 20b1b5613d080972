"""Find the endpoint of a path, and answer a call: the same for every host and endpoint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from keypeg.api.endpoint import JSON, Endpoint, Handler
from keypeg.api.host import Call

ENCODE = msgspec.json.Encoder().encode


@dataclass(slots=True)
class _Node:
    """A node in the tree of path segments."""

    literals: dict[str, _Node] = field(default_factory=dict)
    name: str = ""
    """The name of the parameter that `parameter` stands for."""
    parameter: _Node | None = None
    methods: dict[str, Endpoint[..., Any, Any]] = field(default_factory=dict)

    def child(self, segment: str) -> _Node:
        if not segment.startswith("{"):
            return self.literals.setdefault(segment, _Node())
        self.name = segment.strip("{}")
        self.parameter = self.parameter or _Node()
        return self.parameter


class Dispatcher:
    """Answers endpoints; `handlers` has those that a host answers in its own way."""

    def __init__(
        self,
        endpoints: Iterable[Endpoint[..., Any, Any]],
        handlers: Mapping[Endpoint[..., Any, Any], Handler] | None = None,
    ) -> None:
        self._handlers = handlers or {}
        self._root = _Node()
        for endpoint in endpoints:
            node = self._root
            for segment in endpoint.terms.path.strip("/").split("/"):
                node = node.child(segment)
            node.methods[endpoint.terms.method] = endpoint

    def find(self, path: str) -> tuple[Mapping[str, Endpoint[..., Any, Any]], dict[str, str]]:
        """Return the endpoints by method (empty if the path is unknown), and the parameters in the path."""
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

    async def answer(self, endpoint: Endpoint[..., Any, Any], call: Call) -> Any:
        """Answer a call whose parameters and body have been decoded."""
        handler = self._handlers.get(endpoint)
        if handler is not None:
            return await handler(call)
        if endpoint.joins:
            await call.join()
        given = endpoint.given(call)
        if endpoint.changes:
            make = partial(endpoint.function, **dict(zip(endpoint.names, given, strict=True)))
            return await call.change(call.parameters.id, make, getattr(call.asked, "version", None))
        terms = endpoint.terms
        if terms.computes is not None:
            return await call.compute(terms.computes(*given), endpoint, *given, long=terms.long)
        answer: Any = endpoint.function(*given)
        return await answer if endpoint.waits else answer


def encoded(answer: Any, media_type: str) -> bytes:
    """Encode an answer, unless its handler has done so."""
    if isinstance(answer, bytes):
        return answer
    return ENCODE(answer) if media_type == JSON else answer.encode()
