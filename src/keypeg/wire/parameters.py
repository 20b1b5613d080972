"""Structs for the parameters of endpoints, in the path and in the query."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from keypeg import wire
from keypeg.wire.fields import SeatNumber, TableId, Version


class AtTable(Struct, frozen=True):
    """The table of a request."""

    id: TableId


class AtSeat(AtTable, frozen=True):
    """The table of a request, and the seat to see it from."""

    seat: Annotated[SeatNumber | None, Meta(description="One of your seats, if you hold several.")] = None


class AfterVersion(AtSeat, frozen=True):
    """The table of a request, and the version after which to answer."""

    after: Annotated[Version | None, Meta(description="Answer once there is a later version than this.")] = None
    wait: Annotated[float, Meta(ge=0, le=55, description="Seconds to wait for a later version.")] = 0.0


class OfShare(Struct, frozen=True):
    """The shared result of a request."""

    share: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]


class OfBox(Struct, frozen=True):
    """The box of a request."""

    box_id: Annotated[str, Meta(max_length=200)]


class OfRules(Struct, frozen=True):
    """The rules of a request."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class InLanguage(Struct, frozen=True):
    """The language of a request."""

    language: str


class OnDay(Struct, frozen=True):
    """The day of a request."""

    day: Annotated[Annotated[str, Meta(max_length=10)] | None, Meta(description="YYYY-MM-DD; default today.")] = None


class WhichDevice(Struct, frozen=True):
    """The device of yours that a request is about."""

    device: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class OfPuzzle(Struct, frozen=True):
    """The puzzle of a request."""

    kind: wire.PuzzleKind
    level: Annotated[wire.PuzzleLevel, Meta(description="The difficulty.")] = "easy"
    seed: Annotated[Annotated[str, Meta(max_length=40)], Meta(description="The same seed gives the same puzzle.")] = ""


class BeforeDay(Struct, frozen=True):
    """A page of the archive of daily puzzles."""

    before: Annotated[
        Annotated[str, Meta(max_length=10)] | None,
        Meta(description="Only days before this one, as YYYY-MM-DD; default today."),
    ] = None


class OwnTablesPage(Struct, frozen=True):
    """A page of your tables."""

    over: Annotated[bool | None, Meta(description="True for finished tables only, false for running ones only.")] = None
    before: Annotated[float | None, Meta(description="Only tables that were created before this time.")] = None
