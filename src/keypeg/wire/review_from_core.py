"""Make the structs of a review."""

from __future__ import annotations

from typing import Literal

from keypeg import review as core
from keypeg.notation import marks_text
from keypeg.wire.review import (
    Chance,
    HiddenCode,
    Learned,
    MissedCall,
    Review,
    ReviewedBoard,
    ReviewedRound,
    ReviewedRow,
    RowAgainst,
    SplitCall,
    SplitReview,
    SplitRound,
    SplitRow,
)


def review_of(review: core.Review) -> Review | SplitReview:
    """Make the struct of a review."""
    start, basis = _guesses(review.start), _basis(review.start.basis if review.start else None)
    if review.rules.split:
        return SplitReview(str(review.rules), start, basis, [_split_round(each) for each in review.rounds])
    return Review(str(review.rules), start, basis, [_round(each) for each in review.rounds])


def _round(each: core.RoundReview) -> ReviewedRound:
    numbered = sorted((row.number, at) for at, board in enumerate(each.boards) for row in board.rows)
    return ReviewedRound(
        round=each.round,
        code=each.code,
        over=each.over,
        void=each.void,
        erred=list(each.erred),
        codes=_codes(each),
        rows=[_row(each.boards[at], each.boards[at].rows[number - 1]) for number, at in numbered],
        boards=[_board(board) for board in each.boards],
    )


def _codes(each: core.RoundReview) -> list[HiddenCode]:
    return [HiddenCode(seat, code) for seat, code in each.codes]


def _row(board: core.BoardReview, row: core.RowReview) -> ReviewedRow:
    return ReviewedRow(
        seat=board.seat,
        row=row.number,
        guess=row.guess,
        marks=marks_text(row.marks),
        before=row.before,
        after=row.after,
        could_be_code=row.could_be_code,
        against=[RowAgainst(each.row, marks_text(each.would), marks_text(each.earned)) for each in row.against],
        best=row.best,
        loss=row.loss,
        luck=row.luck,
        skill=row.skill,
        value_before=_guesses(row.value_before),
        value_after=_guesses(row.value_after),
        basis=_basis(row.basis),
    )


def _board(board: core.BoardReview) -> ReviewedBoard:
    return ReviewedBoard(
        seat=board.seat,
        guesses=len(board.rows),
        measured=len(board.measured),
        broken=board.broken,
        start=_guesses(board.start),
        end=_guesses(board.end),
        loss=board.loss,
        luck=board.luck,
        skill=board.skill,
        basis=_basis(board.basis),
        contradicted=board.contradicted,
    )


def _split_round(each: core.RoundReview) -> SplitRound:
    split = each.split
    assert split is not None, "a round of a split code has its review"
    return SplitRound(
        round=each.round,
        code=each.code,
        over=each.over,
        void=each.void,
        erred=list(each.erred),
        codes=_codes(each),
        start=_chances(split.start),
        rows=[
            SplitRow(
                row=row.number,
                seat=row.seat,
                guess=row.guess,
                marks=row.marks,
                told=[Learned(told.seat, told.bits, told.expected) for told in row.told],
                chances=_chances(row.chances),
            )
            for row in split.rows
        ],
        calls=[SplitCall(call.after, call.seat, call.code, call.right, call.chance) for call in split.calls],
        missed=[MissedCall(each.after, each.seat, each.code, each.chance, each.last) for each in split.missed],
    )


def _chances(chances: tuple[core.Chance, ...]) -> list[Chance]:
    return [Chance(chance.seat, chance.code, chance.chance) for chance in chances]


def _basis(basis: core.Basis | None) -> Literal["proved", "estimated"] | None:
    if basis is None:
        return None
    return "proved" if basis is core.Basis.PROVED else "estimated"


def _guesses(value: core.Value | None) -> float | None:
    return value.guesses if value else None
