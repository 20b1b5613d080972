"""A table as a seat may see it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from keypeg.wire.fields import Time
from keypeg.wire.match import Match, Seal
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


class Bell(Struct, frozen=True):
    """What the doorbell says, at once, whenever something has changed, and as a heartbeat."""

    table: str
    version: int
    here: list[int]


class Error(Struct, frozen=True):
    """What is wrong: a slug that stays, a sentence in your language; and fields of its own besides."""

    error: str
    message: str
