"""Refused requests: foreign hosts, foreign pages, too large ones and too many."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from keypeg.server.addresses import lan_addresses
from keypeg.server.settings import Settings
from tests.server.running import Person, serving

Somebody = Callable[[], Person]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", ""])
def test_other_host_names_are_refused(address: str, host: str) -> None:
    refused = httpx.get(f"{address}/api/v1/health", headers={"host": host})
    assert (refused.status_code, refused.json()["error"]) == (403, "host-foreign")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_other_sites_can_change_nothing(person: Somebody, headers: dict[str, str]) -> None:
    refused = person().http.post("/tables", json={"rules": "togo"}, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (403, "origin-foreign")


def test_our_own_page_can(person: Somebody, address: str) -> None:
    headers = {"origin": address, "sec-fetch-site": "same-origin"}
    assert person().http.post("/tables", json={"rules": "togo"}, headers=headers).status_code == 201


def test_what_is_too_large_is_refused_before_it_is_read(person: Somebody, address: str) -> None:
    ann = person()
    refused = ann.http.post("/records", json={"record": "x" * 300_000})
    assert (refused.status_code, refused.json()["error"]) == (413, "too-large")

    def pieces() -> object:
        for _ in range(400):
            yield b" " * 1024

    streamed = httpx.post(f"{address}/api/v1/records", content=pieces())  # type: ignore[arg-type]
    assert streamed.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"rules": 7}',
        b'{"rules": "togo", "more": 1}',
        b"\xff\xfe",
        b'{"rules": "' + b"x" * 300 + b'"}',
    ],
)
def test_what_cannot_be_read_is_told_so(person: Somebody, body: bytes) -> None:
    ann = person()
    table = ann.make("togo")["table"]
    headers = {"content-type": "application/json"}
    for path in ("/tables", f"/tables/{table}/moves"):
        refused = ann.http.post(path, content=body, headers=headers)
        assert (refused.status_code, refused.json()["error"]) == (
            400,
            "request-unreadable" if body else "request-empty",
        )


def test_security_headers_are_on_every_answer(person: Somebody) -> None:
    ann = person()
    table = ann.make("togo")["table"]
    answers = [ann.http.get("/me"), ann.http.get("/nothing"), ann.http.post(f"/tables/{table}/moves", content=b"")]
    for answer in answers:
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


def test_errors_are_told_in_the_language_of_the_client(person: Somebody) -> None:
    ann = person()
    plain = ann.http.get(f"/tables/{'A' * 22}/view")
    odd = ann.http.get(f"/tables/{'A' * 22}/view", headers={"accept-language": "xx, en-XA;q=0.5"})
    assert (plain.status_code, odd.status_code) == (404, 404)
    assert plain.json()["error"] == odd.json()["error"] == "table-unknown"
    assert odd.json()["message"].startswith("[")
    assert odd.headers["content-language"] == "en-XA"


def test_the_bell_rings_at_once_and_at_every_change(person: Somebody, address: str) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    cookie = f"{bob.cookie}={bob.http.cookies[bob.cookie]}"
    bell_address = f"{address.replace('http', 'ws')}/api/v1/tables/{table}/bell"
    with connect(bell_address, additional_headers={"cookie": cookie}) as bell:
        assert json.loads(bell.recv(timeout=10)) == {"table": table, "version": 2, "here": [1, 2]}
        assert ann.view(table)["seats"][1]["here"]
        ann.play(table, "hide RYGB")
        while json.loads(bell.recv(timeout=10))["version"] < 3:
            pass
    with (
        pytest.raises((ConnectionClosed, InvalidStatus)),
        connect(bell_address, origin=Origin("https://evil.example")) as bell,
    ):
        bell.recv(timeout=10)
    nowhere = f"{address.replace('http', 'ws')}/api/v1/tables/{'A' * 22}/bell"
    with connect(nowhere) as bell, pytest.raises(ConnectionClosed, match="table-unknown"):
        bell.recv(timeout=10)


def test_too_much_at_once_has_to_wait(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0)) as address:
        ann = Person(address)
        table = ann.make("togo")["table"]
        answers = [ann.http.post(f"/tables/{table}/says", json={"phrase": "hello", "key": str(n)}) for n in range(12)]
        late = next(answer for answer in answers if answer.status_code == 429)
        assert late.json()["error"] == "too-many"
        assert int(late.headers["retry-after"]) >= 1
        ann.http.close()


def test_on_a_home_network_its_addresses_are_ours_and_strange_names_are_not(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0, lan=True)) as address:
        port = address.rpartition(":")[2]
        for host, status in (
            (f"192.168.1.7:{port}", 200),
            ("keypeg.local", 200),
            ("8.8.8.8", 403),
            ("evil.example", 403),
            ("localhost:65536", 400),
        ):
            assert httpx.get(f"{address}/api/v1/health", headers={"host": host}).status_code == status
        ann = Person(address)
        link = ann.make("togo")["invites"][0]["link"]
        assert link.startswith(tuple(f"http://{own}:{port}/t/" for own in lan_addresses() or ["127.0.0.1"]))
        ann.http.close()


def test_half_a_request_hurts_nobody(person: Somebody, address: str) -> None:
    port = int(address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"POST /api/v1/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{")
    assert person().http.get("/health").status_code == 200


def test_nothing_secret_is_logged(person: Somebody, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        ann = person()
        made = ann.make("togo:first=1")
        ann.play(made["table"], "hide RYGB")
    token = ann.http.cookies[ann.cookie]
    invite = made["invites"][0]["invite"]
    logged = [record.getMessage() for record in caplog.records if not record.name.startswith("http")]
    for secret in (token, invite, "RYGB"):
        assert secret not in "\n".join(logged)
