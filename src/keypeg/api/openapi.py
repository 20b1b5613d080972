"""Describe the API as OpenAPI 3.1, from its endpoints and structs. `make openapi` writes it to openapi.json."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from inspect import isclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args

import msgspec

from keypeg import __version__, core
from keypeg import review as reviews
from keypeg.api import coach, errors, match, sentences
from keypeg.api.endpoint import JSON, Endpoint
from keypeg.api.errors import Error
from keypeg.api.examples import EXAMPLES
from keypeg.api.features import API, FEATURES, PREFIX
from keypeg.api.view import Bell
from keypeg.table import Rematch

FILE = Path(__file__).with_name("openapi.json")
REF = "#/components/schemas/{name}"
ERRORS = {
    400: ("Malformed", "The request cannot be parsed."),
    403: ("Forbidden", "You may not do this, or not from this host or site."),
    404: ("Unknown", "The path, name or id is unknown."),
    409: ("Conflict", "Another change came first; `version`, if given, is the current version of the table."),
    413: ("TooLarge", "The request body is too large."),
    422: ("Illegal", "The move or setting is against the rules, or out of turn."),
    429: ("Busy", "Too many requests; retry after `Retry-After` seconds."),
    503: ("DatabaseAway", "The server is busy or its database is down; retry after `Retry-After`, with the same key."),
}
"""By status: the name and the description of an error that may answer any request, always as an `Error`."""
NOT_MODIFIED = {"304": {"description": "Nothing has changed since the View that you have."}}


STRUCTS: dict[str, type[msgspec.Struct]] = {
    each.__name__: each
    for feature in (*FEATURES, match, sentences, errors)
    for each in vars(feature).values()
    if isclass(each) and issubclass(each, msgspec.Struct)
}
CORE = {
    core.Space: 'Codes of `holes` holes over these pegs; a blank that counts as a colour is among them as ".".',
    core.Share: (
        'The part of the secret that a seat holds: null while there is none, "?" for pegs that you may not know.'
    ),
    core.Called: "A call of a split code; `right` is null while seats at a real board judge it.",
    core.Outcome: "The result of a match; without a winner, it was a draw or nobody broke the code.",
    Rematch: "A rematch that has been opened; your seat there is kept for you.",
    reviews.Learned: "The information in bits that a row gave a seat, and the information that the seat could expect.",
    reviews.Chance: "The likeliest code from what a seat knew, and the chance that it was right.",
    reviews.SplitCall: "A call, made after `after` rows; `chance` is how likely its caller had to think it right.",
    reviews.MissedCall: (
        "A call that a seat could have made after `after` rows; `last` if it passed in the last round of calls."
    ),
}
"""The values of the core that cross as they are, in the words of the API."""


MAY_LACK = {"RowSentences"}
"""Structs that older servers send without their newest fields."""


def describe() -> dict[str, Any]:
    """Return the OpenAPI description of the whole API."""
    kinds = [kind for endpoint in API.values() for kind in (endpoint.body, endpoint.response)]
    types = [each for kind in kinds for each in _members(kind)]
    found, schemas = msgspec.json.schema_components(
        [*types, match.Match, coach.CoachAnswer, Bell, Error], ref_template=REF
    )
    by_type = dict(zip(map(str, types), found, strict=False))
    for kind, example in EXAMPLES.items():
        schemas[kind.__name__]["examples"] = [msgspec.to_builtins(example)]
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in API.values():
        terms = endpoint.terms
        paths.setdefault(PREFIX + terms.path, {})[terms.method.lower()] = _operation(endpoint, by_type)
    paths[f"{PREFIX}/tables/{{id}}/view"]["get"]["responses"] |= NOT_MODIFIED
    received = _reachable([by_type[str(each.body)] for each in API.values()], schemas)
    _require_what_is_always_sent(schemas, received)
    for value, meaning in CORE.items():
        schema = schemas[value.__name__]
        schema["description"], schema["required"] = meaning, list(schema["properties"])
        for each in schema["properties"].values():
            each.pop("default", None)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Keypeg", "version": __version__},
        "servers": [{"url": "/"}],
        "security": [{}, {"cookie": []}, {"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {
                name: {"description": meaning, "content": {JSON: {"schema": {"$ref": REF.format(name="Error")}}}}
                for name, meaning in ERRORS.values()
            },
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "keypeg"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def text() -> str:
    """Return the description as the JSON text of its file. What the file has keeps its place; what is new follows."""
    described, known = describe(), json.loads(FILE.read_text("utf-8"))
    described["paths"] = {
        path: _in_order(operations, known["paths"].get(path, {}))
        for path, operations in _in_order(described["paths"], known["paths"]).items()
    }
    parts = described["components"]
    parts["schemas"] = _in_order(parts["schemas"], known["components"]["schemas"])
    return json.dumps(described, indent=2, ensure_ascii=False) + "\n"


def _in_order(items: dict[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    return {name: items[name] for name in [*(each for each in known if each in items), *items]}


def _operation(endpoint: Endpoint[..., Any, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    terms = endpoint.terms
    described: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": terms.summary,
        "tags": [terms.tag],
    }
    parameters = list(_parameters(endpoint))
    if parameters:
        described["parameters"] = parameters
    if endpoint.body is not NoneType:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[str(endpoint.body)]}}}
    media_type = terms.media_type.partition(";")[0]
    answer = {"description": "", "content": {media_type: {"schema": _schema(endpoint.response, schemas)}}}
    described["responses"] = {str(terms.status): answer} | {
        str(status): {"$ref": f"#/components/responses/{name}"} for status, (name, _) in ERRORS.items()
    }
    return described


def _members(kind: Any) -> tuple[Any, ...]:
    """Return the members of a union: msgspec cannot describe a union of untagged structs."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def _schema(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    if kind is bytes:
        return {"type": "string", "format": "binary"}
    some = [schemas[str(each)] for each in _members(kind)]
    return {"anyOf": some} if len(some) > 1 else some[0]


def _parameters(endpoint: Endpoint[..., Any, Any]) -> Iterator[dict[str, Any]]:
    if endpoint.parameters is NoneType:
        return
    _, schemas = msgspec.json.schema_components([endpoint.parameters], ref_template=REF)
    struct = schemas[endpoint.parameters.__name__]
    for name, schema in struct["properties"].items():
        parameter: dict[str, Any] = {"name": name, "in": "path" if f"{{{name}}}" in endpoint.terms.path else "query"}
        parameter["required"] = name in struct.get("required", [])
        if "description" in schema:
            parameter["description"] = schema.pop("description")
        yield parameter | {"schema": _without_null(schema)}


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove null from the schema of a parameter: clients leave the parameter out instead."""
    if schema.get("default", 0) is None:
        del schema["default"]
    some = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    return some[0] if len(some) == 1 else schema


def _require_what_is_always_sent(schemas: dict[str, Any], received: set[str]) -> None:
    """Mark all fields as required in structs that only the server sends: msgspec encodes defaults too."""
    for name in schemas.keys() - received - MAY_LACK:
        struct = STRUCTS.get(name)
        if struct and not struct.__struct_config__.omit_defaults:
            schemas[name]["required"] = list(schemas[name]["properties"])


def _reachable(part: Any, schemas: dict[str, Any]) -> set[str]:
    """Return the names of all schemas that this part refers to, directly or indirectly."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                waiting.append(schemas[name])
            waiting += [value for key, value in part.items() if key != "examples"]
    return found


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
