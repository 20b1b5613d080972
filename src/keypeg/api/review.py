"""The review of a match: loss and luck row by row; for a split code, the information that each row gave each seat.

`keypeg review --json` prints these structs too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from keypeg import review as core
from keypeg.api.coach import refuse_help
from keypeg.api.endpoint import endpoint
from keypeg.api.fields import OwnSeat, TableId
from keypeg.api.host import Call
from keypeg.api.limits import TOOLS
from keypeg.api.sentences import Reader, reader_of
from keypeg.api.view import may_see
from keypeg.core import Rules, State
from keypeg.drawing.chart_layout import Charts, charts_of
from keypeg.message import Message
from keypeg.notation import marks_text
from keypeg.review import Chance, Learned, MissedCall, SplitCall
from keypeg.table import Table
from keypeg.tell.daily import daily_title
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
from keypeg.tell.share import share_review


class HiddenCode(Struct, frozen=True):
    """A code or share that was hidden; `code` is null if it has not been revealed."""

    seat: int
    code: str | None


class RowAgainst(Struct, frozen=True):
    """An earlier row that would have got other marks if the guess were the code."""

    row: int
    would: str
    earned: str


class RowSentences(Struct, frozen=True):
    """The sentences on a reviewed row, for a client that draws the codes; null for values that were not measured."""

    marks: Message
    outcome: Message
    """The marks, and how many codes they left."""
    left: Message | None
    """Codes left before and after."""
    fit: list[Message]
    """Whether the guess could be the code, and if not, why."""
    better: Message | None
    """The text to put before the best guess."""
    luck: Message | None
    loss_figure: Message | None
    luck_figure: Message | None
    win_figure: Message | None = None
    """If both seats break at once: the chance of winning the round, as it stood after the row."""


class RoundSentences(Struct, frozen=True):
    """The sentences on one code."""

    heading: Message
    void: Message | None
    """Why it does not count."""
    calls: list[Message]
    """For a split code: the calls that were made, and the chances to call that were missed."""


class ReviewedRow(Struct, frozen=True):
    """A guess and its worth. `best`, loss, luck and the values are null if the row could not be measured."""

    seat: int
    row: int
    guess: str
    marks: str
    before: int | None
    """The number of codes that fitted before the guess."""
    after: int | None
    could_be_code: bool
    against: list[RowAgainst]
    best: str | None
    loss: float | None
    """The guesses that it cost, compared with the best guess."""
    luck: float | None
    """The guesses that its marks saved, compared with the expectation."""
    skill: int | None
    """From 0, a guess that tells nothing, to 100, as good as any."""
    value_before: float | None
    """The guesses that best play still needs on average."""
    value_after: float | None
    basis: Literal["proved", "estimated"] | None
    win: float | None = None
    """If both seats break at once: the chance of winning the round after the row, if both go on well."""
    drawn: float | None = None
    board: int | UnsetType = UNSET
    """The index of its board in the attempt. Like the sentences, set only in a server's answers."""
    sentences: RowSentences | UnsetType = UNSET


class ReviewedBoard(Struct, frozen=True):
    """The rows of one breaker, with totals over those that were measured."""

    seat: int
    guesses: int
    measured: int
    broken: bool
    start: float | None
    end: float | None
    loss: float
    luck: float
    skill: int | None
    basis: Literal["proved", "estimated"] | None
    contradicted: int | None
    """The first row whose marks no code fits."""
    sentences: list[Message] | UnsetType = UNSET
    """The totals in words. Like the charts, set only in a server's answers."""
    charts: Charts | UnsetType | None = UNSET
    """Null if no row was measured."""


class _Round(Struct, frozen=True):
    round: int
    code: int
    over: bool
    void: bool
    erred: list[int]
    codes: list[HiddenCode]


class ReviewedRound(_Round, frozen=True):
    """One code, or two if both seats break at once. Rows come in the order of play."""

    rows: list[ReviewedRow]
    boards: list[ReviewedBoard]
    sentences: RoundSentences | UnsetType = UNSET
    """Set only in a server's answers."""


class ReviewedAt(Struct, frozen=True):
    """A place in a review: the attempt, and the number of its rows up to there, both counted from 1."""

    attempt: int
    rows: int


class Review(Struct, frozen=True):
    """The review of a match with whole codes."""

    rules: str
    start: float | None
    basis: Literal["proved", "estimated"] | None
    rounds: list[ReviewedRound]
    lesson: Message | UnsetType | None = UNSET
    """The one lesson that you can learn from it, null if there is none. Set only in a server's answers."""
    begins: ReviewedAt | UnsetType | None = UNSET
    """Your row that cost most, where a review best begins; null if you have none. Set only in a server's answers."""


class LearnedSentences(Struct, frozen=True):
    """The information that a row gave a seat, as a sentence and as bare figures."""

    sentence: Message
    figures: list[Message]


class SplitRow(Struct, frozen=True):
    """A row of a split code. Its number counts all rows of the deal."""

    row: int
    seat: int
    guess: str
    marks: str
    told: list[Learned]
    chances: list[Chance]
    board: int | UnsetType = UNSET
    """The index of its board in the attempt. Like the sentences, set only in a server's answers."""
    sentences: list[LearnedSentences | None] | UnsetType = UNSET
    """By seat: the information that the row gave it, null if none."""


class SplitRound(_Round, frozen=True):
    """One deal of a split code."""

    start: list[Chance]
    rows: list[SplitRow]
    calls: list[SplitCall]
    missed: list[MissedCall]
    sentences: RoundSentences | UnsetType = UNSET
    """Set only in a server's answers."""


class SplitReview(Struct, frozen=True):
    """The review of a match with split codes; `start` and `basis` are null, since loss and luck do not apply."""

    rules: str
    start: float | None
    basis: Literal["proved", "estimated"] | None
    rounds: list[SplitRound]
    lesson: Message | UnsetType | None = UNSET
    """The one lesson that you can learn from it, null if there is none. Set only in a server's answers."""


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
    costly = costly_row(review, reader.you)
    if costly is None:
        return None
    rows = _in_order(review.rounds[costly.at])
    return ReviewedAt(attempt=costly.at + 1, rows=rows.index((costly.row.number, costly.board)) + 1)


def _in_order(each: core.RoundReview) -> list[tuple[int, int]]:
    """Return the number and the board of every row, in the order in which they are shown."""
    return sorted((row.number, at) for at, board in enumerate(each.boards) for row in board.rows)


def _round(rules: Rules, each: core.RoundReview, reader: Reader | None) -> ReviewedRound:
    return ReviewedRound(
        round=each.round,
        code=each.code,
        over=each.over,
        void=each.void,
        erred=list(each.erred),
        codes=_codes(each),
        rows=[_row(each, at, number, reader) for number, at in _in_order(each)],
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
        start=list(split.start),
        rows=[_split_row(rules, row, reader) for row in split.rows],
        calls=list(split.calls),
        missed=list(split.missed),
        sentences=_round_sentences(rules, each, reader) if reader else UNSET,
    )


def _split_row(rules: Rules, row: core.SplitRow, reader: Reader | None) -> SplitRow:
    seats = range(1, rules.seats + 1)
    return SplitRow(
        row=row.number,
        seat=row.seat,
        guess=row.guess,
        marks=row.marks,
        told=list(row.told),
        chances=list(row.chances),
        board=row.board if reader else UNSET,
        sentences=[_learned(row, seat) for seat in seats] if reader else UNSET,
    )


def _learned(row: core.SplitRow, seat: int) -> LearnedSentences | None:
    sentence = information_message(row, seat)
    return LearnedSentences(sentence, list(information_figures(row, seat))) if sentence else None


def _basis(basis: core.Basis | None) -> Literal["proved", "estimated"] | None:
    if basis is None:
        return None
    return "proved" if basis is core.Basis.PROVED else "estimated"


def _guesses(value: core.Value | None) -> float | None:
    return value.guesses if value else None


class Shared(Struct, frozen=True):
    """A result to share, line by line: a title, squares to look at, and a sentence for screen readers."""

    lines: list[str | Message]


REVIEWED_MOVES = 200
"""The number of moves that add one token to the price of a review."""


@endpoint(
    "GET",
    "/tables/{id}/review",
    "Get the review of a match that is over, or in which no other person plays",
    "study",
    TOOLS,
    2,
)
async def review(call: Call, id: TableId, who: str | None) -> Review | SplitReview:
    """Return the review of a match, with sentences addressed to this person."""
    table, found, _ = await _reviewed(call, id, who, None)
    return await call.work(table, review_for, table, found, who)


@endpoint("GET", "/tables/{id}/result", "Get your result as text to share, without the code", "study", TOOLS, 2)
async def result(call: Call, id: TableId, who: str | None, seat: OwnSeat = None) -> Shared:
    """Return the result of a seat as lines to share, which do not give the code away."""
    return share_lines(*await _reviewed(call, id, who, seat))


async def _reviewed(
    call: Call, id: TableId, who: str | None, asked: int | None
) -> tuple[Table, core.Review, int | None]:
    """Return a table, its review, and the seat that the request is for."""
    async with call.held(id) as table:
        _, seat = may_see(table, who, asked)
        seen = reviewed_state(table, who)
        await call.charge(TOOLS, table.length / REVIEWED_MOVES)
        state = table.state
    return table, await call.reviewed(table, state, seen), seat


def share_lines(table: Table, review: core.Review, seat: int | None) -> Shared:
    """Return the result of a seat as lines to share."""
    day = table.agreed.daily
    shared = share_review(table.names, review, seat, title=None if day is None else daily_title(day))
    return Shared(list(shared.lines))


def review_for(table: Table, review: core.Review, who: str | None) -> Review | SplitReview:
    """Return a review with its sentences, addressed to this person."""
    mine, seat = may_see(table, who, None)
    return review_of(review, reader_of(seat, table.chairs, mine))


def reviewed_state(table: Table, who: str | None) -> State:
    """Return the match for a review, limited to what this person's View shows.

    With a split code, the running attempt is left out: its review would tell what each seat could know, and so what
    each seat holds.
    """
    mine, _ = may_see(table, who, None)
    refuse_help(table, who)
    state = table.state
    if state.now is None:
        return state
    if state.rules.split:
        return replace(state, now=None)
    seen = table.view(mine[0] if mine else None)
    return replace(state, now=replace(state.now, shares=seen.shares, boards=seen.boards, placed=(), log=()))
