"""Call windows in the terminal, by keys and line by line."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from keypeg.core import Call, Guess
from keypeg.notation import rules as read_rules
from keypeg.server.settings import Settings
from keypeg.table import CallWindow
from keypeg.table.call_window import EXTENSION
from keypeg.terminal.input.task import Task
from keypeg.terminal.match.form import MatchForm, label, value_words
from keypeg.terminal.match.local import LocalSession
from keypeg.terminal.match.remote import RemoteSession
from keypeg.terminal.match.setup import read_occupants, resume, start
from keypeg.terminal.plain import Console, PlainMatch
from keypeg.terminal.screens.play import PlayScreen
from keypeg.words import Words
from tests.server.running import Person, serving
from tests.terminal.driving import SMALL, choose, lines, match_app, settle, until


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    with serving(Settings(port=0, data_dir=folder, limits=False, thinkers=1)) as found:
        yield found


RULES, SEATS = "mm44:first=1", "you,novice,novice,novice"
ROW = ("r", "r", "r", "r", "r", "enter")


def _rows(session: LocalSession) -> int:
    now = session.table.state.now
    return sum(len(board.rows) for board in now.boards) if now else 0


def _moved(session: LocalSession) -> list[type]:
    return [type(move) for _, move in session.table.moves]


async def test_the_screen_shows_the_time_to_call_and_enter_goes_on() -> None:
    app, session = match_app(RULES, SEATS, call_window=300)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press(*ROW)
        await until(pilot, lambda: "time to call: " in lines(app)[0])
        shown = lines(app)
        assert "Press ! to call it, or Enter to go on." in "\n".join(shown)
        assert "go on" in shown[-1]
        assert _rows(session) == 1
        for row in (2, 3, 4):
            await pilot.press("enter")
            await until(pilot, lambda row=row: _rows(session) >= row)  # type: ignore[misc]
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.input.asked is Task.GUESS


async def test_without_a_key_computers_move_when_the_time_is_up() -> None:
    app, session = match_app(RULES, SEATS, call_window=0.2)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press(*ROW)
        await settle(pilot)
        assert _rows(session) == 4


async def test_turning_to_the_answer_row_gives_a_minute_more_and_the_first_call() -> None:
    app, session = match_app(RULES, SEATS, call_window=300)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press(*ROW)
        await until(pilot, session.call_time)
        await pilot.press("!")
        await until(pilot, lambda: session.table.window and session.table.window.extended)
        window = session.table.window
        assert window is not None
        assert window.extended == {1}
        left = session.call_time()
        assert left is not None
        assert 300 < left <= 300 + EXTENSION
        share = next(each.code for each in session.view(1).own_shares)
        assert share
        code = ["r" if peg == "." else peg.lower() for peg in share]
        code[share.index(".")] = "full_stop"
        await pilot.press(*code, "enter")
        await until(pilot, lambda: Call in _moved(session))


async def test_the_menu_goes_on_in_ones_own_turn_too_and_a_row_may_be_taken_back() -> None:
    app, session = match_app(RULES, SEATS, call_window=300)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press(*ROW)
        await until(pilot, lambda: _rows(session) == 1)
        await pilot.press("u")
        await until(pilot, lambda: _rows(session) == 0)
        await pilot.press(*ROW)
        await until(pilot, lambda: _rows(session) == 1)
        await choose(pilot, "go-on")
        await until(pilot, lambda: _rows(session) > 1)


async def test_leaving_does_not_wait_for_the_window() -> None:
    app, session = match_app(RULES, SEATS, call_window=300)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press(*ROW)
        await until(pilot, session.call_time)
        await choose(pilot, "leave")
        await until(pilot, lambda: not isinstance(app.screen, PlayScreen))
        assert session.call_time() is not None, "the window was still open"


def test_the_form_offers_its_length_where_people_sit_beside_computers() -> None:
    words, form = Words(), MatchForm.of("mm44")
    field = next(each for each in form.fields() if each.kind == "window")
    assert (label(words, field), value_words(words, field)) == ("time to call before the computers do", "6 seconds")
    lengths = []
    for _ in range(3):
        lengths.append(form.call_window)
        form = form.change(next(each for each in form.fields() if each.kind == "window"), -1)
    assert lengths == [6, 3, None]
    form = replace(form, seated=dict.fromkeys((1, 2, 3, 4), "you"))
    assert not any(each.kind == "window" for each in form.fields())
    assert not any(each.kind == "window" for each in MatchForm.of("togo").fields())


@pytest.mark.parametrize("plain", [False, True])
def test_a_saved_match_of_before_goes_on_with_the_usual_window(plain: bool, tmp_path: Path) -> None:
    found = read_rules(RULES)
    session = start(Words(), found, read_occupants(found, SEATS), seed="7", call_window=15)
    session.step()
    session.play(1, Guess("RRRRR"))
    record = session.record()
    session.close()
    for text, seconds in ((record, 15.0), (record.replace("Call-Window: 15\n", ""), 6.0)):
        (tmp_path / "before.txt").write_text(text, "utf-8")
        again = resume(Words(), str(tmp_path / "before.txt"), plain=plain)
        assert isinstance(again, LocalSession)
        assert again.table.window
        assert again.table.window.seconds == (None if plain else seconds)
        assert again.call_time()
        again.close()


# Line by line


def _typed(*typed: str, rules: str = RULES, seats: str = SEATS) -> tuple[LocalSession, list[str]]:
    found, told = read_rules(rules), io.StringIO()
    session = start(Words(), found, read_occupants(found, seats), seed="7", call_window=None)
    assert isinstance(session, LocalSession)
    PlainMatch(session, Console(Words(), io.StringIO("".join(f"{line}\n" for line in typed)), told)).run()
    return session, told.getvalue().splitlines()


ASKED = "Do you know the code? Type call and your answer row, or press Enter to go on."


def test_people_are_asked_before_computers_after_every_row() -> None:
    session, told = _typed("RRRRR", "", "", "")
    assert _rows(session) == 4
    assert told.count(ASKED) == 3, "in one's own turn the row itself is asked for"
    assert session.table.waits_for == {1}


@pytest.mark.parametrize("before", [(), ("RRRRR",), ("RRRRR", ""), ("RRRRR", "", "", "")])
def test_a_call_is_accepted_at_every_prompt(before: tuple[str, ...]) -> None:
    session, _ = _typed(*before)
    share = session.table.view(1).own_shares[0].code
    assert share
    code = "".join("R" if peg == "." else peg for peg in share)
    hole = share.index(".")
    again, told = _typed(*before, f"call {code[:hole]}.{code[hole + 1 :]}")
    assert Call in _moved(again), told
    assert _moved(again)[: len(session.table.moves)] == _moved(session)


def test_wait_says_when_there_is_nothing_to_extend() -> None:
    _, told = _typed("wait")
    assert "Nobody is waiting for a call now, so there is nothing to extend." in told


def test_two_people_at_one_keyboard_go_on_together() -> None:
    session, told = _typed("", "RRRRR", "", "RRRRR", "", "", seats="you=Ada,you=Bo,novice,novice")
    assert _rows(session) == 4, told


def test_the_program_asks_people_first_line_by_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "keypeg", "play", RULES, "--plain", "--seats", SEATS],
        input="RRRRR\n\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={"KEYPEG_LANG": "en", "PATH": "", "KEYPEG_DATA": os.environ["KEYPEG_DATA"]},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines().count(ASKED) == 2


def test_line_mode_at_a_server_goes_on_and_waits(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))
    host, told = Person(address), io.StringIO()
    computers = [{"kind": "computer", "player": "novice"}] * 3
    link = host.make(RULES, {"kind": "open"}, *computers, call_window=300)["invites"][0]["link"]
    session = RemoteSession(Words(), link)
    PlainMatch(session, Console(Words(), io.StringIO("RRRRR\nwait\n\nquit\n"), told)).run()
    seen = host.view(session.table)
    host.http.close()
    lines = told.getvalue().splitlines()
    asked = [line for line in lines if line.startswith("Do you know the code?")]
    assert "The computers wait 300 seconds; wait gives you another minute." in asked[0]
    assert len(asked) == 2
    assert sum(len(board["rows"]) for board in seen["boards"]) == 2


def test_a_window_has_no_limit_line_by_line() -> None:
    session, _ = _typed("RRRRR")
    assert session.table.window == CallWindow(None, session.table.window.since if session.table.window else None)
