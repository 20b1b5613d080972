"""The whole API against its own description: nothing breaks whatever is sent, and every answer is as described."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from keypeg.api.openapi import FILE
from keypeg.server.settings import Settings
from tests.amount import amount
from tests.properties.random_play import TEXTS
from tests.server.running import PATIENCE, serving

EXAMPLES = amount(3, 50)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]


api = schemathesis.openapi.from_dict(json.loads(FILE.read_text("utf-8")))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """The address of a server, a guest there, and a table at which that guest holds both seats."""
    chosen = Settings(port=0, data_dir=tmp_path_factory.mktemp("schema"), limits=False, thinkers=1)
    with serving(chosen) as address:
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = httpx.post(f"{address}/api/v1/tables", json={"rules": "togo:first=1", "seats": seats}, timeout=PATIENCE)
        token, table, version = *made.cookies.values(), made.json()["table"], made.json()["version"]
        for number, move in enumerate(("hide ROYG", "guess BPWN", "guess ROYB")):
            asked = {"move": move, "version": version + number, "key": move, "seat": 1 if number == 0 else 2}
            path = f"{address}/api/v1/tables/{table}/moves"
            done = httpx.post(path, json=asked, cookies={"keypeg": token}, timeout=PATIENCE)
            assert done.status_code == 200
        yield address, token, table


@api.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
def test_every_answer_is_as_described(case: Case[Any], played: tuple[str, str, str]) -> None:
    """Send the case as it was generated, and again with a table that exists and rules that can be read."""
    address, token, table = played
    if "wait" in (case.query or {}):
        case.query["wait"] = 0
    case.call_and_validate(base_url=address, checks=CHECKS, timeout=PATIENCE)
    if "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = table
    elif isinstance(case.body, dict) and "rules" in case.body:
        case.body["rules"] = TEXTS[len(str(case.body)) % len(TEXTS)]
    else:
        return
    case.call_and_validate(base_url=address, checks=CHECKS, cookies={"keypeg": token}, timeout=PATIENCE)
