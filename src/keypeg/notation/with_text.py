"""`play` and `mark` as `import keypeg` offers them: moves and codes may also be text."""

from __future__ import annotations

from typing import get_args

from keypeg import core
from keypeg.core import Marks, Move, State
from keypeg.errors import Malformed
from keypeg.notation.moves import READERS, read_move


def play(state: State, seat: int, move: Move | str) -> State:
    """Return the match after `seat` has made `move`: a Move or its text, such as "hide RYGB".

    Raise a KeypegError that says what is wrong if the seat may not make it.
    """
    if isinstance(move, str):
        move = read_move(state.rules, move)
    elif not isinstance(move, get_args(Move)):
        raise Malformed("move-unknown", move=str(move), known=", ".join(READERS))
    return core.play(state, seat, move)


def mark(code: str, guess: str) -> Marks:
    """Mark `guess` against `code` of the same length: exact pegs, and near ones of the right colour elsewhere."""
    return core.mark(code.upper(), guess.upper())
