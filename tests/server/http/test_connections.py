"""Limits on connections: unfinished ones are closed, and nobody can lock others out by connecting often."""

from __future__ import annotations

import gc
import os
import socket
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bench._server import resident
from keypeg.server.http.connections import Timeouts
from keypeg.server.http.http_connection import Exchange
from keypeg.server.http.static_files import StaticFiles
from keypeg.server.settings import Settings
from tests.server.running import Person, serving

SHORT = 0.2
HEAD = b"GET /api/v1/me HTTP/1.1\r\nhost: 127.0.0.1\r\n"


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[int]:
    """The port of a server with very short timeouts."""
    timeouts = Timeouts(head=SHORT, body=SHORT, idle=SHORT, write=SHORT, sweep=SHORT / 4)
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0), timeouts) as address:
        yield int(address.rpartition(":")[2])


def _line(port: int, sent: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0))
    line.sendall(sent)
    return line


def _until_closed(line: socket.socket) -> bytes:
    """Return everything received until the server closes the connection; fail on a timeout."""
    said = b""
    with line:
        while True:
            try:
                part = line.recv(65536)
            except ConnectionResetError:
                return said
            if not part:
                return said
            said += part


def _send_until_closed(line: socket.socket, part: bytes, most: int) -> int:
    """Send this again and again; return the number of bytes sent before the server closed the connection."""
    sent = 0
    try:
        while sent < most:
            sent += line.send(part)
    except OSError:  # broken pipe or connection reset; a WebSocket client closes it then
        pass
    return sent


def _talk(bell: ClientConnection) -> None:
    for _ in range(10_000):
        bell.send("x")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", b""),
        (b"G", b"408"),
        (HEAD, b"408"),
        (HEAD + b"x-half: ", b"408"),
        (HEAD.replace(b"GET", b"PATCH") + b"content-length: 20\r\n\r\n{", b"408"),
        (HEAD.replace(b"GET", b"PATCH") + b"transfer-encoding: chunked\r\n\r\n5\r\n{", b"408"),
        (HEAD + b"\r\n", b"200"),
        (HEAD + b"\r\n" + HEAD, b"200"),
        (HEAD + b"content-length: 9\r\n\r\n{", b"200"),
    ],
    ids=["nothing", "letter", "head", "header", "body", "chunk", "idle", "second-head", "unread-body"],
)
def test_what_is_never_finished_is_closed(impatient: int, sent: bytes, status: bytes) -> None:
    assert _until_closed(_line(impatient, sent))[9:12] == status


def test_what_is_not_http_is_refused_and_fills_no_log(impatient: int, caplog: pytest.LogCaptureFixture) -> None:
    for sent in (b"\x16\x03\x01\x00", b"GET / HTTP/9\r\n\r\n", HEAD + b"upgrade: h2c\r\nconnection: upgrade\r\n\r\n"):
        assert _until_closed(_line(impatient, sent)).startswith((b"HTTP/1.1 400", b"HTTP/1.1 200"))
    assert not caplog.records


def test_a_request_leaves_nothing_to_the_garbage_collector(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        gc.collect()
        gc.disable()
        try:
            with httpx.Client(base_url=address) as client:
                seats = {"rules": "togo:first=1", "seats": [{"kind": "me"}] * 2}
                table = client.post("/api/v1/tables", json=seats).json()["table"]
                too_early = {"move": "guess ROYG", "version": 1, "key": "1", "seat": 2}
                for _ in range(20):
                    assert client.get("/api/v1/me").status_code == 200
                    assert client.get("/api/v1/tables/unknown/view").status_code == 400
                    assert client.get(f"/api/v1/tables/{'A' * 22}/view").status_code == 404
                    assert client.post(f"/api/v1/tables/{table}/moves", json=too_early).status_code == 422
            left = sum(isinstance(each, Exchange) for each in gc.get_objects())
        finally:
            gc.enable()
    assert left <= 2, "no more than the last one of a connection"


def test_a_client_that_does_not_read_is_closed(impatient: int) -> None:
    request = b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with _line(impatient) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(20)
        # Until both buffers are full, and then until the connection is closed.
        assert _send_until_closed(line, request, 200 * 2**20) < 200 * 2**20


def test_clients_that_do_not_read_keep_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "large.txt").write_bytes(b"x" * 8 * 2**20)
    monkeypatch.setattr("keypeg.server.http.app.StaticFiles", lambda: StaticFiles(tmp_path))
    request = b"GET /large.txt HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address, ExitStack() as lines:
        port, before = int(address.rpartition(":")[2]), resident(os.getpid())
        held = [lines.enter_context(_line(port, request)) for _ in range(30)]
        for line in held:
            assert line.recv(1000).startswith(b"HTTP/1.1 200")
        assert resident(os.getpid()) - before < 60, "MiB, of 240"
        said = 1000
        while said < 8 * 2**20:
            said += len(held[0].recv(2**20))


def test_requests_may_be_sent_ahead_but_not_without_end(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        port = int(address.rpartition(":")[2])
        last = HEAD + b"connection: close\r\n\r\n"
        assert _until_closed(_line(port, (HEAD + b"\r\n") * 20 + last)).count(b"HTTP/1.1 200") == 21
        before = resident(os.getpid())
        with ExitStack() as lines:
            for _ in range(20):
                sent = _send_until_closed(lines.enter_context(_line(port)), (HEAD + b"\r\n") * 1000, 50 * 2**20)
                assert sent < 50 * 2**20
        assert resident(os.getpid()) - before < 40, "MiB"


def test_what_is_not_http_after_a_request_fills_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        port = int(address.rpartition(":")[2])
        rename = HEAD.replace(b"GET", b"PATCH") + b'content-length: 12\r\n\r\n{"name":"x"}'
        for ahead in (rename, rename + HEAD + b"\r\n"):
            assert _until_closed(_line(port, ahead + b"GARBAGE\r\n\r\n")).startswith(b"HTTP/1.1 400")
        assert httpx.patch(f"{address}/api/v1/me", json={"name": "x"}).status_code == 200
    assert not caplog.records


def test_a_head_is_cut_off_while_it_is_read(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        with _line(int(address.rpartition(":")[2]), HEAD + b"x-endless: ") as line:
            sent = _send_until_closed(line, b"y" * 65536, 200 * 2**20)
        assert sent < 30 * 2**20, "that much fits into the buffers of the system; the server keeps less"


@contextmanager
def _few(tmp_path: Path, **settings: object) -> Iterator[str]:
    chosen = Settings(port=0, data_dir=tmp_path, thinkers=0, **settings)  # type: ignore[arg-type]
    with serving(chosen) as address:
        yield address


def _bell(address: str, table: str, **headers: str) -> ClientConnection:
    return connect(f"ws{address[4:]}/api/v1/tables/{table}/bell", additional_headers=headers, proxy=None)


def test_one_address_has_so_many_connections_and_others_theirs(tmp_path: Path) -> None:
    with _few(tmp_path, connections_per_address=5, proxies="192.0.2.1") as address, ExitStack() as bells:
        port = int(address.rpartition(":")[2])
        with Person(address).http as http:
            table = http.post("/tables", json={"rules": "togo"}).json()["table"]
        for _ in range(5):
            bells.enter_context(_bell(address, table)).recv()
        refused = _until_closed(_line(port, HEAD + b"\r\n"))
        assert refused.startswith(b"HTTP/1.1 503")
        assert b"retry-after" in refused
        with _line(port, HEAD + b"\r\n", source="127.0.0.2") as other:
            assert other.recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("proxies", ["192.0.2.1", "127.0.0.1"], ids=["an address", "in all"])
def test_half_sent_requests_make_room_for_whole_ones(tmp_path: Path, proxies: str) -> None:
    few = {"connections_per_address": 8} if proxies == "192.0.2.1" else {"connections": 8}
    with _few(tmp_path, proxies=proxies, **few) as address, ExitStack() as lines:
        port = int(address.rpartition(":")[2])
        for _ in range(40):
            lines.enter_context(_line(port, HEAD))
        with _line(port, HEAD + b"\r\n") as line:
            assert line.recv(100).startswith(b"HTTP/1.1 200")


def test_clients_of_a_proxy_are_counted_by_themselves(tmp_path: Path) -> None:
    with _few(tmp_path, connections_per_address=5, proxies="127.0.0.1") as address, ExitStack() as bells:
        forwarded = {"x-forwarded-for": "198.51.100.1"}
        with httpx.Client(base_url=f"{address}/api/v1") as http:
            table = http.post("/tables", json={"rules": "togo"}, headers=forwarded).json()["table"]
            for _ in range(5):
                bells.enter_context(_bell(address, table, **forwarded)).recv()
            assert http.get("/me", headers=forwarded).status_code == 429
            assert http.get("/me", headers={"x-forwarded-for": "198.51.100.2"}).status_code == 200
            bells.close()
            while http.get("/me", headers=forwarded).status_code == 429:
                pass


def test_an_ipv6_network_counts_as_one_address(tmp_path: Path) -> None:
    one = _few(tmp_path, connections_per_address=1, proxies="127.0.0.1")
    with one as address, httpx.Client(base_url=f"{address}/api/v1") as http:
        table = http.post("/tables", json={"rules": "togo"}).json()["table"]
        with _bell(address, table, **{"x-forwarded-for": "2001:db8::1"}) as bell:
            bell.recv()
            assert http.get("/me", headers={"x-forwarded-for": "2001:db8::ffff:2"}).status_code == 429
            assert http.get("/me", headers={"x-forwarded-for": "2001:db8:0:1::1"}).status_code == 200


@pytest.mark.parametrize(
    ("more", "statuses"),  # before websockets 17 it says 400 to all of them
    [
        ("x: " + "y" * 9000 + "\r\n\r\n", b"431 400"),
        ("x: y\r\n" * 200 + "\r\n", b"431 400"),
        ("content-length: 5\r\n\r\nhello", b"400"),
    ],
    ids=["a long header", "many headers", "a body"],
)
def test_a_bell_whose_head_cannot_be_read_is_refused_and_closed(tmp_path: Path, more: str, statuses: bytes) -> None:
    wish = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: "
    key = b64encode(bytes(16)).decode()
    with _few(tmp_path) as address:
        line = _line(int(address.rpartition(":")[2]), HEAD + f"{wish}{key}\r\n{more}".encode())
        assert _until_closed(line)[9:12] in statuses.split()


def _upgraded(port: int, table: str) -> socket.socket:
    """Open a bell that nobody listens to."""
    key = b64encode(bytes(16)).decode()
    wish = f"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}"
    line = _line(port, f"GET /api/v1/tables/{table}/bell HTTP/1.1\r\nhost: 127.0.0.1\r\n{wish}\r\n\r\n".encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line


@pytest.mark.parametrize("answers", [False, True])
def test_a_bell_stays_as_long_as_its_client_answers_pings(tmp_path: Path, answers: bool) -> None:
    settings = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)
    with serving(settings, Timeouts(ping=0.5, sweep=0.1)) as address:
        port = int(address.rpartition(":")[2])
        table = httpx.post(f"{address}/api/v1/tables", json={"rules": "togo"}).json()["table"]
        with _upgraded(port, table) as line:
            pings, ping, pong = 0, bytes([0x89, 0]), bytes([0x8A, 0x80, 0, 0, 0, 0])
            while pings < 6 and (heard := line.recv(4096)):
                pings += heard.count(ping)
                if answers:
                    line.sendall(pong * heard.count(ping))
            assert (pings == 6) is answers


def test_a_client_that_asks_first_is_told_to_go_on(tmp_path: Path) -> None:
    with _few(tmp_path) as address, _line(int(address.rpartition(":")[2])) as line:
        body = b'{"name":"x"}'
        line.sendall(HEAD.replace(b"GET", b"PATCH") + b"expect: 100-Continue\r\ncontent-length: 12\r\n\r\n")
        assert line.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(body)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("kind", [0x89, 0x8A, 0x82], ids=["ping", "pong", "bytes"])
def test_a_bell_that_is_talked_at_is_closed(tmp_path: Path, kind: int) -> None:
    """Pongs to a client that never reads took 171 MB in 12 s."""
    with _few(tmp_path) as address:
        table = httpx.post(f"{address}/api/v1/tables", json={"rules": "togo"}).json()["table"]
        with _bell(address, table) as bell:
            bell.recv()
            frame = bytes([kind, 0x80 | 125, 0, 0, 0, 0]) + b"x" * 125
            sent = _send_until_closed(bell.socket, 10 * frame, 32 * 2**20)
            assert sent < 8 * 2**20, "most of it waits in the system's buffers"


def test_bells_are_not_compressed_and_expect_nothing_to_be_said(tmp_path: Path) -> None:
    with _few(tmp_path) as address, Person(address).http as http:
        table = http.post("/tables", json={"rules": "togo"}).json()["table"]
        with _bell(address, table) as bell:
            bell.recv()
            assert not bell.protocol.extensions
            with pytest.raises(ConnectionClosed):
                _talk(bell)
