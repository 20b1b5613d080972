"""Playing the terminal app by its keys, as a person would: what to do comes from a computer player, by View alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList

from keypeg.core import BLANK, Call, Guess, Hide, Judge, Mark, Move, Reveal, joined
from keypeg.core.moves import Accept, Claim
from keypeg.notation import answers_text
from keypeg.notation import rules as read_rules
from keypeg.players import read_player
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.input.task import Task, other_moves
from keypeg.terminal.match.local import LocalSession
from keypeg.terminal.match.setup import read_occupants, start
from keypeg.terminal.screens.code_end import CodeEnd
from keypeg.terminal.screens.curtain import Curtain
from keypeg.terminal.screens.play import PlayScreen
from keypeg.terminal.screens.start import StartScreen
from keypeg.words import Words

SMALL, LARGE = (80, 24), (120, 40)
PATIENCE = 300.0
"""Seconds after which a test that waits for something gives up, on however busy a machine."""
COLOURFUL = {"COLORTERM": "truecolor"}


def match_app(
    rules: str, seats: str, *, seed: str = "7", language: str = "en", call_window: float | None = 0.01
) -> tuple[KeypegApp, LocalSession]:
    """The app with a match that begins at once. Its call windows are short, so that computers move soon."""
    words, found = Words(language), read_rules(rules)
    session = start(words, found, read_occupants(found, seats), seed=seed, call_window=call_window)
    assert isinstance(session, LocalSession)
    return KeypegApp(words, lambda: StartScreen(session=session), pause=0, environ=COLOURFUL), session


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Wait until this is true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await pilot.pause(0.02)


async def settle(pilot: Pilot[None]) -> Screen[Any]:
    """Wait until the app waits for a person, and give the screen that it then shows."""
    while True:
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, PlayScreen) or (screen.input.asked is not Task.NOTHING and not screen.moving):
            return screen
        if not screen.session.here and screen.session.view(None).outcome:
            return screen
        await asyncio.sleep(0.005)


async def play_out(pilot: Pilot[None], player: str = "club") -> None:
    """Play the match to its end by keys, every person by the advice of this player."""
    while True:
        screen = await settle(pilot)
        if isinstance(screen, Curtain | CodeEnd):
            await pilot.press("enter")
        elif isinstance(screen, PlayScreen):
            await enter(pilot, screen, read_player(player, f"{screen.seat}").choose(screen.input.view))
        else:
            return


async def enter(pilot: Pilot[None], screen: PlayScreen, move: Move) -> None:
    """Make this move by keys."""
    if move in other_moves(screen.input.view):
        await choose(pilot, move.name)
    else:
        await pilot.press(*keys_for(screen, move))
    await pilot.pause()
    assert not screen.input.complaint, screen.input.complaint


async def choose(pilot: Pilot[None], action: str) -> None:
    """Choose this from the menu by keys."""
    await pilot.press("escape")
    at = pilot.app.screen.query_one(OptionList).get_option_index(action)
    await pilot.press(*["down"] * at, "enter")


def keys_for(screen: PlayScreen, move: Move) -> Iterator[str]:
    match move:
        case Hide(code) | Guess(code):
            yield from _row(code)
        case Call(code):
            if screen.input.asked is not Task.CALL:
                yield "!"
            yield from _row(code)
        case Reveal(shares):
            yield from _row(joined(shares))
        case Mark(marks) if screen.input.view.rules.split:
            yield from ({"-": "minus"}.get(letter, letter) for letter in answers_text(marks))
            yield "enter"
        case Mark(((exact, near),)):
            yield from (str(exact), str(near), "enter")
        case Judge(right):
            yield "y" if right else "n"
        case Accept():
            yield "y"
        case Claim():
            yield "n"
        case _:
            raise AssertionError(move)


def _row(code: str) -> Iterator[str]:
    yield from ("full_stop" if peg == BLANK else peg.lower() for peg in code)
    yield "enter"


def lines(app: KeypegApp) -> list[str]:
    """What stands on the screen, as text."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]
