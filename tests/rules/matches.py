"""Matches in a few lines: moves as text in, what everybody may know of it out."""

from __future__ import annotations

import pytest

from keypeg import KeypegError, Move, State, new, play, read_move, rules, view
from keypeg.core import Verdict
from keypeg.notation import read_seat, row_text, seat_text

CODE, MISS = "YROB", "RYBO"
"""A code, and a row that is not it, of one peg each: legal in every box of four holes."""


def played(text: str, *moves: str) -> State:
    """The match of these rules after these moves, each `SEAT MOVE`."""
    return then(new(rules(text)), *moves)


def then(state: State, *moves: str) -> State:
    for move in moves:
        state = play(state, *_read(state, move))
    return state


def refused(state: State, move: str) -> str:
    """The slug with which the move is refused."""
    with pytest.raises(KeypegError) as caught:
        play(state, *_read(state, move))
    return caught.value.slug


def rules_refused(text: str) -> KeypegError:
    """Why there are no such rules."""
    with pytest.raises(KeypegError) as caught:
        rules(text)
    return caught.value


def waits(state: State) -> str:
    """Whom the match waits for, and to do what: `1 2 to guess`."""
    seen = view(state, None)
    return f"{' '.join(map(seat_text, sorted(seen.to_act)))} to {seen.phase}" if seen.to_act else "over"


def points(state: State) -> tuple[int, ...]:
    return view(state, None).points


def winner(state: State) -> int | None:
    """Who won the match, which must be over; None for nobody."""
    end = view(state, None).outcome
    assert end is not None, f"the match is not over: {waits(state)}"
    return end.winner


def verdict(state: State) -> Verdict:
    """What the last attempt came to."""
    last = state.past[-1].verdict
    assert last is not None
    return last


def codes(state: State, seat: int | None) -> list[str | None]:
    """The codes, or shares, of the running attempt as `seat` sees them."""
    return [share.code for share in view(state, seat).shares]


def board(state: State, breaker: int, number: int = 1, *, seen_by: int | None = None) -> list[str]:
    """The rows on a board of the running attempt as `seen_by` sees them, a watcher unless said."""
    seen = view(state, seen_by)
    (found,) = (each for each in seen.boards if (each.breaker, each.number) == (breaker, number))
    return [row_text(state.rules, found, row) for row in found.rows]


def broken_in(maker: int, rows: int) -> list[str]:
    """One code, hidden by `maker`, that its breaker breaks in `rows` rows of four pegs."""
    return [f"{maker} hide {CODE}", *[f"{3 - maker} guess {MISS}"] * (rows - 1), f"{3 - maker} guess {CODE}"]


def unbroken(maker: int, rows: int) -> list[str]:
    """One code, hidden by `maker`, that its breaker does not break in `rows` rows of four pegs."""
    return [f"{maker} hide {CODE}", *[f"{3 - maker} guess {MISS}"] * rows]


def _read(state: State, move: str) -> tuple[int, Move]:
    seat, _, said = move.partition(" ")
    return read_seat(seat), read_move(state.rules, said)
