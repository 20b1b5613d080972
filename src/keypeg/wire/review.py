"""The review of a match: loss and luck row by row; of a split code what every row told each seat.

`keypeg review --json` prints these structs too.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from keypeg.drawing.chart_layout import Charts
from keypeg.message import Message


class HiddenCode(Struct, frozen=True):
    """A code, or share, that was hidden; null if it has not come to light."""

    seat: int
    code: str | None


class RowAgainst(Struct, frozen=True):
    """An earlier row that would have earned other marks if the guess were the code."""

    row: int
    would: str
    earned: str


class RowSentences(Struct, frozen=True):
    """A reviewed row in words, for a client that draws its codes; null for what was not measured."""

    marks: Message
    outcome: Message
    """The marks, and how many codes they left."""
    left: Message | None
    """Codes left before and after."""
    fit: list[Message]
    """Whether it could be the code, and why not."""
    better: Message | None
    """The words before the best guess."""
    luck: Message | None
    loss_figure: Message | None
    luck_figure: Message | None
    win_figure: Message | None = None
    """Where both break at once: the chance to win the round after the row."""


class RoundSentences(Struct, frozen=True):
    """One code in words."""

    heading: Message
    void: Message | None
    """Why it does not count."""
    calls: list[Message]
    """Of a split code: the calls that were made, and those that were missed."""


class ReviewedRow(Struct, frozen=True):
    """A guess and its worth. `best`, loss, luck and the values are null if the row could not be measured."""

    seat: int
    row: int
    guess: str
    marks: str
    before: int | None
    """Codes that fitted before the guess."""
    after: int | None
    could_be_code: bool
    against: list[RowAgainst]
    best: str | None
    loss: float | None
    """Guesses that it cost against the best one."""
    luck: float | None
    """Guesses that its marks saved against what was to be expected."""
    skill: int | None
    """From 0, a guess that tells nothing, to 100, as good as any."""
    value_before: float | None
    """Guesses that best play still needs on average."""
    value_after: float | None
    basis: Literal["proved", "estimated"] | None
    win: float | None = None
    """Where both break at once: the chance to win the round after the row, if both go on well."""
    drawn: float | None = None
    board: int | UnsetType = UNSET
    """Index of its board in the attempt; this and the sentences only in answers of a server."""
    sentences: RowSentences | UnsetType = UNSET


class ReviewedBoard(Struct, frozen=True):
    """The rows of one breaker, added up over those that were measured."""

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
    """What the rows add up to; this and the charts only in answers of a server."""
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
    """Only in answers of a server."""


class Review(Struct, frozen=True):
    """The review of a match with whole codes."""

    rules: str
    start: float | None
    basis: Literal["proved", "estimated"] | None
    rounds: list[ReviewedRound]
    lesson: Message | UnsetType | None = UNSET
    """The one thing for you to learn from it, null if there is none; only in answers of a server."""


class Learned(Struct, frozen=True):
    """What a row told a seat, in bits, and what it could expect to learn."""

    seat: int
    bits: float
    expected: float


class Chance(Struct, frozen=True):
    """The code that a seat had to think likeliest, and its chance to be right."""

    seat: int
    code: str
    chance: float


class LearnedSentences(Struct, frozen=True):
    """What a row told a seat in words, and the bare figures."""

    sentence: Message
    figures: list[Message]


class SplitRow(Struct, frozen=True):
    """A row of a split code; it counts among all rows of the deal."""

    row: int
    seat: int
    guess: str
    marks: str
    told: list[Learned]
    chances: list[Chance]
    board: int | UnsetType = UNSET
    """Index of its board in the attempt; this and the sentences only in answers of a server."""
    sentences: list[LearnedSentences | None] | UnsetType = UNSET
    """By seat: what the row told it, null if nothing."""


class SplitCall(Struct, frozen=True):
    """A call after a number of rows; `chance` is what its caller could know of it."""

    after: int
    seat: int
    code: str
    right: bool | None
    chance: float | None


class MissedCall(Struct, frozen=True):
    """A call that a seat could have made; `last`: it passed in the last round of calls."""

    after: int
    seat: int
    code: str
    chance: float
    last: bool


class SplitRound(_Round, frozen=True):
    """One deal of a split code."""

    start: list[Chance]
    rows: list[SplitRow]
    calls: list[SplitCall]
    missed: list[MissedCall]
    sentences: RoundSentences | UnsetType = UNSET
    """Only in answers of a server."""


class SplitReview(Struct, frozen=True):
    """The review of a match with split codes; `start` and `basis` are null, for loss and luck do not apply."""

    rules: str
    start: float | None
    basis: Literal["proved", "estimated"] | None
    rounds: list[SplitRound]
    lesson: Message | UnsetType | None = UNSET
    """The one thing for you to learn from it, null if there is none; only in answers of a server."""
