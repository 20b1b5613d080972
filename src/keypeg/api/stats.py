"""Your statistics, game by game, and against the levels of computers."""

from __future__ import annotations

from msgspec import Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Time
from keypeg.api.host import needs_server
from keypeg.api.limits import TOOLS
from keypeg.drawing.chart_layout import CourseChart
from keypeg.message import Message


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


@endpoint("GET", "/me/stats", "Get your statistics, game by game", "identity", TOOLS)
def stats() -> Stats:
    """Get your statistics, game by game."""
    raise needs_server()
