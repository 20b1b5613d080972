"""The strength of the levels, measured over every code of a box and shipped as data.

`bench/players.py` and `bench/mm44.py` measure and write the files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from keypeg.core import Guess, Hide, Phase, Rules, new, play, view
from keypeg.players.computer import Computer
from keypeg.players.level import SEARCHING, Level

FILE = "measured.json"
SPLIT_FILE = "measured_split.json"


@dataclass(frozen=True, slots=True)
class Measured:
    """The rows that a level needs to break every code of some rules once."""

    rules: str
    level: Level
    codes: int
    total: int
    worst: int
    unbroken: int
    """Codes that were not broken before the board was full."""

    @property
    def mean(self) -> float:
        return self.total / self.codes


@dataclass(frozen=True, slots=True)
class MeasuredSplit:
    """How often a level wins a deal of a split code against one player of every other level."""

    rules: str
    level: Level
    deals: int
    wins: int
    calls: int
    wrong_calls: int

    @property
    def share(self) -> float:
        return self.wins / self.deals


def measure(rules: Rules, level: Level, seed: str) -> Measured:
    """Break every code once. The rules must have one board, and seat 1 must hide first."""
    rows, unbroken = [], 0
    for number, code in enumerate(rules.codes[1]):
        # Strong players rename holes and colours by their seed: one seed for all codes makes their total exact.
        own = seed if level in SEARCHING else f"{seed}/{number}"
        needed, broken = _break(rules, Computer(level, own), code)
        rows.append(needed)
        unbroken += not broken
    return Measured(str(rules), level, len(rows), sum(rows), max(rows), unbroken)


def _break(rules: Rules, player: Computer, code: str) -> tuple[int, bool]:
    state = play(new(rules), 1, Hide(code))
    while state.now is not None and state.now.phase is Phase.GUESS and not state.past:
        move = player.choose(view(state, 2))
        assert isinstance(move, Guess), "with the table's marks a breaker only guesses"
        state = play(state, 2, move)
    (board,) = state.past[0].boards
    return len(board.rows), bool(state.past[0].verdict and state.past[0].verdict.broke)


@cache
def measured() -> tuple[Measured, ...]:
    """Return all figures that ship with the package."""
    return tuple(Measured(**(entry | {"level": Level(entry["level"])})) for entry in _read(FILE))


@cache
def measured_split() -> tuple[MeasuredSplit, ...]:
    """Return all figures for a split code."""
    return tuple(MeasuredSplit(**(entry | {"level": Level(entry["level"])})) for entry in _read(SPLIT_FILE))


def _read(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(files("keypeg.players").joinpath(file).read_text("utf-8"))
    return found
