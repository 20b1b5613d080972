"""Our own engine, spoken to over the protocol as a foreign one is, keeps to the conformance suite in every box."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from keypeg import Move, View, boxes, outcome, rules
from keypeg.players import Engine, Level, Limits, Player, close_engines, read_player
from keypeg.players.conformance import check_match, check_position
from tests.properties.random_play import match

KEYPEG = str(Path(sys.executable).parent / "keypeg")
PATIENT = Limits(move=60, start=60)
MATCHES = (
    *(box.id for box in boxes() if box.id not in ("free", "challenge")),
    "challenge:rounds=1",
    "logic24+two-boards:marking=hand",
    "challenge:handicap=1,rounds=1,marking=hand-checked",
    "mm44:seats=2,boards=2,marking=hand",
    "mm44:seats=3,marks=counts,calls=secret",
    "togo:marking=home",
    "3x3db",
)


@dataclass
class Seated:
    """An engine that is let go after every question, so that the suite can make it anew without starting it anew."""

    level: str
    seed: str

    def choose(self, view: View) -> Move:
        engine = self._engine()
        try:
            return engine.choose(view)
        finally:
            engine.close()

    def interject(self, view: View) -> Move | None:
        engine = self._engine()
        try:
            return engine.interject(view)
        finally:
            engine.close()

    def _engine(self) -> Engine:
        return Engine((KEYPEG, "engine", "--player", self.level), self.seed, PATIENT)


@pytest.fixture(scope="module", autouse=True)
def _all_end() -> Iterator[None]:
    yield
    close_engines()


def _make(level: str) -> Callable[[str], Player]:
    return lambda seed: Seated(level, seed)


@pytest.mark.parametrize("text", MATCHES)
def test_our_engine_plays_a_match_to_the_end(text: str) -> None:
    assert outcome(check_match(_make("club"), rules(text), "engine")) is not None


@pytest.mark.long
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("text", MATCHES)
def test_our_engine_plays_at_every_level(text: str, level: Level) -> None:
    assert outcome(check_match(_make(level), rules(text), "engine")) is not None


@pytest.mark.parametrize("text", ["logic24:marking=home", "challenge:rounds=1,marking=hand", "mm44:seats=2"])
def test_our_engine_answers_in_whatever_position_others_have_brought_it_into(text: str) -> None:
    for state, _, _ in match(text, seed=6):
        check_position(_make("club"), state, "engine")


@pytest.mark.parametrize("text", ["togo", "mm44:seats=3"])
def test_over_the_protocol_it_plays_just_as_it_does_without(text: str) -> None:
    there = check_match(_make("expert"), rules(text), "same")
    here = check_match(lambda seed: read_player("expert", seed), rules(text), "same")
    assert there == here
