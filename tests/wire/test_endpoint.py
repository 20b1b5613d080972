"""Endpoints match paths and decode what a client sends, without a transport."""

from __future__ import annotations

import tracemalloc
from types import NoneType
from typing import Any

import msgspec
import pytest

from keypeg.errors import Malformed
from keypeg.wire import Done, NewMove, api, parameters
from keypeg.wire.endpoint import Endpoint, Matcher

TABLE = "A" * 22


def test_a_path_is_matched_by_its_literals_before_its_parameters() -> None:
    def endpoint(path: str, method: str = "GET") -> tuple[Endpoint[Any, Any, Any], str]:
        return Endpoint("", method, path, NoneType, NoneType, NoneType, "", ""), f"{method} {path}"

    matcher = Matcher([endpoint("/a"), endpoint("/a", "POST"), endpoint("/a/{id}"), endpoint("/a/me/{day}")])
    assert matcher.find("/a") == ({"GET": "GET /a", "POST": "POST /a"}, {})
    assert matcher.find("/a/") == matcher.find("/a")
    assert matcher.find("/a/7") == ({"GET": "GET /a/{id}"}, {"id": "7"})
    assert matcher.find("/a/me/8") == ({"GET": "GET /a/me/{day}"}, {"day": "8"})
    for nowhere in ("", "/", "/b", "/a/me", "/a/7/8", "/a/me/8/9"):
        assert matcher.find(nowhere)[0] == {}


def test_every_endpoint_is_found_at_its_own_path() -> None:
    matcher = Matcher((endpoint, endpoint) for endpoint in api.API)
    for endpoint in api.API:
        found, values = matcher.find(endpoint.path)
        assert found[endpoint.method] is endpoint
        assert values == {name: f"{{{name}}}" for name in values}


def test_parameters_are_decoded_from_text() -> None:
    read = api.VIEW.read_parameters
    assert read({"id": TABLE, "after": "3", "wait": "1.5"}) == parameters.AfterVersion(TABLE, None, 3, 1.5)
    assert read({"id": TABLE, "unknown": "x"}) == parameters.AfterVersion(TABLE)


def test_long_and_unknown_parameters_are_not_remembered() -> None:
    tracemalloc.start()
    try:
        for number in range(200):
            api.VIEW.read_parameters({"id": TABLE, "unknown": f"{number}" + 20_000 * "x"})
            api.VIEW.read_parameters({"id": TABLE, "wait": "0." + 20_000 * "0" + f"{number}"})
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000


@pytest.mark.parametrize(
    "values", [{}, {"id": "x"}, {"id": TABLE, "after": "-1"}, {"id": TABLE, "wait": "nan"}, {"id": TABLE, "seat": ""}]
)
def test_wrong_parameters_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        api.VIEW.read_parameters(values)


def test_a_body_is_decoded() -> None:
    assert api.MOVE.read_body(b'{"move": "pass", "version": 3, "key": "k"}') == NewMove("pass", 3, "k")
    assert api.MOVE.response is Done
    api.ME.read_body(b"is ignored")


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        (b"", "request-empty"),
        (b"{", "request-unreadable"),
        (b'{"move": "\xff", "version": 3, "key": "k"}', "request-unreadable"),
        (b'{"move": "pass", "version": 3}', "request-unreadable"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(body: bytes, slug: str) -> None:
    with pytest.raises(Malformed) as refused:
        api.MOVE.read_body(body)
    assert refused.value.slug == slug


def test_a_body_that_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(Malformed) as refused:
        api.MAKE_TABLE.read_body(b'{"rules": "togo", "seats": [{"kind": "me", "x": ' + b"[" * 100_000)
    assert refused.value.slug == "request-too-deep"


def test_parameters_are_written_as_they_are_read() -> None:
    asked = parameters.AfterVersion(TABLE, None, 3, 1.5)
    path, query = api.VIEW.write_parameters(asked)
    assert (path, query) == (f"/tables/{TABLE}/view", {"after": 3, "wait": 1.5})
    values = Matcher([(api.VIEW, api.VIEW)]).find(path)[1] | {name: str(value) for name, value in query.items()}
    assert api.VIEW.read_parameters(values) == asked
    assert api.ME.write_parameters(None) == ("/me", {})
    assert api.BOX_RULES.write_parameters(parameters.OfBox("a/b ?"))[0] == "/boxes/a%2Fb%20%3F/rules"


def test_an_answer_is_decoded() -> None:
    assert api.MOVE.read_response(b'{"table": "T", "version": 3}') == Done("T", 3)
    assert api.RECORD.read_response("Tür".encode()) == "Tür"
    for unreadable in (b"", b"{}", b"[]"):
        with pytest.raises(msgspec.MsgspecError):
            api.REVIEW.read_response(unreadable)
