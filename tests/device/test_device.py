"""Without a server: matches of every box to their end, kept after every move, and what needs the server says so."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from keypeg import boxes, rules, view
from keypeg.notation import move_text, read_record
from keypeg.players import read_player
from keypeg.table import Table
from tests.device.memory import MemoryStorage, Page

EVERY = [box.id for box in boxes()] + [f"{box.id}+{variant}" for box in boxes() for variant in box.variants]


async def _finish(page: Page, table: str, limit: int = 400) -> Any:
    """Play seat 1 as a club player would, and never call first, until the match is over."""
    for step in range(limit):
        async with page.device.tables.held(table) as live:
            if live.over:
                break
            mine = 1 in live.waits_for and 1 not in live.may_call_first
            move = move_text(live.rules, read_player("club", "me").choose(view(live.state, 1))) if mine else ""
            version = live.version
        if move:
            done = await page.move(table, move)
            assert "version" in done, done
        else:
            await page.post(f"/tables/{table}/window", {"do": "go-on", "version": version, "key": f"go on {step}"})
    return await page.get(f"/tables/{table}/view")


SLOW = {"challenge", "challenge+doubles"}


@pytest.mark.parametrize("text", [pytest.param(text, marks=pytest.mark.long if text in SLOW else ()) for text in EVERY])
def test_a_match_against_computers_is_kept_after_every_move_and_goes_on_in_another_process(text: str) -> None:
    async def run() -> None:
        page = Page()
        others = [{"kind": "computer", "player": "club"}] * (rules(text).seats - 1)
        made = await page.post("/tables", {"rules": text, "seats": [{"kind": "me"}, *others]})
        table = made["table"]
        assert len(table) == 22
        # The browser is closed and opened again after a few moves.
        await _finish(page, table, limit=2)
        page = Page(page.storage)
        seen = await _finish(page, table)
        assert seen["phase"] == "over"
        again = Page(page.storage)
        assert await again.get(f"/tables/{table}/view") == seen
        assert read_record(await again.get(f"/tables/{table}/record")).state.rules == rules(text)
        reviewed = await again.get(f"/tables/{table}/review")
        assert reviewed.get("rounds"), reviewed

    asyncio.run(run())


def test_several_people_pass_the_device_and_marks_are_given_by_hand() -> None:
    async def run() -> None:
        page = Page()
        people = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bea"}]
        made = await page.post("/tables", {"rules": "togo:marking=hand,first=1", "seats": people})
        table = made["table"]
        assert made["seats"] == [1, 2]
        await page.move(table, "hide RYGB", 1)
        await page.move(table, "guess ROYG", 2)
        wrong = await page.move(table, "mark 9,9", 1)
        assert wrong["error"]
        await page.move(table, "mark 1,2", 1)
        seen = await page.get(f"/tables/{table}/view?seat=2")
        assert seen["boards"][0]["rows"][0]["total"] == [1, 2]
        assert "RYGB" not in str(seen)

    asyncio.run(run())


def test_the_coach_the_doctor_the_home_board_and_puzzles_answer() -> None:
    async def run() -> None:
        page = Page()
        rows = ["RRRRO:1,0", "GGGYY:1,1"]
        fits = await page.post("/tools/home", {"rules": "challenge+doubles", "rows": rows, "ask": "propose"})
        assert fits["diagnosis"]["fits"]
        planted = await page.post("/tools/home", {"rules": "togo", "rows": ["RYGB:2,0", "RYGO:0,0"], "ask": "look"})
        assert planted["diagnosis"]["conflicts"]
        made = await page.post(
            "/tables", {"rules": "4x6:first=2", "seats": [{"kind": "me"}, {"kind": "computer"}], "coach": "hint"}
        )
        for grade in ("nudge", "good", "best"):
            await page.move(made["table"], "guess RROO", 1)
            asked = {"ask": "hint", "key": grade, "grade": grade}
            told = await page.post(f"/tables/{made['table']}/coach", asked)
            assert told["messages"], told
        for kind in ("code", "fits", "wrong", "next"):
            puzzle = await page.get(f"/puzzles/{kind}?level=medium&seed=any")
            answer = {"code": "RRRR", "fits": "", "wrong": "1", "next": "RRRR"}[kind]
            judged = await page.post(f"/puzzles/{kind}?level=medium&seed={puzzle['seed']}", {"answer": answer})
            assert judged["answers"], judged

    asyncio.run(run())


@pytest.mark.parametrize(
    ("text", "sitter"),
    [
        ("togo", {"kind": "open"}),
        ("challenge", {"kind": "computer", "player": "expert"}),
        ("challenge", {"kind": "computer", "player": "perfect"}),
        ("4x6", {"kind": "computer", "player": "club+tricky"}),
    ],
)
def test_friends_elsewhere_and_strong_computers_need_the_server(text: str, sitter: dict[str, str]) -> None:
    async def run() -> None:
        refused = await Page().post("/tables", {"rules": text, "seats": [{"kind": "me"}, sitter]})
        assert refused["error"] == "needs-server"
        assert refused["message"].endswith(".")

    asyncio.run(run())


def test_a_device_offers_the_levels_that_it_can_play() -> None:
    async def run() -> None:
        page = Page()
        assert (await page.get("/rules?text=togo"))["levels"] == ["novice", "club", "expert", "perfect"]
        assert (await page.get("/rules?text=challenge"))["levels"] == ["novice", "club"]
        free = await page.get("/rules?text=4x6")
        assert (free["tricky"], free["invites"]) == (False, False)

    asyncio.run(run())


def test_a_match_of_version_1_goes_on_or_is_offered_as_a_record() -> None:
    async def run() -> None:
        page = Page()
        here = [{"kind": "me"}, {"kind": "me"}]
        plain = (await page.post("/tables", {"rules": "togo:first=1", "seats": here}))["table"]
        await page.move(plain, "hide RYGB", 1)
        empty = (await page.post("/tables", {"rules": "mm44:seats=2,blanks=any,first=1", "seats": here}))["table"]
        await page.move(empty, "guess .....", 1)
        rows = page.storage.rows
        for table, text in ((plain, "togo:first=1"), (empty, "mm44:seats=2,first=1")):
            row = msgspec.json.decode(rows[table])
            del row["agreed"]["version"]
            rows[table] = msgspec.json.encode({**row, "rules": text})
        newer = Page(page.storage)
        assert "version" in await newer.move(plain, "guess ROYG", 2)
        refused = await newer.get(f"/tables/{empty}/view")
        assert refused["error"] == "table-closed"
        assert "only your own share’s hole may stay empty" in refused["message"]
        assert refused["problem"]["key"] == "error.old-blanks", "for the page to say in its own language"
        saved = read_record(await newer.get(f"/tables/{empty}/record")).state
        assert saved.rules == rules("mm44:seats=2,first=1")
        assert saved.now is not None, "it is recorded as far as the rules of today go"
        listed = {table: msgspec.json.decode(row)["summary"]["over"] for table, row in rows.items()}
        assert listed == {plain: False, empty: True}

    asyncio.run(run())


def test_unknown_addresses_and_tables_get_a_sentence() -> None:
    async def run() -> None:
        page = Page()
        assert (await page.get("/nothing"))["error"] == "request-refused"
        assert (await page.get("/tables/device-0123456789abcde/view"))["error"] == "table-unknown"
        assert (await page.get("/me/data"))["error"] == "needs-server"
        assert (await page.get("/me/stats"))["error"] == "needs-server"

    asyncio.run(run())


def test_the_puzzle_of_the_day_follows_from_the_date_and_counts_on_this_device() -> None:
    async def run() -> None:
        days = [1_790_000_000.0 + 86_400 * day for day in range(3)]
        storage = MemoryStorage()
        for number, now in enumerate(days):
            page = Page(storage, now=lambda now=now: now)
            today = await page.get("/daily")
            assert (today["table"], today["solved"], today["streak"]) == (None, None, number)
            made = await page.post(f"/daily?day={today['day']}", {})
            assert await page.post(f"/daily?day={today['day']}", {}) == made
            async with page.device.tables.held(made["table"]) as table:
                now_played = table.state.now
                assert now_played is not None
                code = now_played.shares[0].code
            await page.move(made["table"], f"guess {code}")
            done = await page.get("/daily")
            assert (done["solved"], done["rows"], done["streak"]) == (True, 1, number + 1)
        page = Page(storage, now=lambda: days[-1])
        days_before = (await page.get("/daily/archive"))["days"]
        assert [day["solved"] for day in days_before[:3]] == [True, True, None]
        assert (await page.get("/daily?day=2090-01-01"))["error"] == "day-unreadable"

    asyncio.run(run())


def test_days_that_were_solved_are_counted_without_replaying_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        storage, days = MemoryStorage(), [1_790_000_000.0 + 86_400 * day for day in range(14)]
        for now in days:
            page = Page(storage, now=lambda now=now: now)
            table = (await page.post("/daily", {}))["table"]
            async with page.device.tables.held(table) as held:
                assert held.state.now is not None
                code = held.state.now.shares[0].code
            await page.move(table, f"guess {code}")
        monkeypatch.setattr(Table, "replay", None)
        assert (await Page(storage, now=lambda: days[-1]).get("/daily"))["streak"] == 14

    asyncio.run(run())
