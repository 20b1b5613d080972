"""The View of a table: the match, the people at the seats, what each may do, the clock."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from keypeg.message import Message
from keypeg.wire.fields import Time
from keypeg.wire.match import Match, Seal
from keypeg.wire.tables import Clock, Coach, Invite


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


class Side(Struct, frozen=True):
    """One side of a score."""

    seat: int
    who: str | Message
    points: int | None
    """If rows count, null for a seat that has neither rows nor a code behind it yet."""
    leads: bool


class Score(Struct, frozen=True):
    """A score: what it counts, the sides with yours first, and who leads once all have had the same number of codes."""

    counts: Message
    sides: list[Side]
    leads: Message | None
    sentence: Message
    """The whole score, for screen readers."""


class Ended(Struct, frozen=True):
    """The sentences on a finished attempt."""

    heading: Message | None
    """The number of its round and code; null in a match of a single code."""
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
    """By seat: its name."""
    status: Message
    """Whom the match waits for, and for what; or who won, once it is over."""
    round: Message | None
    """The number of the round and code being played; null in a match of a single code."""
    score: Score | None
    """The score now; null in a match of a single code."""
    score_before: Score | None
    """The score before the last finished code."""
    ending: Ending | None
    """Why the match ended as it did, once it is over."""
    code: Message | None
    """The limits on the code that you are to hide."""
    guide: list[Message]
    """What to know at your first code, if hints were agreed on and you are the only person."""
    own_share: Message | None
    """Your own part of a split code."""
    result: Message | None
    """Your result, once the match is over."""
    rows: list[Message]
    """By board: the sentence for each of its rows, with the fields `row`, `code` and `marks` left to fill in."""
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
    """Seats that could be claimed to be absent, once the seat's `claim_from` has passed."""
    may_refuse: list[int]
    """Seats of people whom you may refuse: you made the table; they have joined, and have not moved yet."""
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


class Error(Struct, frozen=True):
    """An error: a stable slug, a sentence in your language, and further fields of its own."""

    error: str
    message: str
