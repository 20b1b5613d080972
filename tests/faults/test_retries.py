"""A move that is sent twice, late or from two tabs is made once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from bench._play import moves, rules
from keypeg.server.http.app import make_app
from keypeg.server.settings import Settings
from tests.faults.asgi import Answer, Asgi, started

API = "/api/v1"
CODES = 4


class Table:
    """A guest who plays both seats, with a tab for each request."""

    def __init__(self, asgi: Asgi, made: Answer) -> None:
        self._asgi = asgi
        self._path = f"{API}/tables/{made.data['table']}"
        self._token = made.header("set-cookie").partition("=")[2].partition(";")[0]
        self.version = int(made.data["version"])

    async def move(self, seat: int, move: str, version: int, key: str) -> Answer:
        asked = {"move": move, "seat": seat, "version": version, "key": key}
        return await self._asgi.ask("POST", f"{self._path}/moves", asked, token=self._token)

    async def recorded(self) -> list[str]:
        record = await self._asgi.ask("GET", f"{self._path}/record", token=self._token)
        lines = record.body.decode().splitlines()
        return [line.partition(":")[0] for line in lines if line[:2] in ("1 ", "2 ")]


@asynccontextmanager
async def _table(folder: Path) -> AsyncIterator[Table]:
    async with started(make_app(Settings(data_dir=folder, limits=False, thinkers=0))) as asgi:
        asked = {"rules": rules(CODES), "seats": [{"kind": "me"}, {"kind": "me"}]}
        yield Table(asgi, await asgi.ask("POST", f"{API}/tables", asked))


@pytest.mark.parametrize("seed", range(3))
async def test_every_move_sent_three_times_and_out_of_order_is_made_once(seed: int, tmp_path: Path) -> None:
    random, script = Random(seed), list(moves(CODES, Random(seed)))
    async with _table(tmp_path) as table:
        first = table.version
        answered: dict[int, set[bytes]] = {number: set() for number in range(len(script))}
        while any(not answers for answers in answered.values()):
            done = min(number for number, answers in answered.items() if not answers)
            batch = [number for number in range(max(0, done - 3), min(done + 4, len(script))) for _ in range(3)]
            random.shuffle(batch)
            tabs = (table.move(*script[number], first + number, str(number)) for number in batch)
            for number, answer in zip(batch, await asyncio.gather(*tabs), strict=True):
                assert answer.status in (200, 400, 409), answer.body
                if answer.status == 200:
                    answered[number].add(answer.body)
        assert all(len(answers) == 1 for answers in answered.values())
        assert await table.recorded() == [f"{seat} {move}" for seat, move in script]


async def test_two_tabs_that_answer_the_same_view_make_one_move(tmp_path: Path) -> None:
    async with _table(tmp_path) as table:
        version = table.version
        assert (await table.move(1, "hide ROYG", version, "hide")).status == 200
        tabs = [table.move(2, f"guess {guess}", version + 1, guess) for guess in ("BPWN", "NWPB", "ROYB")]
        answers = await asyncio.gather(*tabs)
        assert sorted(answer.status for answer in answers) == [200, 409, 409]
        for answer in answers:
            assert answer.data["version"] == version + 2
        assert len(await table.recorded()) == 2


async def test_a_stale_version_is_refused_with_the_current_one(tmp_path: Path) -> None:
    async with _table(tmp_path) as table:
        version = table.version
        assert (await table.move(1, "hide ROYG", version, "1")).status == 200
        assert (await table.move(2, "guess BPWN", version + 1, "2")).status == 200
        stale = await table.move(2, "guess NWPB", version + 1, "3")
        assert stale.status == 409
        assert stale.data["error"] == "version-stale"
        assert stale.data["version"] == version + 2
        future = await table.move(2, "guess NWPB", version + 9, "4")
        assert future.status == 400
        assert future.data["version"] == version + 2


async def test_a_key_that_was_used_for_another_move_is_refused(tmp_path: Path) -> None:
    async with _table(tmp_path) as table:
        assert (await table.move(1, "hide ROYG", table.version, "same")).status == 200
        other = await table.move(1, "hide BPWN", table.version, "same")
        assert other.status == 409
        assert len(await table.recorded()) == 1
