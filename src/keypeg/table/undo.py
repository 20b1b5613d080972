"""What may be taken back at a table."""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.core import Guess, Hide, Move, State


def last_move(moves: Sequence[tuple[int, Move]], seat: int) -> int | None:
    """Return the index of the last move of a seat."""
    return next((at for at in range(len(moves) - 1, -1, -1) if moves[at][0] == seat), None)


def is_still_sealed(move: Move, before: State, now: State) -> bool:
    """Return True if nobody can have learned from a move yet: it hid something, and no row has been opened since."""
    hides = isinstance(move, Hide) or (now.rules.together and isinstance(move, Guess))
    return hides and _row_counts(before) == _row_counts(now)


def _row_counts(state: State) -> list[int]:
    return [len(board.rows) for board in state.now.boards] if state.now else []
