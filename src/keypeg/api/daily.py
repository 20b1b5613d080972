"""The daily puzzle: its rules, its table, its days and their archive.

A host chooses the code of each day and stores the results.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Time
from keypeg.api.host import needs_server
from keypeg.api.limits import READS, TABLES
from keypeg.api.tables import Made
from keypeg.message import Message


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


OnDay: TypeAlias = Annotated[Annotated[str, Meta(max_length=10)] | None, Meta(description="YYYY-MM-DD; default today.")]
BeforeDay: TypeAlias = Annotated[
    Annotated[str, Meta(max_length=10)] | None,
    Meta(description="Only days before this one, as YYYY-MM-DD; default today."),
]


@endpoint(
    "GET", "/daily", "Get the puzzle of a day: your result, your streak and the results of others", "daily", READS, 4
)
def daily(day: OnDay = None) -> Daily:
    """Get the puzzle of a day: your result, your streak and the results of others."""
    raise needs_server()


@endpoint(
    "POST",
    "/daily",
    "Start or resume the puzzle of a day; if started after that day, it does not count",
    "daily",
    TABLES,
)
def start_daily(day: OnDay = None) -> Made:
    """Start or resume the puzzle of a day; if started after that day, it does not count."""
    raise needs_server()


@endpoint("GET", "/daily/archive", "List earlier daily puzzles, latest first", "daily", READS, 4)
def daily_archive(before: BeforeDay = None) -> DailyArchive:
    """List earlier daily puzzles, latest first."""
    raise needs_server()
