"""Matches that an older version has kept on a device: they are listed, opened and played on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from keypeg import rules
from keypeg.notation import read_record
from tests.device.memory import MemoryStorage, Page


def _kept(name: str) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = msgspec.json.decode(Path(__file__).with_name(name).read_bytes())
    return kept


KEPT = _kept("kept-by-0.2.0.json")
"""What 0.2.0 stored: a match of every box after a few moves, two that are over, one with a clock, a daily puzzle."""


def name_of(kept: dict[str, Any]) -> str:
    return f"{kept['rules']} {'over' if kept['summary']['over'] else 'runs'}"


@pytest.mark.parametrize("kept", KEPT, ids=name_of)
def test_a_match_of_0_2_0_goes_on_where_it_was(kept: dict[str, Any]) -> None:
    async def run() -> None:
        storage = MemoryStorage()
        storage.put(kept)
        page, table = Page(storage), kept["id"]
        seen = await page.get(f"/tables/{table}/view")
        last = kept["entries"][-1]["seq"]
        # That no time counts while nobody could play is an entry of its own.
        assert last <= seen["version"] <= last + 1
        if kept["summary"]["over"]:
            assert seen["phase"] == "over"
            assert read_record(await page.get(f"/tables/{table}/record")).state.rules == rules(kept["rules"])
            return
        turn = next((seat for seat in seen["to_act"] if seat in seen["yours"]), seen["you"])
        may = (await page.get(f"/tables/{table}/view?seat={turn}"))["may"][0]
        text = f"{may['move']} {may['pegs'][: may['holes']]}" if may["move"] in ("hide", "guess") else "give-up"
        body = {"move": text, "version": seen["version"], "key": "newer", "seat": turn}
        done = await page.post(f"/tables/{table}/moves", body)
        assert done.get("version", 0) > seen["version"], done

    asyncio.run(run())


def test_a_list_that_an_older_version_wrote_is_written_anew_when_the_match_is_opened() -> None:
    async def run() -> None:
        storage = MemoryStorage()
        right = KEPT[0]["summary"]
        storage.put({**KEPT[0], "summary": {"over": False, "said": "in another form"}})
        await Page(storage).get(f"/tables/{KEPT[0]['id']}/view")
        assert msgspec.json.decode(storage.rows[KEPT[0]["id"]])["summary"] == right

    asyncio.run(run())


@pytest.mark.parametrize(
    "status", [{"key": "tell.daily.solved", "fields": {"row": 1, "rows": 9}}, {"key": "in another form", "fields": {}}]
)
def test_a_puzzle_of_the_day_that_an_older_version_kept_counts(status: dict[str, Any]) -> None:
    async def run() -> None:
        storage = MemoryStorage()
        kept = next(each for each in KEPT if each["agreed"]["daily"])
        guess = {**kept["entries"][-1], "seq": 3, "seat": 2, "text": "guess ONGR", "key": "1"}
        summary = {**kept["summary"], "version": 3, "over": True, "status": status}
        storage.put({**kept, "summary": summary, "entries": [*kept["entries"], guess]})
        today = await Page(storage, now=lambda: 1_790_000_000.0).get("/daily")
        assert (today["solved"], today["rows"], today["streak"], today["late"]) == (True, 1, 1, False)

    asyncio.run(run())


EQUAL_TURNS = "logic24+two-boards:rounds=2,equal-turns,marking=hand,first=1"
BEFORE_A_SLIP, AFTER_A_SLIP = _kept("equal-turns-by-0.2.0.json")
"""Seat 1 has broken the code: here it has yet to mark in the missing turn, there the match goes on after a slip."""


@pytest.mark.parametrize(
    ("kept", "moves"),
    [(BEFORE_A_SLIP, [(1, "mark 1,0")]), (AFTER_A_SLIP, [(2, "guess GGGG"), (1, "mark 1,0")])],
    ids=["before a slip", "after a slip"],
)
def test_in_a_match_of_0_2_0_a_slip_after_a_break_still_annuls_it(
    kept: dict[str, Any], moves: list[tuple[int, str]]
) -> None:
    async def run() -> None:
        storage = MemoryStorage()
        storage.put(kept)
        page, table = Page(storage), kept["id"]
        for seat, text in moves:
            seen = await page.get(f"/tables/{table}/view")
            body = {"move": text, "version": seen["version"], "key": f"newer {text}", "seat": seat}
            assert "version" in await page.post(f"/tables/{table}/moves", body)
        again = Page(storage)
        assert (await again.get(f"/tables/{table}/view"))["phase"] == "hide"
        record = await again.get(f"/tables/{table}/record")
        assert record.startswith("Keypeg-Record: 2\n")
        assert record.count("= void, 1 erred, adds 0 0") == len(moves)

    asyncio.run(run())


def test_in_a_new_match_it_does_not() -> None:
    async def run() -> None:
        page = Page()
        new = (await page.post("/tables", {"rules": EQUAL_TURNS, "seats": [{"kind": "me"}, {"kind": "me"}]}))["table"]
        moves = ("1 hide YRBG", "2 hide GBRY", "1 guess GBRY", "2 mark 4,0", "2 guess OOOO", "1 mark 1,0")
        for move in moves:
            await page.move(new, move[2:], int(move[0]))
        again = Page(page.storage)
        assert (await again.get(f"/tables/{new}/view"))["phase"] == "decide"
        assert (await again.get(f"/tables/{new}/record")).startswith("Keypeg-Record: 3\n")

    asyncio.run(run())
