"""One client cannot take the server away from others: every request pays, bodies share a budget, connections end."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from bench._server import Server
from keypeg.api.limits import Limit
from keypeg.server.http.connections import Connections, Timeouts
from keypeg.server.settings import Settings
from tests.server.running import Person, serving

API = "/api/v1"
HEAD = f"GET {API}/me HTTP/1.1\r\nhost: 127.0.0.1\r\n".encode()
FEW = Limit(20, 0.1)
"""Tokens of which an address has eight times as many."""


@contextmanager
def _limited(folder: Path) -> Iterator[int]:
    with serving(Settings(port=0, data_dir=folder, thinkers=0, proxies="192.0.2.1")) as address:
        yield int(address.rpartition(":")[2])


def _post(path: str, length: int, more: str = "") -> bytes:
    head = f"POST {API}{path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n{more}"
    return f"{head}content-length: {length}\r\n\r\n".encode()


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (f"{API}/nothing", {}),
        (f"{API}/me", {"host": "evil.example"}),
        (f"{API}/me", {"cookie": ";" * 12_000}),
        (f"{API}/tables/unknown/view", {}),
    ],
    ids=["unknown", "foreign", "cookies", "unreadable"],
)
def test_a_refused_request_pays_by_its_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, headers: dict[str, str]
) -> None:
    monkeypatch.setattr("keypeg.server.http.app.READS", FEW)
    with _limited(tmp_path) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
        large = headers | {"x-more": "y" * 7_000, "x-most": "y" * 7_000}
        statuses: list[int] = []
        while not statuses or (statuses[-1] != 429 and len(statuses) < 100):
            statuses.append(http.get(path, headers=large).status_code)
        assert statuses[-1] == 429
        assert {status // 100 for status in statuses} == {4}


def test_small_requests_go_on_beside_those_that_have_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.server.http.app.READS", FEW)
    with _limited(tmp_path) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}{API}", timeout=60) as http:
        while http.get("/nothing", headers={"x-more": "y" * 25_000}).status_code != 429:
            pass
        assert http.get("/me").status_code == 200


def test_a_body_has_16_kib_and_a_record_256(tmp_path: Path) -> None:
    with _limited(tmp_path) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}{API}", timeout=60) as http:
        rules = json.dumps({"rules": "togo"})
        assert http.post("/tables", content=rules.ljust(16_384)).status_code == 201
        refused = http.post("/tables", content=rules.ljust(16_385))
        assert (refused.status_code, refused.json()["most"]) == (413, 16_384)
        assert http.post("/records", content=json.dumps({"record": "x"}).ljust(262_144)).status_code == 400
        assert http.post("/records", content=json.dumps({"record": "x"}).ljust(262_145)).status_code == 413

        def pieces() -> Iterator[bytes]:
            yield from [b" " * 1000] * 20

        assert http.post("/tables", content=pieces()).status_code == 413


def test_long_bodies_have_one_budget_and_moves_do_not_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.server.http.app.MOST_UNFINISHED", 400_000)
    with _limited(tmp_path) as port, ExitStack() as stack:
        ann = Person(f"http://127.0.0.1:{port}")
        stack.callback(ann.http.close)
        table = ann.make("togo:first=1", {"kind": "me"}, {"kind": "me"})["table"]
        for _ in range(2):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            line.sendall(_post("/records", 250_000) + b" " * 190_000)
        record, until = json.dumps({"record": "x"}).ljust(100_000), monotonic() + 20
        while (refused := ann.http.post("/records", content=record)).status_code != 503:
            assert monotonic() < until
        assert refused.json()["error"] == "server-busy"
        assert int(refused.headers["retry-after"]) >= 1
        ann.play(table, "hide RYGB", seat=1)
        stack.close()
        with httpx.Client(base_url=f"http://127.0.0.1:{port}{API}", timeout=60) as http:
            while http.post("/records", content=record).status_code == 503:
                assert monotonic() < until


def test_what_follows_a_refused_head_is_not_parsed(tmp_path: Path) -> None:
    with _limited(tmp_path) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(_post("/nothing", 200_000).replace(b"200000", b"10000") + b" " * 5_000)
        said = b""
        while part := line.recv(65536):
            said += part
        assert said.startswith(b"HTTP/1.1 404")
        assert b"connection: close" in said


def test_many_headers_and_long_targets_are_cut_off(tmp_path: Path) -> None:
    with _limited(tmp_path) as port:
        for sent in (HEAD + b"x:y\r\n" * 2_000, HEAD.replace(b"/me", b"/" + b"%41" * 4_000)):
            with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
                line.sendall(sent + b"\r\n")
                assert line.recv(100).startswith(b"HTTP/1.1 431")


def test_a_long_body_and_requests_sent_ahead_arrive_whole(tmp_path: Path) -> None:
    """They are parsed in many pieces, some of which end in the middle of a head."""
    with _limited(tmp_path) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        body = json.dumps({"rules": "togo"}).ljust(15_000).encode()
        some = HEAD + b"x: " + b"y" * 1_500 + b"\r\n\r\n"
        line.sendall((_post("/tables", len(body)) + body + some * 2) * 2 + HEAD + b"connection: close\r\n\r\n")
        said = b""
        while part := line.recv(65536):
            said += part
        assert [each[:3] for each in said.split(b"HTTP/1.1 ")[1:]] == [b"201", b"200", b"200"] * 2 + [b"200"]


def test_a_connection_whose_client_reads_nothing_more_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the rest is too short for the system to tell that it waits."""
    made: list[Connections] = []
    enter = Connections.enter

    def entered(self: Connections, *args: object) -> object:
        made[:] = [self]
        return enter(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Connections, "enter", entered)
    asked = f"GET {API}/boxes/togo/rules HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    timeouts, chosen = (
        Timeouts(idle=0.5, write=0.5, sweep=0.1),
        Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0),
    )
    with serving(chosen, timeouts) as address, ExitStack() as lines:
        port = int(address.rpartition(":")[2])
        for number in range(40):
            line = lines.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.settimeout(20)
            line.connect(("127.0.0.1", port))
            last = "connection: close\r\n" if number % 2 else ""
            with suppress(OSError):  # on a busy machine it may be closed already
                for _ in range(20 + 4 * number):
                    line.sendall(f"{asked}\r\n".encode())
                    sleep(0.001)
                line.sendall(f"{asked}{last}\r\n".encode())
        until = monotonic() + 30
        while len(made[0]):
            assert monotonic() < until, f"{len(made[0])} of 40 are still open"
            sleep(0.1)


def test_whoever_waits_when_the_server_stops_is_told_so(tmp_path: Path) -> None:
    server = Server(tmp_path, environ={"KEYPEG_THINKERS": "0"})
    with ExitStack() as stack:
        stack.callback(server.kill)
        server.start()
        ann = Person(f"http://127.0.0.1:{server.port}")
        stack.callback(ann.http.close)
        made = ann.make("togo:first=1")
        polls = []
        for _ in range(20):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            path = f"{API}/tables/{made['table']}/view?after={made['version']}&wait=50"
            line.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
            polls.append(line)
        sleep(0.5)
        began = monotonic()
        with ThreadPoolExecutor(1) as other:
            stopped = other.submit(server.stop)
            for line in polls:
                said = b""
                while part := line.recv(65536):
                    said += part
                head, _, body = said.partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 503")
                assert b"retry-after: " in head
                assert b"content-security-policy: " in head
                assert json.loads(body)["error"] == "server-busy"
            assert monotonic() - began < 2.5, "before the server breaks off what takes too long"
            assert stopped.result() in (0, 130)
        assert "Traceback" not in server.log
        assert "a request failed" not in server.log
