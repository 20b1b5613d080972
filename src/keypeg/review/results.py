"""The results of a review: row by row, board by board, round by round. `keypeg.tell` puts them into sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from keypeg.core import Marks, Rules, mark
from keypeg.deduce.race import Odds
from keypeg.deduce.suggestion import Basis, GuessValue
from keypeg.review.split_results import Flat, SplitReview
from keypeg.shown import Shown

MOST_AGAINST = 12
"""The most contradicted rows that a review names for one row: boards as printed have nine or ten rows. On a board of a
thousand rows, naming all of them would take memory quadratic in the rows."""

Value: TypeAlias = GuessValue[str]
"""The value of a position: `guesses` more are expected from there on. Its basis is PROVED or ESTIMATED."""


@dataclass(frozen=True, slots=True)
class Against:
    """An earlier row that a guess contradicts: if the guess were the code, that row would have other marks."""

    row: int
    would: Marks
    earned: Marks


@dataclass(frozen=True, slots=True)
class RowReview:
    """One guess, its loss and its luck.

    Loss is what the guess cost compared with the best one, before its marks are known: 0 for a best guess, 1 for one
    that yields no information. Luck is how much better its marks were than expected. Both are None if the row is not
    measured, because its marks contradict earlier ones or because there are too many codes.
    """

    number: int
    """The number of the row on its board, from 1."""
    guess: str
    marks: Marks
    before: int | None
    """Codes that fitted before the guess."""
    after: int | None
    is_code: bool
    """True if the rules allow the guess as a code; rows may repeat colours even if codes do not."""
    against: tuple[Against, ...]
    """The earlier rows that the guess contradicts, the first MOST_AGAINST of them."""
    best: str | None = None
    """The best guess known; the guess itself if none is better."""
    loss: float | None = None
    luck: float | None = None
    value_before: Value | None = None
    value_after: Value | None = None
    basis: Basis | None = None
    """PROVED if all values that loss and luck are computed from are proved."""
    odds: Odds | None = None
    """If both seats break at once: the chances in this round after the row, if both play well from then on."""

    def flat(self) -> Flat:
        """Return everything about the row as plain values."""
        return {
            "row": self.number,
            "guess": self.guess,
            "exact": self.marks.exact,
            "near": self.marks.near,
            "before": self.before,
            "after": self.after,
            "could_be_code": self.could_be_code,
            "best": self.best,
            "loss": self.loss,
            "luck": self.luck,
            "skill": self.skill,
            "value_before": _guesses(self.value_before),
            "value_after": _guesses(self.value_after),
            "basis": self.basis and self.basis.value,
            "win": None if self.odds is None else self.odds.win,
            "drawn": None if self.odds is None else self.odds.drawn,
        }

    @property
    def could_be_code(self) -> bool:
        """True if the guess could still be the code when it was placed."""
        return self.is_code and not self.against

    @property
    def skill(self) -> int | None:
        """From 0, for a guess that yields no information, to 100, for a best guess."""
        return None if self.loss is None else skill(self.loss)


@dataclass(frozen=True, slots=True)
class BoardReview(Shown):
    """The review of one board. Over its measured rows: len + end = start + loss - luck."""

    seat: int
    """The breaker."""
    rows: tuple[RowReview, ...]
    broken: bool
    start: Value | None
    """The value before the first row; None if there are too many codes."""
    end: Value | None
    """The value after the last measured row; 0 if the code was broken."""
    contradicted: int | None = None
    """The number of the first row whose marks, together with those before it, no code fits."""

    def flat(self) -> Flat:
        """Return the sums over the board's rows as plain values."""
        return {
            "seat": self.seat,
            "rows": len(self.rows),
            "broken": self.broken,
            "start": _guesses(self.start),
            "end": _guesses(self.end),
            "loss": self.loss,
            "luck": self.luck,
            "skill": self.skill,
            "basis": self.basis and self.basis.value,
        }

    @property
    def measured(self) -> tuple[RowReview, ...]:
        """The rows that have a loss and luck."""
        return tuple(row for row in self.rows if row.loss is not None)

    @property
    def loss(self) -> float:
        """The loss of all rows."""
        return sum(row.loss or 0 for row in self.rows)

    @property
    def luck(self) -> float:
        """The luck of all rows."""
        return sum(row.luck or 0 for row in self.rows)

    @property
    def skill(self) -> int | None:
        """The mean skill over the rows where there was something to decide; None if there were no such rows."""
        losses = [row.loss or 0 for row in self.measured if row.before != 1 or row.loss]
        return skill(sum(losses) / len(losses)) if losses else None

    @property
    def basis(self) -> Basis | None:
        """PROVED if the start and every measured row are."""
        if self.start is None:
            return None
        bases = {self.start.basis, *(row.basis for row in self.measured)}
        return Basis.PROVED if bases == {Basis.PROVED} else Basis.ESTIMATED


@dataclass(frozen=True, slots=True)
class RoundReview:
    """The review of one attempt at a code, or at both codes if two boards are played at the same time."""

    round: int
    code: int
    """The number of the code in its round, from 1."""
    void: bool
    """It does not count and was replayed."""
    over: bool
    erred: tuple[int, ...]
    """The seats that marked wrongly."""
    codes: tuple[tuple[int, str | None], ...]
    """By holder: what was hidden or dealt, as far as it is public; empty before the end."""
    boards: tuple[BoardReview, ...] = ()
    split: SplitReview | None = None
    """Instead of boards, if the code is split into shares."""


@dataclass(frozen=True, slots=True)
class Review(Shown):
    """The review of a whole match."""

    rules: Rules
    start: Value | None
    """The value for seat 1 before its first row; boards have their own."""
    rounds: tuple[RoundReview, ...]

    def rows(self) -> list[Flat]:
        """Return every row of every board as a flat dictionary, for pandas or Polars."""
        return [
            {**_place(each), "seat": board.seat, **row.flat()}
            for each in self.rounds
            for board in each.boards
            for row in board.rows
        ]

    def boards(self) -> list[Flat]:
        """Return every board as a flat dictionary, with the sums over its rows."""
        return [{**_place(each), **board.flat()} for each in self.rounds for board in each.boards]

    def told(self) -> list[Flat]:
        """Return what every row of a split code told every seat, one flat dictionary each."""
        return [{**_place(each), **told} for each in self.rounds if each.split for told in each.split.flat()]


def _guesses(value: Value | None) -> float | None:
    return value.guesses if value else None


def _place(each: RoundReview) -> Flat:
    return {"round": each.round, "code": each.code, "void": each.void}


def skill(loss: float) -> int:
    """Convert loss to points: 100 for none, 0 for a whole guess."""
    return round(100 * max(0.0, 1 - loss))


def contradictions(rows: Sequence[tuple[str, Marks]], guess: str, most: int | None = None) -> tuple[Against, ...]:
    """Return the rows that would have other marks if this guess were the code, the first `most` of them."""
    would = ((number, mark(guess, row), earned) for number, (row, earned) in enumerate(rows, start=1))
    found = (Against(number, marks, earned) for number, marks, earned in would if marks != earned)
    return tuple(islice(found, most))
