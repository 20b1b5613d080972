"""Whatever dies under load, no acknowledged move is lost, none is made twice, and the server is back at once."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from statistics import median

from bench._server import Server
from tests.faults.load import API, Player, Progress
from tests.server.postgres import Postgres

KILLS = int(os.environ.get("KEYPEG_TEST_KILLS", "3"))
PLAYERS = 12
BETWEEN = 50
"""Moves between two crashes; everyone makes at least one of them."""
BACK_WITHIN = 2.0
MOVES = """SELECT seat || ' ' || text FROM log WHERE "table" = TABLE AND kind = 'move' ORDER BY seq"""
"""Selects the moves that are stored for one table."""


async def _under_load(port: int, crash: Callable[[int], Awaitable[None]]) -> list[Player]:
    """Play through repeated crashes; afterwards every player has seen the version that is stored."""
    progress = Progress()
    players = [Player(port, number, progress) for number in range(PLAYERS)]
    await asyncio.gather(*(player.sit() for player in players))
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as playing:
        for player in players:
            playing.create_task(player.play(stop))
        for number in range(KILLS):
            await progress.more(BETWEEN, PLAYERS)
            await crash(number)
        await progress.more(BETWEEN, PLAYERS)
        stop.set()
    for player in players:
        assert await player.version() == player.seen
        player.line.close()
    return players


def _tables(players: Sequence[Player]) -> Iterator[tuple[str, list[str]]]:
    """Yield every table, and the moves that were acknowledged there."""
    return chain.from_iterable(player.acknowledged.items() for player in players)


async def test_nothing_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    back: list[float] = []

    async def crash(_: int) -> None:
        await asyncio.to_thread(server.kill)
        took = await asyncio.to_thread(server.start)
        back.append(took - server.queued_seconds())

    try:
        players = await _under_load(server.port, crash)
    finally:
        server.kill()
    assert sum(player.sent_again for player in players) >= KILLS
    with closing(sqlite3.connect(tmp_path / "keypeg.sqlite")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert not database.execute("PRAGMA foreign_key_check").fetchall()
        for table, acknowledged in _tables(players):
            stored = database.execute(MOVES.replace("TABLE", f"'{table}'")).fetchall()
            assert [move for (move,) in stored] == acknowledged
    # Wall-clock time, less the time that a busy machine gave to others: waiting for the disk, a lock or itself counts.
    assert median(back) < BACK_WITHIN, back


async def test_nothing_is_lost_or_doubled_when_postgresql_is_stopped(tmp_path: Path, postgres: Postgres) -> None:
    database = postgres.new_database()
    server = Server(tmp_path, postgres.url(database))
    server.upgrade()
    server.start()

    async def crash(number: int) -> None:
        postgres.stop(immediate=number % 2 == 0)
        await asyncio.sleep(0.3)
        postgres.start()

    try:
        players = await _under_load(server.port, crash)
        assert server.stop() in (0, 130)
    finally:
        server.kill()
    for table, acknowledged in _tables(players):
        stored = postgres.ask(MOVES.replace("TABLE", f"'{table}'"), database)
        assert stored.splitlines() == acknowledged


async def test_while_postgresql_is_away_everything_asks_for_patience(tmp_path: Path, postgres: Postgres) -> None:
    server = Server(tmp_path, postgres.url(postgres.new_database()))
    server.upgrade()
    server.start()

    async def ask() -> None:
        player = Player(server.port, 1, Progress())
        await player.sit()
        line, table = player.line, f"{API}/tables/{player.table}"
        made = {"rules": "togo", "seats": [{"kind": "me"}, {"kind": "me"}]}
        asked: list[tuple[str, str, object]] = [
            ("POST", f"{table}/moves", {"move": "hide ROYG", "seat": 1, "version": player.seen, "key": "move"}),
            ("POST", f"{table}/says", {"phrase": "hello", "seat": 1, "key": "say"}),
            ("POST", f"{API}/tables", made),
            ("POST", f"{API}/daily", None),
            ("PATCH", f"{API}/me", {"name": "Ann"}),
            ("GET", f"{API}/me/tables", None),
        ]
        postgres.stop()
        try:
            answers = [await line.ask(*each) for each in asked]
        finally:
            postgres.start()
        for refused in answers:
            assert (refused.status, refused.data["error"]) == (503, "database-away"), refused.body
            assert b"\r\nretry-after: 2\r\n" in refused.head
        for done in [await player.insist(*each) for each in asked]:
            assert done.status in (200, 201), done.body
        line.close()

    try:
        await ask()
    finally:
        server.kill()
