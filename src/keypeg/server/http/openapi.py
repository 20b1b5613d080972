"""The API described for machines: the framework's list of addresses, with our own values, errors and examples."""

from __future__ import annotations

from inspect import isclass
from typing import Any

import msgspec
from litestar import Litestar

from keypeg import wire
from keypeg.server.http.api_examples import EXAMPLES

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
    return said
