"""After a request to change the protocol, which we do not take, nothing of the connection is read as a request."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from time import sleep

import pytest
from websockets.sync.client import connect

from bench._server import Server
from tests.server.running import Person

BORDER = 4096
"""The server parses that many bytes at a time."""
KEY = "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
UPGRADES = {
    "h2c": "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n",
    "x": "connection: upgrade\r\nupgrade: x\r\n",
    "websocket": f"connection: upgrade\r\nupgrade: websocket\r\n{KEY}",
    "websocket, incomplete": "connection: upgrade\r\nupgrade: websocket\r\n",
    "TLS": "connection: upgrade\r\nupgrade: TLS/1.0\r\n",
    "list": "connection: upgrade\r\nupgrade: h2c, websocket, x/2\r\n",
    "odd case": "cOnNeCtIoN: uPgRaDe\r\nuPgRaDe: H2C\r\n",
    "among others": "connection: keep-alive, foo,upgrade\r\nupgrade: x\r\n",
    "two upgrade lines": f"connection: upgrade\r\nupgrade: x\r\nupgrade: websocket\r\n{KEY}",
    "two upgrade lines, reversed": f"connection: upgrade\r\nupgrade: websocket\r\nupgrade: x\r\n{KEY}",
    "two connection lines": f"connection: keep-alive\r\nconnection: upgrade\r\nupgrade: websocket\r\n{KEY}",
    "two connection lines, reversed": f"connection: upgrade\r\nconnection: keep-alive\r\nupgrade: websocket\r\n{KEY}",
    "empty": "connection: upgrade\r\nupgrade: \r\n",
    "without connection": "upgrade: websocket\r\n",
    "without upgrade": "connection: upgrade\r\n",
}
NONE_ASKED = ("empty", "without connection", "without upgrade")
"""These ask for no upgrade."""
SMUGGLED = b"OPTIONS /api/v1/me HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
ITS_ANSWER = b"HTTP/1.1 204"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("upgrades"), environ={"KEYPEG_THINKERS": "0"})
    try:
        started.start()
        yield started
    finally:
        started.kill()


def head(upgrade: str, kind: str, length: int, version: str = "1.1", line: str = "POST /api/v1/tables") -> bytes:
    """Return a head that ends in the headers of a body."""
    body = {"length": f"content-length: {length}\r\n", "chunked": "transfer-encoding: chunked\r\n"}.get(kind, "")
    return f"{line} HTTP/{version}\r\nhost: 127.0.0.1\r\n{upgrade}{body}\r\n".encode()


def padded(begin: bytes, length: int) -> bytes:
    """Return this head with one more header, so that it has `length` bytes."""
    assert begin.endswith(b"\r\n\r\n")
    more = length - len(begin) - len(b"x: \r\n")
    return begin[:-2] + b"x: " + b"y" * more + b"\r\n\r\n"


def answers(server: Server, *writes: bytes, seconds: float = 20) -> bytes:
    """Send this in several writes, and return all that comes back until the server closes the connection."""
    said = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError):  # it was closed already
            for number, each in enumerate(writes):
                if number:
                    sleep(0.05)
                line.sendall(each)
        with suppress(ConnectionResetError):
            while part := line.recv(65536):
                said += part
    return said


def statuses(said: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", said)]


@pytest.mark.parametrize("version", ["1.1", "1.0"])
@pytest.mark.parametrize("writes", [1, 2])
@pytest.mark.parametrize("body", ["none", "length", "chunked"])
@pytest.mark.parametrize("upgrade", [name for name in UPGRADES if name not in NONE_ASKED])
def test_nothing_behind_an_upgrade_is_read_as_a_request(
    server: Server, upgrade: str, body: str, writes: int, version: str
) -> None:
    for filler in (b"", b"\r\n" * BORDER):  # empty lines before a request are skipped
        smuggled = filler + SMUGGLED
        begin = head(UPGRADES[upgrade], body, len(smuggled), version)
        said = answers(server, begin + smuggled) if writes == 1 else answers(server, begin, smuggled)
        assert ITS_ANSWER not in said
        assert len(statuses(said)) == 1
        if body != "none":
            assert statuses(said) == [400]
            assert json.loads(said.partition(b"\r\n\r\n")[2])["error"] == "upgrade-with-body"
            assert b"connection: close\r\n" in said
    assert server.is_ready()


@pytest.mark.parametrize("at", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("pieces", [1, 2])
@pytest.mark.parametrize("body", ["none", "length", "chunked"])
@pytest.mark.parametrize("upgrade", ["h2c", "websocket", "two connection lines"])
def test_nothing_is_read_at_the_borders_of_what_is_parsed_at_once(
    server: Server, upgrade: str, body: str, pieces: int, at: int
) -> None:
    begin = padded(head(UPGRADES[upgrade], body, len(SMUGGLED)), pieces * BORDER + at)
    for writes in ((begin + SMUGGLED,), (begin, SMUGGLED), (begin + SMUGGLED[:BORDER], SMUGGLED * 3)):
        said = answers(server, *writes)
        assert ITS_ANSWER not in said
        assert len(statuses(said)) == 1


@pytest.mark.parametrize("line", ["CONNECT 127.0.0.1:80", "CONNECT evil.example:443"])
def test_nothing_is_read_behind_connect(server: Server, line: str) -> None:
    for body in ("none", "length", "chunked"):
        for filler in (b"", b"\r\n" * BORDER):
            smuggled = filler + SMUGGLED
            begin = head("", body, len(smuggled), line=line)
            for said in (answers(server, begin + smuggled), answers(server, begin, smuggled)):
                assert ITS_ANSWER not in said
                assert [status // 100 for status in statuses(said)] == [4]


@pytest.mark.parametrize("upgrade", NONE_ASKED)
def test_without_both_headers_it_is_a_request_like_any_other(server: Server, upgrade: str) -> None:
    body = b'{"rules": "togo"}'
    last = b"GET /api/v1/me HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
    assert statuses(answers(server, head(UPGRADES[upgrade], "length", len(body)) + body + last)) == [201, 200]


@pytest.mark.parametrize("upgrade", ["h2c", "x", "TLS", "list", "odd case", "among others"])
def test_a_request_without_a_body_is_answered_as_if_no_upgrade_were_asked(server: Server, upgrade: str) -> None:
    said = answers(server, head(UPGRADES[upgrade], "none", 0, line="GET /api/v1/me"))
    assert statuses(said) == [200]
    assert b"connection: close\r\n" in said
    empty = head(UPGRADES[upgrade] + "content-length: 0\r\n", "none", 0, line="GET /api/v1/me")
    assert statuses(answers(server, empty)) == [200]


@pytest.mark.parametrize("size", [17, 15_000])
def test_a_client_that_asks_for_http_2_learns_why_its_body_is_refused(server: Server, size: int) -> None:
    """Such as Java's own, which sends head and body one after the other."""
    body = b'{"rules": "togo"}'.ljust(size)
    said = answers(server, head(UPGRADES["h2c"], "length", len(body)), body[:10], body[10:])
    refused = json.loads(said.partition(b"\r\n\r\n")[2])
    assert refused["error"] == "upgrade-with-body"
    assert "Upgrade: h2c" in refused["message"]
    assert "HTTP/1.1" in refused["message"]


def test_the_next_request_of_a_connection_is_its_owners(server: Server) -> None:
    """A proxy sends one person's request after another's on the same connection."""
    person = Person(f"http://127.0.0.1:{server.port}")
    with person.http as http:
        http.patch("/me", json={"name": "Ann"})
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        stolen = b"DELETE /api/v1/me HTTP/1.1\r\nx-rest: "
        victim = f"GET /api/v1/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {cookie}\r\n\r\n".encode()
        for filler in (b"", b"\r\n" * BORDER):
            begin = head(UPGRADES["x"], "length", len(filler + stolen))
            for writes in ((begin + filler + stolen, victim), (begin, filler + stolen, victim)):
                with suppress(TimeoutError):  # as long as the connection stays open
                    answers(server, *writes, seconds=2)
        assert http.get("/me").json() == {"known": True, "name": "Ann"}


@pytest.mark.parametrize("more", [0, BORDER, 2 * BORDER - 100])
def test_a_bell_still_rings(server: Server, more: int) -> None:
    person = Person(f"http://127.0.0.1:{server.port}")
    with person.http:
        table = person.make("togo")["table"]
    address = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/bell"
    with connect(address, additional_headers={"x-more": "y" * more}) as bell:
        for _ in range(3):
            assert '"version"' in str(bell.recv(10))
            bell.send("beat")
