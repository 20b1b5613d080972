"""The View of a table: the match as a seat sees it, the people at the seats, what each may do, and the clocks."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import OwnSeat, TableId, Time, Version
from keypeg.api.host import needs_server
from keypeg.api.limits import READS
from keypeg.api.match import Match, Seal
from keypeg.api.sentences import Sentences
from keypeg.api.tables import Clock, Coach, Invite


class Seat(Struct, frozen=True):
    """A seat, and the person or computer there."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    """A person's name; empty if none was given."""
    player: str | None
    """A computer's level and manner, such as `club+tricky`."""
    you: bool
    here: bool
    away_since: Time | None
    """Since when a person is away."""
    claim_from: Time | None
    """The time from which others may claim; null if its person is here, is not waited for, or has no time limit."""
    points: int
    out: bool
    left: float | None
    """Seconds on its clock at the time `clock_at`; they run while the match waits for this seat."""


class Said(Struct, frozen=True):
    """A phrase that was said."""

    version: int
    seat: int
    phrase: str
    at: Time


class Coaching(Struct, frozen=True):
    """The help that was agreed on, and how often each seat has used it."""

    level: Coach
    used: list[dict[str, int]]
    """By seat: the number of uses of each kind of help."""
    may_ask: bool
    """True if you may ask now."""
    next_grade: Literal["nudge", "good", "best"] | None
    """The grade of the next hint, if hints were agreed on."""


class CallWindow(Struct, frozen=True):
    """The time after a row in which people may call before computers do. It is the same if no computer will call."""

    waits: list[int]
    """The people who may call, and have not gone on."""
    seconds: float | None
    """Its length; null if it lasts until all have moved or gone on."""
    since: Time | None
    """When it opened."""
    until: Time | None
    """When it ends at the latest. It may be over already."""
    extended: list[int]
    """The seats that have extended it by a minute."""


class Rematch(Struct, frozen=True):
    """A rematch that has been opened; your seat there is kept for you."""

    table: str
    by: int


class View(Match, frozen=True):
    """A table as you may see it."""

    table: str
    version: int
    seats: list[Seat]
    yours: list[int]
    """All seats that you hold."""
    seals: list[Seal]
    may_undo: bool
    may_claim: list[int]
    """Seats that could be claimed to be absent, once the seat's `claim_from` has passed."""
    may_refuse: list[int]
    """Seats of people whom you may refuse: you made the table; they came from the list, and have not moved yet."""
    coach: Coaching
    clock: Clock | None
    clock_at: Time | None
    grace: float | None
    call_window: CallWindow | None
    watch: bool
    daily: str | None
    """The day whose puzzle this is."""
    same: str | None
    """The shared result whose code this is."""
    says: list[Said]
    phrases: list[str]
    rematch: Rematch | None
    rematch_of: str | None
    sentences: Sentences
    invites: list[Invite]
    """The links to the open seats, for the person who made the table."""


class Bell(Struct, frozen=True):
    """A message through the doorbell: sent on connecting, after every change, and as a heartbeat."""

    table: str
    version: int
    here: list[int]


After: TypeAlias = Annotated[Version | None, Meta(description="Answer once there is a later version than this.")]
Wait: TypeAlias = Annotated[float, Meta(ge=0, le=55, description="Seconds to wait for a later version.")]


@endpoint("GET", "/tables/{id}/view", "Get your View of a table, at once or when it changes", "tables", READS)
def view(id: TableId, seat: OwnSeat = None, after: After = None, wait: Wait = 0.0) -> View:
    """Get your View of a table, at once or when it changes."""
    raise needs_server()
