"""Guests: who they are, their tables, their data, statistics and the puzzle of the day."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.drawing.chart_layout import CourseChart
from keypeg.message import Message
from keypeg.wire.fields import Name, Time


class Identity(Struct, frozen=True):
    """Who you are here; somebody new is not known until they make a table, take a seat or give a name."""

    known: bool
    name: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A name."""

    name: Name


class Token(Struct, frozen=True):
    """A bearer token; it is shown once."""

    token: str


class MoveLink(Struct, frozen=True):
    """Opened on another device within ten minutes, once, it makes that device yours as well."""

    code: str
    link: str


class Adopt(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a one-time link."""

    code: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]


class OwnTable(Struct, frozen=True):
    """A table of yours, in short."""

    table: str
    rules: str
    box: str
    created: Time
    touched: Time
    version: int
    over: bool
    seats: list[OwnSeat]
    yours: list[int]
    your_turn: bool
    winner: int | None
    points: list[int]
    daily: str | None
    same: str | None
    """The shared result whose code it is."""
    game: str
    """Tables of the same game have the same: box, variants, holes, colours and marking."""
    name: str | Message
    """What the game is called."""
    status: Message
    """Whom the match waits for, and for what; at the end how it ended."""
    skill: int | None = None
    """Of your boards on average, once they were reviewed."""
    luck: float | None = None


class OwnSeat(Struct, frozen=True):
    """Who sits at a table of yours."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    player: str | None
    label: str | Message
    """What to call who sits there."""


class OwnTables(Struct, frozen=True):
    """The newest first; `before` of the next page is `next`, null on the last one."""

    tables: list[OwnTable]
    next: float | None


class Result(Struct, frozen=True):
    """The result of a guest in the puzzle of a day."""

    day: str
    table: str
    rows: int | None
    solved: bool | None
    late: bool = False
    skill: int | None = None
    luck: float | None = None


class GameStats(Struct, frozen=True):
    """How you broke codes of one game; in attempts that count, at tables that were played here.

    Of people who share a device, the seat that bears your name is yours.
    """

    game: str
    """Its box, variants, holes, colours and marking."""
    name: str | Message
    box: str
    rounds: int
    """Boards on which you placed rows."""
    broken: int
    rows: float | None
    """The average number of rows of those that were broken."""
    distribution: dict[str, int]
    """By number of rows: how many were broken with it, "-" for those that were not."""
    measured: int
    """The number of boards behind loss, luck and skill."""
    loss: float | None
    """Guesses lost against best play, on average over rounds."""
    luck: float | None
    """Guesses gained by better marks than expected, on average over rounds."""
    skill: float | None
    proved: bool
    """True if loss and luck are proved in all of them."""
    course: list[CoursePoint]
    """How it went over time, the earliest first."""
    chart: CourseChart | None = None
    """The same, laid out; null for fewer than two points."""


class CoursePoint(Struct, frozen=True):
    """Some boards in a row."""

    until: Time
    """When the last of their tables was made."""
    rounds: int
    rows: float | None
    skill: float | None


class LevelRecord(Struct, frozen=True):
    """Matches for two against computers of one level."""

    level: str
    name: Message
    won: int
    lost: int
    drawn: int


class Stats(Struct, frozen=True):
    """Your own play, game by game, and against the levels of computers."""

    games: list[GameStats]
    levels: list[LevelRecord]
    advice: Message | None
    """A suggestion to try the next level, if it is time."""
    pending: int
    """Finished tables that are not counted yet; ask again."""


class Companion(Struct, frozen=True):
    """Somebody you have played with, under the name they used last."""

    name: str
    matches: int
    last: Time
    table: str
    """The last table with them."""
    over: bool


class OwnData(Struct, frozen=True):
    """Everything that is stored about you."""

    name: str
    created: Time
    seen: Time
    tokens: list[OwnToken]
    tables: list[str]
    daily: list[Result]
    dismissed: list[str]
    """Tables that you have dismissed from your list."""


class OwnToken(Struct, frozen=True):
    """A device, a bot or a link of yours; the token itself is not stored."""

    kind: str
    created: Time
    expires: Time | None
    seen: Time


class Device(Struct, frozen=True):
    """A device of yours (`cookie`), a bot (`bearer`), or a link to another device that nobody has used yet (`link`)."""

    id: str
    kind: Literal["cookie", "bearer", "link"]
    created: Time
    seen: Time
    """When it was last used, to the hour."""
    expires: Time | None
    """When a link expires; null for the others, which are deleted when they were not used for months."""
    this: bool
    """True for the one that asks."""


class Deleted(Struct, frozen=True):
    """The number of tables that were deleted."""

    tables: int


class NewRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text. It becomes a table at which all seats are yours."""

    record: Annotated[str, Meta(min_length=1, max_length=200_000)]


class Daily(Struct, frozen=True):
    """The puzzle of a day, the same code for everybody, with your result and those of others."""

    day: str
    rules: str
    ends: Time
    table: str | None
    """Your table, if you have started."""
    rows: int | None
    solved: bool | None
    """null until you are done."""
    streak: int
    """Days in a row that you have solved, up to today or yesterday."""
    best_streak: int
    played: int
    """The number of guests who have finished it."""
    distribution: dict[str, int]
    """By number of rows: how many broke it with it, "-" for those who did not; empty until you are done."""
    most: int
    """The rows of the board."""
    placed: int
    """Rows that you have placed so far; 0 once you are done."""
    late: bool
    """True if its day was over when you began, or is over now: outside streak and distribution."""
    skill: int | None
    luck: float | None
    means: DailyMeans | None
    """null until you are done."""
    pending: bool
    """True while your skill and luck are being worked out; ask again."""
    state: Message
    """Where you stand."""
    first: str
    """The first day that there is a puzzle of."""
    yesterday: str | None
    """Your table of the day before, if you are done with it."""


class DailyMeans(Struct, frozen=True):
    """How everybody did on average, of those whose play was measured."""

    guests: int
    skill: float
    luck: float


class DailyDay(Struct, frozen=True):
    """An earlier puzzle, and what you came to."""

    day: str
    table: str | None
    rows: int | None
    solved: bool | None
    late: bool
    state: Message


class DailyArchive(Struct, frozen=True):
    """Earlier puzzles, the latest first; `before` of the next page is `next`, null on the last one."""

    days: list[DailyDay]
    next: str | None
