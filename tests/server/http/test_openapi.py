"""The description of the API is complete, its examples can be sent, and its page loads nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest

from keypeg.api.examples import EXAMPLES
from keypeg.api.features import API
from keypeg.api.openapi import FILE, text
from keypeg.server.http.request import HANDLERS
from keypeg.server.settings import Settings
from tests.server.running import Person, serving

Somebody = Callable[[], Person]


def test_every_address_is_described_with_its_errors(person: Somebody) -> None:
    said = person().http.get("/openapi.json").json()
    assert said["openapi"].startswith("3.1")
    for path, operations in said["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], f"{method} {path}"
            assert {"400", "403", "404", "409", "422", "429", "503"} <= operation["responses"].keys()
    move = said["components"]["schemas"]["NewMove"]
    assert move["examples"] == [{"move": "guess RYBG", "version": 12, "key": "9f31", "seat": None}]
    assert said["components"]["schemas"]["Me"]["properties"]["kind"] == {"enum": ["me"]}


def test_the_committed_description_is_that_of_the_application(person: Somebody) -> None:
    assert FILE.read_text("utf-8") == text(), "run `make openapi`"
    assert person().http.get("/openapi.json").content == FILE.read_bytes()


def test_every_endpoint_of_the_api_is_answered() -> None:
    """What refuses with `needs-server` where there is none has a handler here."""
    refusing = [each for each in API.values() if "needs_server" in each.function.__code__.co_names]
    assert refusing, "there are some"
    assert {each.name for each in refusing} <= {each.name for each in HANDLERS}


def test_every_reference_leads_somewhere(person: Somebody) -> None:
    said = person().http.get("/openapi.json").text
    known = msgspec.json.decode(said)["components"]["schemas"]
    assert set(re.findall(r'"#/components/schemas/(\w+)"', said)) <= known.keys()


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=lambda example: type(example).__name__)
def test_an_example_is_what_it_is_an_example_of(example: msgspec.Struct) -> None:
    assert msgspec.json.decode(msgspec.json.encode(example), type=type(example)) == example


def test_the_page_needs_nothing_from_elsewhere(person: Somebody) -> None:
    page = person().http.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "<script" not in page.text
    assert set(re.findall(r'(?:src|href)="?([^"\s>#]+)', page.text)) == {"docs.css", "openapi.json"}
    assert "Make a move" in page.text
    assert person().http.get("/docs.css").headers["content-type"].startswith("text/css")


def test_a_wrong_token_for_the_metrics_is_refused_whatever_its_letters(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0, metrics_token="sécret")) as address:  # noqa: S106
        for given, status in (("wrong", 403), ("é", 403), ("sécret", 200)):
            headers = {b"authorization": f"Bearer {given}".encode("latin-1")}
            assert httpx.get(f"{address}/api/v1/metrics", headers=headers).status_code == status


def test_health_and_metrics_are_told(person: Somebody) -> None:
    ann = person()
    assert ann.http.get("/health").json()["status"] == "ok"
    ann.make("togo")
    told = ann.http.get("/metrics").text
    assert "keypeg_move_seconds_bucket" in told
    assert re.search(r'keypeg_answers_total\{status="2xx"\} \d', told)
