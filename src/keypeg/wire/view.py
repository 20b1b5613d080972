"""A table as a seat may see it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from keypeg.wire.fields import Pair, Time
from keypeg.wire.shelf import Rules
from keypeg.wire.tables import Clock, Coach, Invite


class Seat(Struct, frozen=True):
    """Who sits where."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    """Of a person; empty where none was given."""
    player: str | None
    """Of a computer: its level and manner, such as `club+tricky`."""
    you: bool
    here: bool
    away_since: Time | None
    """Since when a person is away."""
    claim_from: Time | None
    """From when on the match need not wait for this seat any longer; null where it does not wait, or has to."""
    points: int
    out: bool
    left: float | None
    """Seconds on its clock at the time `clock_at`; it runs on where the match waits for this seat."""


class Share(Struct, frozen=True):
    """What a seat holds of the secret: null while there is nothing, "?" for every peg that you may not know."""

    holder: int
    code: str | None


class Row(Struct, frozen=True):
    """A guess and its marks, a pair (exact, near) for each share that answers; null until given, or while sealed."""

    guess: str
    marks: list[Pair | None]
    total: Pair | None
    text: str
    """The whole row as text, such as `RYBG:2,1` or `RYBGO:_/b/w/-`."""


class Board(Struct, frozen=True):
    """The rows of one breaker."""

    breaker: int
    number: int
    answered_by: list[int]
    """The holder of the share that gives each of a row’s marks, in that order; empty where only sums are shown."""
    rows: list[Row]
    turn: bool = False
    """Its breaker may place a row now."""
    marking: bool = False
    """Its newest row is being marked."""


class Called(Struct, frozen=True):
    """A call of a split code; `right` is null while seats at a real board judge it."""

    seat: int
    code: str
    right: bool | None
    judged: list[tuple[int, bool]]


class Verdict(Struct, frozen=True):
    """What an attempt came to."""

    void: bool
    adds: list[int]
    erred: list[int]
    broke: list[Pair]
    """(seat, row) of every break that counts."""
    unbroken: list[int]
    winners: list[int]
    text: str


class Seal(Struct, frozen=True):
    """What binds a hidden code; its salt is shown when the attempt is over."""

    holder: int
    seal: str
    salt: str | None


class Attempt(Struct, frozen=True):
    """An attempt that is over; it lies open."""

    round: int
    code: int
    starter: int
    shares: list[Share]
    boards: list[Board]
    calls: list[Called]
    out: list[int]
    gave_up: list[int]
    absent: list[int]
    verdict: Verdict
    seals: list[Seal]


class Outcome(Struct, frozen=True):
    """How the match ended; no winner: a draw, or nobody broke the code."""

    points: list[int]
    winner: int | None


class May(Struct, frozen=True, omit_defaults=True):
    """A kind of move that is yours to make now, and what it needs. `move` is the first word of its text.

    - hide, guess, call: `holes` pegs out of `pegs`; `distinct`: none twice; `empty`: the holes that may stay empty
      (`.`), at most `most_empty` of them (where the blank is a colour it stands among the pegs); `left`: pegs that the
      box has left; `earlier`: rows that may not be placed again; `fill`: pegs that must stand where they are (`.`
      elsewhere); `filled`: exactly so many holes are filled.
    - mark: marks for `guess` on the board, `shares` answers: `mark 2,1` for one, `mark b-` of a split code.
    - reveal: `shares` codes of `holes`, joined by +; of a split code each with one filled hole.
    - judge: `judge yes` or `judge no`. The others stand alone: pass, claim, accept, give-up.
    """

    move: Literal["hide", "guess", "mark", "call", "judge", "pass", "reveal", "claim", "accept", "give-up"]
    board: int | None = None
    """Which of the View’s boards, from 0."""
    holes: int = 0
    pegs: str = ""
    distinct: bool = False
    empty: list[int] = []
    most_empty: int = 0
    left: dict[str, int] | None = None
    earlier: list[str] = []
    fill: str = ""
    filled: int = 0
    guess: str = ""
    shares: int = 0


class Said(Struct, frozen=True):
    """A phrase that was said."""

    version: int
    seat: int
    phrase: str
    at: Time


class Coaching(Struct, frozen=True):
    """What help was agreed on, and how often each seat has used it."""

    level: Coach
    used: list[dict[str, int]]
    """By seat: how often each kind of help was asked for."""
    may_ask: bool
    """Whether you may ask now."""
    next_grade: Literal["nudge", "good", "best"] | None
    """What the next hint would be, where hints were agreed on."""


class Rematch(Struct, frozen=True):
    """Somebody at this table wants to play again; the table for it is there, and your seat at it is kept."""

    table: str
    by: int


class View(Struct, frozen=True):
    """A table as you may see it."""

    table: str
    version: int
    rules: Rules
    seats: list[Seat]
    you: int | None
    """The seat that this View is for; null for a watcher."""
    yours: list[int]
    """All seats that you hold."""
    phase: Literal["draw", "deal", "hide", "guess", "mark", "judge", "call", "reveal", "decide", "over"]
    to_act: list[int]
    first: int | None
    round: int
    code: int
    again: int
    starter: int
    shares: list[Share]
    boards: list[Board]
    placed: list[str]
    """Your own guesses that are sealed until the others are in."""
    out: list[int]
    gave_up: list[int]
    unfit: list[int]
    """Holders whose marks no code fits."""
    calls: list[Called]
    seals: list[Seal]
    past: list[Attempt]
    points: list[int]
    outcome: Outcome | None
    last: Last | None
    """The newest move of the running attempt, as you may know it."""
    may: list[May]
    may_undo: bool
    may_claim: list[int]
    """Seats that could be claimed to be absent, as soon as `claim_from` of the seat is past."""
    coach: Coaching
    clock: Clock | None
    clock_at: Time | None
    grace: float | None
    watch: bool
    daily: str | None
    """The day whose puzzle this is."""
    says: list[Said]
    phrases: list[str]
    rematch: Rematch | None
    rematch_of: str | None
    invites: list[Invite]
    """The links of the open seats; for those who sit at the table."""


class Last(Struct, frozen=True):
    """A move and who made it; 0 is the table."""

    seat: int
    move: str


class Bell(Struct, frozen=True):
    """What the doorbell says, at once, whenever something has changed, and as a heartbeat."""

    table: str
    version: int
    here: list[int]


class Error(Struct, frozen=True):
    """What is wrong: a slug that stays, a sentence in your language; and fields of its own besides."""

    error: str
    message: str
