"""Several processes on one PostgreSQL are one server, wherever people connect and whatever breaks between them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from bench._http import Line
from bench._server import Server
from tests.server.postgres import Postgres

API = "/api/v1"
PATIENCE = 60.0


class Pair:
    """Two processes on one database."""

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        self.postgres = postgres
        self.database = postgres.new_database()
        self.servers = [Server(folder, postgres.url(self.database), {"KEYPEG_THINKERS": "0"}) for _ in range(2)]
        self.servers[0].upgrade()

    def start(self) -> None:
        for server in self.servers:
            server.start()

    def kill(self) -> None:
        for server in self.servers:
            server.kill()

    def cut(self) -> int:
        """End every connection that the servers have to the database; return their number."""
        ours = f"datname = '{self.database}' AND pid <> pg_backend_pid()"
        return int(self.postgres.ask(f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE {ours}"))  # noqa: S608


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Pair]:
    started = Pair(tmp_path_factory.mktemp("processes"), postgres)
    try:
        started.start()
        yield started
    finally:
        started.kill()


@asynccontextmanager
async def _seated(pair: Pair, rules: str, seats: int) -> AsyncIterator[tuple[str, list[Line]]]:
    """Yield a table with a guest on each seat, connected to the two processes alternately."""
    lines = [Line(pair.servers[seat % 2].port) for seat in range(seats)]
    made = (await lines[0].ask("POST", f"{API}/tables", {"rules": rules})).data
    for line, invite in zip(lines[1:], made["invites"], strict=True):
        taken = await line.ask("POST", f"{API}/tables/{made['table']}/seats", {"invite": invite["invite"]})
        assert taken.status == 201, taken.body
    yield made["table"], lines
    for line in lines:
        line.close()


async def _play(line: Line, table: str, choose: Callable[[dict[str, Any]], str]) -> dict[str, Any]:
    """Play one seat by what its View says until the match is over; return the last View."""
    path, version, number = f"{API}/tables/{table}", -1, 0
    while True:
        seen = await line.ask("GET", f"{path}/view?after={max(version, 0)}&wait=20" if version >= 0 else f"{path}/view")
        assert seen.status == 200, seen.body
        view: dict[str, Any] = seen.data
        version = view["version"]
        if view["outcome"]:
            return view
        if view["you"] not in view["to_act"]:
            continue
        number += 1
        move = {"move": choose(view), "version": version, "key": f"{view['you']}.{number}"}
        done = await line.ask("POST", f"{path}/moves", move)
        assert done.status in (200, 409), (move, done.body)
        if done.status == 200:
            version = done.data["version"] - 1


async def test_two_people_on_different_processes_play_a_challenge(pair: Pair) -> None:
    guesses = {1: ["PPPPP", "RRYYO", "BGYOR"], 2: ["ROYGR", "BBBBB", "WWWWW"]}

    def choose(view: dict[str, Any]) -> str:
        if view["phase"] == "hide":
            return "hide ROYGB" if view["you"] == 1 else "hide BGYOR"
        rows = next(board["rows"] for board in view["boards"] if board["breaker"] == view["you"])
        return f"guess {guesses[view['you']][len(rows)]}"

    async with asyncio.timeout(PATIENCE):
        async with _seated(pair, "challenge:rounds=1", 2) as (table, lines):
            one, two = await asyncio.gather(*(_play(line, table, choose) for line in lines))
        assert one["outcome"] == two["outcome"] == {"points": [1, 0], "winner": 1}
        assert one["past"] == two["past"]
        assert one["past"][0]["seals"][0]["salt"]


async def test_four_people_on_two_processes_play_a_split_code(pair: Pair) -> None:
    def choose(view: dict[str, Any]) -> str:
        may = {each["move"]: each for each in view["may"]}
        if "guess" not in may:
            return "pass"
        rows = sum(len(board["rows"]) for board in view["boards"])
        pegs = may["guess"]["pegs"]
        return "guess " + "".join(pegs[(rows + hole) % len(pegs)] for hole in range(may["guess"]["holes"]))

    async with asyncio.timeout(PATIENCE):
        async with _seated(pair, "mm44:first=1", 4) as (table, lines):
            views = await asyncio.gather(*(_play(line, table, choose) for line in lines))
        assert all(view["outcome"] == {"points": [0, 0, 0, 0], "winner": None} for view in views)
        assert all(view["past"] == views[0]["past"] for view in views)
        assert [len(board["rows"]) for board in views[0]["past"][0]["boards"]] == [4, 4, 4, 4]


async def test_two_people_who_want_to_play_again_at_once_get_one_table(pair: Pair) -> None:
    """Each process opened one, and both were answered: everybody waited for the other at another table."""
    async with asyncio.timeout(PATIENCE):
        for _ in range(5):
            async with _seated(pair, "togo:rounds=1,parity=any,first=1", 2) as (table, lines):
                await asyncio.gather(*(_play(line, table, _break_at_once) for line in lines))
                asked = [line.ask("POST", f"{API}/tables/{table}/rematch", {}) for line in lines]
                one, two = await asyncio.gather(*asked)
                assert (one.status, two.status) == (200, 200)
                assert one.data["table"] == two.data["table"]
                own = (await lines[0].ask("GET", f"{API}/me/tables")).data["tables"]
                assert {each["table"] for each in own} == {table, one.data["table"]}


def _break_at_once(view: dict[str, Any]) -> str:
    return "hide RYGB" if view["phase"] == "hide" else "guess RYGB"


async def test_listeners_catch_up_after_a_cut_of_notifications(pair: Pair) -> None:
    async with asyncio.timeout(PATIENCE):
        async with _seated(pair, "4x6:first=1", 2) as (table, (mover, listener)):
            path, cookie = f"{API}/tables/{table}", {"cookie": f"keypeg={listener.token}"}
            version = (await listener.ask("GET", f"{path}/view")).data["version"]
            address = f"ws://127.0.0.1:{pair.servers[1].port}{path}/bell"
            async with connect(address, additional_headers=cookie) as bell:
                for number in range(3):
                    waiting = asyncio.create_task(listener.ask("GET", f"{path}/view?after={version}&wait=50"))
                    await asyncio.sleep(0.1)
                    assert await asyncio.to_thread(pair.cut) >= 2
                    version = await _said(mover, path, f"cut {number}")
                    assert (await waiting).data["version"] == version
                    while json.loads(await bell.recv())["version"] < version:
                        pass


async def _said(line: Line, path: str, key: str) -> int:
    """Say something, repeating it until it is accepted; return the version that shows it."""
    while True:
        done = await line.ask("POST", f"{path}/says", {"phrase": "hello", "key": key})
        if done.status == 200:
            return int(done.data["version"])
        assert done.status == 503, done.body
        await asyncio.sleep(0.1)


async def test_a_guest_is_renamed_or_deleted_on_every_process(pair: Pair) -> None:
    async with asyncio.timeout(PATIENCE):
        one, two = (Line(server.port) for server in pair.servers)
        assert (await one.ask("PATCH", f"{API}/me", {"name": "Ann"})).status == 200
        two.token = one.token
        assert (await two.ask("GET", f"{API}/me")).data["name"] == "Ann"
        await one.ask("PATCH", f"{API}/me", {"name": "Anna"})
        while (await two.ask("GET", f"{API}/me")).data["name"] != "Anna":
            pass  # the other process is told a moment later
        await one.ask("DELETE", f"{API}/me")
        while (await two.ask("GET", f"{API}/me")).data["known"]:
            pass
        for line in (one, two):
            line.close()


async def test_nobody_gets_the_puzzle_of_a_day_twice(pair: Pair) -> None:
    async with asyncio.timeout(PATIENCE):
        for _ in range(10):
            one, two = (Line(server.port) for server in pair.servers)
            await one.ask("PATCH", f"{API}/me", {"name": "Ann"})
            two.token = one.token
            begun = await asyncio.gather(*(line.ask("POST", f"{API}/daily") for line in (one, two)))
            assert [each.status for each in begun] == [200, 200], [each.body for each in begun]
            assert len({each.data["table"] for each in begun}) == 1
            assert len((await one.ask("GET", f"{API}/me/tables")).data["tables"]) == 1
            for line in (one, two):
                line.close()


@pytest.mark.parametrize("key", ["a\0b", "\x1f", "a\x7f"])
async def test_a_key_that_no_database_takes_is_refused(pair: Pair, key: str) -> None:
    async with asyncio.timeout(PATIENCE):
        async with _seated(pair, "togo:first=1", 2) as (table, (ann, _)):
            asked = {"move": "hide RYGB", "version": 2, "key": key}
            refused = await ann.ask("POST", f"{API}/tables/{table}/moves", asked)
            assert (refused.status, refused.data["error"]) == (400, "request-unreadable")
