"""Parameters of endpoints: the structs of what stands in a path or its query."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from keypeg import wire
from keypeg.wire.fields import SeatNumber, TableId, Version


class AtTable(Struct, frozen=True):
    """Which table."""

    id: TableId


class AtSeat(AtTable, frozen=True):
    """Which table, seen from which seat."""

    seat: Annotated[SeatNumber | None, Meta(description="Which of your seats, if you hold several.")] = None


class AfterVersion(AtSeat, frozen=True):
    """Which version of a table to wait for."""

    after: Annotated[Version | None, Meta(description="Answer when there is a later version.")] = None
    wait: Annotated[float, Meta(ge=0, le=55, description="Seconds to wait for one.")] = 0.0


class OfShare(Struct, frozen=True):
    """Which result."""

    share: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]


class OfBox(Struct, frozen=True):
    """Which box."""

    box_id: Annotated[str, Meta(max_length=200)]


class OfRules(Struct, frozen=True):
    """Which rules."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class InLanguage(Struct, frozen=True):
    """Which language."""

    language: str


class OnDay(Struct, frozen=True):
    """Which day."""

    day: Annotated[Annotated[str, Meta(max_length=10)] | None, Meta(description="YYYY-MM-DD; default today.")] = None


class WhichDevice(Struct, frozen=True):
    """Which of your devices."""

    device: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class OfPuzzle(Struct, frozen=True):
    """Which puzzle."""

    kind: wire.PuzzleKind
    level: Annotated[wire.PuzzleLevel, Meta(description="How hard it is.")] = "easy"
    seed: Annotated[Annotated[str, Meta(max_length=40)], Meta(description="The same one gives the same puzzle.")] = ""


class BeforeDay(Struct, frozen=True):
    """Which days."""

    before: Annotated[
        Annotated[str, Meta(max_length=10)] | None, Meta(description="Only days before YYYY-MM-DD; default today.")
    ] = None


class OwnTablesPage(Struct, frozen=True):
    """Which of your tables."""

    over: Annotated[bool | None, Meta(description="Only those that are over, or only running ones.")] = None
    before: Annotated[float | None, Meta(description="Only those made before this time.")] = None
