"""Every screen as it stands, small and large, compared with tests/terminal/snapshots.

After a change that is meant, write them anew and look at what differs:
KEYPEG_SNAPSHOTS=write .venv/bin/pytest tests/terminal/test_snapshots.py && git diff tests/terminal/snapshots
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from keypeg.notation import rules as read_rules
from keypeg.table import HomeBoard, Referee
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.match.form import MatchForm
from keypeg.terminal.match.referee import RefereeSession
from keypeg.terminal.screens.home_board import HomeScreen
from keypeg.terminal.screens.play import PlayScreen
from keypeg.terminal.screens.records import RecordsScreen
from keypeg.terminal.screens.referee import RefereeScreen
from keypeg.terminal.screens.review import ReviewScreen
from keypeg.terminal.screens.rules import RulesScreen
from keypeg.terminal.screens.start import StartScreen
from keypeg.words import PSEUDO, Words
from tests.terminal.driving import COLOURFUL, LARGE, SMALL, choose, lines, match_app, settle

FOLDER = Path(__file__).with_name("snapshots")
WRITE = os.environ.get("KEYPEG_SNAPSHOTS") == "write"

RECORD = """Keypeg-Record: 2
Rules: 3x4:first=1
Seat-1: Ada
Seat-2: Bo

1 hide RYG
2 guess ROO
2 guess YRG
2 guess RYG
2 hide OOY
1 guess RRO
1 give-up
"""

SPLIT = """Keypeg-Record: 2
Rules: mm44:first=1

table deal ..R.. B.... ....R .G...
1 guess RRBGG
2 guess BGYYP
3 call BGO.R
4 call BGR.R
"""


def page(make: Callable[[], Screen[None]], language: str = "en") -> KeypegApp:
    return KeypegApp(Words(language), make, pause=0, environ=COLOURFUL)


def match(rules: str, seats: str, language: str = "en") -> KeypegApp:
    return match_app(rules, seats, language=language)[0]


def refereed(rules: str) -> KeypegApp:
    session = RefereeSession(Referee(read_rules(rules), seed="7"))
    return page(lambda: RefereeScreen(session))  # type: ignore[arg-type, return-value]


SCREENS: dict[str, tuple[Callable[[], KeypegApp], str]] = {
    "start": (lambda: page(StartScreen), ""),
    "choose": (lambda: page(lambda: StartScreen(form=MatchForm.of("logic24+blanks:rows=12"))), "down down"),
    "choose-free": (lambda: page(lambda: StartScreen(form=MatchForm.of("5x8d"))), "down"),
    "choose-seat": (lambda: page(lambda: StartScreen(form=MatchForm.of("togo"))), "down e"),
    "hide": (lambda: match("togo:first=1", "you,club"), "1 2 3"),
    "one-board": (lambda: match("logic24:first=2", "you,club"), "1 2 3 4 enter ~ 5 4 x 1"),
    "not-ready": (lambda: match("logic24:first=2", "you,club"), "1 2 enter"),
    "notes": (lambda: match("togo:first=2", "you,club"), "1 2 3 4 enter ~ m 1 right 2 3"),
    "hint": (lambda: match("togo:first=2", "you,club"), "1 2 3 4 enter ~ t ~"),
    "mark": (lambda: match("togo:first=1,marking=hand", "you,club"), "1 2 3 4 enter ~ 1"),
    "two-boards": (lambda: match("challenge", "you,club"), "1 2 3 4 5 enter ~ 1 2 3 4 5 enter ~ 6 7"),
    "four-boards": (lambda: match("mm44:first=1", "you,club,club,club"), "~ 1 2 3 4 5 enter ~ 1 full_stop 2"),
    "call": (lambda: match("mm44:first=1", "you,club,club,club"), "~ 1 2 3 4 5 enter ~ ! 1 2"),
    "answer": (lambda: match("mm44:first=2,marking=hand", "you,club,club,club"), "~ w"),
    "curtain": (lambda: match("togo:first=1", "you=Ada,you=Bo"), ""),
    "menu": (lambda: match("mm44:first=1", "you,club,club,club"), "~ escape"),
    "save": (lambda: match("togo:first=1", "you,club"), "s"),
    "help": (lambda: match("togo:first=1", "you,club"), "?"),
    "rules": (lambda: page(lambda: RulesScreen("togo")), ""),
    "code-end": (lambda: match("togo:first=1", "you=Ada,you=Bo"), "enter r y g b enter ~ r y g b enter ~"),
    "match-end": (lambda: match("togo:rounds=1,parity=any,first=1", "you,club"), "@give-up ~"),
    "records": (lambda: page(RecordsScreen), ""),  # type: ignore[arg-type]
    "review": (lambda: page(lambda: ReviewScreen(lambda: RECORD, "evening")), "~"),
    "review-split": (lambda: page(lambda: ReviewScreen(lambda: SPLIT, "evening")), "~"),
    "home": (lambda: page(lambda: HomeScreen(HomeBoard(read_rules("togo")), breaks=True)), "~ 0 2 enter ~ 1"),
    "referee": (lambda: refereed("togo:first=1,marking=hand-checked"), "enter 1 2 3 4 enter 1 5 6 7 enter 1"),
    "referee-deal": (lambda: refereed("mm44:first=1"), "enter right r"),
    "referee-fix": (lambda: refereed("togo:first=1"), "enter 1 2 3 4 enter 1 5 6 7 enter 8 7 6 5 enter f2"),
    "doctor": (
        lambda: page(lambda: HomeScreen(HomeBoard(read_rules("togo")), breaks=False)),
        "1 2 3 4 enter 0 0 enter ~ 5 6 7 8 enter 0 1 enter ~",
    ),
}


async def prepare(pilot: Pilot[None], keys: str) -> None:
    """Press these keys; ~ waits until nothing is being thought about, @ chooses from the menu."""
    await settle(pilot)
    for key in keys.split():
        if key == "~":
            await thought(pilot)
        elif key.startswith("@"):
            await choose(pilot, key[1:])
        else:
            await pilot.press(key)
            await pilot.pause()
    await thought(pilot)


async def thought(pilot: Pilot[None]) -> None:
    while True:
        screen = await settle(pilot)
        shown = "\n".join(lines(pilot.app))  # type: ignore[arg-type]
        busy = isinstance(screen, PlayScreen) and screen.coach.busy
        if not busy and not any(wait in shown for wait in ("Thinking…", "Analysing…")):
            return
        await asyncio.sleep(0.02)


@pytest.fixture(autouse=True)
def _saved_matches(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for age, name in enumerate(("togo-2", "evening", "logic24+blanks-1")):
        (folder / f"{name}.txt").write_text(RECORD, "utf-8")
        os.utime(folder / f"{name}.txt", (1_000_000 - age, 1_000_000 - age))


@pytest.mark.parametrize("name", SCREENS)
async def test_a_screen_looks_as_it_did(name: str) -> None:
    make, keys = SCREENS[name]
    shown: dict[str, str] = {}

    app = make()
    async with app.run_test(size=SMALL) as pilot:
        await prepare(pilot, keys)
        for width, height in (SMALL, LARGE):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            await pilot.pause()
            shown[f"{width}x{height}"] = "\n".join(lines(app)) + "\n"
    for size, text in shown.items():
        file = FOLDER / f"{name}-{size}.txt"
        if WRITE:
            file.write_text(text, "utf-8")
        assert text == file.read_text("utf-8"), size


def test_no_snapshot_is_left_over() -> None:
    assert {file.stem.rpartition("-")[0] for file in FOLDER.iterdir()} == set(SCREENS)


@pytest.mark.parametrize(
    ("rules", "keys"),
    [
        ("togo:first=2,marking=hand", "1 2 3 4 enter ~"),
        ("challenge", "1 2 3 4 5 enter ~"),
        pytest.param("mm44:first=1", "~ escape", marks=pytest.mark.long),
    ],
)
async def test_words_that_are_half_as_long_again_do_not_break_a_screen(rules: str, keys: str) -> None:
    app = match(rules, "you,club" if "mm44" not in rules else "you,club,club,club", PSEUDO)
    async with app.run_test(size=SMALL) as pilot:
        await prepare(pilot, keys)
        text = lines(app)
        assert len(text) == 24
        assert all(len(line) <= 80 for line in text)
        # The pegs of the tray and the keys are still there.
        assert "●1 R" in "\n".join(text) or "escape" in keys
        assert text[-1].startswith(" ⏎")
        assert "? " in text[-1]
