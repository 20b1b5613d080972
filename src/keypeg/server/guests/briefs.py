"""Summaries of the boards of a finished table, which are what is stored of its review."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import structs

from keypeg.api.review import Review, ReviewedBoard, SplitReview, SplitRound
from keypeg.core import Outcome
from keypeg.notation import rules


class Brief(msgspec.Struct, frozen=True, omit_defaults=True):
    """The summary of one seat's board; the measures are None if nothing was measured."""

    seat: int
    rows: int
    broken: bool
    loss: float | None = None
    luck: float | None = None
    skill: int | None = None
    proved: bool = False
    result: Literal["won", "lost", "draw"] | None = None
    """How the match ended for this seat; None in summaries from before this was stored."""


READ, WRITE = msgspec.json.Decoder(list[Brief]).decode, msgspec.json.Encoder().encode


def brief(review: Review | SplitReview) -> list[Brief]:
    """Summarise the boards of a review that were played on, from rounds that are over and not void."""
    if isinstance(review, SplitReview):
        seats = rules(review.rules).seats
        return [board for each in review.rounds if each.over and not each.void for board in _split(each, seats)]
    found = [_whole(board) for each in review.rounds if each.over and not each.void for board in each.boards]
    return [board for board in found if board.rows]


def with_result(board: Brief, ended: Outcome | None) -> Brief:
    """Return a summary completed with how the match ended for its seat."""
    if ended is None:
        return board
    won: Literal["won", "lost"] = "won" if ended.winner == board.seat else "lost"
    return structs.replace(board, result="draw" if ended.winner is None else won)


def _whole(board: ReviewedBoard) -> Brief:
    short = Brief(board.seat, board.guesses, board.broken)
    if board.start is None or board.contradicted is not None:
        return short
    return structs.replace(short, loss=board.loss, luck=board.luck, skill=board.skill, proved=board.basis == "proved")


def _split(deal: SplitRound, seats: int) -> Iterable[Brief]:
    """Summarise a split round for all seats, also those that lost before their first row.

    Loss is undefined where every row tells everyone something, so right calls count.
    """
    right = {call.seat for call in deal.calls if call.right}
    for seat in range(1, seats + 1) if deal.rows or deal.calls else ():
        yield Brief(seat, sum(row.seat == seat for row in deal.rows), seat in right)
