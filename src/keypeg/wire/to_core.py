"""Convert a wire View back to a View of the core, for the terminal, a bot or any other client to reason about.

The wire carries everything that a core View holds, except for two things: `turn` while nobody guesses or marks, and how
past attempts came to their end (of those it has only round, code, starter, shares, boards, calls, verdict, and who was
out, gave up or was absent).
"""

from __future__ import annotations

from collections.abc import Iterable

from keypeg import core
from keypeg.core import Marks, Phase
from keypeg.notation import read_seen_move
from keypeg.notation import rules as read_rules
from keypeg.wire.match import Attempt, Board, Called, Match, Share


def match_to_core(sent: Match) -> core.View:
    """Return the View that `sent` was made from."""
    rules = read_rules(sent.rules.text)
    marking = tuple(index for index, board in enumerate(sent.boards) if board.marking)
    guessing = [index for index, board in enumerate(sent.boards) if board.turn]
    return core.View(
        rules=rules,
        seat=sent.you,
        first=sent.first,
        phase=Phase(sent.phase),
        to_act=frozenset(sent.to_act),
        points=tuple(sent.points),
        outcome=core.Outcome(tuple(sent.outcome.points), sent.outcome.winner) if sent.outcome else None,
        past=tuple(map(_attempt, sent.past)),
        round=sent.round,
        code=sent.code,
        again=sent.again,
        starter=sent.starter,
        shares=_shares(sent.shares),
        boards=tuple(map(_board, sent.boards)),
        turn=0 if rules.together else next(iter((*guessing, *marking)), 0),
        marking=marking,
        placed=tuple(sent.placed),
        out=tuple(sent.out),
        gave_up=tuple(sent.gave_up),
        unfit=tuple(sent.unfit),
        calls=_calls(sent.calls),
        log=tuple((made.seat, read_seen_move(rules, made.move)) for made in sent.log),
    )


def _shares(sent: Iterable[Share]) -> tuple[core.Share, ...]:
    return tuple(core.Share(share.holder, share.code) for share in sent)


def _board(sent: Board) -> core.Board:
    rows = (core.Row(row.guess, tuple(Marks(*pair) if pair else None for pair in row.marks)) for row in sent.rows)
    return core.Board(sent.breaker, sent.number, tuple(rows))


def _calls(sent: Iterable[Called]) -> tuple[core.Called, ...]:
    return tuple(core.Called(call.seat, call.code, call.right, tuple(call.judged)) for call in sent)


def _attempt(sent: Attempt) -> core.Attempt:
    verdict, boards = sent.verdict, tuple(map(_board, sent.boards))
    return core.Attempt(
        round=sent.round,
        code=sent.code,
        starter=sent.starter,
        phase=Phase.OVER,
        shares=_shares(sent.shares),
        boards=boards,
        placed=(None,) * len(boards),
        out=tuple(sent.out),
        gave_up=tuple(sent.gave_up),
        absent=tuple(sent.absent),
        calls=_calls(sent.calls),
        verdict=core.Verdict(
            void=verdict.void,
            adds=tuple(verdict.adds),
            erred=tuple(verdict.erred),
            broke=tuple(verdict.broke),
            unbroken=tuple(verdict.unbroken),
            winners=tuple(verdict.winners),
        ),
    )
