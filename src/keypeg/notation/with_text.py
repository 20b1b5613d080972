"""`new`, `play` and `mark` as `import keypeg` offers them: rules, moves and codes may also be text."""

from __future__ import annotations

from keypeg import core
from keypeg.argument_types import check_fields, checked
from keypeg.core import Marks, Move, Rules, State
from keypeg.notation.moves import read_move
from keypeg.notation.rules import rules as read_rules


@checked
def new(rules: Rules | str) -> State:
    """Return a match that is about to begin. The rules may be given as text."""
    return core.new(read_rules(rules) if isinstance(rules, str) else rules)


@checked
def play(state: State, seat: int, move: Move | str) -> State:
    """Return the match after `seat` has made `move`: a Move or its text, such as "hide RYGB".

    Raise a KeypegError that says what is wrong if the seat may not make it.
    """
    if isinstance(move, str):
        move = read_move(state.rules, move)
    else:
        check_fields(move)
    return core.play(state, seat, move)


@checked
def mark(code: str, guess: str) -> Marks:
    """Mark `guess` against `code` of the same length: exact pegs, and near ones of the right colour elsewhere."""
    return core.mark(code.upper(), guess.upper())
