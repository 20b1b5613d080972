"""Convert a review to its structs."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET

from keypeg import review as core
from keypeg.core import Rules
from keypeg.drawing.chart_layout import charts_of
from keypeg.notation import marks_text
from keypeg.tell.events import heading_message, void_message
from keypeg.tell.lesson import costly_row, lesson_message
from keypeg.tell.review import (
    better_message,
    board_messages,
    fit_messages,
    information_figures,
    information_message,
    left_message,
    loss_figure,
    luck_figure,
    luck_message,
    outcome_message,
    split_messages,
    win_figure,
)
from keypeg.tell.rows import marks_message
from keypeg.wire.review import (
    Chance,
    HiddenCode,
    Learned,
    LearnedSentences,
    MissedCall,
    Review,
    ReviewedAt,
    ReviewedBoard,
    ReviewedRound,
    ReviewedRow,
    RoundSentences,
    RowAgainst,
    RowSentences,
    SplitCall,
    SplitReview,
    SplitRound,
    SplitRow,
)
from keypeg.wire.sentences import Reader


def review_of(review: core.Review, reader: Reader | None = None) -> Review | SplitReview:
    """Convert a review to its struct, with sentences if there is a reader."""
    text, start = str(review.rules), _guesses(review.start)
    basis = _basis(review.start.basis if review.start else None)
    lesson = lesson_message(review, *reader) if reader else UNSET
    if review.rules.split:
        splits = [_split_round(review.rules, each, reader) for each in review.rounds]
        return SplitReview(text, start, basis, splits, lesson)
    rounds = [_round(review.rules, each, reader) for each in review.rounds]
    return Review(text, start, basis, rounds, lesson, _begins(review, reader) if reader else UNSET)


def _begins(review: core.Review, reader: Reader) -> ReviewedAt | None:
    """Return the place of the reader's row that cost most."""
    found = costly_row(review, reader.you)
    if found is None:
        return None
    rows = _in_order(review.rounds[found.at])
    return ReviewedAt(attempt=found.at + 1, rows=rows.index((found.row.number, found.board)) + 1)


def _in_order(each: core.RoundReview) -> list[tuple[int, int]]:
    """Return the number and the board of every row, in the order in which they are shown."""
    return sorted((row.number, at) for at, board in enumerate(each.boards) for row in board.rows)


def _round(rules: Rules, each: core.RoundReview, reader: Reader | None) -> ReviewedRound:
    numbered = _in_order(each)
    return ReviewedRound(
        round=each.round,
        code=each.code,
        over=each.over,
        void=each.void,
        erred=list(each.erred),
        codes=_codes(each),
        rows=[_row(each, at, number, reader) for number, at in numbered],
        boards=[_board(board, reader) for board in each.boards],
        sentences=_round_sentences(rules, each, reader) if reader else UNSET,
    )


def _codes(each: core.RoundReview) -> list[HiddenCode]:
    return [HiddenCode(seat, code) for seat, code in each.codes]


def _round_sentences(rules: Rules, each: core.RoundReview, reader: Reader) -> RoundSentences:
    calls = split_messages(reader.names, each.split, reader.you, drawn=True) if each.split else ()
    return RoundSentences(
        heading=heading_message(rules, each.round, each.code),
        void=void_message(reader.names, each.erred, reader.you) if each.void else None,
        calls=list(calls),
    )


def _row(each: core.RoundReview, at: int, number: int, reader: Reader | None) -> ReviewedRow:
    board = each.boards[at]
    row = board.rows[number - 1]
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
        win=row.odds.win if row.odds else None,
        drawn=row.odds.drawn if row.odds else None,
        board=at if reader else UNSET,
        sentences=_row_sentences(board, row) if reader else UNSET,
    )


def _row_sentences(board: core.BoardReview, row: core.RowReview) -> RowSentences:
    return RowSentences(
        marks=marks_message(row.marks),
        outcome=outcome_message(row),
        left=left_message(row),
        fit=list(fit_messages(board, row, drawn=True)),
        better=better_message(row, drawn=True),
        luck=luck_message(board, row),
        loss_figure=loss_figure(row),
        luck_figure=luck_figure(row),
        win_figure=win_figure(row),
    )


def _board(board: core.BoardReview, reader: Reader | None) -> ReviewedBoard:
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
        sentences=list(board_messages(board)) if reader else UNSET,
        charts=charts_of(board) if reader else UNSET,
    )


def _split_round(rules: Rules, each: core.RoundReview, reader: Reader | None) -> SplitRound:
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
        rows=[_split_row(rules, row, reader) for row in split.rows],
        calls=[SplitCall(call.after, call.seat, call.code, call.right, call.chance) for call in split.calls],
        missed=[MissedCall(each.after, each.seat, each.code, each.chance, each.last) for each in split.missed],
        sentences=_round_sentences(rules, each, reader) if reader else UNSET,
    )


def _split_row(rules: Rules, row: core.SplitRow, reader: Reader | None) -> SplitRow:
    seats = range(1, rules.seats + 1)
    return SplitRow(
        row=row.number,
        seat=row.seat,
        guess=row.guess,
        marks=row.marks,
        told=[Learned(told.seat, told.bits, told.expected) for told in row.told],
        chances=_chances(row.chances),
        board=row.board if reader else UNSET,
        sentences=[_learned(row, seat) for seat in seats] if reader else UNSET,
    )


def _learned(row: core.SplitRow, seat: int) -> LearnedSentences | None:
    sentence = information_message(row, seat)
    return LearnedSentences(sentence, list(information_figures(row, seat))) if sentence else None


def _chances(chances: tuple[core.Chance, ...]) -> list[Chance]:
    return [Chance(chance.seat, chance.code, chance.chance) for chance in chances]


def _basis(basis: core.Basis | None) -> Literal["proved", "estimated"] | None:
    if basis is None:
        return None
    return "proved" if basis is core.Basis.PROVED else "estimated"


def _guesses(value: core.Value | None) -> float | None:
    return value.guesses if value else None
