"""Questions and answers: marks, codes that fit, advice, diagnoses, the home board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.message import Message
from keypeg.wire.fields import Pair, RulesText, SeatNumber
from keypeg.wire.match import May, Row, Share


class AskMark(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What does this guess of a seat earn against this code, or against what all seats hold?"""

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
    """Which codes fit these rows? The first of them are listed."""

    first: Annotated[int, Meta(ge=0, le=1000)] = 10


class AskSuggest(AskRows, frozen=True, forbid_unknown_fields=True):
    """What to guess after these rows? With `top`, that many of the best guesses are listed."""

    top: Annotated[int, Meta(ge=1, le=20)] = 1


class AskHome(AskRows, frozen=True, forbid_unknown_fields=True):
    """A question about a real board. The client keeps its rows, and sends all of them each time.

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
    """What a guess earns; of a split code hole by hole. Against shares, the row as it would lie there."""

    exact: int | None = None
    near: int | None = None
    by_hole: list[Literal["black", "white", "none"] | None] | None = None
    row: Row | None = None


class Fitting(Struct, frozen=True, omit_defaults=True):
    """How many codes fit (null: more than can be counted), the first of them; of a split code also the deals."""

    codes: int | None
    candidates: list[str]
    deals: int | None
    impossible: list[int] = []
    """If no code fits: the rows, counted from 1, whose marks no code at all can earn."""


class GuessOption(Struct, frozen=True):
    """A guess, the guesses still expected and the most, this one included, and how that is known."""

    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Literal["proved", "evaluated", "heuristic", "sampled"]


class Suggested(GuessOption, frozen=True, kw_only=True):
    """What to guess next."""

    candidates: int | None
    partition: dict[str, int] | None
    """How many candidates would give the guess each mark; null if there are too many to count."""
    top: list[GuessOption] = []
    """The best guesses, if several were asked for; the first is `guess`."""
    complete: bool | None = None
    """Whether it is proved that no guess left out of `top` is better than the last one in it."""


class Change(Struct, frozen=True):
    """Other marks for a row, which counts from 1."""

    row: int
    said: str
    marks: str
    slip: str


class Correction(Struct, frozen=True):
    """Changed marks with which `codes` codes fit; `share` is how likely this correction is."""

    changes: list[Change]
    codes: int
    share: float
    sentence: Message
    """What to change, and how many codes fit then."""
    reason: Message
    """What was entered, and the slip that explains it."""


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
    """What is wrong, in short, for a client that lists the corrections itself."""
    messages: list[Message]
    """The same in sentences."""


class CoachAnswer(Struct, frozen=True):
    """What the coach answers: sentences, and what a page needs to show them in place."""

    messages: list[Message]
    possible: bool | None
    """Of a check: true if it can still be right."""
    rows: list[Against]
    """The rows that speak against it."""
    move: str | None
    """Of a hint: what to do."""


class Advice(CoachAnswer, frozen=True):
    """The coach’s answer at a version of a table, and the kind of help it is."""

    version: int
    kind: str


class Shared(Struct, frozen=True):
    """A result to be shared, line by line: a title, squares to be seen, and a sentence to be heard."""

    lines: list[str | Message]


class HomeSeat(Struct, frozen=True):
    """What a seat may place on a real board; null if it has no row left, or the code is broken."""

    seat: int
    may: May | None


class HomeAdvice(CoachAnswer, frozen=True):
    """The state of a real board, and what Keypeg has to say of it."""

    broken: bool
    full: bool
    """No seat has a row left."""
    next_seat: int | None
    """Whose row comes next; of a split code seats take turns."""
    seats: list[HomeSeat]
    diagnosis: Diagnosis
    candidates: list[str]
    """The first codes that are left; of a split code the likeliest."""


class Against(Struct, frozen=True):
    """A row that would have earned other marks if the planned guess were the code."""

    seat: int
    board: int
    row: int
    guess: str
    would: Pair | None
    earned: Pair
    sentence: Message
    """The same in words, to stand below the row."""


class Level(Struct, frozen=True):
    """How well a computer plays."""

    player: str
    message: Message


class Computers(Struct, frozen=True):
    """The levels of computers, and how they hide codes: `club`, `club+tricky`."""

    levels: list[Level]
    hiding: list[Level]


class Health(Struct, frozen=True):
    """The state of the server: `failing` while it can store nothing, `degraded` while nothing is computed."""

    status: Literal["ok", "degraded", "failing"]
    version: str
    database: Literal["ok", "full", "read-only", "damaged", "disk", "away"] = "ok"
    """What is wrong with the database; `disk` is an error of reading or writing."""
    computers: Literal["ok", "failed"] = "ok"
    """Whether computers can think, and reviews be made."""
