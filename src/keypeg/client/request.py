"""A request to an endpoint, made from the arguments of a call."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET

from keypeg.api.endpoint import Endpoint

T = TypeVar("T")

FORMERLY = {"table": "id", "planned": "move"}
"""Other names under which arguments may be given."""
KEY = "key"


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """An endpoint with the structs of its parameters and its body; None where it has none."""

    endpoint: Endpoint[..., Any, T]
    parameters: Any
    body: Any


def request(endpoint: Endpoint[..., Any, T], *args: object, **fields: object) -> Request[T]:
    """Make a request. Arguments are the parameters of the path and the query, then the fields of the body.

    A `key` that is not given is chosen: the server makes a change once, however often it is sent with the same key. If
    you choose your own, you can send a change again after a lost connection. An empty name counts as not given.
    """
    parts = [struct for struct in (endpoint.parameters, endpoint.body) if hasattr(struct, "__struct_fields__")]
    known = [name for part in parts for name in part.__struct_fields__]
    given = {FORMERLY.get(name, name): value for name, value in fields.items()}
    places = [name for name in known if name != KEY]
    if len(args) > len(places):
        raise TypeError(f"{endpoint.name} takes at most {len(places)} arguments, not {len(args)}")
    given |= dict(zip(places, args, strict=False))
    strange = given.keys() - known
    if strange:
        raise TypeError(f"{endpoint.name} takes {', '.join(known) or 'no arguments'}, not {', '.join(sorted(strange))}")
    if KEY in known and not given.get(KEY):
        given[KEY] = token_hex(12)
    return Request(endpoint, _filled(endpoint.parameters, given), _filled(endpoint.body, given))


def _filled(struct: Any, given: dict[str, object]) -> Any:
    if not hasattr(struct, "__struct_fields__"):
        return None
    fields = {each.name: each for each in msgspec.structs.fields(struct)}
    return struct(
        **{
            name: value
            for name, value in given.items()
            if name in fields and not (value == "" and fields[name].default is UNSET)
        }
    )
