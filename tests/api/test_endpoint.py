"""Endpoints match paths and decode what a client sends, without a host."""

from __future__ import annotations

import pickle
import re
import tracemalloc
from types import NoneType
from typing import Any

import msgspec
import pytest

from keypeg.api.boxes import box_rules
from keypeg.api.dispatch import Dispatcher
from keypeg.api.endpoint import SUPPLIED, Endpoint, endpoint
from keypeg.api.features import API
from keypeg.api.identity import me
from keypeg.api.limits import READS
from keypeg.api.moves import Done, NewMove, move
from keypeg.api.records import record
from keypeg.api.review import review
from keypeg.api.tables import make_table
from keypeg.api.view import view
from keypeg.errors import Malformed

TABLE = "A" * 22


def declared(path: str, method: str = "GET") -> Endpoint[..., Any, Any]:
    @endpoint(method, path, "", "", READS)
    def nothing() -> None:
        """Answer nothing."""

    return nothing


def test_a_path_is_matched_by_its_literals_before_its_parameters() -> None:
    paths = declared("/a"), declared("/a", "POST"), declared("/a/{id}"), declared("/a/me/{day}")
    get, post, one, mine = paths
    dispatcher = Dispatcher(paths)
    assert dispatcher.find("/a") == ({"GET": get, "POST": post}, {})
    assert dispatcher.find("/a/") == dispatcher.find("/a")
    assert dispatcher.find("/a/7") == ({"GET": one}, {"id": "7"})
    assert dispatcher.find("/a/me/8") == ({"GET": mine}, {"day": "8"})
    for nowhere in ("", "/", "/b", "/a/me", "/a/7/8", "/a/me/8/9"):
        assert dispatcher.find(nowhere)[0] == {}


def test_every_endpoint_is_found_at_its_own_path() -> None:
    dispatcher = Dispatcher(API.values())
    for each in API.values():
        found, values = dispatcher.find(each.terms.path)
        assert found[each.terms.method] is each
        assert values == {name: f"{{{name}}}" for name in values}


def test_an_endpoint_is_pickled_by_its_name() -> None:
    """So a question can be answered by another process."""
    for each in API.values():
        assert pickle.loads(pickle.dumps(each)) is each  # noqa: S301 - our own


def test_what_a_function_needs_is_a_parameter_or_is_supplied() -> None:
    for each in API.values():
        in_path = set(re.findall(r"{(\w+)}", each.terms.path))
        parameters = () if each.parameters is NoneType else each.parameters.__struct_fields__
        assert in_path <= set(parameters), each
        assert set(parameters) | SUPPLIED >= set(each.needs), each


def test_parameters_are_decoded_from_text() -> None:
    read, struct = view.read_parameters, view.parameters
    assert read({"id": TABLE, "after": "3", "wait": "1.5"}) == struct(TABLE, None, 3, 1.5)
    assert read({"id": TABLE, "unknown": "x"}) == struct(TABLE)


def test_long_and_unknown_parameters_are_not_remembered() -> None:
    tracemalloc.start()
    try:
        for number in range(200):
            view.read_parameters({"id": TABLE, "unknown": f"{number}" + 20_000 * "x"})
            view.read_parameters({"id": TABLE, "wait": "0." + 20_000 * "0" + f"{number}"})
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000


@pytest.mark.parametrize(
    "values", [{}, {"id": "x"}, {"id": TABLE, "after": "-1"}, {"id": TABLE, "wait": "nan"}, {"id": TABLE, "seat": ""}]
)
def test_wrong_parameters_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        view.read_parameters(values)


def test_a_body_is_decoded() -> None:
    assert move.read_body(b'{"move": "pass", "version": 3, "key": "k"}') == NewMove("pass", 3, "k")
    assert move.response is Done
    me.read_body(b"is ignored")


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
        move.read_body(body)
    assert refused.value.slug == slug


def test_a_body_that_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(Malformed) as refused:
        make_table.read_body(b'{"rules": "togo", "seats": [{"kind": "me", "x": ' + b"[" * 100_000)
    assert refused.value.slug == "request-too-deep"


def test_parameters_are_written_as_they_are_read() -> None:
    asked = view.parameters(TABLE, None, 3, 1.5)
    path, query = view.write_parameters(asked)
    assert (path, query) == (f"/tables/{TABLE}/view", {"after": 3, "wait": 1.5})
    values = Dispatcher([view]).find(path)[1] | {name: str(value) for name, value in query.items()}
    assert view.read_parameters(values) == asked
    assert me.write_parameters(None) == ("/me", {})
    assert box_rules.write_parameters(box_rules.parameters("a/b ?"))[0] == "/boxes/a%2Fb%20%3F/rules"


def test_an_answer_is_decoded() -> None:
    assert move.read_response(b'{"table": "T", "version": 3}') == Done("T", 3)
    assert record.read_response("Tür".encode()) == "Tür"
    for unreadable in (b"", b"{}", b"[]"):
        with pytest.raises(msgspec.MsgspecError):
            review.read_response(unreadable)
