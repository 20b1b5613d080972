"""A real nginx and a real Caddy, configured as in docs/operations.md, before two processes on one PostgreSQL."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from bench._server import Server
from tests.server.http.test_upgrades import BORDER, NONE_ASKED, UPGRADES, head
from tests.server.postgres import Postgres
from tests.server.proxies import Proxy, caddy, nginx
from tests.server.running import Person

MOVES = ["hide RYGB", "guess ROYG", "guess OYRW", "guess BBBB"]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[list[Server]]:
    """Two processes that are one server."""
    url = postgres.url(postgres.new_database())
    made = [Server(tmp_path_factory.mktemp(name), url, {"KEYPEG_THINKERS": "0"}) for name in ("one", "two")]
    made[0].upgrade()
    with ExitStack() as stack:
        for server in made:
            stack.callback(server.kill)
            server.start()
        yield made


def answered(server: Server) -> int:
    """Return the number of moves that a process has answered."""
    text = httpx.get(f"http://127.0.0.1:{server.port}/api/v1/metrics").text
    return int(float(re.findall(r"^keypeg_move_seconds_count (\S+)", text, re.MULTILINE)[0]))


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_people_play_through_a_proxy(tmp_path: Path, servers: list[Server], proxy: Proxy) -> None:
    with proxy(tmp_path, servers[:1]) as port:
        ann = Person(f"http://localhost:{port}")
        table = ann.make("togo:first=1", {"kind": "me"}, {"kind": "me"})["table"]
        with connect(f"ws://localhost:{port}/api/v1/tables/{table}/bell") as bell:
            version = ann.play(table, MOVES[0], seat=1)
            while f'"version":{version}' not in str(bell.recv(10)):
                pass
        ann.http.close()


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_all_requests_of_a_table_reach_one_process_and_another_when_it_dies(
    tmp_path: Path, servers: list[Server], proxy: Proxy
) -> None:
    with proxy(tmp_path, servers) as port:
        ann = Person(f"http://localhost:{port}")
        by_process: list[list[str]] = [[], []]
        while not all(by_process):
            table = ann.make("togo:first=1", {"kind": "me"}, {"kind": "me"})["table"]
            before = [answered(server) for server in servers]
            for number, move in enumerate(MOVES):
                ann.play(table, move, seat=1 if number == 0 else 2)
            more = [answered(server) - old for server, old in zip(servers, before, strict=True)]
            assert sorted(more) == [0, len(MOVES)]
            by_process[more.index(len(MOVES))].append(table)
            assert len(by_process[0]) + len(by_process[1]) < 30, "both processes have tables"
        orphan = by_process[0][0]
        with connect(f"ws://localhost:{port}/api/v1/tables/{orphan}/bell") as bell:
            version = ann.view(orphan)["version"]
            assert f'"version":{version}' in str(bell.recv(10))
            ann.play(orphan, "guess WWWW", seat=2)
            while f'"version":{version + 1}' not in str(bell.recv(10)):
                pass
        servers[0].kill()
        assert ann.view(orphan)["version"] == version + 1
        ann.play(orphan, "guess NNNN", seat=2)
        ann.http.close()
    servers[0].start()


def test_without_that_it_stays_right(tmp_path: Path, servers: list[Server]) -> None:
    with nginx(tmp_path, servers, by_table=False) as port:
        ann, bob = Person(f"http://localhost:{port}"), Person(f"http://localhost:{port}")
        before = [answered(server) for server in servers]
        made = ann.make("togo:first=1")
        bob.sit(made)
        version = ann.play(made["table"], MOVES[0])
        for move in MOVES[1:]:
            version = bob.play(made["table"], move, version=version)
        assert all(answered(server) > old for server, old in zip(servers, before, strict=True)), "both were asked"
        rows = [row["guess"] for row in ann.view(made["table"], after=version - 1, wait=30)["boards"][0]["rows"]]
        assert rows == [move.split()[1] for move in MOVES[1:]]
        ann.http.close()
        bob.http.close()


@pytest.mark.parametrize("machines", [1, 2])
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_stranger_can_not_put_a_request_before_those_of_others(
    tmp_path: Path, servers: list[Server], proxy: Proxy, machines: int
) -> None:
    """A body beside an upgrade must not become the beginning of the next request on the proxy's connection.

    Not even if the proxy forwards every upgrade, as our documentation once had it.
    """
    with (
        proxy(tmp_path, servers[:machines], every_upgrade=True) as port,
        Person(f"http://localhost:{port}").http as victim,
    ):
        victim.patch("/me", json={"name": "Ann"})
        stolen = b"DELETE /api/v1/me HTTP/1.1\r\nx-rest: "
        for upgrade in [UPGRADES[name] for name in UPGRADES if name not in NONE_ASKED]:
            for kind in ("length", "chunked"):
                for filler in (b"", b"\r\n" * BORDER):
                    smuggled = filler + stolen
                    body = smuggled if kind == "length" else b"%x\r\n%b\r\n0\r\n\r\n" % (len(smuggled), smuggled)
                    begin = head(upgrade, kind, len(smuggled)).replace(b"127.0.0.1", b"localhost:%d" % port)
                    _send(port, begin + body)
                    _send(port, begin, body)
                    assert victim.get("/me").json() == {"known": True, "name": "Ann"}


@pytest.mark.parametrize("machines", [1, 2])
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_proxy_forwards_no_other_upgrade_than_websocket(
    tmp_path: Path, servers: list[Server], proxy: Proxy, machines: int
) -> None:
    upgrade = {"connection": "Upgrade, HTTP2-Settings", "http2-settings": "AAMAAABkAAQAAP__"}
    for every_upgrade, statuses in ((False, (201, 201)), (True, (400, 400))):
        folder = tmp_path / str(every_upgrade)
        folder.mkdir()
        with proxy(folder, servers[:machines], every_upgrade=every_upgrade) as port:
            made = [
                httpx.post(
                    f"http://localhost:{port}/api/v1/tables", json={"rules": "togo"}, headers=upgrade | {"upgrade": to}
                )
                for to in ("h2c", "x")
            ]
            assert tuple(each.status_code for each in made) == statuses


def _send(port: int, *writes: bytes) -> None:
    """Send this in several writes, and wait for the beginning of an answer, if there is one."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for each in writes:
            line.sendall(each)
        line.recv(65536)
