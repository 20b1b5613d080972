"""The screens besides whole matches: choosing, the mouse, the menu, leaving, colours, and what must not be seen."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from keypeg.core import Move, View
from keypeg.notation import read_record
from keypeg.notation import rules as read_rules
from keypeg.players import read_player
from keypeg.table import HomeBoard, Table
from keypeg.terminal import store
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.draw.themes import DARK, LIGHT, SIXTEEN, first_theme
from keypeg.terminal.input.task import Task
from keypeg.terminal.match.form import MatchForm
from keypeg.terminal.match.local import LocalSession
from keypeg.terminal.screens.code_end import CodeEnd
from keypeg.terminal.screens.curtain import Curtain
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.home_board import HomeScreen
from keypeg.terminal.screens.match_form import MatchFormScreen
from keypeg.terminal.screens.menu import Menu
from keypeg.terminal.screens.play import PlayScreen
from keypeg.terminal.screens.review import ReviewScreen
from keypeg.terminal.screens.start import StartScreen
from keypeg.words import Words
from tests.terminal.driving import COLOURFUL, LARGE, SMALL, choose, lines, match_app, settle, until


@asynccontextmanager
async def on_screen(app: KeypegApp, size: tuple[int, int] = SMALL) -> AsyncIterator[Pilot[None]]:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot


def playing(pilot: Pilot[None]) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


async def click_on(pilot: Pilot[None], text: str, widget: str) -> None:
    """Click where this text stands in a widget."""
    found = pilot.app.screen.query_one(widget, Static)
    shown = lines(pilot.app)[found.region.y : found.region.bottom]  # type: ignore[arg-type]
    for y, line in enumerate(shown):
        x = line.find(text, found.region.x)
        if x >= 0:
            await pilot.click(offset=(x, found.region.y + y))
            await pilot.pause()
            return
    raise AssertionError(f"{text} is not in {widget}")


async def test_a_match_is_chosen_and_begun_by_keys() -> None:
    async with on_screen(KeypegApp(Words(), StartScreen, pause=0, environ=COLOURFUL)) as pilot:
        await pilot.press("enter")
        screen = pilot.app.screen
        assert isinstance(screen, MatchFormScreen)
        await pilot.press("right", "right", "down", "down", "right")
        assert str(screen.form.rules) == "togo"
        assert screen.form.players[1] == "expert"
        await pilot.press("end", "right")
        assert str(screen.form.rules) == "togo:first=1"
        await pilot.press("enter")
        await settle(pilot)
        assert str(playing(pilot).session.rules) == "togo:first=1"
        assert playing(pilot).input.asked is Task.HIDE


def test_tricky_codes_are_offered_only_where_colours_may_repeat() -> None:
    form = MatchForm.of("logic24")
    seat = next(field for field in form.fields() if field.kind == "player" and field.name == "2")
    assert "expert+tricky" in seat.values
    form = form.seat(seat, "expert+tricky")
    assert form.players == ["you", "expert+tricky"]
    form = form.change(next(field for field in form.fields() if field.kind == "box"), 2)
    assert form.box == "togo"
    assert form.players == ["you", "expert"]
    assert not any("tricky" in value for field in form.fields() for value in field.values)


def test_values_that_make_no_rules_are_passed_over_and_leave_no_trace() -> None:
    form = MatchForm.of("6x6d")
    for kind, by in (("player", 1), ("coach", 1)):
        form = form.change(next(field for field in form.fields() if field.kind == kind), by)
    changed = form.change(next(field for field in form.fields() if field.name == "holes"), 1)
    assert str(changed.rules) == "1x6d", "six colours fill neither 7 nor 8 holes if all are different"
    assert changed == replace(form, size={**form.size, "holes": "1"})
    assert str(form.rules) == "6x6d"


def test_novices_take_the_free_seats_of_a_split_code() -> None:
    assert MatchForm.of("mm44").players == ["you", "novice", "novice", "novice"]
    assert MatchForm.of("challenge").players == ["you", "club"]


async def test_anybody_who_can_be_named_can_be_seated() -> None:
    app = KeypegApp(Words(), lambda: StartScreen(form=MatchForm.of("togo:first=2")), pause=0, environ=COLOURFUL)
    engine = f"engine:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'engine.py'}"

    async def typed(pilot: Pilot[None], text: str) -> None:
        await pilot.press("e")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = text
        await pilot.press("enter")
        await pilot.pause()

    async with on_screen(app) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, MatchFormScreen)
        await pilot.press("e")
        assert isinstance(pilot.app.screen, MatchFormScreen), "a box is not typed"
        await pilot.press("down")
        await typed(pilot, "you=Ada")
        assert "Ada, on this computer" in "\n".join(lines(app))
        await pilot.press("down")
        await typed(pilot, "nobody")
        assert "⚠ There is no player" in "\n".join(lines(app))
        await typed(pilot, engine)
        assert screen.form.players[:2] == ["you=Ada", engine]
        await pilot.press("right", "left")
        assert screen.form.players[1] == engine, "it stays among those that can be chosen"
        await pilot.press("enter")
        await settle(pilot)
        assert playing(pilot).session.names == {1: "Ada", 2: "Example"}
        assert playing(pilot).input.asked is Task.GUESS, "the engine has hidden a code"


async def test_where_an_engine_fails_the_end_of_its_code_says_why() -> None:
    app, _ = match_app("togo:first=2", "you,engine:false")
    async with on_screen(app) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, CodeEnd))
        await pilot.pause()
        assert "⚠ The engine “false” quit" in "\n".join(lines(app))
        await pilot.press("enter")
        await settle(pilot)
        assert playing(pilot).input.asked is Task.HIDE
        assert playing(pilot).input.complaint == ""


@pytest.mark.parametrize(
    "text", ["logic24+two-boards:equal-turns", "togo:rounds=4", "challenge", "mm44:seats=2", "4x6"]
)
def test_every_choice_in_the_form_gives_rules_that_can_be_played(text: str) -> None:
    """Every value of every line, one after another: the rules stay rules."""
    form = MatchForm.of(text)
    assert str(form.rules) == text
    for at in range(len(form.fields())):
        for _ in range(3):
            lines_now = form.fields()
            if at < len(lines_now) and lines_now[at].kind != "box":
                form = form.change(lines_now[at], 1)
                assert len(form.occupants) == form.rules.seats


async def test_the_mouse_places_pegs_moves_the_cursor_copies_rows_and_presses_keys() -> None:
    app, _ = match_app("togo:first=2", "you,club")
    async with on_screen(app) as pilot:
        entry = playing(pilot).input.entry
        assert entry is not None
        await click_on(pilot, "✚5", "#tray")
        await click_on(pilot, "≡8", "#tray")
        assert entry.holes == ["B", "N", "", ""]
        await click_on(pilot, "✚5", "#scene")
        assert entry.at == 0
        await pilot.press("1", "2", "3", "4")
        await click_on(pilot, "place", "#keys")
        await settle(pilot)
        assert entry.holes == [""] * 4
        await click_on(pilot, "●1", "#scene")
        assert entry.code == "ROYG"


async def test_a_board_for_many_rows_shows_a_few_free_ones() -> None:
    app, _ = match_app("logic24:rows=99,first=2", "you,novice")
    async with on_screen(app, LARGE) as pilot:
        await pilot.pause()
        numbers = [line.split()[0] for line in lines(app) if line.strip()]
        assert "8" in numbers
        assert "9" not in numbers


async def test_undo_takes_the_last_row_back() -> None:
    app, session = match_app("togo:first=2", "you,club")
    async with on_screen(app) as pilot:
        await pilot.press(*"1234", "enter")
        await settle(pilot)
        assert len(session.table.view(1).boards[0].rows) == 1
        await pilot.press("u")
        await settle(pilot)
        assert session.table.view(1).boards[0].rows == ()


async def test_the_menu_gives_up_and_help_tells_the_keys() -> None:
    app, session = match_app("togo:first=2", "you,club")
    async with on_screen(app) as pilot:
        await pilot.press("?")
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("x", "escape")
        assert isinstance(pilot.app.screen, Menu)
        await pilot.press("escape")
        await choose(pilot, "give-up")
        await pilot.pause()
        assert len(session.table.state.past) == 1


async def test_behind_the_curtain_nothing_is_seen() -> None:
    app, _ = match_app("challenge", "you=Ada,you=Bo")
    async with on_screen(app) as pilot:
        await pilot.press("enter", *"12345", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Curtain)
        shown = "\n".join(lines(app))
        assert "Bo" in shown
        assert "●" not in shown
        await pilot.press("enter")
        await settle(pilot)
        assert playing(pilot).seat == 2
        assert "●1 ▲2" not in "\n".join(lines(app))


async def test_somebody_else_at_the_screen_can_call_out_of_turn() -> None:
    app, session = match_app("mm44:first=1", "you=Ada,you=Bo,club,club")
    async with on_screen(app) as pilot:
        await pilot.press("enter")
        screen = await settle(pilot)
        assert screen is playing(pilot)
        playing(pilot).act("seat-2")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Curtain)
        await pilot.press("enter")
        await pilot.pause()
        assert playing(pilot).seat == 2
        await pilot.press("!")
        entry = playing(pilot).input.entry
        assert entry is not None
        entry.holes = ["R" if peg or hole else "" for hole, peg in enumerate(entry.holes)]
        own = session.table.view(2).own_shares[0].code or ""
        entry.holes = [share if share != "." else peg for share, peg in zip(own, entry.holes, strict=True)]
        if sum(map(bool, entry.holes)) == 5:
            entry.holes[next(hole for hole, peg in enumerate(own) if peg == ".")] = ""
        await pilot.press("enter")
        await settle(pilot)
        assert [call.seat for call in session.table.view(None).calls or session.table.state.past[0].calls] == [2]


async def test_a_match_that_was_left_is_found_again(tmp_path: Path) -> None:
    app, _ = match_app("togo:first=2", "you,club")
    async with on_screen(app) as pilot:
        await pilot.press(*"1234", "enter")
        await settle(pilot)
        await pilot.press("escape", "l")
        await pilot.pause()
        assert isinstance(pilot.app.screen, StartScreen)
        [file] = (tmp_path / "records").iterdir()
        record = read_record(file.read_text("utf-8"))
        assert record.state.now is not None
        assert len(record.state.now.boards[0].rows) == 1
        await pilot.press("down", "enter")
        await pilot.pause()
        assert pilot.app.screen.query_one(OptionList).option_count == 1
        await pilot.press("enter")
        await settle(pilot)
        assert len(playing(pilot).input.view.boards[0].rows) == 1


async def test_a_match_is_saved_under_a_name_and_reviewed(tmp_path: Path) -> None:
    app, _ = match_app("togo:first=1,rounds=1,parity=any", "you,club")
    async with on_screen(app) as pilot:
        await pilot.press("s")
        pilot.app.screen.query_one(Input).value = "evening"
        await pilot.press("enter")
        await pilot.pause()
        assert (tmp_path / "records" / "evening.txt").exists()
        await choose(pilot, "give-up")
        await settle(pilot)
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReviewScreen)


async def test_a_record_that_cannot_be_read_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "odd.txt").write_text("no record", "utf-8")
    app = KeypegApp(Words(), StartScreen, pause=0, environ=COLOURFUL)
    async with on_screen(app) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "This is not a Keypeg record" in "\n".join(lines(app))


async def test_a_link_that_leads_nowhere_gets_a_sentence() -> None:
    app = KeypegApp(Words(), StartScreen, pause=0, environ=COLOURFUL)
    async with on_screen(app) as pilot:
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = "nowhere"
        await pilot.press("enter")
        await until(pilot, lambda: "is not a link to a table" in "\n".join(lines(app)))


async def test_keypeg_breaks_the_code_on_a_real_board() -> None:
    """A person marks by a code that nobody told Keypeg, as often as it takes."""
    board = HomeBoard(read_rules("togo"))
    app = KeypegApp(Words(), lambda: HomeScreen(board, breaks=True), pause=0, environ=COLOURFUL)
    async with on_screen(app) as pilot:
        from keypeg import mark

        screen = pilot.app.screen
        assert isinstance(screen, HomeScreen)
        while not board.broken:
            await until(pilot, lambda: screen.input.placed is not None)
            assert screen.input.placed
            assert screen.said[0].startswith("These marks agree: " if board.rows else "1,680 codes are left.")
            marks = mark("NWPO", screen.input.placed)
            await pilot.press(str(marks.exact), str(marks.near), "enter")
        assert board.rows[-1][1].guess == "NWPO"
        await pilot.press("u")
        assert not board.broken


async def test_a_wrong_mark_on_a_real_board_is_found_and_corrected() -> None:
    board = HomeBoard(read_rules("togo"))
    app = KeypegApp(Words(), lambda: HomeScreen(board, breaks=False), pause=0, environ=COLOURFUL)
    async with on_screen(app, LARGE) as pilot:
        await pilot.press(*"1234", "enter", "0", "0", "enter", *"5678", "enter", "0", "1", "enter")
        await until(pilot, lambda: "No code fits these rows" in " ".join("\n".join(lines(app)).split()))
        await pilot.press("f2", "0", "4", "enter")
        await until(pilot, lambda: "codes fit" in "\n".join(lines(app)))
        assert board.rows[1][1].total == (0, 4)


async def test_beside_a_split_code_ones_own_part_is_asked_for() -> None:
    app = KeypegApp(Words(), StartScreen, pause=0, environ=COLOURFUL)
    async with on_screen(app) as pilot:
        start = pilot.app.screen
        assert isinstance(start, StartScreen)
        start._home(False, MatchForm.of("mm44"))
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = "R.G.."
        await pilot.press("enter")
        await pilot.pause()
        assert "R.G.. is not a share" in "\n".join(lines(app))
        start._home(False, MatchForm.of("mm44"))
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = "..r.."
        await pilot.press("enter")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, HomeScreen)
        assert screen.board.own == ("..R..",)


class Slow:
    """Thinks until it is told to stop."""

    def __init__(self) -> None:
        self.asked, self.go = Event(), Event()

    def choose(self, view: View) -> Move:
        self.asked.set()
        assert self.go.wait(20)
        return read_player("club", "7").choose(view)


async def test_the_screen_does_not_freeze_while_a_computer_thinks() -> None:
    slow = Slow()
    session = LocalSession(Words(), Table(read_rules("togo:first=2"), {2: slow}, seed="7"))
    app = KeypegApp(Words(), lambda: StartScreen(session=session), pause=0, environ=COLOURFUL)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, slow.asked.is_set)
        await until(pilot, lambda: "Waiting for Slow" in "\n".join(lines(app)))
        await pilot.press("?")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        slow.go.set()
        screen = await settle(pilot)
        assert isinstance(screen, PlayScreen)
        assert screen.input.asked is Task.GUESS


async def test_light_and_dark_can_be_changed_and_stay_so_the_next_time() -> None:
    app = KeypegApp(Words(), StartScreen, pause=0, environ=COLOURFUL)

    async with on_screen(app) as pilot:
        assert app.theme == DARK.name
        await pilot.press("f9")
        assert app.theme == LIGHT.name
    assert KeypegApp(Words(), StartScreen, environ=COLOURFUL).theme == LIGHT.name
    assert KeypegApp(Words(), StartScreen, environ={"TERM": "linux"}).theme == SIXTEEN.name


@pytest.mark.parametrize("kept", ["", "nonsense", "[]", '{"theme": 7}', '{"theme": "no such"}', "[" * 100_000, "\xff"])
def test_settings_that_cannot_be_read_are_no_settings(tmp_path: Path, kept: str) -> None:
    (tmp_path / "settings.json").write_text(kept, "latin-1")
    app = KeypegApp(Words(), StartScreen, environ=COLOURFUL)
    assert app.theme == DARK.name
    store.keep_setting("theme", LIGHT.name)
    assert store.setting("theme") == LIGHT.name


def test_where_nothing_can_be_kept_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "file" / "below"))
    store.keep_setting("theme", LIGHT.name)
    assert store.setting("theme") == ""


@pytest.mark.parametrize(
    ("environ", "theme"),
    [
        ({"COLORTERM": "truecolor"}, DARK.name),
        ({"TERM": "xterm-256color"}, DARK.name),
        ({"TERM": "xterm-256color", "COLORFGBG": "0;15"}, LIGHT.name),
        ({"TERM": "linux"}, SIXTEEN.name),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, SIXTEEN.name),
    ],
)
def test_as_many_colours_as_the_terminal_has(environ: dict[str, str], theme: str) -> None:
    assert first_theme(environ) == theme


async def test_without_colours_pegs_still_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    words = Words()
    session = match_app("8x15:first=2", "you,club")[1]
    app = KeypegApp(words, lambda: StartScreen(session=session), pause=0)
    async with on_screen(app, LARGE) as pilot:
        colours = set()
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                if segment.style:
                    colours |= {segment.style.color, segment.style.bgcolor}
        assert all(colour is None or colour.is_default or colour.is_system_defined for colour in colours)
        tray = str(playing(pilot).query_one("#tray", Static).render())
        assert len(set(tray.split())) == len(tray.split())
