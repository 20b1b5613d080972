"""Without a proxy, every attack by connections ends 75 s after its last byte: with the limits of a real server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from bench._server import Server, resident
from tests.server.running import Person

API = "/api/v1"
HOST = b"host: 127.0.0.1\r\n"
GET = f"GET {API}/me HTTP/1.1\r\n".encode() + HOST
RULES = f"GET {API}/boxes/togo/rules HTTP/1.1\r\n".encode() + HOST
POST = f"POST {API}/records HTTP/1.1\r\n".encode() + HOST
UPGRADE = b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: "
EACH, ENDS = 60, 75.0
"""Connections of each attack, and the seconds after which they must have ended."""
POLLS = EACH
"""Those that wait for a change, which are answered after 50 s, may stay open for the next request like any other."""


def attacks(table: str) -> Iterator[bytes]:
    """Yield what each connection of an attack sends before it falls silent, and reads nothing."""
    yield b""
    yield GET
    yield GET + b"x: " + b"y" * 30_000
    yield GET + b"\r\n"
    yield GET + b"\r\n" + GET
    yield POST + b"content-length: 250000\r\n\r\n" + b" " * 240_000
    yield POST + b"transfer-encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 20_000
    yield POST + b"upgrade: h2c\r\nconnection: upgrade\r\ncontent-length: 250000\r\n\r\n" + b" " * 240_000
    yield (RULES + b"\r\n") * 30
    yield (RULES + b"\r\n") * 5 + RULES + b"connection: close\r\n\r\n"
    yield f"GET {API}/tables/{table}/view?after=99&wait=50 HTTP/1.1\r\n".encode() + HOST + b"\r\n"
    yield f"GET {API}/tables/{table}/bell HTTP/1.1\r\n".encode() + HOST + UPGRADE + b"A" * 22 + b"==\r\n\r\n"


def files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@pytest.mark.long
def test_everything_ends(tmp_path: Path) -> None:
    server = Server(tmp_path, environ={"KEYPEG_THINKERS": "0", "KEYPEG_LIMITS": "on", "KEYPEG_PROXIES": "192.0.2.1"})
    with ExitStack() as stack:
        stack.callback(server.kill)
        server.start()
        ann = Person(f"http://127.0.0.1:{server.port}")
        table = ann.make("togo")["table"]
        ann.http.close()
        before, memory = files(server.pid), resident(server.pid)
        for number, sent in enumerate(attacks(table), 2):
            for _ in range(EACH):
                line = stack.enter_context(socket.socket())
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                line.bind((f"127.0.0.{number}", 0))
                line.settimeout(2)
                line.connect(("127.0.0.1", server.port))
                with suppress(OSError):  # the server may refuse it, or not take more
                    line.sendall(sent)
        last, most = monotonic(), files(server.pid)
        assert most > before + 2 * EACH, "the attacks hold connections"
        while files(server.pid) > before + POLLS + 2 or resident(server.pid) > memory + 40:
            waited = monotonic() - last
            assert waited < ENDS, f"{files(server.pid) - before} open, {resident(server.pid) - memory:.0f} MiB more"
            began = monotonic()
            assert httpx.get(f"http://127.0.0.1:{server.port}{API}/boxes").status_code == 200
            assert monotonic() - began < 5, "new clients are served meanwhile"
            sleep(1)
        print(f"{most - before} connections ended after {monotonic() - last:.0f} s")
        print(f"{memory:.0f} MiB before, {resident(server.pid):.0f} MiB after")
        assert "Traceback" not in server.log
