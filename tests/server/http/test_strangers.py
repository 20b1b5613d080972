"""People without a seat at a table that nobody may watch can learn and change nothing there, by any route."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from keypeg.api.endpoint import Endpoint
from keypeg.api.features import API
from keypeg.server.settings import Settings
from tests.server.running import Person, serving

AT_TABLE = [each for each in API.values() if each.terms.path.startswith("/tables/{id}/")]
BODIES: dict[str, dict[str, Any]] = {
    "/claims": {"absent": 2, "version": 3, "key": "c"},
    "/coach": {"ask": "hint", "key": "h"},
    "/invites": {"seat": 2, "key": "i"},
    "/moves": {"move": "guess ROYG", "version": 3, "key": "m"},
    "/refusals": {"seat": 2, "version": 3},
    "/rematch": {},
    "/says": {"phrase": "hello", "key": "s"},
    "/seats": {"invite": "A" * 22},
    "/undo": {"version": 3, "key": "u"},
    "/window": {"do": "go-on", "version": 3, "key": "w"},
}


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Person, Person, Person]]:
    with serving(Settings(port=0, data_dir=tmp_path_factory.mktemp("server"), thinkers=0)) as address:
        ann, bob, stranger = Person(address), Person(address), Person(address)
        with ann.http, bob.http, stranger.http:
            yield ann, bob, stranger


@pytest.fixture(scope="module")
def table(people: tuple[Person, Person, Person]) -> str:
    """A table at which Ann has hidden a code from Bob."""
    ann, bob, _ = people
    made = ann.make("togo:first=1", watch=False, coach="hint")
    bob.sit(made)
    ann.play(made["table"], "hide RYGB")
    return str(made["table"])


@pytest.mark.parametrize("endpoint", AT_TABLE, ids=lambda endpoint: f"{endpoint.terms.method} {endpoint.terms.path}")
def test_a_stranger_is_refused(
    people: tuple[Person, Person, Person], table: str, endpoint: Endpoint[..., Any, Any]
) -> None:
    ann, _, stranger = people
    before = ann.view(table)["version"]
    body = BODIES.get(endpoint.terms.path.removeprefix("/tables/{id}")) if endpoint.takes_body else None
    assert body is not None or not endpoint.takes_body, "a new route needs a body here"
    for query in ("", "?seat=1", "?seat=2"):
        asked = {**body, "seat": int(query[-1])} if body and query and "seat" in _fields(endpoint) else body
        said = stranger.http.request(
            endpoint.terms.method, endpoint.terms.path.replace("{id}", table) + query, json=asked
        )
        assert said.status_code in (403, 404, 422), said.text
        assert "RYGB" not in said.text
    assert ann.view(table)["version"] == before


def _fields(endpoint: Endpoint[..., Any, Any]) -> tuple[str, ...]:
    fields: tuple[str, ...] = endpoint.body.__struct_fields__
    return fields
