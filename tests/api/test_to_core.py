"""A View that crosses the wire reads back to the View that it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from keypeg import State, View, new, play, read_move, rules, view
from keypeg.api.match import Match, match_of, match_to_core
from keypeg.core import Attempt, Phase
from keypeg.notation import read_seat
from tests.playthrough import FOLDER, read

FILES = sorted(FOLDER.glob("*.txt"))
DECODER = msgspec.json.Decoder(Match)


def _states(file: Path) -> Iterator[State]:
    playthrough = read(file.read_text("utf-8"))
    state = new(rules(playthrough.rules))
    yield state
    for move in playthrough.moves:
        seat, _, said = move.partition(" ")
        state = play(state, read_seat(seat), read_move(state.rules, said))
        yield state


def _carried(seen: View) -> View:
    """The View without what does not cross: the turn while nobody guesses or marks, and how past attempts ended."""
    turn = seen.turn if seen.phase in (Phase.GUESS, Phase.MARK) else 0
    return replace(seen, turn=turn, past=tuple(map(_carried_attempt, seen.past)))


def _carried_attempt(attempt: Attempt) -> Attempt:
    return Attempt(
        round=attempt.round,
        code=attempt.code,
        starter=attempt.starter,
        phase=Phase.OVER,
        shares=attempt.shares,
        boards=attempt.boards,
        placed=(None,) * len(attempt.boards),
        out=attempt.out,
        gave_up=attempt.gave_up,
        absent=attempt.absent,
        calls=attempt.calls,
        verdict=attempt.verdict,
    )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_view_of_a_playthrough_reads_back(file: Path) -> None:
    for state in _states(file):
        for seat in (None, *range(1, state.rules.seats + 1)):
            seen = view(state, seat)
            sent = DECODER.decode(msgspec.json.encode(match_of(seen)))
            assert match_to_core(sent) == _carried(seen)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_was_read_back_is_sent_again_alike(file: Path) -> None:
    """So nothing that a client shows depends on what does not cross; verdicts in words aside, which need the log."""
    for state in _states(file):
        for seat in (None, *range(1, state.rules.seats + 1)):
            sent = match_of(view(state, seat))
            again = match_of(match_to_core(sent))
            assert msgspec.structs.replace(again, past=[]) == msgspec.structs.replace(sent, past=[])
