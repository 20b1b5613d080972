"""Write a View as facts, one per line, for programs in any language; see docs/engine-protocol.md.

The facts come from the View alone, so they hold what the seat may know and nothing else. They read back to the same
View.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from keypeg.core import Board, Move, Rules, Space, View, legal_in
from keypeg.notation.codes import row_marks_text
from keypeg.notation.moves import VERDICTS, move_text, seat_text

NOT_THERE = "-"
UNLIMITED = "unlimited"
SLIPS_ANNUL = "slips-annul"
"""The switch of a match that keeps the rule of version 2, which the rules text does not say."""
RIGHT = {"right": True, "wrong": False, "open": None}
THEN = "; "
"""Separates the moves on a line."""


def rules_lines(rules: Rules, seat: int) -> Iterator[str]:
    """Yield the rules for an engine at this seat: the rules text, then the same facts one by one."""
    yield f"rules {rules}"
    yield f"seat {seat}"
    yield f"seats {rules.seats}"
    yield f"breaks {_space(rules.codes[seat - 1])}"
    yield f"places {_space(rules.guesses[seat - 1])}"
    if rules.split:
        yield f"shares {rules.shares} {rules.boards} {rules.chips}"
    else:
        yield f"hides {_space(rules.code_hidden_by(seat))}"
    yield f"rows {rules.rows or UNLIMITED}"
    yield f"rounds {rules.rounds}"
    yield f"supply {rules.supply or UNLIMITED}"
    yield f"marking {rules.marking}"
    switches = {
        "fresh-guesses": rules.fresh_guesses,
        "shared-supply": rules.shared_supply and rules.supply is not None,
        "full-rows": rules.full_rows,
        "counts-only": rules.counts_only,
        "secret-calls": rules.secret_calls,
        "last-one-wins": rules.last_one_wins,
        SLIPS_ANNUL: rules.slips_annul,
        "together": rules.together,
    }
    yield from (name for name, on in switches.items() if on)


def _space(space: Space) -> str:
    return f"{space.holes} {space.pegs} {'distinct' if space.distinct else 'repeats'}"


def position_lines(view: View) -> Iterator[str]:
    """Yield the lines of a whole View, except its rules and seat."""
    rules = view.rules
    yield f"phase {view.phase}"
    yield _words("may", (kind.name for kind in legal_in(view).types))
    yield _words("waits", (seat_text(seat) for seat in sorted(view.to_act)))
    yield _words("points", view.points)
    if view.first is not None:
        yield f"first {view.first}"
    for attempt in view.past:
        yield f"past {_moves(rules, attempt.log)}"
    if not view.round:
        return
    yield f"round {view.round} {view.code} {view.again}"
    for share in view.shares:
        yield f"share {share.holder} {share.code or NOT_THERE}"
    for board in view.boards:
        yield f"board {board.breaker} {board.number}"
        yield from (f"row {board_name(board)} {row.guess} {row_marks_text(rules, board, row)}" for row in board.rows)
    yield f"turn {board_name(view.boards[view.turn])}"
    yield from (f"marking {board_name(view.boards[index])}" for index in view.marking)
    yield from (f"placed {guess}" for guess in view.placed)
    for called in view.calls:
        right = next(word for word, value in RIGHT.items() if value is called.right)
        yield _words(f"call {called.seat} {called.code} {right}", (_judged(*each) for each in called.judged))
    for name, seats in (("out", view.out), ("gave-up", view.gave_up), ("unfit", view.unfit)):
        if seats:
            yield _words(name, seats)
    if view.log:
        yield f"log {_moves(rules, view.log)}"


def _words(name: str, values: Iterable[object]) -> str:
    return " ".join((name, *map(str, values)))


def board_name(board: Board) -> str:
    return f"{board.breaker} {board.number}"


def _judged(seat: int, right: bool) -> str:
    return f"{seat}={next(word for word, value in VERDICTS.items() if value is right)}"


def _moves(rules: Rules, log: Sequence[tuple[int, Move]]) -> str:
    return THEN.join(f"{seat_text(seat)} {move_text(rules, move)}" for seat, move in log)
