"""Describe the API as OpenAPI 3.1; `make openapi` writes the description to the file that is committed."""

from __future__ import annotations

import json
from inspect import isclass
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar

from keypeg import wire
from keypeg.server.http.api_examples import EXAMPLES

FILE = Path(wire.__file__).parent / "openapi.json"
REF = "#/components/schemas/{name}"


def describe(app: Litestar) -> dict[str, Any]:
    """The whole API as OpenAPI has it."""
    said: dict[str, Any] = app.openapi_schema.to_schema()
    values = [each for each in vars(wire).values() if isclass(each) and issubclass(each, msgspec.Struct)]
    _, schemas = msgspec.json.schema_components(
        [each for each in values if each is not msgspec.Struct], ref_template=REF
    )
    for kind, example in EXAMPLES.items():
        schemas[kind.__name__]["examples"] = [msgspec.to_builtins(example)]
    said["components"]["schemas"] |= schemas
    said["components"]["securitySchemes"] = {
        "cookie": {"type": "apiKey", "in": "cookie", "name": "keypeg"},
        "bearer": {"type": "http", "scheme": "bearer"},
    }
    said["security"] = [{}, {"cookie": []}, {"bearer": []}]
    said["paths"]["/api/v1/tables/{id}/view"]["get"]["responses"]["304"] = {"description": "As you know it."}
    _require_what_is_always_sent(said, {each.__name__: each for each in values})
    return said


def _require_what_is_always_sent(said: dict[str, Any], structs: dict[str, type[msgspec.Struct]]) -> None:
    """Mark fields with defaults as required in structs that only the server sends: msgspec always encodes them."""
    schemas = said["components"]["schemas"]
    taken = [each.get("requestBody", {}) for operations in said["paths"].values() for each in operations.values()]
    asked = _reachable(taken, schemas)
    for name, schema in schemas.items():
        config = structs[name].__struct_config__ if name in structs else None
        if config and name not in asked and not config.omit_defaults and schema.get("properties"):
            schema["required"] = list(schema["properties"])


def _reachable(part: Any, schemas: dict[str, Any]) -> set[str]:
    """The names of all schemas that this part of a description refers to."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                waiting.append(schemas[name])
            waiting += [value for key, value in part.items() if key != "examples"]
        elif isinstance(part, list):
            waiting += part
    return found


def main() -> None:
    """Write the description of the application to its file."""
    from keypeg.server.http.app import make_app  # noqa: PLC0415
    from keypeg.server.settings import Settings  # noqa: PLC0415

    app: Any = make_app(Settings())
    while not hasattr(app, "openapi_schema"):
        app = vars(app)["_app"]
    FILE.write_text(text(describe(app)), "utf-8")


def text(said: dict[str, Any]) -> str:
    """The description as it stands in its file."""
    return json.dumps(said, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
