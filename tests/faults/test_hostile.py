"""Hostile requests: each gets its 4xx, and the server keeps running."""

from __future__ import annotations

import json
import re
import socket
import struct
from collections.abc import Iterator
from secrets import token_urlsafe

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bench._server import Server

API = "/api/v1"
ANY_TABLE = "A" * 22
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""The sample key of RFC 6455 for a WebSocket handshake."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("hostile"), environ={"KEYPEG_THINKERS": "0"})
    try:
        started.start()
        yield started
    finally:
        started.kill()


def _raw(server: Server, request: bytes) -> tuple[int, bytes]:
    """Send these bytes; return the status and the rest of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(request)
        said = b""
        while True:
            part = line.recv(65536)
            said += part
            length = re.search(rb"content-length: (\d+)", said, re.IGNORECASE)
            head = said.find(b"\r\n\r\n")
            if not part or (head >= 0 and length and len(said) >= head + 4 + int(length[1])):
                break
    return int(said[9:12]), said


def _request(server: Server, body: bytes, path: str = "/tables", **headers: str) -> bytes:
    told = {"host": f"127.0.0.1:{server.port}", "content-type": "application/json", "content-length": str(len(body))}
    told |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items() if value)
    return f"POST {API}{path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + body


GOOD = json.dumps({"rules": "togo"}).encode()


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (GOOD, {}, 201),
        (b"", {}, 400),
        (b"{", {}, 400),
        (b"null", {}, 400),
        (b"[]", {}, 400),
        (b"\xff\xfe", {}, 400),
        (b'{"rules": "\\ud800"}', {}, 400),
        (b'{"rules": 7}', {}, 400),
        (b'{"rules": "togo", "more": 1}', {}, 400),
        (b'{"rules": "' + b"x" * 300 + b'"}', {}, 400),
        (b'{"rules": "togo:rows=' + b"9" * 100 + b'"}', {}, 4),
        (b'{"rules": "chess"}', {}, 404),
        (b'{"rules": "togo", "seats": [{"kind": "king"}]}', {}, 400),
        (b'{"rules": "togo", "seats": [{}, {}, {}, {}, {}, {}]}', {}, 400),
        (b'{"rules": "togo", "seats": [{"kind": "computer", "player": "expert:errs=nan"}]}', {}, 400),
        (b'{"rules": "togo", "clock": {"seconds": -1}}', {}, 400),
        (b'{"rules": "togo", "clock": {"seconds": 1e999}}', {}, 400),
        (b"[" * 10_000, {}, 400),
        (b"[" * 100_000, {}, 413),
        (b"x" * 300_000, {}, 413),
        (GOOD, {"content_length": "999999999999999"}, 413),
        (GOOD, {"content_length": "-5"}, 400),
        (GOOD, {"content_length": "0" * 5000 + str(len(GOOD))}, 413),
        (GOOD, {"content_length": f"  {len(GOOD)}  "}, 201),
        (GOOD, {"host": "evil.example"}, 403),
        (GOOD, {"host": "127.0.0.1.evil.example"}, 403),
        (GOOD, {"host": ""}, 4),
        (GOOD, {"origin": "https://evil.example"}, 403),
        (GOOD, {"origin": "null"}, 403),
        (GOOD, {"sec_fetch_site": "cross-site"}, 403),
        (GOOD, {"sec_fetch_site": "same-site"}, 403),
        (GOOD, {"cookie": "keypeg=" + "x" * 3000}, 201),
        (GOOD, {"authorization": "Bearer nobody"}, 4),
        (GOOD, {"x_large": "y" * 100_000}, 4),
        (GOOD, {"host": "localhost:66@evil.example"}, 400),
        (GOOD, {"host": "localhost, evil.example"}, 400),
        (GOOD, {"host": "localhost/evil.example"}, 400),
        (GOOD, {"host": "localhost:66:66"}, 400),
        (GOOD, {"host": "localhost:65536"}, 400),
        (GOOD, {"host": "\xff.example"}, 400),
        (GOOD, {"host": "[::1"}, 400),
        (GOOD, {"Host": "evil.example"}, 400),
        (GOOD, {"Host": "127.0.0.1"}, 400),
        (GOOD, {"x_name": "\xff"}, 201),
        (GOOD, {"cookie": "keypeg=\xff"}, 201),
        (GOOD, {"accept_language": "\xff"}, 201),
    ],
)
def test_a_bad_request_gets_its_status(server: Server, body: bytes, headers: dict[str, str], status: int) -> None:
    """A status of one digit stands for all statuses that begin with it."""
    found, said = _raw(server, _request(server, body, **headers))
    assert found == status or found // 100 == status, said[:500]
    assert b"Traceback" not in said
    assert server.is_ready()


NUL, NOT_UTF_8 = "%00", "%ff%fe"


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (f"GET {API}/tables/{NUL}/view", 404),
        (f"GET {API}/tables/{'A' * 21}{NUL}/view", 404),
        (f"POST {API}/tables/{'A' * 22}{NUL}/moves", 404),
        (f"GET {API}/boxes/togo{NUL}/rules", 404),
        (f"GET {API}/words/{NUL}", 404),
        (f"GET /t/{NUL}", 404),
        (f"GET {API}/tables/{NOT_UTF_8}/view", 400),
        (f"GET {API}/boxes/{NOT_UTF_8}/rules", 400),
        (f"GET /{NOT_UTF_8}", 200),
        (f"GET {API}/rules?text={NOT_UTF_8}", 400),
        (f"GET {API}/rules?{NOT_UTF_8}=togo", 400),
        (f"GET {API}/rules?text={NUL}", 4),
        (f"GET {API}/daily?day={NUL}", 400),
        (f"GET {API}/rules?text=togo&" + "a=b&" * 100, 400),
        (f"GET {API}/rules?text=\xff", 4),
        (f"GET {API}/\xff", 4),
        (f"GET {API}/me/tables?before=nan", 200),
        (f"GET {API}/boxes/%EF%BF%BD/rules", 404),
    ],
)
@pytest.mark.parametrize("upgrade", ["", "upgrade: websocket\r\nconnection: upgrade\r\n"], ids=["http", "bell"])
def test_no_path_makes_the_server_fail(server: Server, line: str, status: int, upgrade: str) -> None:
    head = f"{line} HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\ncontent-length: 0\r\n{upgrade}\r\n"
    found, said = _raw(server, head.encode("latin-1"))
    assert found == status or found // 100 == (4 if upgrade else status), said[:500]
    assert "Traceback" not in server.log


@pytest.mark.parametrize("path", [f"/tables/{NUL}/bell", f"/tables/{NOT_UTF_8}/bell", f"/tables/{'A' * 22}{NUL}/bell"])
def test_no_bell_makes_the_server_fail(server: Server, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://127.0.0.1:{server.port}{API}{path}", proxy=None):
        pass
    assert refused.value.response.status_code == 403
    assert "Traceback" not in server.log


def test_a_request_without_a_body_is_told_what_it_lacks(server: Server) -> None:
    status, said = _raw(server, _request(server, b""))
    assert (status, json.loads(said.partition(b"\r\n\r\n")[2])["error"]) == (400, "request-empty")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"[" * 100_000,
        b'{"move":' + b"[" * 100_000,
        b'{"move": "\\ud800", "version": 0, "key": "k"}',
        b'{"move": "guess ROYG", "version": 1e99, "key": "k"}',
        b'{"move": "guess ROYG", "version": 99999999999999999999, "key": "k"}',
        b'{"move": "guess ROYG", "version": 0, "key": "' + b"k" * 100 + b'"}',
        b"x" * 300_000,
    ],
)
def test_a_bad_move_gets_its_status(server: Server, body: bytes) -> None:
    status, said = _raw(server, _request(server, body, f"/tables/{ANY_TABLE}/moves"))
    assert status in (400, 413), said[:500]


def test_a_body_without_its_length_is_cut_off_too(server: Server) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    head = _request(server, b"", content_length="", transfer_encoding="chunked")
    status, _ = _raw(server, head + chunk * 8 + b"0\r\n\r\n")
    assert status == 413


@pytest.mark.parametrize(
    ("header", "trailer", "status"),
    [
        ("https://evil.example", "http://127.0.0.1:{port}", 403),
        ("http://127.0.0.1:{port}", "https://evil.example", 201),
    ],
)
def test_what_follows_a_body_replaces_no_header(server: Server, header: str, trailer: str, status: int) -> None:
    """Such as the address that a proxy adds, by which limits count."""
    head = _request(server, b"", origin=header.format(port=server.port), content_length="", transfer_encoding="chunked")
    last = f"0\r\norigin: {trailer.format(port=server.port)}\r\n\r\n".encode()
    found, said = _raw(server, head + b"%x\r\n%b\r\n" % (len(GOOD), GOOD) + last)
    assert found == status, said


@pytest.mark.parametrize("request_line", [b"GARBAGE\r\n\r\n", b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"])
def test_what_is_no_http_is_refused(server: Server, request_line: bytes) -> None:
    assert _raw(server, request_line)[0] in (400, 403, 505)
    assert server.is_ready()


@pytest.mark.parametrize("path", [f"/tables/{ANY_TABLE}/moves", "/tables/x/moves", f"/tables/{ANY_TABLE}/seats"])
def test_no_table_can_be_found_by_trying(server: Server, path: str) -> None:
    body = json.dumps({"move": "guess ROYG", "version": 0, "key": "k"}).encode()
    status, said = _raw(server, _request(server, body, path))
    assert status in (400, 404), said


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_a_websocket_of_another_site_is_refused(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        _bell(server, ANY_TABLE, origin=origin)
    assert refused.value.response.status_code == 403


def test_the_bell_of_a_table_that_is_not_there_is_refused(server: Server) -> None:
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        _bell(server, ANY_TABLE)


def test_who_hangs_up_before_the_bell_is_heard_is_no_failure_of_the_database(server: Server) -> None:
    """A stranger could have /health say so for as long as they liked, with a request every two seconds."""
    upgrade = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
    for _ in range(20):
        path = f"{API}/tables/{token_urlsafe(16)}/bell"
        head = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n{upgrade}sec-websocket-key: {KEY}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.sendall(head.encode())
    status, said = _raw(server, f"GET {API}/health HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    assert status == 200, said
    assert "the database fails" not in server.log
    assert "a request failed" not in server.log


def test_a_bell_hears_nothing_that_is_too_long(server: Server) -> None:
    _, made = _raw(server, _request(server, GOOD))
    table = json.loads(made.partition(b"\r\n\r\n")[2])["table"]
    with connect(f"ws://127.0.0.1:{server.port}{API}/tables/{table}/bell") as bell:
        assert json.loads(bell.recv(timeout=20))["table"] == table
        bell.send("x" * 100_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            list(bell)
    assert server.is_ready()


def test_a_bell_is_told_nothing_that_is_not_utf_8(server: Server) -> None:
    _, made = _raw(server, _request(server, GOOD))
    table = json.loads(made.partition(b"\r\n\r\n")[2])["table"]
    with connect(f"ws://127.0.0.1:{server.port}{API}/tables/{table}/bell") as bell:
        bell.recv(timeout=20)
        bell.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed, match="1007"):
            list(bell)
    assert "Traceback" not in server.log


def _bell(server: Server, table: str, origin: str | None = None) -> str:
    headers = {"origin": origin} if origin else {}
    with connect(f"ws://127.0.0.1:{server.port}{API}/tables/{table}/bell", additional_headers=headers) as bell:
        return str(bell.recv(timeout=20))


def test_nothing_of_it_is_in_the_log(server: Server) -> None:
    secret = token_urlsafe(16)
    _raw(server, _request(server, b"{", cookie=f"keypeg={secret}", authorization=f"Bearer {secret}"))
    assert secret not in server.log
    assert "Traceback" not in server.log
