"""Requests about a table, and their short answers."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from keypeg.message import Message
from keypeg.wire.fields import CallSeconds, Key, Name, RulesText, SeatNumber, Seconds, Time, Version


class Clock(Struct, frozen=True):
    """A clock that gives each person `seconds`, and `more` for every move that they make."""

    seconds: Seconds
    more: Annotated[float, Meta(ge=0, le=86_400)] = 0.0


class Computer(Struct, frozen=True, tag="computer", tag_field="kind"):
    """A computer: `novice`, `club`, `expert`, `perfect`; `club+tricky`; `novice:errs=0.1` if marks are by hand."""

    player: Annotated[str, Meta(max_length=40)] = "club"


class Me(Struct, frozen=True, tag="me", tag_field="kind"):
    """The maker of the table; several seats may be the maker’s, for people who share a device."""

    name: Name | UnsetType = UNSET


class Open(Struct, frozen=True, tag="open", tag_field="kind"):
    """A seat that is free until someone takes it by its invite link."""


Sitter: TypeAlias = Me | Open | Computer
Coach: TypeAlias = Literal["off", "check", "explain", "hint"]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a new table. Seats that are not listed: first the maker, unless listed already, then open ones."""

    rules: RulesText
    seats: Annotated[list[Sitter], Meta(max_length=4)] = []
    coach: Coach = "off"
    clock: Clock | None = None
    grace: Seconds | None = 180.0
    """Seconds that a person may be away while the match waits, before others may claim; null: no limit."""
    watch: bool = True
    """True if people who know the table’s id may watch."""
    name: Name | UnsetType = UNSET
    call_window: CallSeconds | UnsetType | None = UNSET
    """Seconds of every call window; null: until all have moved or gone on. Default 6; null with days on the clock."""


class Invite(Struct, frozen=True):
    """An invite to a seat: its token, and the link that has the token after its #."""

    seat: int
    invite: str
    link: str


class Made(Struct, frozen=True):
    """A new table."""

    table: str
    version: int
    seats: list[int]
    """Your seats."""
    invites: list[Invite]
    link: str
    """The address of the table. Opened without an invite it lets people watch."""


class NewQr(Struct, frozen=True, forbid_unknown_fields=True):
    """A link to make a QR code of."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the open seat of this invite."""

    invite: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
    name: Name | UnsetType = UNSET


class Taken(Struct, frozen=True):
    """The seat that is yours now."""

    table: str
    seat: int
    version: int


class NewMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move as text. `version` is that of the View you acted on; `seat` is needed only if you hold several."""

    move: Annotated[str, Meta(min_length=1, max_length=120, examples=["guess RYBG"])]
    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewUndo(Struct, frozen=True, forbid_unknown_fields=True):
    """Take your last move back, as long as nobody has seen its result."""

    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """Claim the round from a seat whose person has been away for too long."""

    absent: SeatNumber
    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewRefusal(Struct, frozen=True, forbid_unknown_fields=True):
    """Refuse the person who took this seat: it is free again, and an invite that they came by is void."""

    seat: SeatNumber
    version: Version


class NewInvite(Struct, frozen=True, forbid_unknown_fields=True):
    """Renew the invite to this open seat: the old link is void, and the View has a new one."""

    seat: SeatNumber
    key: Key


class OpenTable(Struct, frozen=True):
    """A table with a free seat for the first person who takes it."""

    table: str
    link: str
    """The invite of a free seat."""
    since: Time
    rules: str
    box: str
    name: str | Message
    """The name of the game."""
    host: str | Message
    free: int
    """The number of free seats."""
    clock: Clock
    yours: bool
    """True if you sit there."""


class OpenTables(Struct, frozen=True):
    """The tables that are open to everyone on this server, latest first."""

    allowed: bool
    """False if this server has none."""
    tables: list[OpenTable]


class InWindow(Struct, frozen=True, forbid_unknown_fields=True):
    """In a call window: `go-on` without a call, or `extend` it once by a minute to enter one."""

    do: Literal["go-on", "extend"]
    version: Version
    key: Key
    seat: SeatNumber | None = None
    """Which of your seats; null: all of them."""


class NewSay(Struct, frozen=True, forbid_unknown_fields=True):
    """Say one of the phrases."""

    phrase: Annotated[str, Meta(max_length=24)]
    key: Key
    seat: SeatNumber | None = None


class NewRematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Play again with the same people and the next starter. Settings that are left out stay as they were."""

    rules: RulesText | UnsetType = UNSET
    coach: Coach | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    grace: Seconds | UnsetType | None = UNSET
    call_window: CallSeconds | UnsetType | None = UNSET
    seat: SeatNumber | None = None


class NewQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the coach: about a planned guess or call (`move`), or for a hint (default: of the next grade)."""

    ask: Literal["check", "explain", "hint"]
    key: Key
    move: Annotated[str, Meta(max_length=120, examples=["guess RYBG"])] | None = None
    grade: Literal["nudge", "good", "best"] | None = None
    seat: SeatNumber | None = None


class Done(Struct, frozen=True):
    """Confirms that a change is committed; this version shows it."""

    table: str
    version: int
