"""The review of a match: loss and luck row by row; for a split code, the information that each row gave each seat.

`keypeg review --json` prints these structs too.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from keypeg.drawing.chart_layout import Charts
from keypeg.message import Message


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


class Learned(Struct, frozen=True):
    """The information in bits that a row gave a seat, and the information that the seat could expect."""

    seat: int
    bits: float
    expected: float


class Chance(Struct, frozen=True):
    """The likeliest code from what a seat knew, and the chance that it was right."""

    seat: int
    code: str
    chance: float


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


class SplitCall(Struct, frozen=True):
    """A call, made after `after` rows; `chance` is how likely its caller had to think it right."""

    after: int
    seat: int
    code: str
    right: bool | None
    chance: float | None


class MissedCall(Struct, frozen=True):
    """A call that a seat could have made after `after` rows; `last` if it passed in the last round of calls."""

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
    """Set only in a server's answers."""


class SplitReview(Struct, frozen=True):
    """The review of a match with split codes; `start` and `basis` are null, since loss and luck do not apply."""

    rules: str
    start: float | None
    basis: Literal["proved", "estimated"] | None
    rounds: list[SplitRound]
    lesson: Message | UnsetType | None = UNSET
    """The one lesson that you can learn from it, null if there is none. Set only in a server's answers."""
