"""The View of a table: the match, who sits there, what may be done, the clock."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from keypeg.message import Message
from keypeg.wire.fields import Time
from keypeg.wire.match import Match, Seal
from keypeg.wire.tables import Clock, Coach, Invite


class Seat(Struct, frozen=True):
    """A seat and who sits there."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    """Of a person; empty if none was given."""
    player: str | None
    """Of a computer: its level and manner, such as `club+tricky`."""
    you: bool
    here: bool
    away_since: Time | None
    """Since when a person is away."""
    claim_from: Time | None
    """From when on others may claim; null if the match does not wait for this seat, or has to."""
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
    """After a row: people may call before computers do. Whether a computer is about to call changes nothing in it."""

    waits: list[int]
    """The people who may call, and have not gone on."""
    seconds: float | None
    """Its length; null: until all have moved or gone on."""
    since: Time | None
    """When it opened."""
    until: Time | None
    """When it ends at the latest. It may be over already."""
    extended: list[int]
    """Who has extended it by a minute."""


class Rematch(Struct, frozen=True):
    """The rematch that somebody has opened; your seat at it is kept."""

    table: str
    by: int


class Side(Struct, frozen=True):
    """One side of a score."""

    seat: int
    who: str | Message
    points: int | None
    """Null for a seat that has broken no code yet while others have."""
    leads: bool


class Score(Struct, frozen=True):
    """A score: what it counts, the sides with yours first, and who leads once all have had as many codes."""

    counts: Message
    sides: list[Side]
    leads: Message | None
    sentence: Message
    """All of it, to be heard."""


class Ended(Struct, frozen=True):
    """An attempt that is over."""

    heading: Message | None
    """Which round and code it was; null in a match of a single code."""
    told: list[Message]
    """How it ended."""


class Ending(Struct, frozen=True):
    """The end of a match: who won, and why."""

    title: Message
    why: list[Message]
    result: Literal["won", "lost", "drawn", "seen"]
    """How it ended for you; `seen` if you did not play, or several people share the device."""


class Sentences(Struct, frozen=True):
    """Sentences about a table, addressed to the owner of the View."""

    seats: list[str | Message]
    """By seat: what it is called."""
    status: Message
    """Whom the match waits for, and for what; at the end who won."""
    round: Message | None
    """Which round and code is being played; null in a match of a single code."""
    score: Score | None
    """The score now; null in a match of a single code."""
    score_before: Score | None
    """The score before the last code that is over."""
    ending: Ending | None
    """Why the match ended as it did, once it is over."""
    code: Message | None
    """What the code that you are to hide may be."""
    guide: list[Message]
    """What to know at your first code, if hints were agreed on and nobody else plays."""
    own_share: Message | None
    """Your own part of a split code."""
    result: Message | None
    """What you came to, once the match is over."""
    rows: list[Message]
    """By board: the sentence about any of its rows, but for the fields `row`, `code` and `marks`."""
    calls: list[tuple[Message, Message]]
    """By call of the running attempt: what was called, and whether it was right."""
    past: list[Ended]
    """By past attempt: how it ended."""


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
    may_refuse: list[int]
    """Seats of people who came from the list of open tables; you made the table, and they have not moved yet."""
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
    """The links of the open seats; for those who sit at the table."""


class Bell(Struct, frozen=True):
    """Sent through the doorbell at once, after every change, and as a heartbeat."""

    table: str
    version: int
    here: list[int]


class Error(Struct, frozen=True):
    """An error: a stable slug, a sentence in your language, and fields of its own besides."""

    error: str
    message: str
