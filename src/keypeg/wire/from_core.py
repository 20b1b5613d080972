"""Convert a View of the core to the match of a wire View.

Built from Views alone, so nothing can leak that a View does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from keypeg import core
from keypeg.core import HIDDEN, Phase
from keypeg.core.move_sets import Calls, Codes, Kind, Shares, Whole
from keypeg.core.rows import Rows
from keypeg.core.state import answering
from keypeg.notation import Seal, move_text, result_text, row_text
from keypeg.tell.rows import row_marks
from keypeg.wire import match
from keypeg.wire.boxes import rules_of
from keypeg.wire.match import Attempt, Board, Called, Match, May, Moved, Outcome, Row, Share, Verdict


def match_of(view: core.View, seals: Sequence[Sequence[Seal]] = (), made: list[Attempt] | None = None) -> Match:
    """Convert a View to its match; `seals` holds the seals of each past attempt, in order, if codes were sealed.

    `made` caches past attempts between Views of the same match; those that it lacks are appended.
    """
    past = [] if made is None else made
    for at in range(len(past), len(view.past)):
        past.append(_attempt(view.rules, view.past[at], seals[at] if at < len(seals) else ()))
    log = [Moved(seat, move_text(view.rules, move)) for seat, move in view.log]
    return Match(
        rules=rules_of(view.rules),
        you=view.seat,
        phase=view.phase.value,
        to_act=sorted(view.to_act),
        first=view.first,
        round=view.round,
        code=view.code,
        again=view.again,
        starter=view.starter,
        shares=_shares(view.shares),
        boards=_boards(view),
        placed=list(view.placed),
        out=list(view.out),
        gave_up=list(view.gave_up),
        unfit=list(view.unfit),
        calls=_calls(view.calls),
        past=past[: len(view.past)],
        points=list(view.points),
        outcome=Outcome(list(view.outcome.points), view.outcome.winner) if view.outcome else None,
        log=log,
        may=list(_may(view)),
    )


def _attempt(rules: core.Rules, attempt: core.Attempt, seals: Iterable[Seal]) -> Attempt:
    verdict = attempt.verdict
    assert verdict is not None, "attempts of the past have their verdict"
    return Attempt(
        round=attempt.round,
        code=attempt.code,
        starter=attempt.starter,
        shares=_shares(attempt.shares),
        boards=[_board(rules, attempt.shares, board) for board in attempt.boards],
        calls=_calls(attempt.calls),
        out=list(attempt.out),
        gave_up=list(attempt.gave_up),
        absent=list(attempt.absent),
        verdict=Verdict(
            void=verdict.void,
            adds=list(verdict.adds),
            erred=list(verdict.erred),
            broke=list(verdict.broke),
            unbroken=list(verdict.unbroken),
            winners=list(verdict.winners),
            text=result_text(attempt),
        ),
        seals=seals_of(seals),
    )


def may_place(rows: Rows, move: Literal["hide", "guess"] = "guess", board: int | None = None) -> May:
    """Describe, as a May, the rows that are legal."""
    return May(
        move=move,
        board=board,
        holes=rows.space.holes,
        pegs=rows.space.pegs,
        distinct=rows.space.distinct,
        empty=sorted(rows.may_be_empty),
        most_empty=rows.most_empty,
        left=dict(rows.left) if rows.left is not None else None,
        earlier=list(rows.earlier),
    )


def seals_of(seals: Iterable[Seal]) -> list[match.Seal]:
    """Convert seals to their structs."""
    return [match.Seal(seal.seat, seal.seal, seal.salt) for seal in seals]


def _shares(shares: Iterable[core.Share]) -> list[Share]:
    return [Share(share.holder, share.code) for share in shares]


def _calls(calls: Iterable[core.Called]) -> list[Called]:
    return [Called(call.seat, call.code, call.right, list(call.judged)) for call in calls]


def _boards(view: core.View) -> list[Board]:
    due = range(0)
    if view.phase is Phase.GUESS:
        due = range(len(view.boards)) if view.rules.together else range(view.turn, view.turn + 1)
    return [
        _board(
            view.rules,
            view.shares,
            board,
            turn=index in due and board.breaker in view.to_act,
            marking=index in view.marking,
        )
        for index, board in enumerate(view.boards)
    ]


def _board(
    rules: core.Rules, shares: Sequence[core.Share], board: core.Board, *, turn: bool = False, marking: bool = False
) -> Board:
    summed = rules.counts_only and all(len(row.marks) == 1 for row in board.rows)
    return Board(
        breaker=board.breaker,
        number=board.number,
        answered_by=[] if summed else [shares[index].holder for index in answering(shares, board)],
        rows=[row_of(rules, board, row) for row in board.rows],
        turn=turn,
        marking=marking,
    )


def row_of(rules: core.Rules, board: core.Board, row: core.Row) -> Row:
    """Convert a row to its struct."""
    return Row(
        guess=row.guess,
        marks=list(row.marks),
        total=row.total,
        text=row_text(rules, board, row),
        earned=row_marks(rules, board, row, {}),
    )


def _may(view: core.View) -> Iterator[May]:
    """Yield the kinds of moves that the owner of this View may make, derived from the View alone."""
    for kind in core.legal_in(view).kinds if view.seat else ():
        yield _kind(view, kind)


def _kind(view: core.View, kind: Kind) -> May:
    name: Any = kind.move.name
    match kind:
        case Codes(_, rows):
            return may_place(rows, name, view.boards.index(view.board) if view.board else None)
        case Calls(rules, own):
            space, held = rules.codes[0], [share for share in own if share and HIDDEN not in share]
            return May(
                move=name,
                holes=space.holes,
                pegs=space.pegs,
                empty=list(range(space.holes)),
                most_empty=space.holes - rules.shares,
                fill=core.joined(held) if held else "",
                filled=rules.shares,
            )
        case Shares(rules):
            holes = rules.codes[0].holes
            return May(
                move=name,
                holes=holes,
                pegs=rules.codes[0].pegs,
                empty=list(range(holes)),
                most_empty=holes - 1,
                filled=1,
                shares=rules.boards,
            )
        case Whole(space):
            return May(move=name, holes=space.holes, pegs=space.pegs, distinct=space.distinct, shares=1)
        case _ if kind.move is core.Mark:
            return _mark(view)
        case _:
            return May(move=name)


def _mark(view: core.View) -> May:
    index = next(index for index in view.marking if view.boards[index].breaker != view.seat)
    guess = view.boards[index].rows[-1].guess
    return May(move="mark", board=index, holes=len(guess), guess=guess, shares=len(view.own_shares))
