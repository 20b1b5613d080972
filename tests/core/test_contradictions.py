"""Marks that no code fits are found in the move in which they occur, and only then."""

from __future__ import annotations

from random import Random

import pytest

from keypeg import Guess, Mark, Rules, State, legal, mark, new, play, rules
from keypeg.core import Attempt

TEXTS = ["4x3:first=1,marking=home", "togo:colours=6,first=1,marking=home", "challenge+beginner:marking=home"]


def _unfit(game: Rules, attempt: Attempt) -> tuple[int, ...]:
    """The same by going through every code."""
    return tuple(
        sorted(
            game.other(board.breaker)
            for board in attempt.boards
            if not any(
                all(row.total is None or mark(code, row.guess) == row.total for row in board.rows)
                for code in game.codes[board.breaker - 1]
            )
        )
    )


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("seed", range(6))
def test_marks_are_unfit_from_the_moment_on_when_no_code_fits_them(text: str, seed: int) -> None:
    random = Random(f"{text}/{seed}")
    game = rules(text)
    believed = [random.choice(list(space)) for space in game.codes]
    state: State = new(game)
    for _ in range(6):
        for move in (Guess, Mark):
            for seat in sorted({1, 2} & _waits(state)):
                state = play(state, seat, _move(state, seat, move, believed, random))
        if state.now is None or state.now.round > 1 or state.now.code > 1:
            break
        assert state.now.unfit == _unfit(game, state.now)


def _waits(state: State) -> set[int]:
    return {seat for seat in (1, 2) if legal(state, seat).types[:1] in ((Guess,), (Mark,))}


def _move(state: State, seat: int, kind: type[Guess | Mark], believed: list[str], random: Random) -> Guess | Mark:
    """Any row; marks as if some code were hidden, now and then any others."""
    moves = legal(state, seat).only(kind)
    if kind is Mark and random.random() < 0.8:
        assert state.now is not None
        (board,) = (each for each in state.now.boards if each.breaker != seat)
        return Mark((mark(believed[board.breaker - 1], board.rows[-1].guess),))
    move = moves.sample(random)
    assert isinstance(move, Guess | Mark)
    return move
