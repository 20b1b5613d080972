"""Every player keeps to the conformance suite in every box, variant and marking; and so must one that a user brings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from keypeg import GiveUp, Guess, Move, View, boxes, outcome, rules
from keypeg.core import legal_in
from keypeg.errors import KeypegError
from keypeg.players import Level, Player, read_player
from keypeg.players.conformance import check_match, check_position
from tests.properties.random_play import TEXTS, match

OPTIONS = (
    "logic12:supply=box,fresh-guesses",
    "logic24+blanks",
    "logic24+two-boards:equal-turns",
    "logic12:rows=20,fresh-guesses,rounds=2",
    "togo:colours=6,distinct-guesses",
    "togo:supply=box",
    "challenge+beginner:rounds=1",
    "challenge+doubles:rounds=1",
    "challenge:handicap=1,rounds=1,supply=box",
    "mm44:seats=3,blanks=any",
    "mm44:seats=2,boards=2,supply=box",
    "mm44:seats=2",
    "mm44:marks=counts,calls=secret",
    "mm44:last-one-wins,rounds=2",
    "2x3d",
    "3x3db",
    "1x2",
    "8x15:rows=4",
)
MARKINGS = ("table", "hand", "hand-checked", "home")
MATCHES = tuple(
    f"{text}{',' if ':' in text else ':'}marking={marking}"
    for text in (*(box.id for box in boxes() if box.id != "free"), *OPTIONS)
    for marking in MARKINGS
)


def _allowed(text: str) -> bool:
    """Some options exclude others, such as secret calls at a real board."""
    try:
        rules(text)
    except KeypegError:
        return False
    return True


def _make(name: str) -> Callable[[str], Player]:
    return lambda seed: read_player(name, seed)


def _mixed(first: int) -> Callable[[str], Player]:
    """Neighbours of different levels; the seat is the end of the seed."""
    return lambda seed: read_player(list(Level)[(first + int(seed[-1])) % len(Level)], seed)


ALLOWED = [text for text in MATCHES if _allowed(text)]


@pytest.mark.parametrize("first", [0, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("text", ALLOWED)
def test_players_of_all_levels_play_a_match_to_the_end(text: str, first: int) -> None:
    assert outcome(check_match(_mixed(first), rules(text), "mixed")) is not None


@pytest.mark.long
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("text", ALLOWED)
def test_a_player_plays_matches_against_itself_to_the_end(text: str, level: Level) -> None:
    for seed in "abc":
        assert outcome(check_match(_make(level), rules(text), seed)) is not None


@pytest.mark.parametrize("text", TEXTS)
def test_a_player_answers_in_whatever_position_others_have_brought_it_into(text: str) -> None:
    for number, (state, _, _) in enumerate(match(text, seed=4)):
        check_position(_make(list(Level)[number % 4]), state, "conformance")


@pytest.mark.parametrize("text", ["togo", "challenge:rounds=1", "logic24", "mm44:seats=2"])
def test_a_codemaker_that_errs_makes_legal_moves_only(text: str) -> None:
    hand = f"{text}{',' if ':' in text else ':'}marking=hand"
    states = [check_match(_make("club+tricky:errs=0.3"), rules(hand), seed) for seed in "abc"]
    assert any(attempt.verdict and attempt.verdict.erred for state in states for attempt in state.past)


@dataclass
class Wild:
    """A player as a user might bring one: any row that may be placed, until it gives up."""

    seed: str

    def choose(self, view: View) -> Move:
        moves = legal_in(view)
        rows = sum(len(board.rows) for board in view.boards)
        return GiveUp() if GiveUp() in moves and rows > 6 else moves.only(moves.types[0]).sample(Random(self.seed))


@dataclass
class Stubborn(Wild):
    """One that places the same row wherever it sits."""

    def choose(self, view: View) -> Move:
        return Guess("RRRR") if view.board else super().choose(view)


class Moody(Wild):
    """One that forgets its seed."""

    def choose(self, view: View) -> Move:
        moves = legal_in(view)
        return moves.only(moves.types[0]).sample(Random())


@pytest.mark.parametrize("text", ["togo", "challenge:rounds=1", "mm44", "4x6"])
def test_a_player_that_a_user_brings_passes_if_it_keeps_to_the_rules(text: str) -> None:
    assert outcome(check_match(Wild, rules(text), "brought"))


def test_an_illegal_move_is_found() -> None:
    with pytest.raises(AssertionError, match="not legal"):
        check_match(Stubborn, rules("logic12:rows=20"), "brought")


def test_a_player_that_forgets_its_seed_is_found() -> None:
    with pytest.raises(AssertionError, match="same seed"):
        check_match(Moody, rules("togo"), "brought")
