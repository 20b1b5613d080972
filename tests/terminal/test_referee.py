"""Keypeg as the referee of a match on a real board."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from keypeg.notation import read_record
from keypeg.notation import rules as read_rules
from keypeg.table import Referee
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.match.referee import RefereeSession
from keypeg.terminal.screens.code_end import CodeEnd
from keypeg.terminal.screens.curtain import Curtain
from keypeg.terminal.screens.match_form import MatchFormScreen
from keypeg.terminal.screens.referee import RefereeScreen
from keypeg.terminal.screens.start import StartScreen
from keypeg.words import Words
from tests.terminal.driving import COLOURFUL, PATIENCE, SMALL, choose, lines, play_out, settle


class Refereed:
    """The app with a match that is played on a real board."""

    def __init__(self, rules: str) -> None:
        self.session = RefereeSession(Referee(read_rules(rules), seed="7"))
        self.app = KeypegApp(Words(), lambda: RefereeScreen(self.session), pause=0, environ=COLOURFUL)  # type: ignore[arg-type, return-value]

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Pilot[None]]:
        async with asyncio.timeout(PATIENCE), self.app.run_test(size=SMALL) as pilot:
            await settle(pilot)
            yield pilot

    @property
    def shown(self) -> str:
        return " ".join("\n".join(lines(self.app)).split())

    @property
    def rows(self) -> list[str]:
        return [row.guess for board in self.session.view(None).boards for row in board.rows]


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


async def past_curtain(pilot: Pilot[None]) -> None:
    assert isinstance(await settle(pilot), Curtain)
    await press(pilot, "enter")


async def test_the_codemaker_alone_sees_the_code_and_keypeg_marks() -> None:
    at = Refereed("togo:first=1")
    async with at.playing() as pilot:
        await past_curtain(pilot)
        await press(pilot, *"ryg")
        assert "●1" in at.shown
        await press(pilot, "b", "enter")
        assert not isinstance(pilot.app.screen, Curtain), "rows lie open"
        board = "\n".join(lines(at.app)[:20])
        assert "●1" not in board
        await press(pilot, *"royg", "enter")
        assert at.session.view(None).boards[0].rows[0].total == (1, 2)
        await press(pilot, *"rygb", "enter")
        assert isinstance(pilot.app.screen, CodeEnd)
        assert "Seat 1’s code was red, yellow, green, blue." in at.shown
        await press(pilot, "enter")
        await past_curtain(pilot)
        assert "Seat 2 (you)" in at.shown
        assert "Seat 2, hide your code" in at.shown


async def test_marks_that_are_said_are_checked_and_the_code_stays_hidden_meanwhile() -> None:
    at = Refereed("togo:first=1,marking=hand-checked")
    async with at.playing() as pilot:
        await past_curtain(pilot)
        await press(pilot, *"1452", "enter")
        await press(pilot, *"1234", "enter")
        assert "mark Seat 2’s row" in at.shown
        assert at.shown.count("●1") == 1, "of the row, not of the code"
        await press(pilot, "3", "0", "enter")
        assert "⚠" in at.shown
        assert at.session.view(None).boards[0].rows[0].total is None
        await press(pilot, "left", "left", "1", "2", "enter")
        assert at.session.view(None).boards[0].rows[0].total == (1, 2)


async def test_rows_of_challenge_need_no_curtain_on_a_real_board() -> None:
    at = Refereed("challenge")
    async with at.playing() as pilot:
        await past_curtain(pilot)
        await press(pilot, *"12345", "enter")
        await past_curtain(pilot)
        await press(pilot, *"87654", "enter")
        await press(pilot, *"11111", "enter")
        await press(pilot, *"22222", "enter")
        assert at.rows == ["OOOOO", "RRRRR"]


async def test_shares_are_entered_as_they_were_dealt_on_the_real_board() -> None:
    at = Refereed("mm44:seats=3,first=1")

    async def deal(pilot: Pilot[None], *holes: int) -> None:
        for hole in holes:
            await past_curtain(pilot)
            assert "Your share of the code" in at.shown
            await press(pilot, *["right"] * hole, "r", "enter")

    async with at.playing() as pilot:
        await deal(pilot, 0, 0, 1)
        assert "These shares do not make a code" in at.shown
        await press(pilot, "enter")
        await deal(pilot, 0, 2)
        assert at.session.referee.state.now is not None
        assert [share.code for share in at.session.referee.state.now.shares] == ["R....", "..R..", ".R..."]
        assert "●1" not in "\n".join(lines(at.app)[:20])
        await press(pilot, *"rrrrr", "enter")
        board = at.session.view(None).boards[0]
        assert [tuple(marks) for marks in board.rows[0].marks if marks] == [(1, 0), (1, 0)]
        await press(pilot, "!", "full_stop", "full_stop", *"yyy", "enter")
        assert "A call must contain the caller’s own share" in at.shown
        assert "R" not in at.shown.partition("⚠")[2].partition("⏎")[0]


async def test_any_entry_is_taken_back_also_after_a_code_has_ended() -> None:
    at = Refereed("togo:first=1")
    async with at.playing() as pilot:
        await past_curtain(pilot)
        await press(pilot, *"rygb", "enter")
        await press(pilot, *"rygb", "enter")
        assert isinstance(pilot.app.screen, CodeEnd)
        await press(pilot, "enter")
        await past_curtain(pilot)
        await press(pilot, "u")
        assert at.rows == []
        assert "Seat 2 (you)" in at.shown
        await press(pilot, *"rygb", "enter")
        assert isinstance(pilot.app.screen, CodeEnd), "the end is shown again"


async def test_an_earlier_row_is_corrected_and_marked_anew() -> None:
    at = Refereed("togo:first=1")
    async with at.playing() as pilot:
        await past_curtain(pilot)
        await press(pilot, *"rygb", "enter")
        await press(pilot, "f2")
        assert isinstance(pilot.app.screen, RefereeScreen), "there is no row to correct yet"
        assert "⚠" in at.shown
        await press(pilot, *"royg", "enter")
        await press(pilot, *"nwpo", "enter")
        await press(pilot, "f2")
        assert "Which row is wrong?" in at.shown
        await press(pilot, "down", "enter")
        assert pilot.app.screen.query_one(Input).value == "ROYG"
        pilot.app.screen.query_one(Input).value = "nonsense"
        await press(pilot, "enter")
        assert "⚠" in at.shown
        await choose(pilot, "correct")
        await press(pilot, "down", "enter")
        pilot.app.screen.query_one(Input).value = "ryoo"
        await press(pilot, "enter")
        assert at.rows == ["RYOO", "NWPO"]
        assert at.session.view(None).boards[0].rows[0].total == (2, 0)
        assert "Seat 2, it’s your turn: row 3 of 9" in at.shown


@pytest.mark.parametrize(
    "rules",
    [
        "logic24:marking=home",
        *(pytest.param(rules, marks=pytest.mark.long) for rules in ("logic24", "challenge:rounds=1", "4x5b:rows=6")),
    ],
)
async def test_a_whole_match_is_refereed(rules: str) -> None:
    at = Refereed(rules)
    async with at.playing() as pilot:
        await play_out(pilot)
    assert at.session.referee.table.outcome is not None
    assert read_record(at.session.record()).state.rules == at.session.rules


async def test_it_is_begun_from_the_first_screen_and_kept_when_left(tmp_path: Path) -> None:
    app = KeypegApp(Words(), StartScreen, pause=0, environ=COLOURFUL)

    async with asyncio.timeout(PATIENCE):
        async with app.run_test(size=SMALL) as pilot:
            at = pilot.app.screen.query_one(OptionList).get_option_index("referee")
            await pilot.press(*["down"] * at, "enter")
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, MatchFormScreen)
            assert all(field.kind not in ("player", "coach") for field in screen._fields())
            await pilot.press("right", "right", "enter")
            await settle(pilot)
            await pilot.press("enter")
            await settle(pilot)
            assert isinstance(pilot.app.screen, RefereeScreen)
            await pilot.press("t")
            await pilot.pause()
            await pilot.press(*"1234", "enter")
            await settle(pilot)
            await pilot.press("escape", "l")
            await pilot.pause()
            assert isinstance(pilot.app.screen, StartScreen)
    [file] = (tmp_path / "records").iterdir()
    record = read_record(file.read_text("utf-8"))
    assert str(record.state.rules) == "togo"
