"""The list of saved matches: those that run, those that are over, game by game with skill and luck, and the rest."""

from __future__ import annotations

import os
from pathlib import Path

from textual.widgets import OptionList

from keypeg.terminal.app import KeypegApp
from keypeg.terminal.screens.records import RecordsScreen
from keypeg.terminal.screens.review import ReviewScreen
from tests.terminal.driving import lines, settle, until
from tests.terminal.test_snapshots import page

ALONE = """Keypeg-Record: 2
Rules: togo:rounds=1,parity=any,first=2
Player-2: club

round 1
2 hide RYGB
1 guess ROYG:1,2
1 guess RYGB:4,0
= 1 broke it in 2, adds 0 2

over, points 0 2, 2 wins
"""
TWO = """Keypeg-Record: 2
Rules: logic24:rounds=1,first=1
Seat-1: Ada
Seat-2: Bo

round 1
1 hide ROYG
2 guess RROO
"""


async def test_matches_are_listed_running_first_then_game_by_game_and_what_is_unreadable_last(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for age, (name, record) in enumerate({"odd": "no record", "solo": ALONE, "duel": TWO}.items()):
        (folder / f"{name}.txt").write_text(record, "utf-8")
        os.utime(folder / f"{name}.txt", (1_000_000 - age, 1_000_000 - age))

    app: KeypegApp = page(RecordsScreen)  # type: ignore[arg-type]
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        options = app.screen.query_one(OptionList)
        for part in ("Skill", "not a Keypeg record"):
            await until(pilot, lambda part=part: part in "\n".join(lines(app)))  # type: ignore[misc]
        listed = [stripped for line in lines(app) if (stripped := line.strip())]
        running, heading = listed.index("In progress"), listed.index("Mastermind, travel edition")
        assert listed.index("duel") in range(running, heading)
        assert listed[heading + 1] == "solo"
        assert "Club wins the match." in listed[heading + 2]
        assert listed[heading + 3].startswith("Skill ")
        odd = listed.index("odd")
        assert odd > heading + 4, "a line parts the files that are not records from the last game"
        assert listed[odd + 1] == "This is not a Keypeg record: its first line must be “Keypeg-Record: 2”."
        await pilot.press("end", "up", "v")
        screen = await settle(pilot)
        assert isinstance(screen, ReviewScreen)
        assert options.get_option_at_index(0).disabled, "a heading is not chosen"

    # What was measured is kept: a second look reviews nothing.
    assert (tmp_path / "measures.json").read_text("utf-8").startswith("{")

    again: KeypegApp = page(RecordsScreen)  # type: ignore[arg-type]
    async with again.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert any("Skill" in line for line in lines(again))
