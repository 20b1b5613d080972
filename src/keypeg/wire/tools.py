"""Questions and answers: marks, codes that fit, advice, diagnoses, the home board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.message import Message
from keypeg.wire.fields import Pair, RulesText, SeatNumber
from keypeg.wire.match import May, Row, Share


class AskMark(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which marks does this guess of a seat get against this code, or against the shares that all seats hold?"""

    rules: RulesText
    code: Annotated[str, Meta(max_length=20)] = ""
    guess: Annotated[str, Meta(max_length=20)]
    seat: SeatNumber = 1
    shares: Annotated[list[Share], Meta(max_length=20)] = []
    """Instead of `code`: the shares of an attempt, in its order. The answer is then a row."""


class AskRows(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about rows, such as `RYBG:2,1`."""

    rules: RulesText
    rows: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []
    seat: SeatNumber = 1


class AskCheck(AskRows, frozen=True, forbid_unknown_fields=True):
    """How many codes fit these rows? The `first` of them are listed."""

    first: Annotated[int, Meta(ge=0, le=1000)] = 10


class AskSuggest(AskRows, frozen=True, forbid_unknown_fields=True):
    """What to guess after these rows? With `top` above 1, that many of the best guesses are listed."""

    top: Annotated[int, Meta(ge=1, le=20)] = 1


class AskHome(AskRows, frozen=True, forbid_unknown_fields=True):
    """A question about a real board. The client stores its rows, and sends all of them each time.

    `look` only describes the board; `propose` chooses a row as a breaker of this `level` would, the same for the same
    `seed`; `check` and `explain` are about `move`; `hint` gives one of this `grade`.
    """

    ask: Literal["look", "propose", "check", "explain", "hint"] = "look"
    own: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=2)] = []
    """The shares of a split code that the breaker holds."""
    move: Annotated[str, Meta(max_length=120)] | None = None
    grade: Literal["nudge", "good", "best"] = "best"
    level: Literal["novice", "club", "expert", "perfect"] = "perfect"
    seed: Annotated[str, Meta(max_length=40)] = ""
    first: Annotated[int, Meta(ge=0, le=100)] = 10


class Marked(Struct, frozen=True, omit_defaults=True):
    """The marks of a guess, hole by hole for a split code. Against shares, the complete row instead."""

    exact: int | None = None
    near: int | None = None
    by_hole: list[Literal["black", "white", "none"] | None] | None = None
    row: Row | None = None


class Fitting(Struct, frozen=True, omit_defaults=True):
    """The number of codes that fit (null: too many to count), the first of them, and for a split code the deals."""

    codes: int | None
    candidates: list[str]
    deals: int | None
    impossible: list[int] = []
    """If no code fits: the rows, counted from 1, whose marks are impossible for any code."""


class GuessOption(Struct, frozen=True):
    """A guess, the expected and the greatest number of guesses from here, this one included, and their basis."""

    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Literal["proved", "evaluated", "heuristic", "sampled"]


class Suggested(GuessOption, frozen=True, kw_only=True):
    """The suggested guess."""

    candidates: int | None
    partition: dict[str, int] | None
    """How many candidates would give the guess each mark; null if there are too many to count."""
    top: list[GuessOption] = []
    """The best guesses, if several were asked for; the first is `guess`."""
    complete: bool | None = None
    """True if it is proved that no guess left out of `top` is better than the last one in it."""


class Change(Struct, frozen=True):
    """Other marks for a row; `row` counts from 1."""

    row: int
    said: str
    marks: str
    slip: str


class Correction(Struct, frozen=True):
    """Changed marks that leave `codes` codes; `share` is how likely this correction is."""

    changes: list[Change]
    codes: int
    share: float
    sentence: Message
    """What to change, and how many codes fit then."""
    reason: Message
    """The marks that were entered, and the slip that explains them."""


class Diagnosis(Struct, frozen=True):
    """The doctor’s answer about marks that contradict each other."""

    fits: bool | None
    codes: int | None
    conflicts: list[list[int]]
    wrong: int
    corrections: list[Correction]
    others: int
    exact: bool
    summary: list[Message]
    """A summary of what is wrong, for a client that lists the corrections itself."""
    messages: list[Message]
    """The whole diagnosis in sentences."""


class CoachAnswer(Struct, frozen=True):
    """The coach’s answer: sentences, and the data that a page needs to show them in place."""

    messages: list[Message]
    possible: bool | None
    """For a check or an explanation: true if the guess or call can still be right."""
    rows: list[Against]
    """The rows that rule it out."""
    move: str | None
    """For a hint: the move to make."""


class Advice(CoachAnswer, frozen=True):
    """The coach’s answer at a table, with the version of the table that it is for and the kind of help."""

    version: int
    kind: str


class Shared(Struct, frozen=True):
    """A result to share, line by line: a title, squares to look at, and a sentence for screen readers."""

    lines: list[str | Message]


class HomeSeat(Struct, frozen=True):
    """The rows that a seat may place on a real board; `may` is null if it has no row left, or the code is broken."""

    seat: int
    may: May | None


class HomeAdvice(CoachAnswer, frozen=True):
    """The state of a real board, and the answer to the question about it."""

    broken: bool
    full: bool
    """No seat has a row left."""
    next_seat: int | None
    """The seat that places the next row; with a split code, seats take turns."""
    seats: list[HomeSeat]
    diagnosis: Diagnosis
    candidates: list[str]
    """The first codes that are left; for a split code, the likeliest."""


class Against(Struct, frozen=True):
    """A row that would have got other marks if the planned guess were the code."""

    seat: int
    board: int
    row: int
    guess: str
    would: Pair | None
    earned: Pair
    sentence: Message
    """The same in words, to show below the row."""


class Level(Struct, frozen=True):
    """A level of computers, or a way of hiding codes, with its name."""

    player: str
    message: Message


class Computers(Struct, frozen=True):
    """The levels of computers, and the ways in which they hide codes: `club`, `club+tricky`."""

    levels: list[Level]
    hiding: list[Level]


class Health(Struct, frozen=True):
    """The state of the server: `failing` while it cannot store anything, `degraded` while it cannot compute."""

    status: Literal["ok", "degraded", "failing"]
    version: str
    database: Literal["ok", "full", "read-only", "damaged", "disk", "away"] = "ok"
    """What is wrong with the database; `disk` is a read or write error."""
    computers: Literal["ok", "failed"] = "ok"
    """`ok` if computers can think and reviews can be made."""
