"""A match as a seat may know it: the part of a View that follows from the core's View alone."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from keypeg.message import Message
from keypeg.wire.boxes import Rules
from keypeg.wire.fields import Pair


class Share(Struct, frozen=True):
    """The part of the secret that a seat holds: null while there is none, "?" for pegs that you may not know."""

    holder: int
    code: str | None


class Row(Struct, frozen=True):
    """A guess and its marks, a pair (exact, near) for each share that answers; null until given, or while sealed."""

    guess: str
    marks: list[Pair | None]
    total: Pair | None
    text: str
    """The whole row as text, such as `RYBG:2,1` or `RYBGO:_/b/w/-`."""
    earned: Message
    """The marks as a sentence; for a split code, with the answer of each seat."""


class Board(Struct, frozen=True):
    """The rows of one breaker."""

    breaker: int
    number: int
    answered_by: list[int]
    """The holder of the share that gives each of a row’s marks, in that order; empty if only sums are shown."""
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
    """The result of an attempt."""

    void: bool
    adds: list[int]
    erred: list[int]
    broke: list[Pair]
    """(seat, row) of every break that counts."""
    unbroken: list[int]
    winners: list[int]
    text: str


class Seal(Struct, frozen=True):
    """The seal of a hidden code; its salt is shown when the attempt is over."""

    holder: int
    seal: str
    salt: str | None


class Attempt(Struct, frozen=True):
    """A finished attempt, with nothing hidden."""

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
    """The result of a match; without a winner, it was a draw or nobody broke the code."""

    points: list[int]
    winner: int | None


class May(Struct, frozen=True, omit_defaults=True):
    """A kind of move that you may make now, and what it takes. `move` is the first word of its text.

    - hide, guess, call: `holes` pegs out of `pegs`; `distinct`: none twice; `empty`: the holes that may stay empty
      (`.`), at most `most_empty` of them (a blank that is a colour is among the pegs); `left`: pegs that the
      box has left; `earlier`: rows that may not be placed again; `fill`: pegs that must stand where they are (`.`
      elsewhere); `filled`: the exact number of filled holes.
    - mark: marks for `guess` on the board, `shares` answers: `mark 2,1` for one, `mark b-` for a split code.
    - reveal: `shares` codes of `holes`, joined by +; for a split code each has one filled hole.
    - judge: `judge yes` or `judge no`. The others have no argument: pass, claim, accept, give-up.
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


class Moved(Struct, frozen=True):
    """A move as text and the seat that made it; 0 is the table."""

    seat: int
    move: str


class Match(Struct, frozen=True):
    """The match of a View. Codes and moves that its owner may not know come as "?"."""

    rules: Rules
    you: int | None
    """The seat that this View is for; null for a watcher."""
    phase: Literal["draw", "deal", "hide", "guess", "mark", "judge", "call", "reveal", "decide", "over"]
    to_act: list[int]
    first: int | None
    round: int
    code: int
    again: int
    """The number of void attempts at this code so far."""
    starter: int
    shares: list[Share]
    boards: list[Board]
    placed: list[str]
    """Your own guesses, sealed until the others are in."""
    out: list[int]
    gave_up: list[int]
    unfit: list[int]
    """Holders whose marks no code fits."""
    calls: list[Called]
    past: list[Attempt]
    points: list[int]
    outcome: Outcome | None
    log: list[Moved]
    """The moves of the running attempt."""
    may: list[May]
