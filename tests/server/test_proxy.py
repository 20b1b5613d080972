"""A real nginx and a real Caddy, configured as in docs/operations.md, before two processes on one PostgreSQL."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TypeAlias

import httpx
import pytest
from websockets.sync.client import connect

import tests.programs
from bench._server import Server, free_port
from tests.server.postgres import Postgres
from tests.server.running import Person

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"
BY_TABLE = "    hash $keypeg_table consistent;\n"
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


def documented(language: str, servers: Sequence[Server]) -> str:
    """Return the configuration in the docs, adapted to these processes."""
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", OPERATIONS.read_text("utf-8"), re.DOTALL)
    found = next(block for block in blocks if ("10.0.0.2" in block) == (len(servers) > 1))
    found = found.replace("127.0.0.1:5397", f"127.0.0.1:{servers[0].port}")
    for number, server in enumerate(servers, start=1):
        found = found.replace(f"10.0.0.{number}:5397", f"127.0.0.1:{server.port}")
    return found


@contextmanager
def nginx(folder: Path, servers: Sequence[Server], *, by_table: bool = True) -> Iterator[int]:
    port, log = free_port(), folder / "error.log"
    site = documented("nginx", servers).replace("keypeg.example", "localhost")
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    assert (BY_TABLE in site) == (len(servers) > 1)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log {log}; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{site if by_table else site.replace(BY_TABLE, '')} }}\n",
        "utf-8",
    )
    program = tests.programs.nginx()
    assert program, "there is no nginx: python -m tests.programs installs it"
    with running([program, "-e", str(log), "-p", str(folder), "-c", str(config)], port, folder):
        yield port


@contextmanager
def caddy(folder: Path, servers: Sequence[Server]) -> Iterator[int]:
    port, config = free_port(), folder / "Caddyfile"
    site = documented("caddy", servers).replace("keypeg.example", f"http://localhost:{port}")
    config.write_text(f"{{\n    admin off\n    storage file_system {folder}\n}}\n{site}", "utf-8")
    program = tests.programs.caddy()
    assert program, "there is no Caddy: python -m tests.programs installs it"
    with running([program, "run", "--adapter", "caddyfile", "--config", str(config)], port, folder):
        yield port


@contextmanager
def running(command: Sequence[str], port: int, folder: Path) -> Iterator[None]:
    folder.chmod(0o755)
    with (folder / "output").open("wb") as output:
        proxy = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        until = monotonic() + 20
        while True:
            try:
                httpx.get(f"http://localhost:{port}/api/v1/health/live")
                break
            except httpx.TransportError:
                assert proxy.poll() is None, (folder / "output").read_text("utf-8")
                assert monotonic() < until, "the proxy does not answer"
                sleep(0.05)
        yield
    finally:
        proxy.terminate()
        proxy.wait(20)


def answered(server: Server) -> int:
    """Return the number of moves that a process has answered."""
    text = httpx.get(f"http://127.0.0.1:{server.port}/api/v1/metrics").text
    return int(float(re.findall(r"^keypeg_move_seconds_count (\S+)", text, re.MULTILINE)[0]))


Proxy: TypeAlias = Callable[[Path, Sequence[Server]], AbstractContextManager[int]]


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
