"""Guests: their identity, devices, tables, data and statistics, and the daily puzzle."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.drawing.chart_layout import CourseChart
from keypeg.message import Message
from keypeg.wire.fields import Name, Time


class Identity(Struct, frozen=True):
    """Your identity here; a newcomer is not known until they make a table, take a seat or give a name."""

    known: bool
    name: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A name."""

    name: Name


class Token(Struct, frozen=True):
    """A bearer token; it is shown once."""

    token: str


class MoveLink(Struct, frozen=True):
    """A one-time link: opened on another device within ten minutes, it makes that device yours as well."""

    code: str
    link: str


class Adopt(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a one-time link."""

    code: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]


class OwnTable(Struct, frozen=True):
    """A summary of a table of yours."""

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
    """The shared result whose code is played here."""
    game: str
    """The id of the game: the same for tables with the same box, variants, holes, colours and marking."""
    name: str | Message
    """The name of the game."""
    status: Message
    """Whom the match waits for, and for what; or how it ended, once it is over."""
    skill: int | None = None
    """The average over your boards, once they have been reviewed."""
    luck: float | None = None


class OwnSeat(Struct, frozen=True):
    """A seat at a table of yours, and who sits there."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    player: str | None
    label: str | Message
    """The name to show for the seat."""


class OwnTables(Struct, frozen=True):
    """A page of your tables, newest first. `next` is the `before` of the next page; null on the last one."""

    tables: list[OwnTable]
    next: float | None


class Result(Struct, frozen=True):
    """The result of a guest in a daily puzzle."""

    day: str
    table: str
    rows: int | None
    solved: bool | None
    late: bool = False
    skill: int | None = None
    luck: float | None = None


class GameStats(Struct, frozen=True):
    """Your statistics as a codebreaker in one game, from attempts that count, at tables that were played here.

    If people share a device, the seat with your name is yours.
    """

    game: str
    """Its box, variants, holes, colours and marking."""
    name: str | Message
    box: str
    rounds: int
    """Boards on which you placed rows."""
    broken: int
    rows: float | None
    """The average number of rows on the boards that were broken."""
    distribution: dict[str, int]
    """By number of rows: how many boards were broken in that many; "-" counts those that were not broken."""
    measured: int
    """The number of boards behind loss, luck and skill."""
    loss: float | None
    """Guesses lost against best play, on average over rounds."""
    luck: float | None
    """Guesses gained by better marks than expected, on average over rounds."""
    skill: float | None
    proved: bool
    """True if loss and luck are proved for all measured boards."""
    course: list[CoursePoint]
    """The figures over time, earliest first."""
    chart: CourseChart | None = None
    """The course laid out as a chart; null for fewer than two points."""


class CoursePoint(Struct, frozen=True):
    """The figures of a few consecutive boards."""

    until: Time
    """When the last of their tables was made."""
    rounds: int
    rows: float | None
    skill: float | None


class LevelRecord(Struct, frozen=True):
    """Your results in matches for two against computers of one level."""

    level: str
    name: Message
    won: int
    lost: int
    drawn: int


class Stats(Struct, frozen=True):
    """Your statistics for every game, and against every level of computers."""

    games: list[GameStats]
    levels: list[LevelRecord]
    advice: Message | None
    """A suggestion to try the next level, if it is time."""
    pending: int
    """The number of finished tables that are not counted yet; ask again."""


class Companion(Struct, frozen=True):
    """A person you have played with, under the name they used last."""

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
    seats: list[OwnName]
    shares: list[OwnShare]
    listed: list[str]
    """Tables of yours that are on the list of open tables."""


class OwnName(Struct, frozen=True):
    """A seat of yours, and the name that you gave there."""

    table: str
    seat: int
    name: str


class OwnShare(Struct, frozen=True):
    """A result that you have shared, in the language you had then."""

    share: str
    table: str
    seat: int
    language: str


class OwnToken(Struct, frozen=True):
    """A device, a bot or a link of yours; the token itself is not stored."""

    kind: str
    created: Time
    expires: Time | None
    seen: Time


class Device(Struct, frozen=True):
    """A device of yours (`cookie`), a bot (`bearer`), or a link for another device that has not been used (`link`)."""

    id: str
    kind: Literal["cookie", "bearer", "link"]
    created: Time
    seen: Time
    """When it was last used, to the hour."""
    expires: Time | None
    """When a link expires; null for devices and bots, which are deleted after months without use."""
    this: bool
    """True for the device or bot that made this request."""


class Deleted(Struct, frozen=True):
    """The number of tables that were deleted."""

    tables: int


class NewRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text. It becomes a table at which all seats are yours."""

    record: Annotated[str, Meta(min_length=1, max_length=200_000)]


class Daily(Struct, frozen=True):
    """A daily puzzle, with the same code for everyone, your result and those of others."""

    day: str
    rules: str
    ends: Time
    table: str | None
    """Your table, if you have started."""
    rows: int | None
    solved: bool | None
    """null until you are done."""
    streak: int
    """How many days in a row you have solved the puzzle, up to today or yesterday."""
    best_streak: int
    played: int
    """The number of guests who have finished it."""
    distribution: dict[str, int]
    """By number of rows: how many guests broke the code in that many; "-" counts those who did not.

    Empty until you are done.
    """
    most: int
    """The number of rows on the board."""
    placed: int
    """The number of rows that you have placed so far; 0 once you are done."""
    late: bool
    """True if its day was over when you began, or is over now: the result is left out of streak and distribution."""
    skill: int | None
    luck: float | None
    means: DailyMeans | None
    """null until you are done."""
    pending: bool
    """True while your skill and luck are being computed; ask again."""
    state: Message
    """A sentence on how far you are, or on your result."""
    first: str
    """The first day that has a puzzle."""
    yesterday: str | None
    """Your table of the day before, if you have finished it."""


class DailyMeans(Struct, frozen=True):
    """The averages over all guests whose play was measured."""

    guests: int
    skill: float
    luck: float


class DailyDay(Struct, frozen=True):
    """An earlier daily puzzle, and your result."""

    day: str
    table: str | None
    rows: int | None
    solved: bool | None
    late: bool
    state: Message


class DailyArchive(Struct, frozen=True):
    """A page of earlier puzzles, latest first. `next` is the `before` of the next page; null on the last one."""

    days: list[DailyDay]
    next: str | None
